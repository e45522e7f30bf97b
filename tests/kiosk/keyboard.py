"""An attached keyboard: text that is no test's subject is typed in one turn of the loop."""

from __future__ import annotations

from device.demo.player import Player
from device.io.inputs import TextInput


def keyed(p: Player, text: str) -> None:
    """Type ``text`` where the screen takes it; the frame that follows shows all of it."""
    for char in text:
        p.kiosk.post(TextInput(char))
    p.settle()
