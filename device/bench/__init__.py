"""``dvojtah bench``: speed as ratios to named baselines in the same run, never a promise in seconds."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence

import pygame

from device.bench import (
    board,
    desk,
    draw,
    event,
    folding,
    journal,
    keystroke,
    log,
    placing,
    screen,
    search,
    start,
    statistics,
    tournament,
    wire,
)
from device.bench.measure import Result, show
from rules.message import Refusal

ON_SCREEN: dict[str, Callable[[], Iterable[Result]]] = {
    "start": start.compare,
    "screen": screen.compare,
    "keeping": journal.compare,
    "folding": folding.compare,
    "wire": wire.compare,
    "search": search.compare,
    "placing": placing.compare,
    "keystroke": keystroke.compare,
    "statistics": statistics.compare,
}
"""Parts that draw, or stand beside those that do."""
AFTER: dict[str, Callable[[], Iterable[Result]]] = {
    "desk": desk.compare,
    "draw": draw.compare,
    "tournament": tournament.compare,
    "board": board.compare,
    "log": log.compare,
}
"""Parts of the organiser's."""
PARTS = (*ON_SCREEN, *AFTER, "event")


def run_bench(parts: Sequence[str] = ()) -> int:
    """These parts, or all benchmarks, one line each. Raises `Refusal` where there is no such part."""
    for one in parts:
        if one not in PARTS:
            raise Refusal("", "There is no part {part}; there are {parts}.", part=one, parts=", ".join(PARTS))
    chosen = parts or PARTS
    print(f"SQLite {sqlite3.sqlite_version}, pygame-ce {pygame.version.ver}")
    with start.display() as driver:
        os.environ["SDL_VIDEODRIVER"] = driver
        print(f"drawing on {driver}; load of the machine {os.getloadavg()[0]:.1f}")
        for name, compare in ON_SCREEN.items():
            for result in compare() if name in chosen else ():
                show(result)
    for name, compare in AFTER.items():
        for result in compare() if name in chosen else ():
            show(result)
    if "event" in chosen:
        event.measure()
    return 0
