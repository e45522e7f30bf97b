"""How two things are compared: by turns, in the same minute, on the same machine; medians against passing load."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


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


def in_a_second(label: str, seconds: float) -> Result:
    """What somebody waits for, against one second."""
    return Result(label, 1e3 * seconds, "one second", 1000.0, aim=1)


FRAME = 1000 / 60
"""What a screen of 60 pictures a second allows, in ms."""


def in_a_frame(label: str, milliseconds: float) -> Result:
    """What has to be done before the next picture."""
    return Result(label, milliseconds, "one frame", FRAME, aim=1)


class NotMeasured(Exception):
    """A figure did not come about; a sentence says why."""


def p99(values: Sequence[float]) -> float:
    """What 99 of 100 are not above. Raises `NotMeasured` where nothing came."""
    if not values:
        raise NotMeasured("nothing came")
    return quantiles([*values, *values], n=100)[98]


def show(result: Result | str) -> None:
    """Print one result, or a line that is none."""
    if isinstance(result, str):
        print(result, flush=True)
        return
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
    """Median milliseconds of each, measured again and again, each first in every second round.

    ``clock`` answers in seconds. For work that only computes `time.thread_time` is fairer: on a busy machine the longer
    of the two is interrupted more often.
    """
    spans: tuple[list[float], list[float]] = ([], [])
    with nothing_but_the_work():
        for n in range(rounds):
            for which in (0, 1) if n % 2 else (1, 0):
                work = (ours, theirs)[which]
                gc.collect()
                begin = clock()
                work()
                spans[which].append(1e3 * (clock() - begin))
    return median(spans[0]), median(spans[1])


def processor_seconds(work: Callable[[], object]) -> float:
    """Seconds of processor time that the work takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def slowest(works: Iterable[Callable[[], object]]) -> float:
    """The longest of several works in ms, each the best of three."""
    worst = 0.0
    for work in works:
        best = FRAME
        for _ in range(3):
            begin = time.perf_counter()
            work()
            best = min(best, 1e3 * (time.perf_counter() - begin))
        worst = max(worst, best)
    return worst


@contextlib.contextmanager
def nothing_but_the_work() -> Iterator[None]:
    """What is in memory already is no business of the garbage collector meanwhile.

    It runs as it does in the program, but looks through what the work makes and not through the modules and materials
    of the benchmark: that is 40 ms every now and then, in whichever of two works it falls.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def growth(label: str, work: Callable[[int], Callable[[], object]], sizes: tuple[int, int], rounds: int = 5) -> Result:
    """What one of many costs against one of few: 1 is in proportion. ``work`` prepares the work of a size."""
    few, many = sizes
    ours, theirs = by_turns(work(many), work(few), rounds, time.thread_time)
    each = 1e3 * ours / many, 1e3 * theirs / few
    return Result(f"one of {many:,} {label}", each[0], f"one of {few:,}", each[1], "µs", aim=1.2)
