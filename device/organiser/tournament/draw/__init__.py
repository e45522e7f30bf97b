"""Draws: who plays whom, at which table. Pure: no input or output, no clock; what is left to luck takes a seed.

Here tables of several players and the round robin; beside it games of two (`swiss`), and warnings about a draw with
the exchanges that mend it (`remedies`).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
Tables = tuple[tuple[K, ...], ...]
USUAL = 4
"""Players at a table, where a game leaves the choice."""
PASSES = 60
"""Times that all repeats of a round are gone through before what is left of them stays."""
AGAIN, NEVER = 1000, 10**6
PARTNERS = 40
"""Places that are tried for one player who meets somebody again."""


def table_sizes(players: int, least: int = 3, most: int = 5) -> tuple[int, ...]:
    """Tables of four, and as few others as possible, of ``least`` to ``most`` (M31: three to five). ValueError below
    ``least``. Where four are no table, of so many as come next to it. As few are left over as can be.

    >>> table_sizes(118)[-3:], table_sizes(121)[-3:]
    ((4, 3, 3), (4, 4, 5))
    >>> table_sizes(9, 2, 4), table_sizes(9, 4, 4), table_sizes(10, 3, 3), table_sizes(13, 5, 8)
    ((3, 3, 3), (4, 4), (3, 3, 3), (7, 6))
    """
    if players < least:
        raise ValueError(f"{players} players make no table")
    usual = min(max(USUAL, least), most)
    seated = next(count for count in range(players, 0, -1) if -(-count // most) * least <= count)
    tables, rest = divmod(seated, usual)
    if rest == 1 and tables and most > usual:
        return (usual,) * (tables - 1) + (usual + 1,)
    tables = min(tables + (rest > 0), seated // least)
    size, larger = divmod(seated, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


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
    apart: Mapping[K, AbstractSet[K]] | None = None,
    sizes: Sequence[int] | None = None,
) -> Tables[K]:
    """A round of tables in which as few as possible meet who should stay ``apart``, then as few as possible again, then
    as few as possible of one club. ``sizes`` are those of the tables, None: as `table_sizes` has them.

    Shuffled by ``seed``, then two players change places wherever that makes it better, until nothing does.
    """
    luck = random.Random(seed)
    order = list(players)
    luck.shuffle(order)
    tables = [list(table) for table in by_rank(order, sizes)]
    clubs = club or {}

    def cost(key: K, table: Sequence[K], without: K) -> int:
        return sum(meeting(key, other, met, clubs, apart) for other in table if other not in (key, without))

    for _ in range(PASSES):
        better = False
        for number, table in enumerate(tables):
            for seat, entrant in enumerate(table):
                now = cost(entrant, table, entrant)
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
                    gain = before - cost(entrant, tables[there], other) - cost(other, table, entrant)
                    if gain > best:
                        best, where = gain, (there, place)
                if where is not None:
                    there, place = where
                    table[seat], tables[there][place] = tables[there][place], entrant
                    better = True
        if not better:
            break
    return tuple(tuple(table) for table in tables)


def meeting(
    entrant: K,
    other: K,
    met: Mapping[K, AbstractSet[K]],
    clubs: Mapping[K, str],
    apart: Mapping[K, AbstractSet[K]] | None = None,
) -> int:
    """What it costs that two are at one table: `NEVER` where they should stay apart, `AGAIN` where they have met, which
    is more than any number of one club."""
    club = clubs.get(entrant, "")
    cost = AGAIN * (other in met.get(entrant, ())) + (bool(club) and club == clubs.get(other, ""))
    return cost + NEVER * (apart is not None and other in apart.get(entrant, ()))


def slide(tables: Sequence[Sequence[K]]) -> Tables[K]:
    """The customary slide of a mariáš tournament: the first seat stays, the second moves on by one table, the third by
    two, and so on; behind the last table comes the first.

    So does a seat that not every table has: the fifth player moves on by four, and the table of five with them. Nobody
    of a table meets again at once where there are as many tables as seats.
    """
    count, seats = len(tables), range(max(map(len, tables), default=0))
    came = [[tables[(number - seat) % count] for seat in seats] for number in range(count)]
    return tuple(tuple(table[seat] for seat, table in enumerate(line) if seat < len(table)) for line in came)


def by_rank(ranked: Sequence[K], sizes: Sequence[int] | None = None) -> Tables[K]:
    """Seating by rank ("švajčiar"): the first four at the first table, the next four at the second. Other ``sizes``
    (None: as `table_sizes` has them) come last.
    """
    players = iter(ranked)
    return tuple(tuple(itertools.islice(players, size)) for size in sizes or table_sizes(len(ranked)))


def by_placing(tables: Sequence[Sequence[K]], scores: Mapping[K, Fraction], rank: Mapping[K, int]) -> Tables[K]:
    """By the place at the table, as křížový mariáš is played: the first of each table stays, the second moves on by one
    table, the third by two, and so on; behind the last table comes the first.

    ``scores`` are those of the round; who is equal in them at a table is placed by ``rank``, the standings.
    """
    return slide(
        [sorted(table, key=lambda entrant: (-scores[entrant], rank.get(entrant, len(rank)))) for table in tables]
    )
