"""The screens of the game that is on the table: its state, and what the table can undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from device.graphics.actions import UNDO
from device.graphics.choices import NOWHERE, Choice
from device.i18n import t, tr
from device.kiosk.controllers import Host
from device.kiosk.screen import Screen, View
from device.kiosk.screen_controller import ScreenController
from rules.game import Void

S = TypeVar("S")


class GameController(ScreenController[S]):
    """Screens of a running game. ``S`` is the game's state; a game says what its usual screen and its menu are."""

    @property
    def state(self) -> S:
        """The game."""
        state: S = self.host.table.state
        return state

    def __init__(self, host: Host) -> None:
        """What was half written in this game when the power went shows again."""
        super().__init__(host)
        table = host.table
        entries = table.playing.entries
        # The entries that a power cut itself brings are facts of the device.
        self.screen = host.drafts.find(
            str(table.game_id), lambda since: all(entry.event.stays for entry in entries[since:]), Screen
        )

    def half_written(self, screen: Screen[S] | None) -> None:
        """A move or a deal as far as it is typed, until it is recorded or left.

        What is behind the PIN is not kept: it would show again without it.
        """
        drafts, table = self.host.drafts, self.host.table
        if screen is None or not screen.half_written or self.host.referee.entered:
            drafts.drop()
        elif table.game_id is not None:
            drafts.keep(str(table.game_id), lambda: len(table.playing.entries), screen.to_keep(self.state))

    def menu_choices(self, at: int) -> Sequence[Choice]:
        """Undo, which the screen has only in its menu.

        Not of a decision of the referee's, which is behind the PIN, nor of a press that was taken back: those of both
        buttons held are.
        """
        table = self.host.table
        entry = table.to_undo
        if entry is None or entry.event.by_referee or isinstance(entry.event, Void):
            return ()
        return (Choice(t("Undo: {what}", what=tr(table.game.describe(entry.event))), "", UNDO, NOWHERE),)

    def at_table(self, rule: str) -> str:
        """The game in one line."""
        return tr(self.host.table.game.summary(self.state))

    def view(self, at: int) -> View[S]:
        """The game at ``at``."""
        table = self.host.table
        may = table.game.may(self.state, at)
        people = self.host.people
        return View(
            self.state,
            at,
            may,
            table.undoable,
            table.redoable,
            table.playing,
            people=lambda: people.directory,
        )
