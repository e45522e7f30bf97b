"""How two things are compared: by turns, in the same minute, on the same machine; medians against passing load."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Result:
    """``ours`` against ``theirs``, in ``unit``; ``aim`` is the ratio aimed at, where there is one."""

    what: str
    ours: float
    baseline: str
    theirs: float
    unit: str = "ms"
    aim: float | None = None

    @property
    def ratio(self) -> float:
        """How many times the baseline."""
        return self.ours / self.theirs


def show(result: Result) -> None:
    """Print one result."""
    aim = "" if result.aim is None else f" (aim {result.aim:g})"
    print(
        f"{result.what:42} {result.ratio:7.3f} x{aim:11} {result.ours:10.3f} {result.unit:5} against "
        f"{result.theirs:.3f} {result.unit}: {result.baseline}",
        flush=True,
    )


def by_turns(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Median milliseconds of each, measured one after the other again and again.

    ``clock`` answers in seconds. For work that only computes `time.thread_time` is fairer: on a busy machine the longer
    of the two is interrupted more often.
    """
    spans: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for work, kept in zip((ours, theirs), spans, strict=True):
            begin = clock()
            work()
            kept.append(1e3 * (clock() - begin))
    return median(spans[0]), median(spans[1])
