"""What the desk and boards do while an event goes on: looks at the desk and at the log."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from device.organiser.desk.desk_view import DeskView
from device.organiser.log.event_control import Desk
from device.organiser.store import LogRow, open_store
from device.organiser.store.rows import BEGUN, ENTRY
from device.organiser.store.sql import SINCE
from rules.games import GAMES
from tools.bench.measure import Result, by_turns
from tools.play.event.scripts import script_for, setup_for

TABLES = 300
MOVED = 10
"""One table of so many has moved on since the last look."""
ROUNDS = 15
ROWS = 84_000
"""Rows of an evening of three hundred tables."""


def desk() -> Iterator[Result]:
    """A look at the desk where a tenth of half-played games went on, against drawing its page whole."""
    with TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "event.db"), "bench")
        games = [rows_of(table) for table in range(1, TABLES + 1)]
        for rows in games:
            store.append(list(islice(rows, 15)))
        desk = Desk(store)
        view = DeskView(desk, str)
        page = view.page("word") or ""
        looks, wholes = [], []
        for turn in range(ROUNDS):
            store.append([row for rows in games[turn % MOVED :: MOVED] for row in islice(rows, 1)])
            seen = page.partition('data-mark="')[2].partition('"')[0]
            begin = time.perf_counter()
            page = view.page("word", seen=seen) or page
            between = time.perf_counter()
            DeskView(desk, str).page("word")
            wholes.append(1e3 * (time.perf_counter() - between))
            looks.append(1e3 * (between - begin))
        store.close()
    what = f"a look at the desk, {TABLES // MOVED} of {TABLES} tables moved"
    yield Result(what, median(looks), "the page drawn whole", median(wholes))


def rows_of(table: int) -> Iterator[LogRow]:
    """A game as its table says it, row by row."""
    kinds = list(GAMES)
    played = script_for(kinds[table % len(kinds)], table % 8)
    uid, boot, now = f"{table:016x}", f"{table:08x}", time.time_ns()
    setup = json.dumps(setup_for(played.kind, played.setup, table, 1))
    yield LogRow(
        0, str(table), boot, 1, BEGUN, uid, 0, 0, now, json.dumps({"setup": setup, "pairing": None, "created": ""})
    )
    for n, (at, text) in enumerate(played.events, start=1):
        yield LogRow(0, str(table), boot, n + 1, ENTRY, uid, n, at, now, text)


def log() -> Iterator[Result]:
    """A look that finds nothing new, as all have many in a second, against the index that SQLite picks by itself."""
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
