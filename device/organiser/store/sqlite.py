"""An event's log in one SQLite file: on the organiser's own machine."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from device.organiser.store.interface import StoreTrouble
from device.organiser.store.sql import (
    APPLICATION,
    CONTACT,
    INDEXES,
    PLAIN,
    SCHEMA,
    SINCE,
    SQLITE_ONLY,
    SQLITE_STAYS,
    VERSION,
    SqlStore,
    check_version,
)
from rules.message import Message, msg

PATIENCE_S = 10
"""Seconds to wait for another program that writes into the same file."""


class SqliteStore(SqlStore):
    """A store in one SQLite file: WAL, ``synchronous=FULL``."""

    _contacts_there = "SELECT 1 FROM sqlite_master WHERE name = 'contact'"
    _unlock, _lock = "DROP TRIGGER log_stays", SQLITE_STAYS

    def __init__(self, path: Path, event: str, *, read_only: bool = False) -> None:
        self.path = path
        self.event = event
        try:
            if not path.exists():
                if read_only:
                    raise StoreTrouble(msg("There is no store {path} yet; start the organiser first.", path=path))
                _create(path)
            if not path.is_file():
                raise OSError(errno.EINVAL, "no plain file")  # SQLite would wait for whoever writes into a pipe
            mode = "ro" if read_only else "rw"
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                timeout=PATIENCE_S,
                check_same_thread=False,
            )
            if self._db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                self._db.close()
                raise StoreTrouble(msg("{path} belongs to another program; name another store.", path=path))
            self._db.execute("PRAGMA query_only = ON" if read_only else "PRAGMA synchronous = FULL")
            version, self.nonce = self._db.execute("SELECT version, nonce FROM store").fetchone()
            if not read_only:
                self._index()
                self._db.execute("PRAGMA secure_delete = ON")  # deleted contacts leave nothing in free pages
            self._since = SINCE if "log_of_event" in self._indexes() else PLAIN
        except (OSError, sqlite3.Error, UnicodeDecodeError, TypeError) as error:
            raise _unopened(path, error) from None
        check_version(version, str(path))

    def _indexes(self) -> set[str]:
        return {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}

    def _index(self) -> None:
        """Add what an earlier version did not make. Where that fails now, all works without."""
        with contextlib.suppress(sqlite3.Error):
            self._db.execute(CONTACT)
            for name in INDEXES.keys() - self._indexes():
                self._db.execute(INDEXES[name].replace("INDEX", "INDEX IF NOT EXISTS", 1))

    def now(self) -> int:
        """`Store.now`: the file is on this machine."""
        return time.time_ns()

    def _run(self, sql: str, values: Sequence[Any]) -> list[Any]:
        with self._trouble():
            return self._db.execute(sql, values).fetchall()

    def _write(self, work: Sequence[tuple[str, Sequence[Sequence[Any]]]]) -> None:
        with self._trouble():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for sql, values in work:
                    self._db.executemany(sql, values) if values else self._db.execute(sql)
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    def _sweep(self) -> None:
        with self._trouble():
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreTrouble(_why(error), passing=True, reason=str(error)) from None

    def close(self) -> None:
        """`Store.close`."""
        self._db.close()


def _why(error: sqlite3.Error) -> Message:
    """Why SQLite takes or gives nothing, with what to do."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return msg("The store takes nothing now: the disk is full.")
        case sqlite3.SQLITE_READONLY:
            return msg("The store takes nothing now: its file or its disk is read-only.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return msg("The store takes nothing now: another program keeps it to itself; end that one.")
        case sqlite3.SQLITE_IOERR:
            return msg("The store takes or gives nothing now: the disk is full, damaged or gone.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return msg("The store is damaged; move it away and start again: the tables send what they have once more.")
        case _:
            code = getattr(error, "sqlite_errorname", "?")
            return msg("The store takes or gives nothing now ({code}); look at the disk.", code=code)


def _unopened(path: Path, error: Exception) -> StoreTrouble:
    """What to say of a file that is no store, or one that is damaged (its own words may be, too)."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    named = code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)
    if path.is_file() and (named or not isinstance(error, OSError | sqlite3.Error)):
        return StoreTrouble(
            msg(
                "The store {path} is damaged; move it away and start again: the tables send what they have once more.",
                path=path,
            )
        )
    return StoreTrouble(
        msg("The store {path} cannot be opened; look at the folder, its rights and the disk.", path=path)
    )


def _create(path: Path) -> None:
    """Make the file whole under another name, then put it in place: nobody sees half a store."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}")
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript("BEGIN;" + SCHEMA.format(serial="INTEGER PRIMARY KEY AUTOINCREMENT") + SQLITE_ONLY + "COMMIT;")
        db.execute(CONTACT)
        for index in INDEXES.values():
            db.execute(index)
        db.execute("INSERT INTO store VALUES (1, ?, ?)", (VERSION, uuid.uuid4().hex[:8]))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    new.rename(path)
