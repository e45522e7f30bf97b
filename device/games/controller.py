"""The screens of the game that is on the table: its state, and what the table can undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from device.common.i18n import t, tr
from device.graphics.actions import UNDO
from device.graphics.choices import NOWHERE, ScreenChoice
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.host import Host
from device.kiosk.moment import Moment, Views
from device.kiosk.screen import Screen
from device.kiosk.screen_controller import ScreenController
from device.kiosk.time_bar import SideTime
from device.people.directory import Directory
from rules.game import Nanoseconds, Void

S = TypeVar("S")


def _no_times(state: Any, at: Nanoseconds) -> Sequence[SideTime]:
    return ()


@dataclass(frozen=True)
class GameViews(Views):
    """What shows of a running game, as functions of its state and of the game time (ns).

    ``oled`` is what the OLED of a side shows, ``lamps`` lamps and buzzer. Where clocks run ``times`` are those on the
    screen, ``changes`` is when a digit or a colour changes next (None: not by itself), and ``called`` what is left of
    the time, where lamps and loudspeaker warn. ``large`` is what the big clock shows, where that is not the times.
    """

    oled: Callable[[Any, int, Nanoseconds], OledContent]
    lamps: Callable[[Any, Nanoseconds], Signals]
    times: Callable[[Any, Nanoseconds], Sequence[SideTime]] = _no_times
    changes: Callable[[Any, Nanoseconds], Nanoseconds | None] = lambda state, at: None
    called: Callable[[Any, Nanoseconds], str] = lambda state, at: ""
    large: Callable[[Any, Nanoseconds], Sequence[SideTime]] | None = None

    def oled_contents(self, moment: Moment[Any]) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return self.oled(moment.state, 0, moment.at), self.oled(moment.state, 1, moment.at)

    def signals(self, moment: Moment[Any]) -> Signals:
        """Lamps and buzzer."""
        return self.lamps(moment.state, moment.at)

    def side_times(self, moment: Moment[Any]) -> Sequence[SideTime]:
        """The clocks on the screen."""
        return self.times(moment.state, moment.at)

    def big_times(self, moment: Moment[Any]) -> Sequence[SideTime]:
        """The clocks, or what else is counted for everybody to see."""
        return moment.sides if self.large is None else self.large(moment.state, moment.at)

    def next_change(self, moment: Moment[Any]) -> Nanoseconds | None:
        """When a digit or a colour changes."""
        return self.changes(moment.state, moment.at)

    def call(self, moment: Moment[Any]) -> str:
        """What is left of the time."""
        return self.called(moment.state, moment.at)

    def menu_choices(self, moment: Moment[Any]) -> Sequence[ScreenChoice]:
        """Undo, which the screen has only in its menu.

        Not of a decision of the referee's, which is behind the PIN, nor of a press that was taken back: those of both
        buttons held are.
        """
        entries = moment.to_undo
        if not entries or any(entry.event.by_referee or isinstance(entry.event, Void) for entry in entries):
            return ()
        assert moment.undo is not None
        return (ScreenChoice(t("Undo: {what}", what=tr(moment.undo)), "", UNDO, NOWHERE),)


class GameController(ScreenController[S]):
    """Screens of a running game, whose state is ``S``. ``screens`` are those that its states call for."""

    views: GameViews
    plays = True
    screens: ClassVar[Sequence[Screen[Any]]] = ()

    @property
    def state(self) -> S:
        """The game."""
        state: S = self.host.table.state
        return state

    def __init__(self, host: Host) -> None:
        """What was half written in this game when the power went shows again."""
        super().__init__(host)
        self._usual: tuple[S, Screen[S]] | None = None
        table = host.table
        self.game = table.game.key
        entries = table.playing.entries
        # The entries that a power cut itself brings are facts of the device.
        self.screen = host.drafts.find(
            str(table.game_id), lambda since: all(entry.event.stays for entry in entries[since:]), Screen
        )

    def screen_in(self, state: S) -> Screen[S]:
        """The screen that shows in that state; the usual one is looked for once for each state."""
        if self.screen is not None and self.screen.valid(state):
            return self.screen
        if self._usual is None or self._usual[0] is not state:
            self._usual = state, self.usual(state)
        return self._usual[1]

    def show(self, screen: Screen[S] | None, *, locked: bool = False) -> None:
        """Show ``screen``; what is filled in or chosen there may make another one the usual one."""
        self._usual = None
        super().show(screen, locked=locked)

    def usual(self, state: S) -> Screen[S]:
        """The first of ``screens`` that is valid in this state."""
        return next(screen for screen in self.screens if screen.valid(state))

    def half_written(self, screen: Screen[S] | None) -> None:
        """A move or a deal as far as it is typed, until it is recorded or left.

        What is behind the PIN is not kept: it would show again without it.
        """
        drafts, table = self.host.drafts, self.host.table
        if screen is None or not screen.half_written or self.host.referee.is_typed:
            drafts.drop()
        elif table.game_id is not None:
            drafts.keep(str(table.game_id), lambda: len(table.playing.entries), screen.to_keep(self.state))

    def known_people(self) -> Directory:
        """Everybody on record."""
        return self.host.people.directory

    def at_table(self, rule: str) -> str:
        """The game in one line."""
        return tr(self.host.table.game.summary(self.state))
