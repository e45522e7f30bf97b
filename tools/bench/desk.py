"""Looks at the desk while an event goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from device.organiser.desk.page_view import DeskPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import LogRow, open_store
from device.organiser.store.rows import BEGUN, ENTRY
from rules.games import GAMES
from tools.bench.measure import Result
from tools.play.event.scripts import script_for, setup_for

TABLES = 300
MOVED = 10
"""One table of so many has moved on since the last look."""
ROUNDS = 15


def desk() -> Iterator[Result]:
    """A look at the desk where nothing is new, as each browser has every two seconds, against drawing its page."""
    with TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "event.db"), "bench")
        games = [rows_of(table) for table in range(1, TABLES + 1)]
        for rows in games:
            store.append(list(islice(rows, 15)))
        view = DeskPages(OrganiserDesk(store), str)
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
