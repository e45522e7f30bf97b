"""A game of Polyssimo: what it begins with, its state, and what can be read off it.

Players are numbered 1 to 4 on record, clockwise round the table, and seats 0 to 3 in the state.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from msgspec import Meta

from rules.game import Entry, Event, Name, RoundNumber, Setup, TableName, Text
from rules.options.polyssimo import PolyssimoOptions
from rules.people import PersonIds
from rules.polyssimo.board import BOARD, KINDS, PROVISIONAL, PROVISIONAL_NAME, Piece, Shape, pieces_of
from rules.vector import EMPTY, Vector

Player = Annotated[int, Meta(ge=1, le=4)]
Share = Annotated[int, Meta(ge=1, le=24)]
ALL = 2 * KINDS
"""Pieces in the game: 24."""
LEAST = {2: 7, 3: 5, 4: 4}
"""The fewest pieces anybody may have, by the number of players (P10: 7-8, 5-6, 4-5; the lower one still passes)."""


def side_of(seat: int) -> int:
    """Which clock button a seat uses: players 1 and 3 the one of side A, 2 and 4 that of side B."""
    return seat % 2


class PolyssimoSetup(PolyssimoOptions, Setup, tag="polyssimo", frozen=True, kw_only=True, omit_defaults=True):
    """The players clockwise, the handicap, the shapes of this copy, and the rule options this game froze.

    ``youngest`` is the player who begins (P4). ``shares`` says how many pieces each player picks, where that is not
    the same for all (P10). ``picking``: in turn, or ``"agreed"``: another choice of pieces, in any order (P10).
    ``title`` is the event, ``round`` and ``table`` say where in it; empty or 0 where not given.
    ``hexominoes`` are the twelve black-and-white shapes, ``set_name`` where they come from.
    """

    players: Annotated[tuple[Name, ...], Meta(max_length=24)]
    youngest: Player = 1
    shares: Annotated[tuple[Share, ...], Meta(max_length=24)] | None = None
    picking: Literal["in_turn", "agreed"] = "in_turn"
    title: Text = ""
    round: RoundNumber = 0
    table: TableName = ""
    hexominoes: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=24)] = PROVISIONAL
    set_name: Name = PROVISIONAL_NAME
    people: PersonIds = ()


class Phase(enum.Enum):
    """How far the game is."""

    PICKING = "picking"
    PLACING = "placing"
    RESULT = "result"
    SIGNED = "signed"


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A placed piece: whose, which (None: some piece, only counted), and its cells on the device's board."""

    seat: int
    piece: str | None
    cells: Shape = ()


@dataclass(frozen=True, slots=True)
class CountedResult:
    """A result counted at the end, not entered piece by piece: what each seat has left, and who placed last."""

    left: tuple[int, ...]
    last: int


@dataclass(frozen=True, slots=True)
class Remark:
    """Something for people to read: game time (ns), how many pieces were placed by then, and the event."""

    at: int
    placed: int
    event: Event


@dataclass(frozen=True, slots=True)
class State:
    """The whole game; seats are 0 to 3, clockwise. ``turn`` is whose turn it is while pieces are picked or placed.

    ``disputes`` are the sides that do not agree with the result, each with its reason.
    """

    setup: PolyssimoSetup
    turn: int
    hands: tuple[tuple[str, ...], ...]
    phase: Phase = Phase.PICKING
    last_picker: int | None = None
    placed: tuple[PlacedPiece, ...] = ()
    aside: frozenset[int] = frozenset()
    free: int = BOARD.empty
    counted_result: CountedResult | None = None
    signed: frozenset[str] = frozenset()
    disputes: Vector[tuple[str, str]] = EMPTY
    remarks: Vector[Remark] = EMPTY

    # -- players and pieces ----------------------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.setup.players))

    def side_names(self, side: int) -> str:
        """Who plays at ``side`` (0 or 1) of the table."""
        return " · ".join(name for seat, name in enumerate(self.setup.players) if side_of(seat) == side)

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """All 24 pieces by name."""
        return pieces_of(self.setup.hexominoes)

    @property
    def is_agreed(self) -> bool:
        """Whether the pieces are shared by agreement and not picked in turn (P10)."""
        return self.setup.picking == "agreed"

    @property
    def on_board(self) -> bool:
        """Whether pieces are laid on the device's board, so that it knows what fits (P7, P8)."""
        return self.setup.placing == "board"

    def share(self, seat: int) -> int:
        """How many pieces the seat picks; where that is agreed on while picking, how many it has now (P5, P10)."""
        if self.is_agreed:
            return len(self.hands[seat])
        if self.setup.shares is not None:
            return self.setup.shares[seat]
        return ALL // len(self.setup.players)

    @property
    def middle(self) -> tuple[str, ...]:
        """The pieces that nobody has picked, in the order of the set."""
        taken = {name for hand in self.hands for name in hand}
        return tuple(name for name in self.pieces if name not in taken)

    def owner(self, piece: str) -> int | None:
        """Who has picked the piece; None while it lies in the middle."""
        return next((seat for seat in self.seats if piece in self.hands[seat]), None)

    def without(self, number: int) -> State:
        """The game as if placement ``number`` (from 1) had been taken off the board."""
        placed = (*self.placed[: number - 1], *self.placed[number:])
        return replace(self, placed=placed, free=self.free | BOARD.mask(self.placed[number - 1].cells))

    def in_hand(self, seat: int) -> tuple[str, ...]:
        """The pieces before a player, as far as they are known by name: picked and not placed."""
        gone = {piece.piece for piece in self.placed if piece.seat == seat}
        return tuple(name for name in self.hands[seat] if name not in gone)

    def count_placed(self, seat: int) -> int:
        """How many pieces the seat has placed. After a counted result in pieces, what it says."""
        if self.counted_result is not None and self.setup.polyssimo_counts == "pieces":
            return self.share(seat) - self.counted_result.left[seat]
        return sum(piece.seat == seat for piece in self.placed)

    def pieces_left(self, seat: int) -> int:
        """How many pieces the seat has not placed."""
        return self.share(seat) - self.count_placed(seat)

    def left(self, seat: int) -> int:
        """What counts at the end: pieces left, or their cells where the settings say so (P9)."""
        if self.counted_result is not None:
            return self.counted_result.left[seat]
        if self.setup.polyssimo_counts == "pieces":
            return self.pieces_left(seat)
        return sum(self.pieces[name].size for name in self.in_hand(seat))

    def with_remark(self, entry: Entry) -> State:
        """The game with the entry's event among the remarks."""
        return replace(self, remarks=self.remarks.append(Remark(entry.at, len(self.placed), entry.event)))

    # -- who can go on ---------------------------------------------------------------------------------------------

    def fits(self, name: str) -> bool:
        """Whether the piece fits on the device's board; where there is none, it may (P7)."""
        return not self.on_board or BOARD.fits(self.free, self.pieces[name].shape)

    def can_place(self, seat: int) -> bool:
        """Whether the seat still takes part, has a piece, and (on the device's board) has room for one (P8)."""
        if seat in self.aside or self.pieces_left(seat) <= 0:
            return False
        return not self.on_board or any(self.fits(name) for name in self.in_hand(seat))

    def takes_part(self, seat: int) -> bool:
        """Whether the seat gets turns: it has pieces and has not stood aside."""
        return seat not in self.aside and self.pieces_left(seat) > 0

    def after(self, seat: int) -> int:
        """Whose turn to place follows that of ``seat``: the other way round, past those who stand aside (P6, P8)."""
        count = len(self.setup.players)
        return next((s for n in range(1, count + 1) if self.takes_part(s := (seat - n) % count)), seat)

    def next_picker(self, seat: int) -> int | None:
        """Who picks after ``seat``: clockwise, past those who have their share; None when all have (P5, P10)."""
        count = len(self.setup.players)
        order = ((seat + n) % count for n in range(1, count + 1))
        return next((s for s in order if len(self.hands[s]) < self.share(s)), None)

    # -- the end ---------------------------------------------------------------------------------------------------

    @property
    def last_placer(self) -> int | None:
        """Who placed last; None while nobody has."""
        if self.counted_result is not None:
            return self.counted_result.last
        return self.placed[-1].seat if self.placed else None

    def latest(self, seat: int) -> tuple[int, int]:
        """How late the seat placed its last piece: the greater, the later; ``(0, 0)`` where it placed none or where
        that is not known."""
        if self.counted_result is not None:
            if self.setup.polyssimo_counts == "cells":
                return (1, 0) if seat == self.counted_result.last else (0, 0)
            placed = self.count_placed(seat)
            return (placed, 1 + self.place_in_round(seat)) if placed else (0, 0)
        turns = [n for n, piece in enumerate(self.placed, start=1) if piece.seat == seat]
        return (turns[-1], 0) if turns else (0, 0)

    def place_in_round(self, seat: int) -> int:
        """The seat's place in a round of placing: 0 for who picked last and so starts (P6)."""
        starter = self.planned_last_picker() if self.last_picker is None else self.last_picker
        return (starter - seat) % len(self.setup.players)

    def planned_last_picker(self) -> int:
        """Who will pick last when all have their shares: the last, clockwise, of those with the largest one (P5)."""
        count, youngest = len(self.setup.players), self.setup.youngest - 1
        return max(self.seats, key=lambda seat: (self.share(seat), (seat - youngest) % count))

    def standing(self) -> tuple[int, ...]:
        """The seats from best to worst: fewest left, then who placed later (P9)."""
        return tuple(sorted(self.seats, key=lambda seat: (self.left(seat), *(-part for part in self.latest(seat)))))

    def winners(self) -> tuple[int, ...]:
        """Who won; more than one only where those who tie placed nothing, or it is not known when (P9)."""
        best = self.standing()[0]
        mark = (self.left(best), self.latest(best))
        return tuple(seat for seat in self.seats if (self.left(seat), self.latest(seat)) == mark)
