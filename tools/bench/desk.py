"""What the desk and boards do while an event goes on: looks at the desk and at the log, answers that a board keeps."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from device.organiser.board.live import Live
from device.organiser.desk.page_view import DeskPages
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
ASKED = 10_000


def desk() -> Iterator[Result]:
    """A look at the desk where nothing is new, as each browser has every two seconds, against drawing its page."""
    with TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "event.db"), "bench")
        games = [rows_of(table) for table in range(1, TABLES + 1)]
        for rows in games:
            store.append(list(islice(rows, 15)))
        view = DeskPages(Desk(store), str)
        looks, wholes = [], []
        for turn in range(ROUNDS):
            store.append([row for rows in games[turn % MOVED :: MOVED] for row in islice(rows, 1)])
            begin = time.perf_counter()
            page = view.page("", "word", {}) or ""
            between = time.perf_counter()
            view.page("", "word", {"seen": page.partition('data-mark="')[2].partition('"')[0]})
            looks.append(1e3 * (time.perf_counter() - between))
            wholes.append(1e3 * (between - begin))
        store.close()
    yield Result(
        f"a look at the desk of {TABLES} tables where nothing is new",
        median(looks),
        f"its page, {TABLES // MOVED} moved",
        median(wholes),
    )


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


def board() -> Iterator[Result]:
    """What a board keeps of answers while strangers ask for a page with every ``?after=`` up to `ASKED`."""
    live = Live()
    live.on_store_open("0" * 8)
    rows = [row for table in range(1, TABLES + 1) for row in rows_of(table)]
    for n, row in enumerate(rows[: ASKED + 1], start=1):
        live.board.take([row._replace(id=n)])
        if n % 100 == 0:
            live.board.flush()
    live.board.flush()
    every = sum(len(live.message("tables", 1, "cs", seen)) for seen in range(ASKED))
    yield Result(
        "answers kept for 10,000 ?after=", sum(map(len, live._made.values())) / 1e6, "one for each", every / 1e6, "MB"
    )
