"""What stands of a person beside the journal: copies of it are rewritten like itself, other files can be named.

A copy is what an update keeps as the way back, or somebody put there; it has games of this journal. It is opened as
SQLite alone, so that the version of its tables stays what it is.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

from device.journal import JournalTrouble, connect
from device.journal.file import LOCKED, UNLOCKED
from device.people import declared, erasing
from device.people.directory import Declaration, Directory
from device.people.reading import newcomers, setups
from rules.people import Person

EXPORTS = "exports"
"""Folder beside the journal with copies of games for people."""
MOST = 1000
"""Files that are looked into."""


def directory_of(db: sqlite3.Connection, said: Mapping[str, Declaration]) -> Directory:
    """Everybody in an open journal, with what was declared of them."""
    found = Directory()
    found.declare(said)
    for game, day, setup in setups(db, 0):
        found.add(game, day, setup.seats, setup.teams)
    for game, _, day, event in newcomers(db, 0):
        found.add(game, day, [Person(one.id, one.name, side) for side, one in enumerate(event.newcomers)])
    return found


def erase_from_copies(journal: Path, key: str, said: Mapping[str, Declaration]) -> None:
    """Erase the person with ``key`` from every copy that lies beside ``journal``. What cannot be written stays."""
    for path in sorted(journal.parent.glob("*.db")):
        if path.name != journal.name and path.is_file() and not path.is_symlink():
            with contextlib.suppress(OSError, sqlite3.Error, JournalTrouble):
                if _begun(journal) & _begun(path):
                    _erase(path, key, said)


def _begun(path: Path) -> set[tuple[str, str]]:
    """When and by which boot each game was begun. Raises `JournalTrouble`, of another program's file, too."""
    with contextlib.closing(connect(path, read_only=True)) as db:
        return set(db.execute("SELECT created, boot FROM game"))


def _erase(path: Path, key: str, said: Mapping[str, Declaration]) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        directory = directory_of(db, {**declared.read(db), **said})
        if (known := directory.people.get(key)) is None:
            return
        db.execute("PRAGMA secure_delete = ON")
        statements = (*erasing.erasure(db, directory, known).statements, *erasing.removal(db, key))
        db.execute("BEGIN IMMEDIATE")
        try:
            for sql, values in (*UNLOCKED, *statements, *LOCKED):
                db.execute(sql, values)
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def stands_in(path: Path, names: Iterable[str]) -> bool:
    """Whether one of ``names`` stands in a file, as UTF-8; False where it cannot be read."""
    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
        if os.fstat(file.fileno()).st_size:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return any(content.find(name.encode()) >= 0 for name in names)
    return False


def files_naming(journal: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """Files beside the journal, and copies of games for people, in which one of ``names`` stands."""
    long = [name for name in names if len(name) >= erasing.SHORTEST]
    own = {journal.name + ending for ending in ("", "-wal", "-shm")}
    found: list[Path] = []
    for folder in (journal.parent, journal.parent / EXPORTS):
        with contextlib.suppress(OSError):
            files = [one for one in sorted(folder.iterdir()) if one.is_file() and not one.is_symlink()][:MOST]
            found += [one for one in files if one.name not in own and stands_in(one, long)]
    return tuple(found)
