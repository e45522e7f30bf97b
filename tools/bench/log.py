"""A look at the newest rows of a long log, against the index that SQLite picks by itself without one for it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from device.organiser.store import LogRow, open_store
from device.organiser.store.rows import ENTRY
from device.organiser.store.sql import SINCE
from tools.bench.measure import Result, by_turns

ROWS = 84_000
"""Rows of an evening of three hundred tables."""
TABLES = 300
ROUNDS = 15


def compare() -> Iterator[Result]:
    """A look that finds nothing new, as board, desk and announcer have many in a second."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "event.db"
        store = open_store(str(path), "bench")
        now = time.time_ns()
        for first in range(0, ROWS, 4000):
            store.append(
                [
                    LogRow(0, str(n % TABLES + 1), "b" * 16, n // TABLES + 1, ENTRY, "a" * 16, n + 1, n, now, "{}")
                    for n in range(first, min(first + 4000, ROWS))
                ]
            )
        last = store.since(ROWS - 10)[-1].id
        bare = sqlite3.connect(path)
        picked = SINCE.replace("FROM log", "FROM log INDEXED BY sqlite_autoindex_log_1")
        ours, theirs = by_turns(
            lambda: store.since(last), lambda: bare.execute(picked, (last, "bench", 5000)).fetchall(), ROUNDS
        )
        bare.close()
        store.close()
    yield Result(f"a look at a log of {ROWS} rows", ours, "by the index of the rows' own ids", theirs)
