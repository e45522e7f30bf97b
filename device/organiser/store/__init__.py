"""An event's log, kept for good: in one SQLite file, or in PostgreSQL."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from device.organiser.store.commit_notifier import CommitNotifierFactory, InotifyNotifier
from device.organiser.store.event_clock import wall_ns
from device.organiser.store.postgres import PostgresStore
from device.organiser.store.rows import DESK, LogRow, RefusedMessage
from device.organiser.store.sql import EventStore, StoreTrouble, Watch, everything
from device.organiser.store.sqlite import SqliteStore, files_of

__all__ = [
    "DESK",
    "EventStore",
    "LogRow",
    "PostgresStore",
    "RefusedMessage",
    "SqliteStore",
    "StoreTrouble",
    "Watch",
    "events_in",
    "everything",
    "files_of",
    "is_postgres",
    "open_store",
    "sqlite_path",
]


def is_postgres(url: str) -> bool:
    """Whether the store at ``url`` is a PostgreSQL database."""
    return url.startswith(("postgresql://", "postgres://"))


def sqlite_path(url: str) -> Path:
    """The file of an SQLite store at ``url``."""
    return Path(url.removeprefix("sqlite://")).expanduser()


def open_store(
    url: str,
    event: str,
    *,
    read_only: bool = False,
    clock: Callable[[], int] = wall_ns,
    notifier: CommitNotifierFactory = InotifyNotifier,
) -> EventStore:
    """The store at ``url``: ``postgresql://…``, or the path of an SQLite file, made where there is none.

    Through a ``read_only`` handle the database itself refuses every write. ``clock`` and ``notifier`` are
    `SqliteStore`'s; PostgreSQL has both itself. Raises `StoreTrouble`.
    """
    if is_postgres(url):
        return PostgresStore(url, event, read_only=read_only)
    return SqliteStore(sqlite_path(url), event, read_only=read_only, clock=clock, notifier=notifier)


def events_in(url: str) -> list[str]:
    """The events that the store at ``url`` knows. Raises `StoreTrouble`."""
    with contextlib.closing(open_store(url, "", read_only=True)) as store:
        return store.events()
