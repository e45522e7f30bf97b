"""Draws of three sizes: the next Swiss round, and a round of fours, against one second, so long as nobody waits."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from fractions import Fraction

from device.organiser.tournament.draw import SwissEntrant, Tables, few_repeats, swiss
from tools.bench.measure import Result

SIZES = (250, 500, 1000)
"""Entrants."""
ROUNDS = 4
"""Rounds that were played before the one that is measured."""
SECOND_MS = 1000.0


def tournament(count: int) -> list[SwissEntrant[int]]:
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


def ranked(points: dict[int, Fraction], met: dict[int, set[int]]) -> list[SwissEntrant[int]]:
    """The entrants, best first."""
    return [SwissEntrant(one, points[one], frozenset(met[one])) for one in sorted(points, key=lambda key: -points[key])]


def rounds_of_fours(count: int, rounds: int) -> Iterator[tuple[Tables[int], dict[int, set[int]]]]:
    """So many rounds one after another, each with few repeats of those before; and who has met whom by then."""
    met: dict[int, set[int]] = {}
    for number in range(rounds):
        tables = few_repeats(range(count), met, number)
        for table in tables:
            for one in table:
                met.setdefault(one, set()).update({*table} - {one})
        yield tables, met


def compare() -> Iterator[Result]:
    """The fifth Swiss round and the fifth round of fours, for each size."""
    for count in SIZES:
        entrants = tournament(count)
        begin = time.perf_counter()
        swiss(entrants)
        spent = 1e3 * (time.perf_counter() - begin)
        yield Result(f"Swiss draw of round {ROUNDS + 1}, {count} entrants", spent, "one second", SECOND_MS, aim=1)
        *_, (_, met) = rounds_of_fours(count, ROUNDS)
        begin = time.perf_counter()
        few_repeats(range(count), met, seed=ROUNDS)
        spent = 1e3 * (time.perf_counter() - begin)
        yield Result(f"fours of round {ROUNDS + 1}, {count} players", spent, "one second", SECOND_MS, aim=1)
