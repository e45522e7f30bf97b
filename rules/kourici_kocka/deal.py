"""The points of a round (K2): which counts a deal can give, and who loses it (K13, K14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.message import Refusal, msgs

HEJMA = 10
"""The green svršek."""
LAST_TRICK = 5
HEARTS = {"ace": 5, "king": 4, "svrsek": 3, "spodek": 2, "ten": 1, "nine": 1, "eight": 1, "seven": 1}
"""Points of the hearts by rank."""
VALUES = {"hejma": HEJMA, **HEARTS, "last_trick": LAST_TRICK}
"""Points of everything that can be taken, in the order of screens; the keys are fields of the act `Taken`."""
ALL = sum(VALUES.values())
"""Points in a round: 33."""
BEFORE_LAST = ALL - LAST_TRICK
"""Points that can be taken before the last trick: 28."""
CERTAIN = 17
"""Points with which a player has certainly lost: more than half (K4, K13)."""
SEATS = 4


def points_of(owners: Mapping[str, int]) -> tuple[int, int, int, int]:
    """Everybody's points by the seat that took each of `VALUES`, as far as that is known."""
    a, b, c, d = (sum(VALUES[item] for item, owner in owners.items() if owner == seat) for seat in range(SEATS))
    return a, b, c, d


def check_whole(points: Sequence[int], hejma: int | None) -> None:
    """Refuse counts of a round played to its end that no deal can give (K2). ``hejma``: seat that took it, or None."""
    total = sum(points)
    if total < ALL:
        text = msgs(
            "The points add up to {total}; {n} of 33 is missing.",
            "The points add up to {total}; {n} of 33 are missing.",
            ALL - total,
            total=total,
        )
        raise Refusal("K2", text)
    if total > ALL:
        raise Refusal(
            "K2", "The points add up to {n}; that is {more} more than the 33 of a round.", n=total, more=total - ALL
        )
    most = max(points)
    if most < HEJMA:
        raise Refusal("K2", "Whoever took Hejma has at least 10 points, but the most here is {n}.", n=most)
    _check_possible(points, hejma, whole=True)


def check_part(points: Sequence[int], hejma: int | None) -> None:
    """Refuse counts of a round that was stopped before its last trick which no deal can give (K2, K4)."""
    if (total := sum(points)) > BEFORE_LAST:
        raise Refusal(
            "K2", "The points add up to {n}; before the last trick there are at most {most}.", n=total, most=BEFORE_LAST
        )
    _check_possible(points, hejma, whole=False)


def _check_possible(points: Sequence[int], hejma: int | None, *, whole: bool) -> None:
    """K2: counts that some deal can give."""
    if hejma is not None and points[hejma] < HEJMA:
        raise Refusal("K2", "Whoever took Hejma has at least 10 points, not {n}.", n=points[hejma])
    rest = [count - (HEJMA if seat == hejma else 0) for seat, count in enumerate(points)]
    pieces = (*((HEJMA,) if hejma is None else ()), *((LAST_TRICK,) if whole else ()), *HEARTS.values())
    if not splits(tuple(sorted(rest)), tuple(sorted(pieces, reverse=True)), whole):
        text = " ".join(str(count) for count in points)
        raise Refusal("K2", "No deal gives the counts {points}; count the tricks again.", points=text)


@lru_cache(maxsize=4096)
def splits(counts: tuple[int, ...], pieces: tuple[int, ...], whole: bool) -> bool:
    """Whether the pieces can be shared so that each count is met exactly; not ``whole``: some may be left over."""
    if any(count < 0 for count in counts):
        return False
    if not pieces:
        return not any(counts)
    if not whole and not any(counts):
        return True
    piece, rest = pieces[0], pieces[1:]
    if not whole and splits(counts, rest, whole):
        return True
    for place, count in enumerate(counts):
        if count >= piece and (place == 0 or counts[place - 1] != count):
            left = tuple(sorted((*counts[:place], count - piece, *counts[place + 1 :])))
            if splits(left, rest, whole):
                return True
    return False


def thrown_in(points: Sequence[int], seat: int) -> tuple[int, ...]:
    """The counts after ``seat`` threw the cards in and took all that was outstanding (K13)."""
    check_part(points, None)
    outstanding = ALL - sum(points)
    counts = tuple(count + (outstanding if place == seat else 0) for place, count in enumerate(points))
    if counts[seat] < CERTAIN:
        text = msgs(
            "With {n} point the round is not certainly lost; play on.",
            "With {n} points the round is not certainly lost; play on.",
            counts[seat],
        )
        raise Refusal("K13", text)
    return counts


def losers(points: Sequence[int]) -> tuple[int, ...]:
    """The seats with most points; more than one is a tie (K14)."""
    most = max(points)
    return tuple(seat for seat, count in enumerate(points) if count == most)


def proposed_loser(points: Sequence[int], hejma: int | None, outside: str) -> int | None:
    """K14: who lost by these counts: most points, of tied ones who took Hejma; None: that is for the table.

    ``outside``: `KockaOptions.hejma_tie_outside`, for a Hejma that somebody outside the tie took.
    """
    most = losers(points)
    if len(most) == 1:
        return most[0]
    if hejma is None:
        raise Refusal("K14", "It is a tie: say who took Hejma.")
    return hejma if hejma in most or outside == "hejma_taker" else None


def check_counts(counts: tuple[int, ...], hejma: int | None, *, early: bool) -> None:
    """Refuse counts that no deal can give, and an early end without a certain loser (K2, K4)."""
    if not early:
        check_whole(counts, hejma)
        return
    if max(counts) < CERTAIN:
        raise Refusal("K4", "A round ends early only when somebody has 17 points or more.")
    check_part(counts, hejma)
