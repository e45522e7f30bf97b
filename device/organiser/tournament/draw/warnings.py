"""Warnings about a draw, to be looked at before it is published, and the exchange that mends one at the least cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, product
from typing import Generic, Literal, TypeVar

K = TypeVar("K", bound=Hashable)
NEAR = 40
"""Tables on either side among which somebody to change with is looked for: those far away are of another strength."""
WarningKind = Literal["repeat", "club", "double", "table", "twice", "gone", "left"]

ORDER: tuple[WarningKind, ...] = ("double", "twice", "gone", "left", "table", "repeat", "club")


@dataclass(frozen=True, slots=True)
class DrawWarning(Generic[K]):
    """``kind``: two meet again, two of one ``club``, somebody sits twice (``double``), a ``table`` has no code, so that
    its people need a paper slip, or its number stands there ``twice``. Somebody does not play the round any more
    (``gone``), or plays it and is not drawn (``left``; the table is 0).
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
) -> list[DrawWarning[K]]:
    """All warnings about ``tables`` (numbers, and who sits there), what blocks it first, by table.

    ``codes`` are the tables that have a code, ``playing`` all who should be drawn; None: nobody knows.
    """
    found: list[DrawWarning[K]] = []
    numbers = Counter(number for number, _ in tables)
    seats = Counter([one for _, seated in tables for one in seated] + list(byes))
    named: set[K] = set()
    for number, seated in tables:
        if codes is not None and number not in codes:
            found.append(DrawWarning("table", number))
        if numbers[number] > 1:
            found.append(DrawWarning("twice", number))
        for one in seated:
            if playing is not None and one not in playing:
                found.append(DrawWarning("gone", number, (one,)))
            if seats[one] > 1 and one not in named:
                named.add(one)
                found.append(DrawWarning("double", number, (one,)))
        for a, b in combinations(seated, 2):
            if b in met.get(a, ()):
                found.append(DrawWarning("repeat", number, (a, b)))
            if club.get(a, "") and club.get(a, "") == club.get(b, ""):
                found.append(DrawWarning("club", number, (a, b)))
    found += [DrawWarning("left", 0, (one,)) for one in playing or () if one not in seats]
    return sorted(found, key=lambda one: (ORDER.index(one.kind), one.table))


@dataclass(frozen=True, slots=True)
class SeatExchange(Generic[K]):
    """``one`` and ``other`` change places; at their two tables so many repeats and meetings within a club are left."""

    one: K
    other: K
    repeats: int
    clubs: int


def exchange(
    tables: Sequence[tuple[K, ...]],
    at: int,
    who: Sequence[K],
    met: Mapping[K, AbstractSet[K]],
    clubs: Mapping[K, str],
    rank: Mapping[K, int],
) -> SeatExchange[K] | None:
    """The best exchange for somebody of ``who`` at the table with the index ``at``; None where none makes it better.

    Repeats weigh more than any number of meetings within a club. Of equal ones it is that of the two nearest in
    ``rank``.
    """

    def cost(seated: Sequence[K]) -> tuple[int, int]:
        nobody: frozenset[K] = frozenset()
        pairs = list(combinations(seated, 2))
        repeats = sum(b in met.get(a, nobody) for a, b in pairs)
        return repeats, sum(bool(clubs.get(a)) and clubs.get(a) == clubs.get(b) for a, b in pairs)

    def both(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        return a[0] + b[0], a[1] + b[1]

    def with_new(seated: tuple[K, ...], gone: K, new: K) -> tuple[K, ...]:
        return tuple(new if one == gone else one for one in seated)

    best: tuple[tuple[int, int], int, K, K] | None = None
    here = cost(tables[at])
    for there in range(max(0, at - NEAR), min(len(tables), at + NEAR + 1)):
        if there == at:
            continue
        before = both(here, cost(tables[there]))
        for one, other in product(who, tables[there]):
            after = both(cost(with_new(tables[at], one, other)), cost(with_new(tables[there], other, one)))
            apart = abs(rank.get(one, 0) - rank.get(other, 0))
            if after < before and (best is None or (after, apart) < best[:2]):
                best = after, apart, one, other
    return None if best is None else SeatExchange(best[2], best[3], *best[0])
