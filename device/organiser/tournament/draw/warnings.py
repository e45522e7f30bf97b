"""Warnings about a draw, to be looked at before it is published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, Literal, TypeVar

K = TypeVar("K", bound=Hashable)
Kind = Literal["repeat", "club", "double", "table", "twice", "gone", "left"]

ORDER: tuple[Kind, ...] = ("double", "twice", "gone", "left", "table", "repeat", "club")


@dataclass(frozen=True, slots=True)
class DrawWarning(Generic[K]):
    """``kind``: two meet again, two of one ``club``, somebody sits twice (``double``), a ``table`` has no code, so that
    its people need a paper slip, or its number stands there ``twice``. Somebody does not play the round any more
    (``gone``), or plays it and is not drawn (``left``; the table is 0).
    """

    kind: Kind
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
