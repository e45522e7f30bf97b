"""Draws: who plays whom, at which table. Pure: no input or output, no clock; what is left to luck takes a seed.

First rounds without a ranking of strength, then the Swiss system by maximum-weight matching, then warnings about a draw
and the exchange that mends one at the least cost.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Generic, Literal, TypeVar

import rustworkx

K = TypeVar("K", bound=Hashable)
Tables = tuple[tuple[K, ...], ...]
LEAST = 3
"""Players for whom there is a draw of a game for single players (M31: three to five at a table)."""
PASSES = 60
"""Times that all repeats of a round are gone through before what is left of them stays."""
AGAIN = 1000
PARTNERS = 40
"""Places that are tried for one player who meets somebody again."""


def table_sizes(players: int) -> tuple[int, ...]:
    """Tables of four, and as few of three or five as possible; never fewer than three (M31). ValueError below `LEAST`.

    >>> table_sizes(118)[-3:], table_sizes(121)[-3:]
    ((4, 3, 3), (4, 4, 5))
    """
    if players < LEAST:
        raise ValueError(f"{players} players make no table")
    fours, rest = divmod(players, 4)
    if rest == 1:
        return (4,) * (fours - 1) + (5,)
    if rest == 2:
        return (4,) * (fours - 1) + (3, 3)
    return (4,) * fours + ((3,) if rest else ())


def berger(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Everybody against everybody by the Berger tables: the rounds for so many players, numbered from 0.

    Where their number is odd, who is missing from a round has a bye.

    The first round is 1–n, 2–(n−1) and so on; in each next one every number but the last grows by n/2, and the last
    one changes sides (FIDE Handbook, C.05 annex 1).

    >>> berger(4)
    (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))
    """
    even = players + players % 2
    turning, last = even - 1, even - 1
    rounds = []
    for number in range(turning):
        first = number * (even // 2) % turning
        games = [(last, first) if number % 2 else (first, last)]
        games += [((first + step) % turning, (first - step) % turning) for step in range(1, even // 2)]
        rounds.append(tuple(game for game in games if max(game) < players))
    return tuple(rounds)


def few_repeats(
    players: Sequence[K],
    met: Mapping[K, AbstractSet[K]],
    seed: int = 0,
    club: Mapping[K, str] | None = None,
) -> Tables[K]:
    """A round of tables in which as few as possible meet again, then as few as possible of one club.

    Shuffled by ``seed``, then two players change places wherever that makes it better, until nothing does.
    """
    luck = random.Random(seed)
    order = list(players)
    luck.shuffle(order)
    tables = [list(table) for table in by_rank(order)]
    clubs = club or {}

    def cost(one: K, table: Sequence[K], without: K) -> int:
        return sum(_meeting(one, other, met, clubs) for other in table if other not in (one, without))

    for _ in range(PASSES):
        better = False
        for number, table in enumerate(tables):
            for seat, one in enumerate(table):
                now = cost(one, table, one)
                if not now:
                    continue
                best, where = 0, None
                for _ in range(PARTNERS):
                    there = luck.randrange(len(tables))
                    if there == number:
                        continue
                    place = luck.randrange(len(tables[there]))
                    other = tables[there][place]
                    before = now + cost(other, tables[there], other)
                    gain = before - cost(one, tables[there], other) - cost(other, table, one)
                    if gain > best:
                        best, where = gain, (there, place)
                if where is not None:
                    there, place = where
                    table[seat], tables[there][place] = tables[there][place], one
                    better = True
        if not better:
            break
    return tuple(tuple(table) for table in tables)


def _meeting(one: K, other: K, met: Mapping[K, AbstractSet[K]], clubs: Mapping[K, str]) -> int:
    """What it costs that two are at one table: `AGAIN` where they have met, more than any number of one club."""
    club = clubs.get(one, "")
    return AGAIN * (other in met.get(one, ())) + (bool(club) and club == clubs.get(other, ""))


def slide(tables: Sequence[Sequence[K]]) -> Tables[K]:
    """The customary slide of a mariáš tournament: the first seat stays, the second moves on by one table, the third by
    two, and so on; behind the last table comes the first.

    Tables keep their size: a seat that not every table has moves among those that have it.
    """
    moved = [list(table) for table in tables]
    for seat in range(max(map(len, tables), default=0)):
        having = [number for number, table in enumerate(tables) if len(table) > seat]
        for place, number in enumerate(having):
            moved[having[(place + seat) % len(having)]][seat] = tables[number][seat]
    return tuple(tuple(table) for table in moved)


def by_rank(ranked: Sequence[K]) -> Tables[K]:
    """Seating by rank ("švajčiar"): the first four at the first table, the next four at the second. Tables of three or
    five come last.
    """
    players = iter(ranked)
    return tuple(tuple(itertools.islice(players, size)) for size in table_sizes(len(ranked)))


NEAR_IN_RANK = 24
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
    games = _matched(ranked, NEAR_IN_RANK)
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
    sizes = Counter(one.points for one in ranked)
    return [max(1, sizes[one.points] // 2) for one in ranked]


NEAR_TABLES = 40
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

    def cost(seated: Sequence[K]) -> int:
        return sum(_meeting(a, b, met, clubs) for a, b in combinations(seated, 2))

    best: tuple[int, int, K, K] | None = None
    here = cost(tables[at])
    for there in range(max(0, at - NEAR_TABLES), min(len(tables), at + NEAR_TABLES + 1)):
        if there == at:
            continue
        before = here + cost(tables[there])
        for one, other in product(who, tables[there]):
            to = {one: other, other: one}
            after = sum(cost([to.get(seated, seated) for seated in tables[number]]) for number in (at, there))
            apart = abs(rank.get(one, 0) - rank.get(other, 0))
            if after < before and (best is None or (after, apart) < best[:2]):
                best = after, apart, one, other
    return None if best is None else SeatExchange(best[2], best[3], *divmod(best[0], AGAIN))
