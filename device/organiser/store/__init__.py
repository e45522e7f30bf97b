"""An event's log, kept for good: in one SQLite file, or in PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from device.organiser.store.copying import copy_store, with_new_nonce
from device.organiser.store.interface import DESK, PAGE, Counts, Refused, Row, Store, StoreTrouble, everything
from device.organiser.store.postgres import PostgresStore
from device.organiser.store.sqlite import SqliteStore, files_of

__all__ = [
    "DESK",
    "PAGE",
    "Counts",
    "PostgresStore",
    "Refused",
    "Row",
    "SqliteStore",
    "Store",
    "StoreTrouble",
    "copy_store",
    "events_in",
    "everything",
    "files_of",
    "open_store",
    "with_new_nonce",
]


def open_store(url: str, event: str, *, read_only: bool = False) -> Store:
    """The store at ``url``: ``postgresql://…``, or the path of an SQLite file, made where there is none.

    Through a ``read_only`` handle the database itself refuses every write. Raises `StoreTrouble`.
    """
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresStore(url, event, read_only=read_only)
    return SqliteStore(Path(url.removeprefix("sqlite://")).expanduser(), event, read_only=read_only)


def events_in(url: str) -> list[str]:
    """The events that the store at ``url`` knows. Raises `StoreTrouble`."""
    store = open_store(url, "", read_only=True)
    try:
        return store.events()
    finally:
        store.close()
