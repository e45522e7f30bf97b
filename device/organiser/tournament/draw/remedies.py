"""What to do about a warning of a draw: the exchange of two places that mends it at the least cost."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
NEAR = 40
"""Tables on either side among which somebody to change with is looked for: those far away are of another strength."""


@dataclass(frozen=True, slots=True)
class Exchange(Generic[K]):
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
) -> Exchange[K] | None:
    """The best exchange for somebody of ``who`` at the table with the index ``at``; None where none makes it better.

    Repeats weigh more than any number of meetings within a club. Of equal ones it is that of the two nearest in
    ``rank``.
    """

    def cost(seated: Sequence[K]) -> tuple[int, int]:
        nobody: frozenset[K] = frozenset()
        pairs = list(itertools.combinations(seated, 2))
        repeats = sum(b in met.get(a, nobody) for a, b in pairs)
        return repeats, sum(bool(clubs.get(a)) and clubs.get(a) == clubs.get(b) for a, b in pairs)

    def both(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        return a[0] + b[0], a[1] + b[1]

    def changed(seated: tuple[K, ...], gone: K, new: K) -> tuple[K, ...]:
        return tuple(new if one == gone else one for one in seated)

    best: tuple[tuple[int, int], int, K, K] | None = None
    here = cost(tables[at])
    for there in range(max(0, at - NEAR), min(len(tables), at + NEAR + 1)):
        if there == at:
            continue
        before = both(here, cost(tables[there]))
        for one, other in itertools.product(who, tables[there]):
            after = both(cost(changed(tables[at], one, other)), cost(changed(tables[there], other, one)))
            apart = abs(rank.get(one, 0) - rank.get(other, 0))
            if after < before and (best is None or (after, apart) < best[:2]):
                best = after, apart, one, other
    return None if best is None else Exchange(best[2], best[3], *best[0])
