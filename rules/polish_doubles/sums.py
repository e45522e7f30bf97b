"""What the scoresheet comes to, kept turn by turn so that nobody adds it up anew (S19, S22, S28)."""

from __future__ import annotations

from msgspec import Struct

from rules.polish_doubles.rows import EarlyState, Turn


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
