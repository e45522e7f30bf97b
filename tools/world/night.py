"""``python -m tools.world.night HOURS``: evenings from new seeds on all cores, for so many hours.

Each evening draws its own troubles, and one of five who has an earlier version of the program; its rare meeting is the
one that came about least so far. At the end it says how
many event hours were played, at which rate, what was met, and a line for each failure, already shrunk, which plays it
again on the same commit. The lines are added to ``out/world.txt``.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tools.world.meetings import MEETINGS
from tools.world.versions.cases import DRAWN

ROOT = Path(__file__).resolve().parent.parent.parent
FAILURES = ROOT / "out" / "world.txt"
AT_ONCE = 10
"""Seeds that one process plays one after another: to start it takes as long as a short evening."""
SEED = re.compile(r"^seed (\d+): ([\d.]+) h in .* trace [0-9a-f]{8}; (.*)$", re.MULTILINE)
COUNT = re.compile(r"(.+?) (\d+)(?:, |$)")
"""A count of that line; its words may have commas."""
SPENT = re.compile(r"([\d.]+) s of processor")
FAILURE = re.compile(r"^  FAILED at .*$", re.MULTILINE)
LINE = re.compile(r"^  again: (.*)$", re.MULTILINE)


class Batch(NamedTuple):
    """What a process played: event hours, seconds of processor, counts, and for each failure its text and line."""

    hours: float
    spent: float
    counts: Counter[str]
    failures: list[tuple[str, str]]


@dataclass
class Night:
    """All that was played."""

    hours: float = 0.0
    spent: float = 0.0
    evenings: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)

    def add(self, batch: Batch) -> None:
        """Count a batch."""
        self.hours += batch.hours
        self.spent += batch.spent
        self.evenings += AT_ONCE
        for word, count in batch.counts.items():
            add_count(self.counts, word, count)
        self.failures += batch.failures

    @property
    def rarest(self) -> str:
        """The meeting that came about least, weighed by what it takes to play."""
        return min(MEETINGS, key=lambda word: self.counts[f"met: {MEETINGS[word].words}"] / MEETINGS[word].share)


def add_count(counts: Counter[str], word: str, count: int) -> None:
    """Add a count to those of other evenings; of figures that are the most of an evening the largest counts."""
    counts[word] = max(counts[word], count) if " at most" in word else counts[word] + count


def play(first: int, meeting: str, more: list[str]) -> Batch:
    """Play a batch of seeds in a process of its own."""
    command = [sys.executable, "-m", "tools.world", str(first), "--seeds", str(AT_ONCE), "--go-on", "--shrink"]
    drawn = [] if {"--versions", "--fault"} & set(more) else ["--versions", DRAWN]  # faults have versions of their own
    run = subprocess.run(
        [*command, "--meeting", meeting, *drawn, *more], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if run.returncode not in (0, 1) or not SEED.search(run.stdout):
        raise RuntimeError(run.stdout[-2000:] + run.stderr[-2000:])
    counts: Counter[str] = Counter()
    hours = 0.0
    for _, played, tallies in SEED.findall(run.stdout):
        hours += float(played)
        for word, count in COUNT.findall(tallies):
            add_count(counts, word, int(count))
    spent = sum(map(float, SPENT.findall(run.stdout)))
    texts = [text.strip() for text in FAILURE.findall(run.stdout)]
    return Batch(hours, spent, counts, list(zip(texts, LINE.findall(run.stdout), strict=False)))


def main() -> int:
    """Play until the time is over; 1 where a promise did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tools.world.night", description=__doc__)
    parser.add_argument("hours", type=float, help="how long to go on")
    parser.add_argument("--first", type=int, default=int(time.time()) // 60 * 1000, help="the first seed")
    options, more = parser.parse_known_args()
    until, seed, night = time.monotonic() + options.hours * 3600, options.first, Night()
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        running: set[Future[Batch]] = set()
        while running or time.monotonic() < until:
            while len(running) < cores and time.monotonic() < until:
                running.add(pool.submit(play, seed, night.rarest, more))
                seed += AT_ONCE
            done = {future for future in running if future.done()}
            if not done:
                time.sleep(0.5)
            running -= done
            for future in done:
                batch = future.result()
                night.add(batch)
                for text, line in batch.failures:
                    print(f"{line}\n    {text}", flush=True)
    commit = _commit()
    print(
        f"{night.hours:.1f} event hours in {night.evenings} evenings from seed {options.first} at {commit}:"
        f" {night.hours / max(night.spent, 1e-9) * 60:.1f} a minute of processor"
    )
    for word, count in sorted(night.counts.items()):
        print(f"  {word}: {count}")
    if night.failures:
        FAILURES.parent.mkdir(exist_ok=True)
        with FAILURES.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}  # at {commit}: {text}\n" for text, line in night.failures)
        print(f"{len(night.failures)} failed; their lines are in {FAILURES.relative_to(ROOT)}")
    return 1 if night.failures else 0


def _commit() -> str:
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout.strip() or "an unknown commit"


if __name__ == "__main__":
    sys.exit(main())
