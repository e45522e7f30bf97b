"""Draws of three sizes: the next Swiss round, and a round of fours, against one second, so long as nobody waits."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from fractions import Fraction

from device.organiser.tournament.draw.fours import few_repeats, rounds_of_fours, with_met
from device.organiser.tournament.draw.swiss import Ranked, swiss
from tools.bench.measure import Result

SIZES = (250, 500, 1000)
"""Entrants."""
ROUNDS = 4
"""Rounds that were played before the one that is measured."""
SECOND_MS = 1000.0


def tournament(count: int) -> list[Ranked[int]]:
    """``count`` entrants after `ROUNDS` rounds."""
    luck = random.Random(count)
    points = dict.fromkeys(range(count), Fraction(0))
    met: dict[int, set[int]] = {one: set() for one in points}
    for _ in range(ROUNDS):
        for a, b in swiss(ranked(points, met))[0]:
            met[a].add(b)
            met[b].add(a)
            points[luck.choice((a, b))] += 1
    return ranked(points, met)


def ranked(points: dict[int, Fraction], met: dict[int, set[int]]) -> list[Ranked[int]]:
    """The entrants, best first."""
    return [Ranked(one, points[one], frozenset(met[one])) for one in sorted(points, key=lambda key: -points[key])]


def compare() -> Iterator[Result]:
    """The fifth Swiss round and the fifth round of fours, for each size."""
    for count in SIZES:
        entrants = tournament(count)
        begin = time.perf_counter()
        swiss(entrants)
        spent = 1e3 * (time.perf_counter() - begin)
        yield Result(f"Swiss draw of round {ROUNDS + 1}, {count} entrants", spent, "one second", SECOND_MS, aim=1)
        met: dict[int, set[int]] = {}
        for tables in rounds_of_fours(range(count), ROUNDS):
            met = with_met(met, tables)
        begin = time.perf_counter()
        few_repeats(range(count), met, seed=ROUNDS)
        spent = 1e3 * (time.perf_counter() - begin)
        yield Result(f"fours of round {ROUNDS + 1}, {count} players", spent, "one second", SECOND_MS, aim=1)
