"""The journal: everything that happened at this table, on disk, append only.

SQLite in WAL mode with ``synchronous=FULL``. Games and entries are only ever inserted; triggers refuse anything else.
One heartbeat row outside the log says how far a running clock came, which bounds the doubt after a power cut. A writer
thread owns the connection: a press never waits for a card. When writing fails, entries wait in order and are tried
again; nothing is dropped.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import queue
import sqlite3
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import msgspec

from device.journal_memory import in_memory
from rules.game import Entry, Game, Setup
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.record import event_from, setup_from

APPLICATION = 0x44564F4A
"""SQLite application id of a journal ("DVOJ")."""
VERSION = 1
PASSING = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EIO, errno.EFBIG)
"""What a disk says that takes nothing for now."""
REFUSED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR)
"""What SQLite says where it cannot make the files that it needs beside the journal."""
RETRY_S = 1.0
"""Seconds between attempts while the disk does not take anything."""

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE game (
    id INTEGER PRIMARY KEY, created TEXT NOT NULL, key TEXT NOT NULL, setup TEXT NOT NULL, boot TEXT NOT NULL
) STRICT;
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game (id), n INTEGER NOT NULL, at INTEGER NOT NULL,
    source TEXT NOT NULL, source_ns INTEGER NOT NULL, boot TEXT NOT NULL, wall TEXT NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TRIGGER game_once BEFORE INSERT ON game WHEN EXISTS (SELECT 1 FROM game WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the journal is append only'); END;
CREATE TRIGGER entry_once BEFORE INSERT ON entry
    WHEN EXISTS (SELECT 1 FROM entry WHERE game = NEW.game AND n = NEW.n)
    BEGIN SELECT RAISE(ABORT, 'the journal is append only'); END;
CREATE TRIGGER game_stays BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'the journal is append only'); END;
CREATE TRIGGER game_kept BEFORE DELETE ON game BEGIN SELECT RAISE(ABORT, 'the journal is append only'); END;
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append only'); END;
CREATE TRIGGER entry_kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append only'); END;
"""


TAKES_NOTHING = msg("The disk takes no entries; make room or look whether it is read-only. The game goes on.")

COLUMNS = {
    "game": "id, created, key, setup, boot",
    "entry": "game, n, at, source, source_ns, boot, wall, event",
    "heartbeat": "game, at",
}
"""What is read of each table."""


class JournalTrouble(Exception):
    """The journal cannot be used; ``message`` says what is wrong and what to do. The file is left as it was.

    ``unreadable`` says that the file itself is the trouble (damaged, another program's, a newer version's), so that
    another file would do; ``passing`` that the disk is (full, read-only), so that waiting may help.
    """

    def __init__(self, message: Message, *, unreadable: bool = False, passing: bool = False) -> None:
        self.message = message
        self.unreadable = unreadable
        self.passing = passing
        super().__init__(str(message))


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the journal: number, when it was begun (a label for people), its game's word, how many entries.

    ``setup`` is the text of its setup.
    """

    id: int
    created: str
    key: str
    entries: int
    setup: str = ""


@dataclass(frozen=True, slots=True)
class _Job:
    """A statement for the writer; ``game`` and ``n`` name the entry it makes safe (``n`` 0: none)."""

    sql: str
    values: tuple[Any, ...]
    game: int = 0
    n: int = 0
    replaceable: bool = False


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open a journal file, made anew where there is none. Raises `JournalTrouble`; then the file is untouched."""
    try:
        if path.is_dir():
            raise JournalTrouble(msg("{path} is a folder, not a journal; name a file in the settings.", path=path))
        if not path.exists():
            if read_only:
                raise JournalTrouble(msg("There is no journal {path} yet; play a game first.", path=path))
            _create(path)
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise _damaged(path)
    except OSError as error:
        raise JournalTrouble(
            msg("The journal {path} cannot be opened; look at its owner and rights.", path=path),
            passing=error.errno in PASSING,
        ) from None
    try:
        mode = "ro" if read_only else "rw"
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=2,
                             check_same_thread=False)  # fmt: skip
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")  # a worn byte spoils its game, not the list
        _check(db, path)
        if not read_only:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in REFUSED:
            raise _unmade(path, error) from None
        raise _damaged(path) from None
    return db


def _damaged(path: Path) -> JournalTrouble:
    return JournalTrouble(
        msg("{path} is not a journal or it is damaged; move it away or name another in the settings.", path=path),
        unreadable=True,
    )


def _create(path: Path) -> None:
    """Make the file once, complete and in WAL mode, under another name, then put it in place."""
    new = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _set_aside(path)
        with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.executescript("BEGIN;" + SCHEMA + "COMMIT;")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new.rename(path)
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    except (OSError, sqlite3.Error) as error:
        for ending in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(OSError):
                new.with_name(new.name + ending).unlink(missing_ok=True)
        raise _unmade(path, error) from None


def _unmade(path: Path, error: Exception) -> JournalTrouble:
    return JournalTrouble(
        msg("The journal {path} cannot be made; look at the folder, its rights and the disk.", path=path),
        passing=isinstance(error, sqlite3.Error) or getattr(error, "errno", None) in PASSING,
    )


def _set_aside(path: Path) -> None:
    """What SQLite left of a journal that was moved away by itself must not be taken for part of the new one."""
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        log.rename(log.with_name(f"{log.name}.{uuid.uuid4().hex[:8]}"))


def _check(db: sqlite3.Connection, path: Path) -> None:
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        raise JournalTrouble(
            msg("{path} belongs to another program; name another journal in the settings.", path=path), unreadable=True
        )
    if version > VERSION:
        raise JournalTrouble(
            msg("The journal {path} was made by a newer version; update this device.", path=path), unreadable=True
        )
    for table, columns in COLUMNS.items():
        db.execute(f"SELECT {columns} FROM {table} LIMIT 0")
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise _damaged(path)


class Journal:
    """The device's journal: this program's alone while it is open.

    ``on_saved(game, n)`` is called from the writer thread once entry ``n`` is safe on disk, ``on_trouble(message)``
    when the disk stops taking entries, and with None when it takes them again. With ``patient`` it also begins on a
    disk that takes nothing yet: entries wait in memory, and the file is opened once that works.
    """

    def __init__(
        self,
        path: Path,
        on_saved: Callable[[int, int], None] = lambda game, n: None,
        on_trouble: Callable[[Message | None], None] = lambda message: None,
        *,
        patient: bool = False,
    ) -> None:
        self.path = path
        self.boot = uuid.uuid4().hex
        self._on_saved = on_saved
        self._on_trouble = on_trouble
        self._lock: IO[str] | None = None
        self._late = False
        try:
            self._lock, self._db = _opened(path)
        except JournalTrouble as trouble:
            if not (patient and trouble.passing):
                raise
            try:
                self._db = in_memory(path, SCHEMA, connect)
            except (OSError, sqlite3.Error):
                raise trouble from None
            self._late = True
            on_trouble(TAKES_NOTHING)
        self._guard = threading.Lock()
        self._jobs: queue.SimpleQueue[_Job | threading.Event | None] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._counting = threading.Lock()
        self._waiting: Counter[int] = Counter()
        self._stuck = self._late
        self._next_game = 1 + (self._db.execute("SELECT max(id) FROM game").fetchone()[0] or 0)
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def new_game(self, game: Game[Any], setup: Setup) -> int:
        """Begin a game; its number."""
        number = self._next_game
        self._next_game += 1
        values = (number, _wall(), game.key, _json(setup), self.boot)
        self._keep(_Job("INSERT INTO game VALUES (?, ?, ?, ?, ?)", values, number))
        return number

    def append(self, game_id: int, entry: Entry, source: str, source_ns: int) -> None:
        """Keep an entry; returns at once, `on_saved` tells when it is on disk."""
        values = (game_id, entry.n, entry.at, source, source_ns, self.boot, _wall(), _json(entry.event))
        self._keep(_Job("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values, game_id, entry.n))

    def heartbeat(self, game_id: int, at: int) -> None:
        """Note that the clock of the game was seen running at game time ``at`` (ns)."""
        self._jobs.put(_Job("INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?)", (game_id, at), replaceable=True))

    def _keep(self, job: _Job) -> None:
        with self._counting:
            self._waiting[job.game] += 1
        self._jobs.put(job)

    def games(self) -> list[Kept]:
        """The games on disk, newest first."""
        self.flush()
        with self._guard:
            return list(_games(self._db))

    def load(self, game_id: int) -> tuple[History, int | None]:
        """A kept game and the game time of its last heartbeat.

        Raises `JournalTrouble` where it cannot be folded, or where the disk has not taken all of it yet.
        """
        self.flush()
        with self._counting:
            waiting = self._waiting[game_id]
        if waiting:
            raise JournalTrouble(msg("The disk takes no entries now; try again when it does."))
        with self._guard:
            return load(self._db, game_id)

    def flush(self, timeout: float = 3.0) -> bool:
        """Wait until everything appended so far is on disk; False where that takes longer than ``timeout`` seconds.

        While the disk takes nothing, that is known at once.
        """
        reached = threading.Event()
        self._jobs.put(reached)
        end = time.monotonic() + timeout
        while not reached.wait(0.05):
            if self._stuck or time.monotonic() > end:
                return False
        return True

    def close(self) -> None:
        """Write what waits and let the file go."""
        self._stop.set()
        self._jobs.put(None)
        self._writer.join(timeout=5)
        with self._guard:
            self._db.close()
        if self._lock is not None:
            self._lock.close()

    def _open_late(self) -> None:
        """Open the file that could not be opened at the start. Raises sqlite3.Error where that still fails."""
        try:
            lock, db = _opened(self.path)
        except JournalTrouble as trouble:
            raise sqlite3.OperationalError(str(trouble)) from None
        with self._guard:
            self._db.close()
            self._lock, self._db, self._late, self._stuck = lock, db, False, False

    def _write(self) -> None:
        last = False
        while not last:
            batch: list[_Job] = []
            reached: list[threading.Event] = []
            try:
                job = self._jobs.get(timeout=RETRY_S if self._late else None)
            except queue.Empty:
                with contextlib.suppress(sqlite3.Error):
                    self._open_late()
                    self._on_trouble(None)
                continue
            while job is not None:
                if isinstance(job, _Job):
                    batch.append(job)
                else:
                    reached.append(job)
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            last = job is None
            if batch:
                self._commit(batch)
            for event in reached:
                event.set()

    def _commit(self, batch: list[_Job]) -> None:
        troubled = self._late
        while True:
            try:
                if self._late:
                    self._open_late()
                with self._guard:
                    self._db.execute("BEGIN IMMEDIATE")
                    try:
                        for job in batch:
                            self._db.execute(job.sql, job.values)
                        self._db.execute("COMMIT")
                    except BaseException:
                        with contextlib.suppress(sqlite3.Error):
                            self._db.execute("ROLLBACK")
                        raise
                break
            except sqlite3.Error:
                if all(job.replaceable for job in batch):
                    return
                self._stuck = True
                if not troubled:
                    self._on_trouble(TAKES_NOTHING)
                troubled = True
                if self._stop.wait(RETRY_S):
                    return
        self._stuck = False
        if troubled:
            self._on_trouble(None)
        with self._counting:
            self._waiting.subtract(job.game for job in batch if not job.replaceable)
        for job in batch:
            if job.n:
                self._on_saved(job.game, job.n)


def _opened(path: Path) -> tuple[IO[str], sqlite3.Connection]:
    """The journal's lock and its file. Raises `JournalTrouble`; then neither is held."""
    lock = _locked(path)
    try:
        return lock, connect(path)
    except JournalTrouble:
        lock.close()
        raise


def _locked(path: Path) -> IO[str]:
    """Hold the journal for this program alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("w")
    except OSError as error:
        raise _unmade(path, error) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise JournalTrouble(
            msg("Another program uses the journal {path}; close it or name another in the settings.", path=path)
        ) from None
    return lock


def _games(db: sqlite3.Connection) -> Iterator[Kept]:
    rows = db.execute(
        "SELECT game.id, created, key, count(entry.n), setup FROM game LEFT JOIN entry ON entry.game = game.id "
        "GROUP BY game.id ORDER BY game.id DESC"
    )
    for row in rows:
        yield Kept(*row)


def games(db: sqlite3.Connection) -> list[Kept]:
    """The games of an open journal, newest first."""
    return list(_games(db))


def load(db: sqlite3.Connection, game_id: int) -> tuple[History, int | None]:
    """Fold a kept game and find its last heartbeat. Raises `JournalTrouble` where an entry cannot be folded."""
    row = db.execute("SELECT setup FROM game WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise JournalTrouble(msg("There is no game {n} in the journal.", n=game_id))
    n = 0
    try:
        game, setup = setup_from(msgspec.json.decode(row[0]))
        history = History.begin(game, setup)
        rows = db.execute("SELECT n, at, event FROM entry WHERE game = ? ORDER BY n", (game_id,))
        for n, at, text in rows:
            if n != len(history.entries) + 1:
                raise Refusal("", "an entry before this one is missing")
            history = history.accept(event_from(game, msgspec.json.decode(text)), at)
    except (Refusal, msgspec.DecodeError) as error:
        reason = error.message if isinstance(error, Refusal) else msg("it is damaged")
        raise JournalTrouble(msg("Game {game}, entry {n}: {reason}", game=game_id, n=n, reason=reason)) from None
    beat = db.execute("SELECT at FROM heartbeat WHERE game = ?", (game_id,)).fetchone()
    return history, beat[0] if beat else None


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _wall() -> str:
    """The wall clock as a label for people; no time is ever computed from it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
