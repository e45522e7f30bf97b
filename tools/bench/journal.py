"""A durable journal append, against a bare insert and commit with the same settings on the same disk."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from device.journal import Journal, connect
from tools.bench.measure import Result, by_turns
from tools.play.gallery import FULL, load_record

ROUNDS = 90


def compare() -> Iterator[Result]:
    """From `Journal.append` until it says that the entry is safe, without an event and with one."""
    yield _compared("durable append to the journal")
    yield _compared("durable append with the outbox of an event", event="bench")


def _compared(label: str, event: str = "") -> Result:
    record = load_record(FULL)
    safe = threading.Event()
    with TemporaryDirectory(dir=Path.cwd()) as folder:  # /tmp may be memory, which makes nothing durable
        journal = Journal(Path(folder) / "journal.db", lambda game, n: safe.set())
        if event:
            journal.outbox.join(event, 1)
        number = journal.new_game(record.game, record.setup)
        journal.flush()
        entries = iter(record.entries)

        def ours() -> None:
            safe.clear()
            journal.append(number, next(entries), "touch", 0)
            safe.wait()

        with contextlib.closing(connect(Path(folder) / "bare.db")) as db:
            db.execute("CREATE TABLE bare (n INTEGER PRIMARY KEY, text TEXT)")

            def bare() -> None:
                db.execute("BEGIN IMMEDIATE")
                db.execute("INSERT INTO bare (text) VALUES (?)", ("x" * 200,))
                db.execute("COMMIT")

            mine, theirs = by_turns(ours, bare, ROUNDS)
        journal.close()
    return Result(label, mine, "bare SQLite insert and commit", theirs, aim=1.3)
