"""What a test sees of a table: its words, its records."""

from __future__ import annotations

from device.games.polish_doubles.hands import DoublesPlayer
from device.kiosk.widgets import Text
from rules.game import Event


def texts(p: DoublesPlayer) -> list[str]:
    return [widget.text for widget in p.kiosk.scene if isinstance(widget, Text)]


def says(p: DoublesPlayer, part: str) -> bool:
    return any(part in text for text in texts(p))


def entries(p: DoublesPlayer) -> list[Event]:
    history = p.kiosk.table.history
    assert history is not None
    return [entry.event for entry in history.entries]
