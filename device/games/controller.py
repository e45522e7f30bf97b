"""The screens of the game that is on the table: its state, and what the table can undo."""

from __future__ import annotations

from typing import TypeVar

from device.kiosk.screen import View
from device.kiosk.screen_controller import ScreenController

S = TypeVar("S")


class GameController(ScreenController[S]):
    """Screens of a running game. ``S`` is the game's state; a game says what its usual screen and its menu are."""

    @property
    def state(self) -> S:
        """The game."""
        state: S = self.host.table.state
        return state

    def view(self, at: int) -> View[S]:
        """The game at ``at``."""
        table = self.host.table
        may = table.game.may(self.state, at)
        people = self.host.people
        return View(self.state, at, may, table.undoable, table.redoable, table.playing, people=lambda: people.directory)
