"""Games of two: the Swiss system by maximum-weight matching, its acceleration, king of the hill, who starts.

Pure, as all draws. Whoever may be matched with whom is an edge of a graph, and the draw is the cheapest matching.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic

import rustworkx

from device.organiser.tournament.draw import K

NEAR_IN_RANK = 24
"""How many of the next in rank, and of those half a group away, are offered to everybody at first; all of them where
that gives no clean draw."""
REPEAT = 10**18
"""What a repeat, or a second bye, costs; a thousand of all others together are less."""
BYE_SCORE = 10**14
"""What the bye costs for each half point of who has it; a thousand of all that follow together are less."""
STEP = 10**5
"""What half a point between two costs, times its square."""
UNPLAYED = 4000
"""What the bye costs for each round that who has it did not play: a dozen or so are less than half a point."""
SAME_CLUB = 300
"""What two of one club cost: less than half a point, more than a worse place within a group."""
WISHED = 10**11
"""What is gained where two meet who wished to: less than what a repeat costs, more than all points."""
LOCKED = 10**10
"""What it costs that one whose place is certain meets one whose place still hangs on it."""


@dataclass(frozen=True, slots=True)
class SwissEntrant(Generic[K]):
    """An entrant as the standings have it, best first in a list: points, and whom it has met.

    ``byes`` are the rounds that it won without playing, ``unplayed`` all in which it met nobody. It never meets those
    in ``apart``, and those in ``wished`` where it can. ``locked``: its place is certain; ``out``: it can reach no prize
    any more (`locked_places`).
    """

    key: K
    points: Fraction = Fraction(0)
    met: frozenset[K] = frozenset()
    byes: int = 0
    club: str = ""
    apart: frozenset[K] = frozenset()
    wished: frozenset[K] = frozenset()
    locked: bool = False
    out: bool = False
    unplayed: int = 0


Games = tuple[tuple[tuple[K, K], ...], K | None]
"""The games, the best first, and who has a bye where the number is odd."""


def swiss(ranked: Sequence[SwissEntrant[K]]) -> Games[K]:
    """The games of the next round by the Swiss system. ValueError where the pairs that stay apart leave none.

    First nobody meets again and nobody has a second bye, as far as that can be; then the bye goes to the lowest score
    that can have it; then who wished to meet does; then points are as near as can be; then of that score who missed the
    fewest rounds has the bye; then clubs differ, then within a group the upper half meets the lower. Who is ``locked``
    meets another such or the best of those who are ``out``.

    The bye is that of FIDE Handbook C.04.3 (2026), criteria C2, C5 and C9.
    """
    halves = _halves(ranked)

    def cost(a: int, b: int) -> int:
        entrant, other = ranked[a], ranked[b]
        penalty = REPEAT * (other.key in entrant.met) + int((entrant.points - other.points) * 2) ** 2 * STEP
        penalty += SAME_CLUB * (bool(entrant.club) and entrant.club == other.club)
        return penalty + min(abs(b - a - halves[a]), SAME_CLUB - 1)

    games = _matched(ranked, NEAR_IN_RANK, halves, cost)
    if games is None or any(_repeated(ranked, a, b) for a, b in games) or _is_bye_high(ranked, games):
        games = _matched(ranked, len(ranked), halves, cost)
    return _named(ranked, games)


def king_of_the_hill(ranked: Sequence[SwissEntrant[K]]) -> Games[K]:
    """The first meets the second, the third the fourth, and so on, whether or not they have met; who is apart or locked
    is passed over to the next. ValueError where the pairs that stay apart leave no draw."""

    def games(near: int) -> list[tuple[int, int]] | None:
        return _matched(ranked, near, [1] * len(ranked), lambda a, b: (b - a - 1) ** 2)

    return _named(ranked, games(NEAR_IN_RANK) or games(len(ranked)))


def _named(ranked: Sequence[SwissEntrant[K]], games: list[tuple[int, int]] | None) -> Games[K]:
    if games is None:
        raise ValueError("the pairs that stay apart leave no draw")
    pairs, bye = [], None
    for a, b in sorted(games):
        if b == len(ranked):
            bye = ranked[a].key
        else:
            pairs.append((ranked[a].key, ranked[b].key))
    return tuple(pairs), bye


def _repeated(ranked: Sequence[SwissEntrant[K]], a: int, b: int) -> bool:
    if b == len(ranked):
        return ranked[a].byes > 0
    return ranked[b].key in ranked[a].met


def _is_bye_high(ranked: Sequence[SwissEntrant[K]], games: Sequence[tuple[int, int]]) -> bool:
    """Whether who has the bye has more points than another who has had no more byes."""
    bye = next((ranked[a] for a, b in games if b == len(ranked)), None)
    return bye is not None and any(entrant.points < bye.points and entrant.byes <= bye.byes for entrant in ranked)


def _matched(
    ranked: Sequence[SwissEntrant[K]], near: int, halves: Sequence[int], cost: Callable[[int, int], int]
) -> list[tuple[int, int]] | None:
    """The cheapest draw among those who are ``near`` in rank; None where not everybody finds somebody."""
    count = len(ranked)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count + count % 2))
    at = {entrant.key: n for n, entrant in enumerate(ranked)}
    # What is cheapest weighs most. All weights stay positive.
    most = 10 * REPEAT
    edges = []
    for a, entrant in enumerate(ranked):
        after = {*range(a + 1, a + 1 + near), *range(a + halves[a] - near // 2, a + halves[a] + near // 2)}
        after |= {at[other] for other in entrant.wished if other in at}
        if entrant.locked:
            after |= set(range(count))
        for b in after & set(range(a + 1, count)):
            if (other := ranked[b]).key not in entrant.apart and entrant.key not in other.apart:
                gain = WISHED * (other.key in entrant.wished or entrant.key in other.wished)
                edges.append((a, b, most + gain - _disturbing(ranked, a, b) - cost(a, b)))
        if count % 2:
            bye = (
                REPEAT * entrant.byes
                + BYE_SCORE * int((entrant.points - ranked[-1].points) * 2)
                + UNPLAYED * entrant.unplayed
            )
            edges.append((a, count, most - bye - (count - a)))
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) != count + count % 2:
        return None
    return [(min(a, b), max(a, b)) for a, b in matching]


def _disturbing(ranked: Sequence[SwissEntrant[K]], a: int, b: int) -> int:
    """What it costs that of two the place of one is certain and the other's hangs on it; nothing where neither does."""
    entrant, other = ranked[a], ranked[b]
    if entrant.locked == other.locked:
        return 0
    free = other if entrant.locked else entrant
    return b * STEP if free.out else LOCKED + (len(ranked) - b) * STEP


def _halves(ranked: Sequence[SwissEntrant[K]]) -> list[int]:
    """Half the size of everybody's group of equal points."""
    sizes = Counter(entrant.points for entrant in ranked)
    return [max(1, sizes[entrant.points] // 2) for entrant in ranked]


def locked_places(ranked: Sequence[SwissEntrant[K]], left: int, prizes: int) -> list[SwissEntrant[K]]:
    """``ranked`` with ``locked`` and ``out`` as they are before the last ``left`` rounds (gibsonizing).

    A place is certain where neither the one below can catch up on points in the rounds that are left, nor the one above
    can be caught. Out is who cannot catch up with the last of so many ``prizes``.
    """
    points = [entrant.points for entrant in ranked]
    apart = [True, *(above - below > left for above, below in itertools.pairwise(points)), True]
    prized = points[min(prizes, len(points)) - 1] if points else Fraction(0)
    return [
        replace(
            entrant,
            locked=n < prizes and apart[n] and apart[n + 1] and len(ranked) > 2,
            out=prized - entrant.points > left,
        )
        for n, entrant in enumerate(ranked)
    ]


def with_acceleration(
    ranked: Sequence[SwissEntrant[K]], seeds: Sequence[K], round: int, rounds: int
) -> list[SwissEntrant[K]]:
    """``ranked`` with the virtual points of the Baku acceleration (FIDE Handbook, C.04.7) before ``round`` of so many.

    ``seeds`` are all entrants, the strongest first: the first half of them, rounded up to an even number, have the
    virtual points, a whole one in the first half of the accelerated rounds, a half in the rest of them.

    >>> [str(virtual_points(n, 9)) for n in range(1, 7)]
    ['1', '1', '1', '1/2', '1/2', '0']
    """
    top = set(seeds[: 2 * -(-len(seeds) // 4)])
    more = virtual_points(round, rounds)
    accelerated = [
        replace(entrant, points=entrant.points + more) if entrant.key in top else entrant for entrant in ranked
    ]
    return sorted(accelerated, key=lambda entrant: -entrant.points)


def virtual_points(round: int, rounds: int) -> Fraction:
    """The virtual points of the first group before ``round``: half of the rounds, rounded up, are accelerated."""
    fast = -(-rounds // 2)
    return Fraction(1) if round <= -(-fast // 2) else Fraction(1, 2) if round <= fast else Fraction(0)


def with_starts(games: Sequence[tuple[K, K]], started: Mapping[K, Sequence[bool]]) -> list[tuple[K, K]]:
    """``games`` with who starts named first: who has started less often, else who did not where the two last differed,
    else by turns from table to table. ``started`` says of earlier games, the oldest first, whether one started.
    """
    pairs = []
    for number, (a, b) in enumerate(games):
        ours, theirs = started.get(a, ()), started.get(b, ())
        balance = [2 * sum(starts) - len(starts) for starts in (ours, theirs)]
        last = next((own for own, other in zip(reversed(ours), reversed(theirs), strict=False) if own != other), None)
        if balance[0] != balance[1]:
            second = balance[0] > balance[1]
        else:
            second = last if last is not None else number % 2 == 1
        pairs.append((b, a) if second else (a, b))
    return pairs
