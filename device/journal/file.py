"""The journal's file: its tables, how it is made once and complete, opened, checked and held by one program alone."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import glob
import os
import shutil
import sqlite3
import stat
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from device.common.files.atomic_write import OWNER, sync_folder
from device.common.files.private import make_private, touch_private
from device.common.trouble import Trouble
from device.journal.reserve import ENDING
from rules.message import Message, msg

APPLICATION = 0x44564F4A
"""SQLite application id of a journal ("DVOJ")."""
VERSION = 2
"""Version of the tables: 1 had none for events. An older journal is brought up to date where it lies."""
BESIDE = ("-wal", "-shm", "-journal")
"""Endings of what SQLite keeps beside a database."""
PASSING = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EIO, errno.EFBIG)
"""What a disk says that takes nothing for now."""
REFUSED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR)
"""What SQLite says where it cannot make the files that it needs beside the journal."""
UNREAD = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
"""What it says where the disk no longer gives a part of the file."""

COUNTED = "statistics.cache"
"""File beside the journal with what was counted of its games; it can be deleted and is made again."""

SHARED = Path("/dev/shm")  # memory; /tmp may lie on the very disk
"""Where a copy of it needs no disk."""


def append_only(table: str, same: str) -> tuple[str, str, str]:
    """Triggers by which rows are only added, not changed, not deleted; ``same`` tells a row that is there already."""
    refuse = "BEGIN SELECT RAISE(ABORT, 'the journal is append only'); END"
    there = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"
    return (
        f"CREATE TRIGGER {table}_once BEFORE INSERT ON {table} WHEN {there} {refuse}",
        f"CREATE TRIGGER {table}_stays BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} {refuse}",
    )


GAME_ONLY_ADDED = append_only("game", "id = NEW.id")
ENTRY_ONLY_ADDED = append_only("entry", "game = NEW.game AND n = NEW.n")
UNLOCKED = tuple((f"DROP TRIGGER IF EXISTS {table}_stays", ()) for table in ("game", "entry"))
LOCKED = tuple((stays, ()) for _, stays, _ in (GAME_ONLY_ADDED, ENTRY_ONLY_ADDED))
"""What lets rows be changed, and what forbids it again; within one transaction nobody else sees that."""

EVENTS = (
    """CREATE TABLE share (
        game INTEGER PRIMARY KEY REFERENCES game (id), uid TEXT NOT NULL UNIQUE, event TEXT NOT NULL, pairing TEXT
    ) STRICT""",
    """CREATE TABLE outbox (
        pos INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, boot TEXT NOT NULL, seq INTEGER NOT NULL,
        game INTEGER, n INTEGER NOT NULL, text TEXT
    ) STRICT""",
    """CREATE TABLE member (
        one INTEGER PRIMARY KEY CHECK (one = 1), event TEXT NOT NULL, number INTEGER NOT NULL, store TEXT
    ) STRICT""",
    *append_only("share", "game = NEW.game"),
)
"""What version 2 added (`device.journal.outbox`)."""

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
{";".join((*GAME_ONLY_ADDED, *ENTRY_ONLY_ADDED))};
{";".join(EVENTS)};
"""
ADD_GAME = "INSERT INTO game VALUES (?, ?, ?, ?, ?)"
ADD_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

COLUMNS = {
    "game": "id, created, key, setup, boot",
    "entry": "game, n, at, source, source_ns, boot, wall, event",
    "heartbeat": "game, at",
}
"""What is read of each table."""
SINCE_2 = {
    "share": "game, uid, event, pairing",
    "outbox": "pos, event, boot, seq, game, n, text",
    "member": "event, number, store",
}
"""The same of the tables that version 2 added."""


class JournalTrouble(Trouble):
    """The journal cannot be used; ``message`` says what is wrong and what to do. The file is left as it was.

    ``unreadable`` says that the file itself is the trouble (damaged, another program's, a newer version's), so that
    another file would do; ``damaged`` that it is nobody else's and can be set aside; ``passing`` that the disk is the
    trouble (full, read-only), so that waiting may help; ``taken`` that another program holds it.
    """

    def __init__(
        self,
        message: Message,
        *,
        unreadable: bool = False,
        damaged: bool = False,
        passing: bool = False,
        taken: bool = False,
    ) -> None:
        super().__init__(message)
        self.unreadable = unreadable or damaged
        self.damaged = damaged
        self.passing = passing
        self.taken = taken


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open a journal file, made anew where there is none. Raises `JournalTrouble`; then the file is untouched."""
    try:
        if not os.path.lexists(path):
            if read_only:
                raise JournalTrouble(msg("There is no journal {path} yet; play a game first.", path=path))
            create(path)
        if not read_only:
            make_private(path, *(path.with_name(path.name + ending) for ending in (*BESIDE, ".lock", ENDING)))
        if _head(path) != b"SQLite format 3\0":
            raise _damaged(path)
        log = path.with_name(path.name + "-wal")
        if os.path.lexists(log) and not log.is_file():
            raise _damaged(path)  # SQLite would wait for whoever writes into a pipe
    except (OSError, ValueError) as error:
        raise JournalTrouble(
            msg("The journal {path} cannot be opened; check its owner and permissions.", path=path),
            passing=getattr(error, "errno", None) in PASSING,
        ) from None
    db = None
    try:
        mode = "ro" if read_only else "rw"
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=2,
            check_same_thread=False,
        )
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")  # a worn byte spoils its game, not the list
        version = _check(db, path)
        if not read_only:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")  # names that were half written and dropped leave nothing
            if version < VERSION:
                _upgrade(db)
    except (JournalTrouble, sqlite3.Error, UnicodeDecodeError) as error:  # it may be named in damaged letters
        if db is not None:
            with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
                db.close()
        if isinstance(error, JournalTrouble):
            raise
        code = getattr(error, "sqlite_errorcode", 0)
        if code & 0xFF in REFUSED and code not in UNREAD:
            raise creation_trouble(path, error) from None
        raise _damaged(path) from None
    return db


@contextlib.contextmanager
def open_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """A journal file, only read inside. Raises `JournalTrouble`, also where what is asked cannot be read now."""
    with contextlib.closing(connect(path, read_only=True)) as db:
        try:
            yield db
        except sqlite3.Error:
            raise JournalTrouble(msg("The journal {path} cannot be read now; try again.", path=path)) from None


def empty_log(db: sqlite3.Connection) -> None:
    """Put what the write-ahead log has into the file, and empty it: nothing of before is left there. sqlite3.Error."""
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _head(path: Path) -> bytes:
    """The first bytes of the file. Raises `JournalTrouble` where it is no plain file, and OSError."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        if not path.is_symlink():
            raise
        text = msg("{path} is a link that leads nowhere; connect the disk or correct the link.", path=path)
        raise JournalTrouble(text, unreadable=error.errno in (errno.ENOENT, errno.ELOOP, errno.ENOTDIR)) from None
    if stat.S_ISDIR(mode):
        raise JournalTrouble(
            msg("{path} is a folder, not a journal; name a file in the settings.", path=path), unreadable=True
        )
    if not stat.S_ISREG(mode):
        text = msg("{path} is not a file; name a file in the settings.", path=path)
        raise JournalTrouble(text, unreadable=True, damaged=stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        return file.read(16)


def _damaged(path: Path) -> JournalTrouble:
    return JournalTrouble(
        msg("{path} is not a journal or it is damaged; move it away or name another in the settings.", path=path),
        damaged=True,
    )


def create(path: Path) -> None:
    """Make the file once, complete and in WAL mode, under another name, then put it in place."""
    new = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _set_aside(path)
        touch_private(new)
        with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.executescript("BEGIN;" + SCHEMA + "COMMIT;")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new.rename(path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        remove_database(new)
        raise creation_trouble(path, error) from None


def remove_database(path: Path) -> None:
    """Take a file of SQLite's away with what lies beside it, as far as the disk lets that be done. Raises nothing."""
    for ending in ("", *BESIDE):
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def creation_trouble(path: Path, error: Exception) -> JournalTrouble:
    """What to raise where a file of the journal cannot be made, or the disk does not give it."""
    return JournalTrouble(
        msg("The journal {path} cannot be made; check the folder, its permissions and the disk.", path=path),
        passing=isinstance(error, sqlite3.Error) or getattr(error, "errno", None) in PASSING,
    )


def _set_aside(path: Path) -> None:
    """What SQLite left of a journal that was moved away by itself must not be taken for part of the new one."""
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        log.rename(log.with_name(f"{log.name}.{uuid.uuid4().hex[:8]}"))


def logs_of_others(path: Path) -> list[Path]:
    """The logs that were set aside here because their journals had been moved away."""
    with contextlib.suppress(OSError):
        return sorted(path.parent.glob(f"{glob.escape(path.name)}-wal.{'[0-9a-f]' * 8}"))
    return []


def _upgrade(db: sqlite3.Connection) -> None:
    """Add the tables of events to a journal of version 1, all of them or none. Raises sqlite3.Error."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for statement in EVENTS:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {VERSION}")


def _check(db: sqlite3.Connection, path: Path) -> int:
    """The version of the file's tables, once they are found to be whole. Raises `JournalTrouble` and sqlite3.Error."""
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
    for table, columns in (COLUMNS if version < 2 else COLUMNS | SINCE_2).items():
        db.execute(f"SELECT {columns} FROM {table} LIMIT 0")
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise _damaged(path)
    return int(version)


def acquire_lock(path: Path) -> IO[str]:
    """Hold the journal for this program alone. Raises `JournalTrouble`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        lock = os.fdopen(os.open(path.with_name(path.name + ".lock"), flags, OWNER), "w")
    except (OSError, ValueError) as error:
        raise creation_trouble(path, error) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise JournalTrouble(
            msg("Another program uses the journal {path}; close it or name another in the settings.", path=path),
            taken=True,
        ) from None
    return lock


def load_into_memory(path: Path) -> sqlite3.Connection:
    """A copy of the journal ``path``, or an empty one where there is none, while the disk lets no file be written.

    The file is copied to shared memory first, because reading a journal needs to write beside it. Raises OSError where
    there is no other place, and `JournalTrouble`.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if not path.exists():
        memory.executescript(SCHEMA)
        return memory
    with tempfile.TemporaryDirectory(prefix="dvojtah-", dir=SHARED if SHARED.is_dir() else None) as folder:
        copy = Path(folder) / path.name
        for ending in ("", "-wal"):
            part = path.with_name(path.name + ending)
            if part.exists():
                shutil.copyfile(part, copy.with_name(part.name))
        with contextlib.closing(connect(copy)) as db:
            db.backup(memory)
    return memory
