"""The chess clock in its own words: the setup of a game and everything that somebody can do in one.

Sides are ``"A"`` and ``"B"``, seconds are game time. Each class's tag is its word in a record (docs/record.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, structs

from rules.chess_clock.control import TimeControl
from rules.clock.acts import MOST_DOUBT_S as MOST_DOUBT_S
from rules.clock.acts import ClockPress
from rules.clock.acts import Pause as Pause
from rules.clock.acts import PowerLoss as PowerLoss
from rules.clock.acts import Resume as Resume
from rules.game import Event, Setup
from rules.message import Message, msg
from rules.options.clocks import PressOrder
from rules.people import Person, PersonIds, seat_people
from rules.signing import ResultReopen, ResultSign

Side = Literal["A", "B"]
SIDES: tuple[Side, Side] = ("A", "B")
INDEX = {"A": 0, "B": 1}
Name = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
COLOURS: Mapping[str, Message] = {"White": msg("White"), "Black": msg("Black")}
"""What a record holds in the place of a name where nobody typed one, and how people read it."""
UNNAMED = frozenset({*COLOURS, "Bílý", "Černý"})
"""The same in records of earlier versions, too, which wrote it in the language of the device."""


class ClockSetup(Setup, tag="chess_clock", frozen=True, kw_only=True, omit_defaults=True):
    """Two players, and the time control and rule options that this game froze.

    ``white`` is the side that makes the first move, None where not given: then it is the one whose clock starts
    first. ``title`` is the event, ``round`` and ``table`` say where in it; empty or 0 where not given.
    """

    players: tuple[Name, Name]
    control: TimeControl
    white: Side | None = None
    title: Text = ""
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    table: Annotated[str, Meta(max_length=20)] = ""
    press_order: PressOrder = "arrival"
    people: PersonIds = ()

    @property
    def seats(self) -> tuple[Person, ...]:
        """Sides A and B; a side that is called by its colour is nobody."""
        names = tuple("" if name in UNNAMED else name for name in self.players)
        return seat_people(names, self.people)

    @property
    def names(self) -> tuple[str | Message, str | Message]:
        """Both players' names as they are read; where nobody typed one, the colour that the side plays."""
        a, b = (COLOURS[name] if self.is_unnamed(side) else name for side, name in enumerate(self.players))
        return a, b

    def is_unnamed(self, side: int) -> bool:
        """Whether ``side`` (0 or 1) is on record by its colour, in no language."""
        return self.white is not None and self.players[side] == colour_of(SIDES[side], self.white)

    def with_colours_changed(self) -> ClockSetup:
        """The same two with the other colours; who is on record by the colour gets the new one."""
        if self.white is None:
            return self
        white: Side = "B" if self.white == "A" else "A"
        a, b = (
            colour_of(side, white) if name in UNNAMED else name for side, name in zip(SIDES, self.players, strict=True)
        )
        return structs.replace(self, white=white, players=(a, b))


def colour_of(side: Side, white: Side) -> str:
    """What a record holds of ``side`` where nobody typed a name."""
    return "White" if side == white else "Black"


class Press(ClockPress, tag="press", frozen=True, kw_only=True):
    """The clock button of ``side`` went down (C1)."""

    words = Message("press of side {side}")
    side: Side


class SetClock(Event, tag="set_clock", frozen=True, kw_only=True):
    """The arbiter sets a side's clock (C10); what is left out stays.

    ``left_s`` are seconds left, ``moves`` the moves made, ``stage`` counts from 1. ``periods`` are those of byo-yomi
    that are left with the one that runs, and 0 while the main time runs; a period that it changes is whole again (C6).
    """

    on_clocks: ClassVar[bool] = True
    decision: ClassVar[bool] = True

    side: Side
    left_s: Annotated[float, Meta(ge=-36_000, le=100_000)] | None = None
    moves: Annotated[int, Meta(ge=0, le=999)] | None = None
    stage: Annotated[int, Meta(ge=1, le=4)] | None = None
    periods: Annotated[int, Meta(ge=0, le=99)] | None = None


class SetMover(Event, tag="set_mover", frozen=True, kw_only=True):
    """The arbiter says whose move it is; that side's clock is the one that runs (C10)."""

    on_clocks: ClassVar[bool] = True
    decision: ClassVar[bool] = True

    side: Side


class Result(Event, tag="result", frozen=True, kw_only=True):
    """The game is over; ``winner`` None is a draw. ``how``: over the board, on time, given up, agreed, or decided by
    the arbiter."""

    costly: ClassVar[bool] = True

    winner: Side | None
    how: Literal["play", "time", "resigned", "agreed", "referee"] = "play"

    @property
    def by_referee(self) -> bool:
        """Where it says so."""
        return self.how == "referee"


class Sign(ResultSign, tag="sign", frozen=True, kw_only=True):
    """The player of ``side`` agrees with the result."""

    from_buttons: ClassVar[bool] = True


class Reopen(ResultReopen, tag="reopen", frozen=True, kw_only=True):
    """A signed result is opened again, for a reason."""

    decision: ClassVar[bool] = True
