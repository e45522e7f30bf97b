"""What the scoresheet comes to, kept turn by turn: tiles in bag and on racks, and totals (S19, S22-S24, S28)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.polish_doubles.rows import Bounds, EarlyState, Row, Turn
from rules.polish_doubles.tiles import RACK, TILES


class BagCount(Struct, frozen=True, gc=False):
    """The bag held ``count`` before turn ``turn``'s rows from ``row`` on; every row before is drawn for."""

    count: int
    turn: int
    row: int


FULL = 2 * RACK
"""Tiles of a pair whose racks are full."""
DRAWN = TILES - 4 * RACK
"""Tiles in the bag once all have drawn."""


class Tally(Struct, frozen=True, gc=False, eq=False):
    """Tiles in the bag and on the two racks of each pair before turn ``turn``, by the rows of the scoresheet before it.

    ``bag`` and ``held`` are estimates, every word counted in its whole length where nobody counted the tiles laid; None
    where not even the word is known. ``bag_bounds`` and ``held_bounds`` are what is certain as long as the sheet and
    the counts are right; a pair that laid more than it can have held has fewer than none. At most ``on_board`` tiles
    lay there.

    It follows from the turns and is kept so as not to be reckoned anew. How far it was reckoned makes no difference to
    a game, so that any two are equal.
    """

    turn: int = 0
    bag: int | None = DRAWN
    held: tuple[int | None, int | None] = (FULL, FULL)
    bag_bounds: Bounds = Bounds(DRAWN, DRAWN)
    held_bounds: tuple[Bounds, Bounds] = (Bounds(FULL, FULL), Bounds(FULL, FULL))
    on_board: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) or NotImplemented

    def __hash__(self) -> int:
        return hash(Tally)

    def with_count(self, count: int) -> Tally:
        """The bag was counted; with tiles left in it all racks were full."""
        bag = replace(self, bag=count, bag_bounds=Bounds(count, count))
        return replace(bag, held=(FULL, FULL), held_bounds=(Bounds(FULL, FULL), Bounds(FULL, FULL))) if count else bag

    def with_row(self, pair: int, row: Row) -> Tally:
        """A move of ``pair`` was played, and as many tiles drawn as it laid and the bag held."""
        laid, mine, bag, sure, rack = row.tiles_gone, self.held[pair], self.bag, self.bag_bounds, self.held_bounds[pair]
        if laid == 0:
            return self
        drawn = None if laid is None or bag is None else min(laid, bag)
        held = None if mine is None or laid is None or drawn is None else mine - laid + drawn
        gone = row.bounds(self.on_board)
        rack = Bounds(rack.least + min(0, sure.least - gone.most), rack.most + min(0, sure.most - gone.least))
        return replace(
            self,
            bag=None if drawn is None or bag is None else bag - drawn,
            held=(held, self.held[1]) if pair == 0 else (self.held[0], held),
            bag_bounds=Bounds(max(0, sure.least - gone.most), max(0, sure.most - gone.least)),
            held_bounds=(rack, self.held_bounds[1]) if pair == 0 else (self.held_bounds[0], rack),
            on_board=self.on_board + gone.most,
        )


def _is_totalled(turn: Turn, place: int, *, whole_lost: bool) -> bool:
    """Whether a total may stand beside that row of a turn, where everything before it is known (S19, S22).

    One that early judgement filled in stays at the press, unless its move may still be lost with the clock (S28);
    ``whole_lost``: all of an overrun turn may.
    """
    if place == len(turn.rows) - 1 and turn.complete:
        return True
    if place or turn.early not in (EarlyState.ACCEPTED, EarlyState.VALID, EarlyState.INVALID):
        return False
    return not turn.overrun_open or (turn.rows[0].in_time is True and not whole_lost)


class ColumnSum(Struct, frozen=True, gc=False):
    """A pair's column of the sheet: the points ``written`` in it, and the ``last`` total that may be shown.

    ``known``: nothing is missing in those turns of the pair that are over.
    """

    written: int = 0
    last: int = 0
    known: bool = True


class Sums(Struct, frozen=True, gc=False):
    """What the columns of both pairs come to after a turn.

    ``beside`` are the totals beside the turn's own rows, None where none may be shown (S19, S22).
    """

    columns: tuple[ColumnSum, ColumnSum] = (ColumnSum(), ColumnSum())
    beside: tuple[int | None, ...] = ()

    def with_turn(self, turn: Turn, *, whole_lost: bool) -> Sums:
        """What they come to with ``turn`` as well; ``whole_lost``: all of an overrun turn may be lost (S28)."""
        before = self.columns[turn.pair]
        written, last = before.written, before.last
        beside: list[int | None] = []
        for place, row in enumerate(turn.rows):
            written += row.score
            total = written if before.known and _is_totalled(turn, place, whole_lost=whole_lost) else None
            beside.append(total)
            last = last if total is None else total
        after = ColumnSum(written, last, before.known and (turn.complete or not turn.pressed))
        return Sums((self.columns[0], after) if turn.pair else (after, self.columns[1]), tuple(beside))
