"""The table as it stands in one turn of the loop: asked for once, then handed down.

Who draws, shows on an OLED, lights a lamp or says when something changes gets a `Moment` and asks nobody else. What
follows from it (what may be done, whose time is what) is worked out when it is first asked for, and kept with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from device.graphics.choices import ScreenChoice
from device.graphics.look import Look
from device.graphics.widgets import Frame
from device.io.oled_content import OledContent
from device.io.signals import OpenTurnSignal, Signals
from device.kiosk.time_bar import SideTime, draw_framed
from device.people.directory import Directory
from rules.game import Entry, KeepsTime, Nanoseconds
from rules.history import History
from rules.message import Message, Refusal
from rules.signing import entries_to_redo, entries_to_undo

if TYPE_CHECKING:
    from device.kiosk.screen import Screen

S = TypeVar("S")
May = Mapping[str, Refusal | None]
"""For each event word what stands against it now, None where nothing does."""


def soonest(*moments: Nanoseconds | None) -> Nanoseconds | None:
    """The first of several moments (ns), of which None never comes."""
    return min((moment for moment in moments if moment is not None), default=None)


class Views(ABC):
    """What shows of a moment, as functions of it alone: they know neither host nor table.

    What a subclass does not say is as in the screens below, or nothing where there are none.
    """

    def frame(self, moment: Moment[Any]) -> Frame:
        """The picture: the screen within its frame."""
        screen = moment.screen
        sides = () if screen.shows_time else moment.sides
        slim = moment.slim_times or screen.slim_times
        scene = draw_framed(moment.look, sides, slim, lambda canvas: screen.draw(canvas, moment))
        return Frame((moment.holder, type(screen), screen.subject(moment.state)), scene)

    @abstractmethod
    def oled_contents(self, moment: Moment[Any]) -> tuple[OledContent, OledContent]:
        """What the two OLEDs show."""

    def side_times(self, moment: Moment[Any]) -> Sequence[SideTime]:
        """The sides' times in a running game with clocks."""
        return () if moment.under is None else moment.under.sides

    def big_times(self, moment: Moment[Any]) -> Sequence[SideTime]:
        """What the big clock shows: the sides' times, or what else a game counts for everybody to see."""
        return moment.sides

    def next_change(self, moment: Moment[Any]) -> Nanoseconds | None:
        """The game time (ns) at which something shown changes by itself; None where nothing does."""
        return None if moment.under is None else moment.under.views.next_change(moment.under)

    def call(self, moment: Moment[Any]) -> str:
        """What is called of the time, in words to be spoken."""
        return "" if moment.under is None else moment.under.views.call(moment.under)

    def signals(self, moment: Moment[Any]) -> Signals:
        """What lamps and buzzer do."""
        return Signals() if moment.under is None else moment.under.views.signals(moment.under)

    def menu_choices(self, moment: Moment[Any]) -> Sequence[ScreenChoice]:
        """What the clock buttons' menu offers besides what stands on the screen: nothing."""
        return ()


class OverlayViews(Views):
    """What shows of screens over others that go on meanwhile."""

    def oled_contents(self, moment: Moment[Any]) -> tuple[OledContent, OledContent]:
        """What those below show on the OLEDs."""
        below = moment.below
        return below.views.oled_contents(below)


@dataclass(frozen=True, eq=False)
class Moment(Generic[S]):
    """``state`` and ``screen`` show, in ``look``, at game time ``at`` and device time ``now`` (ns), by their ``views``.

    ``holder`` is whose screens they are: another one, another screen. ``history`` is that of the game on the table,
    None where there is none; ``timed_game`` is that game where it keeps time. ``plays``: the screens are its own, and
    events may be recorded from them. ``people`` gives everybody on record, for names that are offered. ``slim_times``:
    the times of the game take less of these screens. ``under`` is the moment of the screens below.
    """

    state: S
    at: Nanoseconds
    now: Nanoseconds
    look: Look
    screen: Screen[S]
    views: Views
    holder: object
    history: History | None = None
    timed_game: KeepsTime | None = None
    plays: bool = False
    people: Callable[[], Directory] = Directory
    slim_times: bool = False
    under: Moment[Any] | None = None

    @property
    def below(self) -> Moment[Any]:
        """The moment of the screens below. Raises RuntimeError where there are none."""
        if self.under is None:
            raise RuntimeError("these screens lie over no others")
        return self.under

    @cached_property
    def may(self) -> May:
        """For each event word what stands against it."""
        return self.history.game.may(self.state, self.at) if self.plays and self.history is not None else {}

    @cached_property
    def to_undo(self) -> tuple[Entry, ...]:
        """The entries that undo would take back, latest first."""
        return entries_to_undo(self.history) if self.plays and self.history is not None else ()

    @cached_property
    def undo(self) -> Message | None:
        """What undo would take back; None: nothing."""
        return self._described(self.to_undo[-1:])

    @cached_property
    def redo(self) -> Message | None:
        """What redo would put back; None: nothing."""
        return self._described(entries_to_redo(self.history)[:1] if self.plays and self.history is not None else ())

    def _described(self, entries: Sequence[Entry]) -> Message | None:
        return self.history.game.describe(entries[0].event) if self.history is not None and entries else None

    @cached_property
    def sides(self) -> Sequence[SideTime]:
        """The sides' times."""
        return self.views.side_times(self)

    @cached_property
    def turn(self) -> OpenTurnSignal | None:
        """The open turn, for edges that keep its countdown by themselves; None where none is."""
        if self.history is None or self.timed_game is None:
            return None
        turn = self.timed_game.open_turn(self.history.state, self.at)
        if turn is None:
            return None
        return OpenTurnSignal(turn.side, turn.running, turn.left + (self.now if turn.running else 0))

    @cached_property
    def clock_runs(self) -> bool:
        """Whether a game is on the table and its clock runs."""
        return self.history is not None and self.history.game.is_running(self.history.state)

    @property
    def change(self) -> Nanoseconds | None:
        """The device time (ns) at which something shown changes by itself; None for never.

        Asked anew each time: a screen may find out while it is drawn that it is not complete.
        """
        change = self.views.next_change(self)
        return None if change is None else self.now + change - self.at

    def in_look(self, look: Look) -> Self:
        """The same in another look."""
        return replace(self, look=look, under=None if self.under is None else self.under.in_look(look))

    def is_as(self, other: Moment[Any]) -> bool:
        """Whether both show the same but for what time changes by itself (`change`).

        How far a button is held shows only while no clock runs: then it signs, or chooses.
        """
        below, its_below = self.under, other.under
        return (
            self.history is other.history
            and self.holder is other.holder
            and (self.state is other.state or self.state == other.state)
            and self.look == other.look
            and (self.clock_runs or self.look.holds == other.look.holds)
            and self.screen == other.screen
            and (below is its_below or (below is not None and its_below is not None and below.is_as(its_below)))
        )
