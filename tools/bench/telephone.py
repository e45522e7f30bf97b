"""How exact a telephone is as a clock button: 1,000 presses over bad lines, in simulated time, against the truth."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from tools.bench.measure import Result, p99
from tools.play.clocks import MS, Way
from tools.play.telephone import Call, PhoneWorld

LINES = {
    "5 ms": Way(5 * MS, 5 * MS // 2, 0.02),
    "50 ms": Way(50 * MS, 25 * MS, 0.02),
    "300 ms": Way(300 * MS, 150 * MS, 0.02),
}
"""Each way: the least and what comes on average on top; 2 % take up to a second longer."""
PRESSES, PPM = 1000, 80
CUTS = tuple((at, at + 1.5 * n, n % 2 == 0) for n, at in enumerate(range(150, 1000, 150), start=1))
"""Seconds: every second one silent, the others noticed at once."""


def compare() -> Iterator[Result | str]:
    """Errors and what is said of them, each line by itself."""
    for name, way in LINES.items():
        world = PhoneWorld(Call(way, None, PRESSES, PPM, 1, 1.0, cuts=CUTS)).run()
        errors = [error for error, _ in world.stamps]
        doubts = [doubt for _, doubt in world.stamps]
        error, doubt = p99(errors) / MS, median(doubts) / MS
        yield Result(f"error of a telephone's press, {name} each way", error, "the doubt stated with it", doubt, aim=1)
        late = p99(world.by_arrival) / MS
        yield Result("the same", error, "by its arrival", late)
        yield (
            f"  {len(errors)} changes, missing {world.missed}, beyond their doubt {len(world.beyond)}; error median "
            f"{median(errors) / MS:.2f}, worst {max(errors) / MS:.2f} ms; doubt up to {max(doubts) / MS:.1f} ms"
        )
