"""A whole store as it stands at one moment, in an SQLite file of its own; whoever writes into it goes on meanwhile."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import uuid
from pathlib import Path

from device.organiser.store.interface import StoreTrouble
from device.organiser.store.postgres import PostgresStore
from device.organiser.store.sqlite import SqliteStore
from rules.message import msg

TABLES = {
    "log": "id, event, tbl, boot, seq, kind, game, n, at, heard, body",
    "refusal": "id, event, heard, topic, reason, size, sample",
    "contact": "event, entrant, said",
}
"""What is copied from one kind of database into the other."""


def copy_store(url: str, new: Path) -> None:
    """Copy the store at ``url`` into the file ``new``, which is not there yet, whole and on the medium.

    The copy has no write-ahead log beside it. Raises `StoreTrouble`, OSError and sqlite3.Error.
    """
    if url.startswith(("postgresql://", "postgres://")):
        _copy_postgres(url, new)
    else:
        path = Path(url.removeprefix("sqlite://")).expanduser()
        SqliteStore(path, "", read_only=True).close()  # says what is wrong with it
        with (
            contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(new)) as target,
        ):
            source.backup(target)  # in one step: it has what is in the write-ahead log, too
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise StoreTrouble(msg("The store {path} is damaged; what can be read of it is not all.", path=url))
    opened = os.open(new, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _copy_postgres(url: str, new: Path) -> None:
    source = PostgresStore(url, "", read_only=True)
    try:
        SqliteStore(new, "").close()
        with contextlib.closing(sqlite3.connect(new)) as target, source.snapshot() as rows_of:
            for table, columns in TABLES.items():
                marks = ", ".join("?" * len(columns.split(",")))
                rows = rows_of(f"SELECT {columns} FROM {table} ORDER BY 1")
                target.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
            target.commit()
    finally:
        source.close()


def with_new_nonce(path: Path) -> None:
    """Make a copy a store of its own: tables that know the old one say again what they have since. sqlite3.Error."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("UPDATE store SET nonce = ?", (uuid.uuid4().hex[:8],))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
