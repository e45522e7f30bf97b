"""An event's log in one SQLite file: on the organiser's own machine."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import logging
import os
import sqlite3
import threading
import time
import uuid
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from device.common.files.private import make_private, touch_private
from device.common.files.small_file import Damaged, plain_file, set_aside
from device.organiser.store.commit_notifier import CommitNotifierFactory, InotifyNotifier
from device.organiser.store.event_clock import wall_ns
from device.organiser.store.sql import (
    CONTACT,
    INDEXES,
    SCHEMA,
    SINCE,
    VERSION,
    EventStore,
    StoreTrouble,
    Watch,
    Work,
    check_version,
)
from rules.message import Message, msg

log = logging.getLogger("dvojtah.organiser")

APPLICATION = 0x44564F4F
"""SQLite application id of an organiser's store ("DVOO")."""
LOG_STAYS = "CREATE TRIGGER log_stays BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is append only'); END"
SQLITE_ONLY = f"""
PRAGMA application_id = {APPLICATION};
{LOG_STAYS};
CREATE TRIGGER log_kept BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
"""
WITHOUT_INDEX = SINCE.replace("FROM log", "FROM log NOT INDEXED")
"""The rows of a store that is only read and has not got the index: SQLite would sort the whole event at every look."""
PATIENCE_S = 10
"""Seconds to wait for another program that writes into the same file."""
LOCK_TURN_S = 0.01
"""Seconds between two tries at a lock that somebody has."""
COPY_OF = "copy_of"
"""The table that only a copy of another store has (`device.organiser.store.standby`)."""
WALL_CLOCK = "wall_clock"
"""The table that a store has which began as a copy: how far (ns) the clock of the machine from which it comes was ahead
of this machine's. Neither needs to know the hour, and the event goes on in its time."""
BESIDE = ("-wal", "-shm", "-journal")
"""Endings of what SQLite keeps beside the file."""
WAL_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""What a write-ahead log begins with."""

_open: weakref.WeakSet[SqliteStore] = weakref.WeakSet()
"""The stores of this process that have a connection; one that nobody closed has it as long as it is there itself."""
_opening = threading.Lock()


def files_of(path: Path) -> tuple[Path, ...]:
    """The files that opening a store reads."""
    return (path, *(path.with_name(path.name + ending) for ending in BESIDE))


class SqliteStore(EventStore):
    """A store in one SQLite file: WAL, ``synchronous=FULL``.

    ``clock`` is the wall clock (ns) of the machine that the file is on; ``notifier`` makes what tells of commits.
    """

    _has_contacts = "SELECT 1 FROM sqlite_master WHERE name = 'contact'"
    _unlock, _lock = "DROP TRIGGER log_stays", LOG_STAYS

    def __init__(
        self,
        path: Path,
        event: str,
        *,
        read_only: bool = False,
        clock: Callable[[], int] = wall_ns,
        notifier: CommitNotifierFactory = InotifyNotifier,
    ) -> None:
        self.path = path
        self._clock = clock
        self._notifier = notifier(path)
        self.event = event
        self._file: tuple[int, int] | None = None
        try:
            if not os.path.lexists(path):
                if read_only:
                    raise StoreTrouble(msg("There is no store {path} yet; start the organiser first.", path=path))
                _check_nothing_left(path)
                _create(path)
            if not read_only:
                make_private(*files_of(path))
            self._connect(path, read_only)
            self._db.execute("PRAGMA query_only = ON" if read_only else "PRAGMA synchronous = FULL")
            version, self.nonce = self._db.execute("SELECT version, nonce FROM store").fetchone()
            self._wall_ahead = self._read_wall_clock()
            if not read_only:
                self._add_missing()
                self._begin()
                self._db.execute("PRAGMA secure_delete = ON")  # deleted contacts leave nothing in free pages
            has_index = self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'log_of_event'").fetchone()
            self._since = SINCE if has_index else WITHOUT_INDEX
            check_version(version, str(path))
        except (OSError, sqlite3.Error, UnicodeDecodeError, TypeError) as error:
            self.close()
            raise _unopened(path, error) from None
        except StoreTrouble:
            self.close()
            raise

    def _connect(self, path: Path, read_only: bool) -> None:
        """Raises OSError, `StoreTrouble` and sqlite3.Error.

        The files are looked at only before this process has a connection to them: to close a file gives up every lock
        that the process has on it (POSIX), SQLite's, too, and another program would take the store for one that nobody
        uses.
        """
        with _opening:
            there = path.stat()
            file = (there.st_dev, there.st_ino)
            if all(store._file != file for store in _open):
                _check_plain(path, read_only)
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}",
                uri=True,
                isolation_level=None,
                timeout=PATIENCE_S,
                check_same_thread=False,
            )
            self._file = file
            _open.add(self)

    def _add_missing(self) -> None:
        """Add what a new store, or one of an earlier version, has not got. Where that fails now, all works without."""
        with contextlib.suppress(sqlite3.Error):
            for sql in (CONTACT, *INDEXES.values()):
                self._db.execute(sql)

    def _begin(self) -> None:
        """Whoever writes here goes on from what is here: where it was another store's copy, it is that no more."""
        with contextlib.suppress(sqlite3.Error):
            self._db.execute(f"DROP TABLE IF EXISTS {COPY_OF}")

    def _read_wall_clock(self) -> int:
        known = self._db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (WALL_CLOCK,)).fetchone()
        return int(self._db.execute(f"SELECT ahead FROM {WALL_CLOCK}").fetchone()[0]) if known else 0

    def now(self) -> int:
        """The time of this machine, on which the file is, or of that on which the event began (`WALL_CLOCK`)."""
        return self._clock() + self._wall_ahead

    def watch(self, on_news: Callable[[], None], look_s: float) -> Watch:
        """By the notifier: SQLite itself tells nobody."""
        return self._notifier.watch(self.event, on_news, look_s)

    @contextlib.contextmanager
    def deciding(self) -> Iterator[None]:
        """A lock of the folder, which an end of the program releases: SQLite's own would keep the tables' rows out."""
        try:
            folder = os.open(self.path.resolve().parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise _unopened(self.path, error) from None
        try:
            end = time.monotonic() + PATIENCE_S
            while True:
                try:
                    fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > end:
                        raise StoreTrouble(LOCKED, passing=True) from None
                time.sleep(LOCK_TURN_S)
            yield
        finally:
            os.close(folder)

    def _run(self, sql: str, values: Sequence[Any]) -> list[Any]:
        with self._trouble():
            return self._db.execute(sql, values).fetchall()

    def _write(self, work: Work) -> None:
        with self._trouble():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for sql, values in work:
                    self._db.executemany(sql, values) if values else self._db.execute(sql)
                self._db.execute("COMMIT")
                self._notifier.notify()
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
            raise StoreTrouble(_why(error), passing=_code(error) not in DAMAGE, reason=str(error)) from None

    def close(self) -> None:
        """Let the file go."""
        if self._file is None:
            return
        self._db.close()
        with _opening:
            _open.discard(self)
        self._file = None


LOCKED = msg("The store takes nothing now: another program keeps it to itself; end that one.")
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""Codes of a file that is damaged itself, so that waiting does not help."""


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _why(error: sqlite3.Error) -> Message:
    """Why SQLite takes or gives nothing, with what to do."""
    match _code(error):
        case sqlite3.SQLITE_FULL:
            return msg("The store takes nothing now: the disk is full.")
        case sqlite3.SQLITE_READONLY:
            return msg("The store takes nothing now: its file or its disk is read-only.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return LOCKED
        case sqlite3.SQLITE_IOERR:
            return msg("The store takes or gives nothing now: the disk is full, damaged or gone.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return msg("The store is damaged; move it away and start again: the tables send what they have once more.")
        case _:
            code = getattr(error, "sqlite_errorname", "?")
            return msg("The store takes or gives nothing now ({code}); look at the disk.", code=code)


def _unopened(path: Path, error: Exception) -> StoreTrouble:
    """What to say of a file that is no store, or one that is damaged (its own words may be, too)."""
    named = _code(error) in (*DAMAGE, sqlite3.SQLITE_ERROR)
    if path.is_file() and (named or not isinstance(error, OSError | sqlite3.Error)):
        return _damaged(path)
    text = msg("The store {path} cannot be opened; look at the folder, its rights and the disk.", path=path)
    return StoreTrouble(text, passing=True)


def _damaged(path: Path) -> StoreTrouble:
    return StoreTrouble(
        msg(
            "The store {path} is damaged; move it away and start again: the tables send what they have once more.",
            path=path,
        )
    )


def _check_nothing_left(path: Path) -> None:
    """A new store would end what lies in the write-ahead log of an old one. Raises `StoreTrouble`."""
    log_file = path.with_name(path.name + "-wal")
    with contextlib.suppress(FileNotFoundError):
        if log_file.stat().st_size:
            raise StoreTrouble(
                msg(
                    "The store {path} is gone, and {log} still belongs to it; put the store back, or move both away.",
                    path=path,
                    log=log_file.name,
                )
            )


def _check_plain(path: Path, read_only: bool) -> None:
    """Whether SQLite may look at the files; what lies beside the store and cannot be part of it is set aside.

    SQLite would wait for whoever writes into a pipe, write the log's pages into a file that is none, and delete a log
    that it cannot read. Raises OSError and `StoreTrouble`.
    """
    try:
        with plain_file(path) as file:
            head = file.read(72)
    except (Damaged, ValueError):
        raise _damaged(path) from None
    if not head.startswith(b"SQLite format 3\0"):
        raise _damaged(path)
    if int.from_bytes(head[68:], "big") != APPLICATION:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as db:
            db.execute("PRAGMA application_id").fetchone()  # sqlite3.Error where it is none at all
        raise StoreTrouble(msg("{path} belongs to another program; name another store.", path=path))
    for part in files_of(path)[1:]:
        if not os.path.lexists(part):
            continue
        try:
            with plain_file(part, links=False) as file:  # as SQLite itself has it
                head = file.read(4)
            fits = not head or not part.name.endswith("-wal") or head in WAL_MAGIC
        except (OSError, Damaged):
            fits = False
        if fits:
            continue
        if read_only:
            raise OSError(errno.EINVAL, "no plain file beside it")
        log.error("%s is damaged and set aside as %s", part, set_aside(part).name)


def _create(path: Path) -> None:
    """Make the file whole under another name, then put it in place: nobody sees half a store."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}")
    touch_private(new)
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript("BEGIN;" + SCHEMA.format(serial="INTEGER PRIMARY KEY AUTOINCREMENT") + SQLITE_ONLY + "COMMIT;")
        db.execute("INSERT INTO store VALUES (1, ?, ?)", (VERSION, uuid.uuid4().hex[:8]))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    new.rename(path)
