"""The screens of the game that is on the table: its state, and what the table can undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from device.graphics.actions import UNDO
from device.graphics.choices import NOWHERE, ScreenChoice
from device.i18n import t, tr
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.host import Host
from device.kiosk.screen import Screen, View
from device.kiosk.screen_controller import ScreenController
from device.kiosk.time_bar import SideTime
from rules.game import Void

S = TypeVar("S")


class GameOutputs(Protocol):
    """A game's module ``outputs``: functions of its state and of the game time ``at`` (ns)."""

    def oled_content(self, state: Any, side: int, at: int) -> OledContent:
        """What the OLED of a side shows."""

    def signals(self, state: Any, at: int) -> Signals:
        """Lamps and buzzer."""


class GameController(ScreenController[S]):
    """Screens of a running game, whose state is ``S``. ``screens`` are those that its states call for."""

    outputs: GameOutputs
    screens: ClassVar[Sequence[Screen[Any]]] = ()

    @property
    def state(self) -> S:
        """The game."""
        state: S = self.host.table.state
        return state

    def __init__(self, host: Host) -> None:
        """What was half written in this game when the power went shows again."""
        super().__init__(host)
        table = host.table
        self.game = table.game.key
        entries = table.playing.entries
        # The entries that a power cut itself brings are facts of the device.
        self.screen = host.drafts.find(
            str(table.game_id), lambda since: all(entry.event.stays for entry in entries[since:]), Screen
        )

    def usual(self, state: S) -> Screen[S]:
        """The first of ``screens`` that is valid in this state."""
        return next(one for one in self.screens if one.valid(state))

    def half_written(self, screen: Screen[S] | None) -> None:
        """A move or a deal as far as it is typed, until it is recorded or left.

        What is behind the PIN is not kept: it would show again without it.
        """
        drafts, table = self.host.drafts, self.host.table
        if screen is None or not screen.half_written or self.host.referee.is_typed:
            drafts.drop()
        elif table.game_id is not None:
            drafts.keep(str(table.game_id), lambda: len(table.playing.entries), screen.to_keep(self.state))

    def menu_choices(self, at: int) -> Sequence[ScreenChoice]:
        """Undo, which the screen has only in its menu.

        Not of a decision of the referee's, which is behind the PIN, nor of a press that was taken back: those of both
        buttons held are.
        """
        table = self.host.table
        entries = table.to_undo
        if not entries or any(entry.event.by_referee or isinstance(entry.event, Void) for entry in entries):
            return ()
        return (ScreenChoice(t("Undo: {what}", what=tr(table.game.describe(entries[-1].event))), "", UNDO, NOWHERE),)

    def at_table(self, rule: str) -> str:
        """The game in one line."""
        return tr(self.host.table.game.summary(self.state))

    def view(self, at: int) -> View[S]:
        """The game at ``at``."""
        table, people = self.host.table, self.host.people
        steps = table.to_undo[-1:], table.to_redo[:1]
        undo, redo = (table.game.describe(step[0].event) if step else None for step in steps)
        return View(self.state, at, table.game.may(self.state, at), undo, redo, table.playing, lambda: people.directory)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return self.outputs.oled_content(self.state, 0, at), self.outputs.oled_content(self.state, 1, at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer."""
        return self.outputs.signals(self.state, at)


class TimedOutputs(GameOutputs, Protocol):
    """The same where clocks run."""

    def side_times(self, state: Any, at: int) -> Sequence[SideTime]:
        """The clocks on the screen."""

    def next_change(self, state: Any, at: int) -> int | None:
        """When a digit or a colour changes; None: not by itself."""

    def call(self, state: Any, at: int) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""


class TimedController(GameController[S]):
    """Screens of a game whose `outputs` change while a clock runs."""

    outputs: TimedOutputs

    def side_times(self, at: int) -> Sequence[SideTime]:
        """The clocks on the screen."""
        return self.outputs.side_times(self.state, at)

    def next_change(self, at: int) -> int | None:
        """When a digit or a colour changes."""
        return self.outputs.next_change(self.state, at)

    def call(self, at: int) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""
        return self.outputs.call(self.state, at)
