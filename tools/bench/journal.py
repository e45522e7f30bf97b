"""A durable journal append, against a bare insert and commit with the same settings on the same disk."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from device.journal import Journal, connect
from tools.bench.measure import Result, by_turns
from tools.play.gallery import FULL, load_record

ROUNDS = 90
BARE = "bare SQLite insert and commit"


def compare() -> Iterator[Result]:
    """From `Journal.append` until it says that the entry is safe, without an event and with one.

    And the floor: the baseline's own insert, where the loop does not wait for the disk but a thread does.
    """
    yield from _compared("durable append to the journal")
    yield from _compared("durable append with the outbox of an event", event="bench")


def _compared(label: str, event: str = "") -> Iterator[Result]:
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
            yield Result(label, mine, BARE, theirs, aim=1.3)
            with handed_over(bare) as hand_over:
                floor, theirs = by_turns(hand_over, bare, ROUNDS)
            yield Result("its floor: the same insert by another thread", floor, BARE, theirs)
        journal.close()


@contextlib.contextmanager
def handed_over(work: Callable[[], object]) -> Iterator[Callable[[], object]]:
    """The work done by a thread that does nothing else, for whoever waits until it is done."""
    orders: queue.SimpleQueue[bool] = queue.SimpleQueue()
    done = threading.Event()

    def follow() -> None:
        while orders.get():
            work()
            done.set()

    def hand_over() -> None:
        done.clear()
        orders.put(True)
        done.wait()

    thread = threading.Thread(target=follow, name="floor", daemon=True)
    thread.start()
    yield hand_over
    orders.put(False)
    thread.join()
