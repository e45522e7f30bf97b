"""Files in which games are kept while the journal cannot be used: beside it, in the usual place, in memory.

What lies beside the journal or in memory holds nothing else. In the usual place there may be a journal with games of
its own, so a row there says from which game on it stood in, and for which journal. Once the journal can be used again,
those games are brought into it (`device.carry.bringing.bring_back`).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from device.common.files.atomic_write import sync_folder
from device.journal.file import SHARED, remove_database
from device.journal.outbox import Statement
from device.journal.reserve import ENDING

TABLE = "CREATE TABLE IF NOT EXISTS stand_in (journal TEXT PRIMARY KEY, after INTEGER NOT NULL) STRICT"


class StandIn(NamedTuple):
    """A file that stands in for a journal. ``shared``: it is a journal itself, with games of its own."""

    path: Path
    shared: bool = False


def stand_in_beside(journal: Path) -> Path:
    """The file beside the journal."""
    return journal.with_name(f"{journal.stem}-new{journal.suffix}")


def new_in_memory(journal: Path) -> Path:
    """A new file that stands in for it until the device is switched off. Raises OSError."""
    return Path(tempfile.mkdtemp(prefix=_prefix(journal), dir=_memory())) / "journal.db"


def stand_ins(journal: Path, usual: Path) -> Iterator[StandIn]:
    """The files that stood in for the ``journal`` and are there still; ``usual`` is where journals usually lie."""
    files = [StandIn(stand_in_beside(journal)), *map(StandIn, _in_memory(journal))]
    if usual.absolute() != journal.absolute() and usual.is_file() and _is_marked(usual, journal):
        files.append(StandIn(usual, shared=True))
    return (file for file in files if file.path.is_file())


def _is_marked(usual: Path, journal: Path) -> bool:
    """Whether some of its games belong to ``journal``. It is only looked at: it may be another table's."""
    uri = f"{usual.absolute().as_uri()}?mode=ro"
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(uri, uri=True)) as db:
        return after(db, StandIn(usual, shared=True), journal) is not None
    return False


def _in_memory(journal: Path) -> Iterator[Path]:
    for folder in _memory().glob(_prefix(journal) + "*"):
        status = folder.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid():  # anybody can put something there
            yield folder / "journal.db"


def _memory() -> Path:
    return SHARED if SHARED.is_dir() else Path(tempfile.gettempdir())


def _prefix(journal: Path) -> str:
    return f"dvojtah-{hashlib.sha256(os.fsencode(journal.absolute())).hexdigest()[:12]}-"


def mark(journal: Path) -> tuple[Statement, ...]:
    """What says in the usual journal that the games begun there from now on belong to ``journal``."""
    after = "INSERT OR IGNORE INTO stand_in SELECT ?, ifnull(max(id), 0) FROM game"
    return (TABLE, ()), (after, (str(journal.absolute()),))


def after(db: sqlite3.Connection, stand_in: StandIn, journal: Path) -> int | None:
    """The number of the last game before those of an open stand-in (0: all are); None where none is."""
    if not stand_in.shared:
        return 0
    if db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'stand_in'").fetchone() is None:
        return None
    row = db.execute("SELECT after FROM stand_in WHERE journal = ?", (str(journal.absolute()),)).fetchone()
    return None if row is None else int(row[0])


def remove(stand_in: StandIn) -> None:
    """Take a stand-in of which everything is in the journal away. Raises OSError."""
    remove_database(stand_in.path)
    for ending in (".lock", ENDING):
        stand_in.path.with_name(stand_in.path.name + ending).unlink(missing_ok=True)
    if stand_in.path.parent.parent == _memory():
        with contextlib.suppress(OSError):  # something else lies in it, too
            stand_in.path.parent.rmdir()
    else:
        sync_folder(stand_in.path.parent)


def unmark(db: sqlite3.Connection, journal: Path) -> None:
    """The games that were marked are in the ``journal``. Raises sqlite3.Error."""
    db.execute("DELETE FROM stand_in WHERE journal = ?", (str(journal.absolute()),))
