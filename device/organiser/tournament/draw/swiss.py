"""The Swiss system without colours, by maximum-weight matching."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

import rustworkx

K = TypeVar("K", bound=Hashable)
NEAR = 24
"""How many of the next in rank, and of those half a group away, are offered to everybody at first; all of them where
that gives no clean draw."""
REPEAT = 10**12
"""What a repeat, or a second bye, costs; a thousand of all others together are less."""
STEP = 10**5
"""What half a point between two costs, times its square."""
SAME_CLUB = 300
"""What two of one club cost: less than half a point, more than a worse place within a group."""


@dataclass(frozen=True, slots=True)
class SwissEntrant(Generic[K]):
    """An entrant as the standings have it, best first in a list: points, whom it has met, how many byes it had."""

    key: K
    points: Fraction = Fraction(0)
    met: frozenset[K] = frozenset()
    byes: int = 0
    club: str = ""


def swiss(ranked: Sequence[SwissEntrant[K]]) -> tuple[tuple[tuple[K, K], ...], K | None]:
    """The games of the next round, the best first, and who has a bye where the number is odd.

    First nobody meets again and nobody has a second bye, as far as that can be; then points are as near as can be,
    then clubs differ, then within a group the upper half meets the lower. The bye goes as far down as it can.
    """
    games = _matched(ranked, NEAR)
    if games is None or any(_repeated(ranked, a, b) for a, b in games):
        games = _matched(ranked, len(ranked))
    pairs, bye = [], None
    for a, b in sorted(games or ()):
        if b == len(ranked):
            bye = ranked[a].key
        else:
            pairs.append((ranked[a].key, ranked[b].key))
    return tuple(pairs), bye


def _repeated(ranked: Sequence[SwissEntrant[K]], a: int, b: int) -> bool:
    if b == len(ranked):
        return ranked[a].byes > 0
    return ranked[b].key in ranked[a].met


def _matched(ranked: Sequence[SwissEntrant[K]], near: int) -> list[tuple[int, int]] | None:
    """The cheapest draw among those who are ``near`` in rank; None where not everybody finds somebody."""
    count = len(ranked)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count + count % 2))
    halves = _halves(ranked)
    # What is cheapest weighs most. All weights stay positive.
    most = 10 * REPEAT
    edges = []
    for a in range(count):
        after = {*range(a + 1, a + 1 + near), *range(a + halves[a] - near // 2, a + halves[a] + near // 2)}
        for b in after & set(range(a + 1, count)):
            edges.append((a, b, most - _cost(ranked[a], ranked[b], b - a, halves[a])))
        if count % 2:
            cost = REPEAT * ranked[a].byes + int((ranked[a].points - ranked[-1].points) * 2) ** 2 * STEP + count - a
            edges.append((a, count, most - cost))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) != count + count % 2:
        return None
    return [(min(a, b), max(a, b)) for a, b in found]


def _cost(one: SwissEntrant[K], other: SwissEntrant[K], apart: int, half: int) -> int:
    cost = REPEAT if other.key in one.met else 0
    cost += int((one.points - other.points) * 2) ** 2 * STEP
    if one.club and one.club == other.club:
        cost += SAME_CLUB
    return cost + min(abs(apart - half), SAME_CLUB - 1)


def _halves(ranked: Sequence[SwissEntrant[K]]) -> list[int]:
    """Half the size of everybody's group of equal points."""
    sizes: dict[Fraction, int] = {}
    for one in ranked:
        sizes[one.points] = sizes.get(one.points, 0) + 1
    return [max(1, sizes[one.points] // 2) for one in ranked]
