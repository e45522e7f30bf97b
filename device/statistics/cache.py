"""What was counted of each game, kept beside the journal: it can be deleted at any time and is made again.

One row a game. A row holds while its stamp does, a sum of all that it was counted from: the game as the journal names
it, how many entries it has, and which program counted. Whatever is damaged, of another program or of an older version
is begun anew; a cache that cannot be written is done without.
"""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from device.files.small_file import set_aside
from device.journal.file import COUNTED
from device.specs.model import GameLine

NAME = COUNTED
APPLICATION = 0x44564F53
"""SQLite application id ("DVOS")."""
VERSION = 2
BESIDE = ("-journal", "-wal", "-shm")
"""Endings of what SQLite keeps beside the file."""
_DECODER = msgspec.msgpack.Decoder(GameLine)


class Cache:
    """The cache file; nothing here raises."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = self._opened()

    def _opened(self) -> sqlite3.Connection | None:
        for _ in range(2):
            db = None
            try:
                if self._path.is_symlink() or (self._path.exists() and not self._path.is_file()):
                    return None
                for ending in BESIDE:
                    _check_plain(self._path.with_name(self._path.name + ending))
                db = sqlite3.connect(self._path, isolation_level=None, timeout=1, check_same_thread=False)
                db.execute("PRAGMA synchronous = OFF")  # lost rows are counted again
                found = tuple(db.execute(f"PRAGMA {key}").fetchone()[0] for key in ("application_id", "user_version"))
                if found == (0, 0) and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    db.executescript(
                        f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
                        "CREATE TABLE line (game INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, sum INTEGER NOT NULL, "
                        "line BLOB NOT NULL) STRICT; COMMIT;"
                    )
                elif found != (APPLICATION, VERSION):
                    raise sqlite3.DatabaseError("another program's, or another version's")
                db.execute("SELECT game, stamp, sum, line FROM line LIMIT 1")
                return db
            except sqlite3.OperationalError as error:
                _close(db)
                if not str(error).startswith("no such"):
                    return None  # the disk takes nothing now, or somebody else writes
                self._delete()
            except (sqlite3.Error, UnicodeDecodeError):
                _close(db)
                self._delete()
            except OSError:
                return None  # what lies in the way stays there
        return None

    def _delete(self) -> None:
        for ending in ("", *BESIDE):
            with contextlib.suppress(OSError):
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)

    def lines(self, stamps: Mapping[int, int]) -> dict[int, GameLine]:
        """The games whose rows hold, by number; ``stamps`` are those of all games now."""
        found: dict[int, GameLine] = {}
        if self._db is None:
            return found
        try:
            for game, stamp, total, raw in self._db.execute("SELECT game, stamp, sum, line FROM line"):
                if stamps.get(game) == stamp and zlib.crc32(raw) == total:
                    with contextlib.suppress(msgspec.MsgspecError):
                        found[game] = _DECODER.decode(raw)
        except (sqlite3.Error, UnicodeDecodeError, TypeError):
            _close(self._db)
            self._delete()
            self._db = self._opened()
        return found

    def keep(self, lines: Iterable[tuple[int, GameLine]]) -> None:
        """Keep what was counted, each with its stamp."""
        if self._db is None:
            return
        rows = [
            (line.id, stamp, zlib.crc32(raw), raw) for stamp, line in lines for raw in (msgspec.msgpack.encode(line),)
        ]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR REPLACE INTO line VALUES (?, ?, ?, ?)", rows)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
                _close(self._db)  # another user's, who looked from a shell: the folder is ours, so it can be begun anew
                self._delete()
                self._db = self._opened()

    def close(self) -> None:
        """Let the file go."""
        _close(self._db)
        self._db = None


def _check_plain(path: Path) -> None:
    """Set aside what is no plain file: SQLite would wait for whoever writes into a pipe. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            set_aside(path)


def _close(db: sqlite3.Connection | None) -> None:
    if db is not None:
        with contextlib.suppress(sqlite3.Error):
            db.close()
