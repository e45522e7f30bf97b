"""What should be looked at before a draw is published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, Literal, TypeVar

K = TypeVar("K", bound=Hashable)
Kind = Literal["repeat", "club", "double", "table", "twice"]


@dataclass(frozen=True, slots=True)
class Doubt(Generic[K]):
    """``kind``: two meet again, two of one ``club``, somebody sits twice (``double``), a ``table`` has no code, so that
    its people need a paper slip, or its number stands there ``twice``.
    """

    kind: Kind
    table: int
    who: tuple[K, ...] = ()

    @property
    def stops(self) -> bool:
        """Whether it has to be put right first."""
        return self.kind in ("double", "twice")


def doubts(
    tables: Sequence[tuple[int, Sequence[K]]],
    met: Mapping[K, AbstractSet[K]],
    club: Mapping[K, str],
    codes: AbstractSet[int] | None = None,
    byes: Sequence[K] = (),
) -> list[Doubt[K]]:
    """Everything that is doubtful about ``tables`` (numbers, and who sits there), what stops it first, by table.

    ``codes`` are the tables that have a code; None: nobody knows.
    """
    found: list[Doubt[K]] = []
    numbers = Counter(number for number, _ in tables)
    seats = Counter([one for _, seated in tables for one in seated] + list(byes))
    said: set[K] = set()
    for number, seated in tables:
        if codes is not None and number not in codes:
            found.append(Doubt("table", number))
        if numbers[number] > 1:
            found.append(Doubt("twice", number))
        for one in seated:
            if seats[one] > 1 and one not in said:
                said.add(one)
                found.append(Doubt("double", number, (one,)))
        for a, b in combinations(seated, 2):
            if b in met.get(a, ()):
                found.append(Doubt("repeat", number, (a, b)))
            if club.get(a, "") and club.get(a, "") == club.get(b, ""):
                found.append(Doubt("club", number, (a, b)))
    return sorted(
        found,
        key=lambda one: (not one.stops, ("double", "twice", "table", "repeat", "club").index(one.kind), one.table),
    )
