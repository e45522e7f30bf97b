"""Tables of several players over rounds: with few repeats by swap search, the slide, and seating by rank."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import TypeVar

from device.organiser.tournament.draw.sizes import table_sizes

K = TypeVar("K", bound=Hashable)
Tables = tuple[tuple[K, ...], ...]
PASSES = 60
"""Times that all repeats of a round are gone through before what is left of them stays."""
PARTNERS = 40
"""Places that are tried for one player who meets somebody again."""


def repeats(tables: Sequence[Sequence[K]], met: Mapping[K, AbstractSet[K]]) -> int:
    """How many twos sit together who have met before."""
    return sum(b in met.get(a, ()) for table in tables for a, b in combinations(table, 2))


def with_met(met: Mapping[K, AbstractSet[K]], tables: Sequence[Sequence[K]]) -> dict[K, set[K]]:
    """Who has met whom once ``tables`` were played, too."""
    found = {one: set(others) for one, others in met.items()}
    for table in tables:
        for one in table:
            found.setdefault(one, set()).update(other for other in table if other != one)
    return found


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
    tables: list[list[K]] = []
    for size in table_sizes(len(order)):
        tables.append(order[:size])
        del order[:size]
    clubs = club or {}
    nobody: AbstractSet[K] = frozenset()

    def cost(one: K, table: Sequence[K], without: K) -> int:
        known, own = met.get(one, nobody), clubs.get(one, "")
        found = 0
        for other in table:
            if other not in (one, without):
                found += 1000 * (other in known)
                found += bool(own) and clubs.get(other, "") == own
        return found

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


def rounds_of_fours(players: Sequence[K], rounds: int, seed: int = 0) -> tuple[Tables[K], ...]:
    """So many rounds one after another, each with few repeats of those before."""
    met: dict[K, set[K]] = {}
    found = []
    for number in range(rounds):
        tables = few_repeats(players, met, seed + number)
        met = with_met(met, tables)
        found.append(tables)
    return tuple(found)


def slide(tables: Sequence[Sequence[K]], rounds: int = 1) -> Tables[K]:
    """The customary slide of a mariáš tournament: the first seat stays, the second moves on by one table, the third by
    two, and so on; behind the last table comes the first.

    Tables keep their size: a seat that not every table has moves among those that have it.
    """
    moved = [list(table) for table in tables]
    for seat in range(max(map(len, tables), default=0)):
        having = [number for number, table in enumerate(tables) if len(table) > seat]
        for place, number in enumerate(having):
            moved[having[(place + seat * rounds) % len(having)]][seat] = tables[number][seat]
    return tuple(tuple(table) for table in moved)


def by_rank(ranked: Sequence[K]) -> Tables[K]:
    """Seating by rank ("švajčiar"): the first four at the first table, the next four at the second. Tables of three or
    five come last.
    """
    tables, start = [], 0
    for size in table_sizes(len(ranked)):
        tables.append(tuple(ranked[start : start + size]))
        start += size
    return tuple(tables)
