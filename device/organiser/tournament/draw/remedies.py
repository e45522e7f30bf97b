"""Warnings about a draw, and exchanges of two that mend it, each with what it is best at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain, combinations, product
from typing import Any, Generic, Literal

from device.organiser.tournament.draw import AGAIN, NEVER, K, meeting

NEAR_TABLES = 40
"""Tables on either side among which somebody to change with is looked for: those far away are of another strength."""
WarningKind = Literal["apart", "repeat", "club", "double", "table", "twice", "gone", "left"]

ORDER: tuple[WarningKind, ...] = ("double", "twice", "gone", "left", "apart", "table", "repeat", "club")


@dataclass(frozen=True, slots=True)
class DrawWarning(Generic[K]):
    """``kind``: two meet who should stay ``apart``, or who have met (``repeat``), or two of one ``club``; somebody sits
    twice (``double``); a ``table`` has no code, so that its people need a paper slip, or its number stands there
    ``twice``. Somebody does not play the round any more (``gone``), or plays it and is not drawn (``left``; the table
    is 0).
    """

    kind: WarningKind
    table: int
    who: tuple[K, ...] = ()

    @property
    def blocks(self) -> bool:
        """Whether it has to be put right first."""
        return self.kind in ("double", "twice", "gone")


def warnings_of(
    tables: Sequence[tuple[int, Sequence[K]]],
    met: Mapping[K, AbstractSet[K]],
    club: Mapping[K, str],
    codes: AbstractSet[int] | None = None,
    byes: Sequence[K] = (),
    playing: AbstractSet[K] | None = None,
    apart: Mapping[K, AbstractSet[K]] | None = None,
    wished: Mapping[K, AbstractSet[K]] | None = None,
) -> list[DrawWarning[K]]:
    """All warnings about ``tables`` (numbers, and who sits there), what blocks it first, by table.

    ``codes`` are the tables that have a code, ``playing`` all who should be drawn; None: nobody knows. Of one club are
    none who are ``wished`` to meet.
    """
    warnings: list[DrawWarning[K]] = []
    numbers = Counter(number for number, _ in tables)
    seats = Counter([key for _, seated in tables for key in seated] + list(byes))
    named: set[K] = set()
    for number, seated in tables:
        if codes is not None and number not in codes:
            warnings.append(DrawWarning("table", number))
        if numbers[number] > 1:
            warnings.append(DrawWarning("twice", number))
        for key in seated:
            if playing is not None and key not in playing:
                warnings.append(DrawWarning("gone", number, (key,)))
            if seats[key] > 1 and key not in named:
                named.add(key)
                warnings.append(DrawWarning("double", number, (key,)))
        for a, b in combinations(seated, 2):
            if apart is not None and b in apart.get(a, ()):
                warnings.append(DrawWarning("apart", number, (a, b)))
            if b in met.get(a, ()):
                warnings.append(DrawWarning("repeat", number, (a, b)))
            if club.get(a, "") and club.get(a, "") == club.get(b, "") and b not in (wished or {}).get(a, ()):
                warnings.append(DrawWarning("club", number, (a, b)))
    warnings += [DrawWarning("left", 0, (key,)) for key in playing or () if key not in seats]
    return sorted(warnings, key=lambda warning: (ORDER.index(warning.kind), warning.table))


@dataclass(frozen=True, slots=True)
class SeatExchange(Generic[K]):
    """``first`` and ``second``, so many places ``far`` from each other in the standings, change places.

    At their tables so many repeats and meetings within a club are left of those ``before``; so many who wished to meet
    do not (below 0: more do). ``best_at`` are words of `BEST_AT`.
    """

    first: K
    second: K
    repeats: int
    clubs: int
    far: int
    before: tuple[int, int] = (0, 0)
    unwished: int = 0
    best_at: tuple[str, ...] = ()

    @property
    def change(self) -> tuple[int, int, int]:
        """By how much repeats, wishes that are not met, and meetings within a club change; below 0: for the better."""
        return self.repeats - self.before[0], self.unwished, self.clubs - self.before[1]


BEST_AT: dict[str, Callable[[SeatExchange[Any]], tuple[int, ...]]] = {
    "repeats": lambda exchange: (*exchange.change, exchange.far),
    "clubs": lambda exchange: (*reversed(exchange.change), exchange.far),
    "rank": lambda exchange: (exchange.far, *exchange.change),
}
"""What an exchange can be best at: the most repeats or meetings of one club mended, the nearest in the standings."""


def exchanges(
    tables: Sequence[tuple[K, ...]],
    at: int,
    who: Sequence[K],
    met: Mapping[K, AbstractSet[K]],
    clubs: Mapping[K, str],
    rank: Mapping[K, int],
    apart: Mapping[K, AbstractSet[K]] | None = None,
    wished: Mapping[K, AbstractSet[K]] | None = None,
) -> list[SeatExchange[K]]:
    """The exchanges for somebody of ``who`` at the table with the index ``at`` that are best at something, and better
    than nothing: by repeats first, then by who is ``wished`` to meet. Where two should stay ``apart``, those that part
    them come before all others.
    """

    def count(*seated: Sequence[K]) -> tuple[int, int, int, int]:
        """Who should stay apart, repeats, wishes, meetings within a club, at these tables together."""
        costs, wishes = 0, 0
        for a, b in chain.from_iterable(combinations(table, 2) for table in seated):
            is_wish = b in (wished or {}).get(a, ())
            costs += meeting(a, b, met, {} if is_wish else clubs, apart)
            wishes += is_wish
        together, rest = divmod(costs, NEVER)
        repeats, of_club = divmod(rest, AGAIN)
        return together, repeats, wishes, of_club

    by_repeats: dict[int, list[SeatExchange[K]]] = {}
    for there in range(max(0, at - NEAR_TABLES), min(len(tables), at + NEAR_TABLES + 1)):
        if there == at:
            continue
        before = count(tables[at], tables[there])
        for entrant, other in product(who, tables[there]):
            to = {entrant: other, other: entrant}
            after = count(*([to.get(seated, seated) for seated in tables[number]] for number in (at, there)))
            far = abs(rank.get(entrant, 0) - rank.get(other, 0))
            exchange = SeatExchange(
                entrant, other, after[1], after[3], far, (before[1], before[3]), before[2] - after[2]
            )
            parted = after[0] - before[0]
            if (parted, *exchange.change) < (0, 0, 0, 0):
                by_repeats.setdefault(parted, []).append(exchange)
    offered = by_repeats[min(by_repeats)] if by_repeats else []
    best: dict[SeatExchange[K], tuple[str, ...]] = {}
    for word, key in BEST_AT.items() if offered else ():
        least = min(offered, key=key)
        best[least] = (*best.get(least, ()), word)
    return [replace(exchange, best_at=words) for exchange, words in best.items()]
