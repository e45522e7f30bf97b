"""The menu of a game: what it offers by itself, between undo and what every table has."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TypeVar

from device.kiosk.canvas import Canvas
from device.kiosk.dialogs import Entry, draw_menu
from device.kiosk.screen import Screen, View
from device.kiosk.widgets import Rect

S = TypeVar("S")


@dataclass(frozen=True)
class Menu(Screen[S]):
    """The menu; a game says what it offers in `own`."""

    key = "menu"

    @abstractmethod
    def own(self, view: View[S]) -> list[Entry]:
        """The game's own buttons, each with what stands against it."""

    def draw(self, canvas: Canvas, view: View[S]) -> Rect:
        """All buttons."""
        return draw_menu(canvas, self.own(view), view.undo, view.redo)
