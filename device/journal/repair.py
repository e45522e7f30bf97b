"""A damaged journal begun anew: what can be read of it goes into a new file, the damaged one stays beside.

The new file is made whole under another name before anything is moved, and found again by that name where the power
goes in between, so that at no moment games are in no file that the next start looks at.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from device.common.files.atomic_write import OWNER, atomic_write, sync_folder
from device.common.files.small_file import Damaged, free_name, read_bounded, set_aside, was_damaged
from device.journal.file import (
    ADD_ENTRY,
    ADD_GAME,
    BESIDE,
    JournalTrouble,
    acquire_lock,
    connect,
    create,
    creation_trouble,
)
from device.journal.reserve import ENDING
from device.journal.salvage import LARGEST, LARGEST_LOG, Row, SalvagedRows, behind, salvage
from rules.message import Message, msg

Report = Callable[[Message], None]


def open_journal(
    path: Path, report: Report | None = None, largest: int = LARGEST
) -> tuple[IO[str], sqlite3.Connection]:
    """The journal's lock and its file. Raises `JournalTrouble`; then neither is held.

    With ``report`` a damaged journal is begun anew with what can be read of its first ``largest`` bytes, and reported;
    without, it is left.
    """
    if report is not None:
        _clear(path)
    lock = acquire_lock(path)
    try:
        if report is None:
            return lock, connect(path)
        _finish(path)
        log = _log(path, largest)
        try:
            db = connect(path)
            _catch_up(path, db, log, report)
        except JournalTrouble as trouble:
            if not trouble.damaged:
                raise
            _mend(path, report, largest)
            db = connect(path)
    except JournalTrouble:
        lock.close()
        raise
    except (sqlite3.Error, UnicodeDecodeError) as error:
        lock.close()
        raise creation_trouble(path, error) from None
    return lock, db


def _clear(path: Path) -> None:
    """Set aside what lies where SQLite and the lock need a plain file, and a rollback journal, which is none of ours.

    Raises `JournalTrouble`.
    """
    for ending in (*BESIDE, ".lock", ENDING):
        beside = path.with_name(path.name + ending)
        try:
            mode = beside.lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise creation_trouble(path, error) from None
        if not stat.S_ISREG(mode) or ending == "-journal":
            with contextlib.suppress(OSError):
                set_aside(beside)


def _mend(path: Path, report: Report, largest: int) -> None:
    """Put a new journal with all that could be read in the place of a damaged one. Raises `JournalTrouble`."""
    saved = _saved(path)
    try:
        if not _whole(saved):
            _save(path, saved, largest)
        _move(path)
        saved.replace(path)
        sync_folder(path.parent)
        with contextlib.closing(sqlite3.connect(path)) as db:
            games = db.execute("SELECT count(*) FROM game").fetchone()[0]
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise creation_trouble(path, error) from None
    then = msg("Games recovered: {n}.", n=games) if games else msg("A new one is begun.")
    report(was_damaged(path, then))


def _finish(path: Path) -> None:
    """Where the power went after a damaged journal was moved and before the new one was in place: do the rest."""
    saved = _saved(path)
    if not os.path.lexists(path) and _whole(saved):
        with contextlib.suppress(OSError):
            saved.rename(path)
            sync_folder(path.parent)


def _log(path: Path, largest: int) -> bytes:
    """The write-ahead log as it is before SQLite looks at it; nothing where there is none."""
    try:
        return read_bounded(path.with_name(path.name + "-wal"), min(largest, LARGEST_LOG))
    except (FileNotFoundError, Damaged):
        return b""


def _catch_up(path: Path, db: sqlite3.Connection, log: bytes, report: Report) -> None:
    """Add what stands behind a damaged place in the write-ahead log, where SQLite ends reading it.

    ``log`` is the log as `_log` found it. What waited for the organiser behind that place is not known any more, so the
    next `Outbox.join` finds that this device belongs nowhere yet, and everything is sent anew. Raises sqlite3.Error.
    """
    if not log:
        return
    known = max(0, db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])
    at_event = db.execute("SELECT 1 FROM member").fetchone() is not None
    rows = behind(path, log, known, at_event=at_event)
    games = {row[0] for row in db.execute("SELECT id FROM game")}
    last = dict(db.execute("SELECT game, max(n) FROM entry GROUP BY game"))
    shared = {row[0] for row in db.execute("SELECT game FROM share")}
    begun = [row for game, row in sorted(rows.games.items()) if game not in games]
    more = [row for game in sorted({*games, *rows.games}) for row in rows.unbroken(game, last.get(game, 0))]
    shares = [rows.shares[game] for game in sorted(rows.shares.keys() & {*games, *rows.games} - shared)]
    if not begun and not more and not shares:
        return
    with contextlib.suppress(OSError):
        copy = path.with_name(path.name + "-wal")
        atomic_write(copy.with_name(copy.name + ".copy"), log, OWNER)
        copy.with_name(copy.name + ".copy").rename(free_name(copy))
    _insert(db, begun, more, shares)
    report(msg("{file} was damaged; the newest entries were recovered.", file=path.name))


def _saved(path: Path) -> Path:
    return path.with_name(f".{path.name}.saved")


def _whole(path: Path) -> bool:
    """Whether a new file was made to its end before the power went."""
    if not path.is_file():
        return False
    try:
        connect(path, read_only=True).close()
    except JournalTrouble:
        return False
    return True


def _save(path: Path, saved: Path, largest: int) -> None:
    """Make the new file. Raises OSError, sqlite3.Error and `JournalTrouble`.

    A game is kept to the first entry that is missing: what came after cannot be folded. One that is not kept whole no
    longer belongs to an event, for the organiser knows it better than this device.
    """
    rows = salvage(path, largest) if stat.S_ISREG(path.lstat().st_mode) else SalvagedRows()
    entries = [row for game in sorted(rows.games) for row in rows.unbroken(game)]
    lost = [
        game
        for game in sorted(rows.games.keys() | rows.entries.keys())
        if game not in rows.games or not rows.whole(game)
    ]
    shares = [row for game, row in sorted(rows.shares.items()) if game in rows.games and game not in lost]
    building = saved.with_name(saved.name + ".new")
    for file in (saved, building):
        for ending in ("", *BESIDE):
            file.with_name(file.name + ending).unlink(missing_ok=True)
    create(building)
    with contextlib.closing(sqlite3.connect(building, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = FULL")
        _insert(db, list(rows.games.values()), entries, shares)
        if rows.heartbeat is not None and rows.heartbeat[0] in rows.games:
            db.execute("INSERT INTO heartbeat VALUES (1, ?, ?)", rows.heartbeat)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    building.rename(saved)
    sync_folder(saved.parent)


def _insert(db: sqlite3.Connection, games: list[Row], entries: list[Row], shares: Sequence[Row] = ()) -> None:
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.executemany(ADD_GAME, games)
        db.executemany(ADD_ENTRY, entries)
        db.executemany("INSERT INTO share VALUES (?, ?, ?, ?)", shares)
        db.execute("DELETE FROM member")


def _move(path: Path) -> None:
    """Set the damaged journal aside with what belongs to it. Raises OSError."""
    beside = free_name(path)
    for ending in BESIDE:
        part = path.with_name(path.name + ending)
        if ending == "-shm" or (part.is_file() and not part.stat().st_size):
            part.unlink(missing_ok=True)  # made anew from the log, or holds nothing
        elif os.path.lexists(part):
            part.rename(free_name(part))
    path.rename(beside)
