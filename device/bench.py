"""``dvojtah bench``: speed as ratios against a named baseline in the same run, never a promise in seconds."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pygame

from device.album import FULL, load_record
from device.games.polish_doubles.hands import DoublesPlayer
from device.journal import Journal, connect
from device.kiosk.painter import Painter
from rules.polyssimo.board import BOARD
from rules.polyssimo.shapes import PROVISIONAL, pieces_of
from rules.record import read

ROUNDS = 7


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Median seconds of ``work`` over some rounds."""
    spans = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        spans.append(time.perf_counter() - start)
    return median(spans)


def line(what: str, ours: float, baseline: str, theirs: float) -> None:
    """One result."""
    print(f"{what:44} {ours * 1e3:9.3f} ms   {ours / theirs:7.2f} x  {baseline} ({theirs * 1e3:.3f} ms)")


def bench_fold() -> None:
    """Reading and folding a full game, against parsing its JSON alone."""
    import json  # noqa: PLC0415 - the baseline's own

    text = FULL.read_text(encoding="utf-8").split("\n")
    lines = [row for row in text if row and not row.startswith("#")]
    line("read and fold a full game", timed(lambda: read(text)), "json.loads of its lines",
         timed(lambda: [json.loads(row) for row in lines]))  # fmt: skip


def bench_append() -> None:
    """A durable journal append, against a bare SQLite insert and commit with the same settings."""
    record = load_record(FULL)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.db")
        number = journal.new_game(record.game, record.setup)
        journal.flush()
        entries = list(record.entries)

        def ours() -> None:
            for entry in entries[:10]:
                journal.append(number, entry, "touch", 0)
                journal.flush()
            del entries[:10]

        mine = timed(ours) / 10
        journal.close()
        with connect(Path(folder) / "bare.db") as db:
            db.execute("CREATE TABLE bare (n INTEGER PRIMARY KEY, text TEXT)")

            def bare() -> None:
                for _ in range(10):
                    db.execute("BEGIN IMMEDIATE")
                    db.execute("INSERT INTO bare (text) VALUES (?)", ("x" * 120,))
                    db.execute("COMMIT")

            theirs = timed(bare) / 10
    line("durable append to the journal", mine, "bare SQLite insert and commit", theirs)


def bench_frame() -> None:
    """One second of a running clock on the screen, against the same screen drawn whole."""
    record = load_record(FULL)
    with tempfile.TemporaryDirectory() as folder:
        player = DoublesPlayer(Path(folder))
        player.set_up(record)
        for number, entry in enumerate(record.entries[:12]):
            player.do(entry, record.entries[number + 1])
        kiosk = player.kiosk

        def tick() -> None:
            player.clock.ns += 1_000_000_000
            kiosk.frame()

        whole = Painter(pygame.Surface((800, 480)), kiosk.look.palette.back)

        def full() -> None:
            whole.forget()
            whole.paint(kiosk.scene)

        line("screen: one second of a running clock", timed(tick, 40), "40 whole redraws", 40 * timed(full, 40))
        player.close()


def bench_search() -> None:
    """Which of 24 pieces fit where every gap is too small, against trying every cell of every placement."""
    pieces = [piece.shape for piece in pieces_of(PROVISIONAL).values()]
    cells = {(x, y) for x in range(BOARD.width) for y in range(BOARD.height) if x % 3 < 2 and y % 3 < 2}
    free = BOARD.mask(cells)
    every = [list(BOARD.placements(BOARD.empty, shape)) for shape in pieces]

    def tried() -> int:
        return sum(any(all(cell in cells for cell in place) for place in places) for places in every)

    line("Polyssimo: what fits, all 24 pieces", timed(lambda: [BOARD.fits(free, shape) for shape in pieces], 40),
         "trying every placement", timed(tried))  # fmt: skip


def run_bench() -> int:
    """All benchmarks."""
    print(f"SQLite {sqlite3.sqlite_version}, pygame-ce {pygame.version.ver}")
    bench_fold()
    bench_append()
    bench_frame()
    bench_search()
    return 0
