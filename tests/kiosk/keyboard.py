"""An attached keyboard: text that is no test's subject is typed in one turn of the loop."""

from __future__ import annotations

from device.io.inputs import TextInput
from tools.play.player import Player


def keyed(p: Player, text: str) -> None:
    """Type ``text`` where the screen takes it; the frame that follows shows all of it."""
    for char in text:
        p.kiosk.post(TextInput(char))
    p.settle()
