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
from device.kiosk.moment import Moment, Views
from device.kiosk.screen import Screen
from device.kiosk.screen_controller import ScreenController
from device.kiosk.time_bar import SideTime
from device.people.directory import Directory
from rules.game import Void

S = TypeVar("S")


class GameOutputs(Protocol):
    """A game's module ``outputs``: functions of its state and of the game time ``at`` (ns)."""

    def oled_content(self, state: Any, side: int, at: int) -> OledContent:
        """What the OLED of a side shows."""

    def signals(self, state: Any, at: int) -> Signals:
        """Lamps and buzzer."""


class GameViews(Views):
    """What shows of a running game by its module ``outputs``."""

    def __init__(self, outputs: GameOutputs) -> None:
        self._outputs = outputs

    def oled_contents(self, moment: Moment[Any]) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        state, at, content = moment.state, moment.at, self._outputs.oled_content
        return content(state, 0, at), content(state, 1, at)

    def signals(self, moment: Moment[Any]) -> Signals:
        """Lamps and buzzer."""
        return self._outputs.signals(moment.state, moment.at)

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


class TimedOutputs(GameOutputs, Protocol):
    """The same where clocks run."""

    def side_times(self, state: Any, at: int) -> Sequence[SideTime]:
        """The clocks on the screen."""

    def next_change(self, state: Any, at: int) -> int | None:
        """When a digit or a colour changes; None: not by itself."""

    def call(self, state: Any, at: int) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""


class TimedViews(GameViews):
    """What shows of a game whose `outputs` change while a clock runs."""

    _outputs: TimedOutputs

    def __init__(self, outputs: TimedOutputs) -> None:
        super().__init__(outputs)

    def side_times(self, moment: Moment[Any]) -> Sequence[SideTime]:
        """The clocks on the screen."""
        return self._outputs.side_times(moment.state, moment.at)

    def next_change(self, moment: Moment[Any]) -> int | None:
        """When a digit or a colour changes."""
        return self._outputs.next_change(moment.state, moment.at)

    def call(self, moment: Moment[Any]) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""
        return self._outputs.call(moment.state, moment.at)


class CountingOutputs(GameOutputs, Protocol):
    """The same where something else than time is counted for everybody to see."""

    def big_times(self, state: Any) -> Sequence[SideTime]:
        """What every player has, as the big clock shows it."""


class CountingViews(GameViews):
    """What shows of a game that counts something else than time."""

    _outputs: CountingOutputs

    def __init__(self, outputs: CountingOutputs) -> None:
        super().__init__(outputs)

    def big_times(self, moment: Moment[Any]) -> Sequence[SideTime]:
        """What every player has."""
        return self._outputs.big_times(moment.state)


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
