"""A game on the chess clock as it stands, and what can be read off it."""

from __future__ import annotations

import enum

from msgspec import Struct
from msgspec.structs import replace

from rules.chess_clock.clock import ChessClock
from rules.chess_clock.events import INDEX, ClockSetup, Result
from rules.game import Entry, Event
from rules.message import Message
from rules.vector import EMPTY, Vector


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
    result: Result | None = None
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
