"""Clocks and lines in simulated time: they drift, are slewed, stand still; what is sent takes its time, and stalls."""

from __future__ import annotations

import random
from dataclasses import dataclass

MS = 1_000_000
SECOND = 1_000 * MS


class Clock:
    """Runs ``ppm`` millionths fast, until told otherwise. Exact: a rate is a whole number of millionths."""

    def __init__(self, start: int, ppm: int = 0) -> None:
        self._ppm = ppm
        self._pieces = [(0, start, 1_000_000 + ppm)]

    def read(self, at: int) -> int:
        """What it shows; ``at`` may be earlier."""
        since, shown, rate = next(piece for piece in reversed(self._pieces) if piece[0] <= at)
        return shown + (at - since) * rate // 1_000_000

    def run(self, at: int, slew: int = 0) -> None:
        """From now on it runs at its own rate, and is slewed by ``slew`` ppm."""
        self._pieces.append((at, self.read(at), 1_000_000 + self._ppm + slew))

    def stop(self, at: int) -> None:
        """It stands still: its owner sleeps."""
        self._pieces.append((at, self.read(at), 0))


@dataclass
class Way:
    """How long a message takes (ns): ``least`` and on average ``jitter`` more; a share of ``stalls`` much longer."""

    least: int = 0
    jitter: int = 0
    stalls: float = 0.0

    def delay(self, chance: random.Random) -> int:
        """How long the next one takes."""
        more = int(chance.expovariate(1 / self.jitter)) if self.jitter else 0
        stall = chance.randrange(200 * MS, SECOND) if chance.random() < self.stalls else 0
        return self.least + more + stall
