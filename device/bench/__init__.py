"""``dvojtah bench``: speed as ratios to named baselines in the same run, never a promise in seconds."""

from __future__ import annotations

import os
import sqlite3

import pygame

from device.bench import board, desk, event, folding, keeping, screen, search, start, wire
from device.bench.measure import show


def run_bench() -> int:
    """All benchmarks, one line each."""
    print(f"SQLite {sqlite3.sqlite_version}, pygame-ce {pygame.version.ver}")
    with start.display() as driver:
        os.environ["SDL_VIDEODRIVER"] = driver
        print(f"drawing on {driver}; load of the machine {os.getloadavg()[0]:.1f}")
        for part in (start.compare, screen.compare, keeping.compare, folding.compare, wire.compare, search.compare):
            for result in part():
                show(result)
    for result in (*desk.compare(), *board.compare()):
        show(result)
    event.measure()
    return 0
