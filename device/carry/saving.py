"""The whole journal onto a USB stick: a copy that is complete or not there.

The copy is one SQLite file without a write-ahead log, so that a stick that cannot be written gives it back, too. It is
made under another name, checked, and put in place. A file of games that this journal holds as well gives way to it; any
other stays, and the new one gets the next free name.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from pathlib import Path

from device.carry.identity import GameTooLarge, holds
from device.common.files.atomic_write import sync_folder
from device.common.files.private import touch_private
from device.common.files.usb_sticks import FOLDER, StickOutcome, failure, numbered_names
from device.journal import JournalTrouble, connect
from device.journal.file import remove_database
from rules.message import msg, msgs

NAME = "journal.db"


def save_to(root: Path, journal: Path) -> StickOutcome:
    """Write the journal into the folder on the stick at ``root``, from any thread. Never raises; takes its time.

    What its writer has not committed yet is not in it (`Journal.flush`); nothing half written is left.
    """
    folder = root / FOLDER
    new = folder / ".journal.new"
    try:
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            return StickOutcome(False, msg("On the USB stick {name} is not a folder; rename it there.", name=FOLDER))
        folder.mkdir(exist_ok=True)
        if new.is_symlink() or (new.exists() and not new.is_file()):
            return StickOutcome(False, failure(OSError(errno.EEXIST, "in the way")))
        new.unlink(missing_ok=True)
        games = copy(journal, new)
        place = next(name for name in numbered_names(folder / NAME) if replaceable(name, new))
        new.replace(place)
        sync_folder(folder)
    except StopIteration:
        remove_database(new)
        return StickOutcome(False, msg("There are too many journals on the USB stick; take another."))
    except JournalTrouble as trouble:
        remove_database(new)
        return StickOutcome(False, trouble.message)
    except (OSError, sqlite3.Error) as error:
        remove_database(new)
        return StickOutcome(False, failure(_os_error(error, folder)))
    text = msgs(
        "{n} game is on the USB stick ({file}); it can be pulled out.",
        "{n} games are on the USB stick ({file}); it can be pulled out.",
        games,
        file=f"{FOLDER}/{place.name}",
    )
    return StickOutcome(True, text, (place,))


def save_as(journal: Path, target: Path) -> int:
    """Write the journal to ``target``, which is not there yet; how many games it has. Raises OSError, `JournalTrouble`.

    Nothing half written is left.
    """
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, "there already", os.fspath(target))
    new = target.with_name(f".{target.name}.new")
    try:
        count = copy(journal, new)
        new.rename(target)
        sync_folder(target.absolute().parent)
    except sqlite3.Error as error:
        raise _os_error(error, target.parent) from None
    finally:
        remove_database(new)
    return count


def copy(journal: Path, new: Path) -> int:
    """The journal in a file of its own, on the medium itself; how many games it has.

    Raises OSError, sqlite3.Error and `JournalTrouble`.
    """
    touch_private(new)
    with (
        contextlib.closing(connect(journal, read_only=True)) as source,
        contextlib.closing(sqlite3.connect(new, isolation_level=None)) as target,
    ):
        source.backup(target)  # a snapshot: the writer goes on meanwhile
        target.execute("PRAGMA journal_mode = DELETE")
        if target.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise OSError(errno.EIO, "the copy differs")
        count = int(target.execute("SELECT count(*) FROM game").fetchone()[0])
    with new.open("rb") as file:
        os.fsync(file.fileno())
    return count


def replaceable(path: Path, new: Path) -> bool:
    """Whether the journal ``new`` may take the place: nothing is there, or a journal with nothing that is not in it."""
    if not os.path.lexists(path):
        return True
    if path.is_symlink() or not path.is_file():
        return False
    try:
        with (
            contextlib.closing(connect(new, read_only=True)) as db,
            contextlib.closing(connect(path, read_only=True)) as other,
        ):
            return holds(db, other)
    except (JournalTrouble, sqlite3.Error, GameTooLarge):
        return False


def _os_error(error: Exception, folder: Path) -> OSError:
    """What SQLite says of a disk in the words of the system."""
    if isinstance(error, OSError):
        return error
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return OSError(errno.ENOSPC, "full")
    if code == sqlite3.SQLITE_READONLY:
        return OSError(errno.EROFS, "read-only")
    if code == sqlite3.SQLITE_CANTOPEN and folder.is_dir():
        return OSError(errno.EACCES, "not allowed")
    return OSError(errno.EIO, "input or output")
