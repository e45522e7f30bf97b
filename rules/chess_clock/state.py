"""A game on the chess clock: what it begins with, its state, and what can be read off it.

Sides are ``"A"`` and ``"B"`` on record and 0 and 1 in the state.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.chess_clock.clock import ChessClock
from rules.chess_clock.control import TimeControl
from rules.figures import span
from rules.game import SIDES, Entry, Event, Name, RoundNumber, Setup, Side, TableName, Text
from rules.message import Message, msg
from rules.options.clocks import PressOrder
from rules.people import Person, PersonIds, seat_people
from rules.vector import EMPTY, Vector

INDEX = {"A": 0, "B": 1}
How = Literal["play", "time", "resigned", "agreed", "referee"]
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
    round: RoundNumber = 0
    table: TableName = ""
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
        return replace(self, white=white, players=(a, b))


def colour_of(side: Side, white: Side) -> str:
    """What a record holds of ``side`` where nobody typed a name."""
    return "White" if side == white else "Black"


class Phase(enum.Enum):
    """How far the game is."""

    READY = "ready"
    PLAY = "play"
    RESULT = "result"
    SIGNED = "signed"


class PressNote(Struct, frozen=True, gc=False):
    """A recorded press: its entry, its side, and whether it started a clock or ended a move (C1)."""

    n: int
    side: int
    acted: bool


class ChessResult(Struct, frozen=True, gc=False):
    """How the game ended: who won (None: a draw), and how."""

    winner: Side | None
    how: How


class ClockMove(Struct, frozen=True, gc=False):
    """A move that was made: its number on its side, the time it used, and what that side then had (ns).

    ``doubt`` is how much of it a power cut left uncertain.
    """

    side: int
    number: int
    used: int
    left: int
    doubt: int = 0


class Remark(Struct, frozen=True, gc=False):
    """Something for people to read in the record: game time, how many moves were made by then, and the event."""

    at: int
    moves: int
    event: Event


class State(Struct, frozen=True, gc=False):
    """The whole game; sides are 0 and 1."""

    setup: ClockSetup
    clock: ChessClock
    phase: Phase = Phase.READY
    presses: Vector[PressNote] = EMPTY
    moves: Vector[ClockMove] = EMPTY
    remarks: Vector[Remark] = EMPTY
    result: ChessResult | None = None
    signed: frozenset[int] = frozenset()

    @property
    def names(self) -> tuple[str | Message, str | Message]:
        """Both players' names as they are read."""
        return self.setup.names

    @property
    def white(self) -> int | None:
        """The side that makes the first move; None while nobody knows."""
        if self.setup.white is not None:
            return INDEX[self.setup.white]
        return next((1 - note.side for note in self.presses if note.acted), None)

    @property
    def is_paused(self) -> bool:
        """Whether the clocks stand by agreement."""
        return "pause" in self.clock.standing

    def remaining(self, side: int) -> int:
        """What ``side`` had when the clocks were last seen; `ChessClock.remaining` says it of any moment."""
        return self.clock.remaining(side, self.clock.last)

    def overtime(self, side: int) -> int:
        """Begun minutes of overtime, when the clocks were last seen (C8, C10)."""
        return self.clock.overtime(side, self.clock.last)

    def press(self, n: int) -> PressNote | None:
        """The press that entry ``n`` records, None where it records none."""
        return next((note for note in reversed(self.presses) if note.n == n), None)

    def with_press(self, n: int, side: int, *, acted: bool) -> State:
        """The game with a press among those recorded."""
        return replace(self, presses=self.presses.append(PressNote(n, side, acted)))

    def with_remark(self, entry: Entry) -> State:
        """The game with the entry's event among the remarks."""
        return replace(self, remarks=self.remarks.append(Remark(entry.at, len(self.moves), entry.event)))


def duration(ns: int) -> Message:
    """A time to the millisecond, ``m:ss.mmm``, with hours where there are any."""
    return span(ns, 3, hours=True)
