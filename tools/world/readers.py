"""Who reads the organiser's log elsewhere: the public board's tail, and the copy on a second machine."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from device.organiser.board import feed
from device.organiser.board.model import BoardModel
from device.organiser.log.event_log import Tail
from device.organiser.store import LogRow, everything
from device.organiser.store.backup import STORE
from tools.world.machine import Machine
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.evening import Evening

APART = (5, 40)
"""Seconds between two times that the second machine asks."""
ROWS = "SELECT * FROM log ORDER BY id"
PATIENCE, TURN = 60 * SECOND, 20 * MILLISECOND
"""How long the second machine waits for an answer, and how often it looks for it."""


class PublicBoard:
    """What spectators see: the rows of the log as the tail passes them on, from each start of the program."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.model = BoardModel()
        evening.organiser.on_boot.append(self._start)

    def _start(self) -> None:
        if not self._evening.organiser.program.is_present:
            return  # it is a part of the organiser's program, and has another shape there
        self.model = model = BoardModel()

        def take(rows: list[LogRow]) -> None:
            model.take(rows)
            model.flush()

        Tail(self._evening.organiser.open_store, take).start()

    def check(self) -> None:
        """It shows what a board shows that reads the whole log now."""
        fresh = BoardModel()
        with contextlib.closing(self._evening.store.open()) as store:
            fresh.take(list(everything(store)))
            fresh.flush()
        for shown, logged in zip(self._shown(self.model), self._shown(fresh), strict=True):
            if shown != logged:
                self._evening.scheduler.fail(f"the board and the log differ: {shown} / {logged}")
                return
        self._evening.counts["boards compared"] += 1

    def _shown(self, board: BoardModel) -> list[object]:
        tables = [feed.table_json(board, number) for number in self._evening.numbers]
        return [feed.event_json(board), feed.results_json(board), *tables]


class SecondMachine:
    """A machine that keeps a copy of the store, and asks for what is new every now and then."""

    def __init__(self, evening: Evening, machine: Machine) -> None:
        self._evening, self._scheduler, self.machine = evening, evening.scheduler, machine
        self._random = random.Random(f"second {evening.scheduler.seed}")
        self._folder = machine.folder / "copy"
        self.program = evening.present
        """The version that it runs from its next start on."""
        self._restored = 0
        """Which of the organiser's stores it copies: how often one was put back before."""

    def boot(self) -> None:
        """Start its program."""
        self._scheduler.spawn(self._run, self.machine, "standby")

    def _run(self) -> None:
        while True:
            self._scheduler.park(int(self._random.uniform(*APART) * SECOND))
            try:
                self._catch_up()
                self._evening.counts["copies"] += 1
            except self.program.trouble as trouble:
                self._scheduler.note("no copy", trouble)

    def _catch_up(self) -> None:
        """Copy what is new; where the first machine has another store, people name an empty folder, as told."""
        try:
            self.program.catch_up(self._folder, self._ask)
        except self.program.backup_trouble:
            if self._restored == self._evening.organiser.restored:
                raise
            self._restored = self._evening.organiser.restored
            self._folder = self.machine.folder / f"copy-{self._restored}"
            self._evening.counts["copies begun anew"] += 1
            self.program.catch_up(self._folder, self._ask)

    def _ask(self, request: bytes) -> bytes:
        """As over HTTP: only what the network lets through, and only while the organiser's program runs."""
        organiser = self._evening.organiser
        if not self._evening.network.reaches(self.machine, organiser.machine) or organiser.service is None:
            raise OSError("the first machine does not answer")
        if self._evening.store.server is not None:
            return self._wait_for_part(request)
        with self._scheduler.on(organiser.machine):
            return self._part(request)

    def _part(self, request: bytes) -> bytes:
        with contextlib.closing(self._evening.organiser.open_store()) as store:
            return self._evening.organiser.program.next_part(store, self._evening.store.url, request)

    def _wait_for_part(self, request: bytes) -> bytes:
        """The part that a task of the organiser's machine reads: it waits for the database itself."""
        scheduler, parts, troubles = self._scheduler, list[bytes](), list[Exception]()

        def read() -> None:
            try:
                parts.append(self._part(request))
            except self._evening.organiser.program.trouble as trouble:
                troubles.append(trouble)

        machine, until = scheduler.machine, scheduler.now + PATIENCE
        scheduler.spawn(read, self._evening.organiser.machine, "copy page")
        while not parts:
            if troubles or scheduler.now > until:
                raise OSError(f"the first machine does not answer: {troubles}")
            scheduler.park(TURN)
            scheduler.machine = machine
        return parts[0]

    def check(self) -> None:
        """It has the log as far as it came, and all of it once it asks again."""
        if self._restored != self._evening.organiser.restored:
            with self._scheduler.on(self.machine):
                self._catch_up()
        copied, rows = self._rows(self._folder / STORE), self._evening.store.rows(ROWS)
        if copied != rows[: len(copied)]:
            at = next(n for n, row in enumerate(copied) if row not in rows[n : n + 1])
            self._scheduler.fail(f"the copy has {len(copied)} rows of {len(rows)}; they differ at {at}")
            return
        with self._scheduler.on(self.machine):
            self.program.catch_up(self._folder, self._ask)
        if len(again := self._rows(self._folder / STORE)) != len(rows):
            self._scheduler.fail(f"the copy has {len(again)} rows of {len(rows)}, although it asked for them")

    def _rows(self, path: Path) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute(ROWS).fetchall()
