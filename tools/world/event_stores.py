"""The organiser's store of an evening: an SQLite file on the organiser's machine, or PostgreSQL on another one."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from device.organiser.store import EventStore, open_store
from tools.world import product
from tools.world.machine import Machine
from tools.world.network import Network
from tools.world.postgresql import driver
from tools.world.postgresql.server import Server
from tools.world.scheduler import Scheduler

HOST = "10.0.0.2"


class HallStore(Protocol):
    """A store as the hall has it, on ``machine``. ``url`` is what the product opens, ``server`` PostgreSQL, if any."""

    machine: Machine
    url: str
    server: Server | None

    def open(self) -> EventStore:
        """A handle of the product's. Raises `StoreTrouble`."""

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The committed rows, read past the product. Raises sqlite3.Error where the store cannot be looked at."""

    def let_go(self) -> None:
        """Close what `rows` has open: the organiser's machine has no power."""


class FileStore:
    """An SQLite file on the organiser's machine."""

    def __init__(self, machine: Machine, event: str) -> None:
        self.machine = machine
        self.server: Server | None = None
        self.url, self._event = str(machine.folder / "event.db"), event
        self._notifiers = product.StoreNotifiers()
        self._db: sqlite3.Connection | None = None

    def open(self) -> EventStore:
        """A handle of the product's. Raises `StoreTrouble`."""
        return open_store(self.url, self._event, notifier=self._notifiers.__getitem__)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The committed rows. Raises sqlite3.Error where the file cannot be opened."""
        if self._db is None:
            self._db = sqlite3.connect(f"file:{self.url}?mode=ro", uri=True)
        return self._db.execute(sql, values).fetchall()

    def move(self, path: Path) -> None:
        """From now on it is that file."""
        self.let_go()
        self.url = str(path)

    def let_go(self) -> None:
        """Close what `rows` has open."""
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
        self._db = None


class ServerStore:
    """A database on a machine of its own, and what only such a machine has that goes wrong."""

    def __init__(self, scheduler: Scheduler, network: Network, event: str) -> None:
        luck = random.Random(f"database {scheduler.seed}")
        self.machine = Machine(scheduler, "database", luck.randrange(-60, 60))
        self.server: Server | None = Server(network, self.machine, HOST, luck)
        driver.know(self.server)
        self.url, self._event = f"postgresql://dvojtah@{HOST}/{event}", event

    def open(self) -> EventStore:
        """A handle of the product's. Raises `StoreTrouble`."""
        return open_store(self.url, self._event)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The committed rows."""
        assert self.server is not None
        return self.server.rows.read(sql, values)

    def let_go(self) -> None:
        """Nothing is open."""
