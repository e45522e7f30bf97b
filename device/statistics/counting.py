"""Counting the games of a journal: what the cache has is taken, the rest is folded.

The cache lies beside the journal, can be deleted at any time and is made again. One row a game, which holds while its
stamp does, a sum of all that it was counted from: the game as the journal names it, how many entries it has, and which
program counted. Whatever is damaged, of another program or of an older version is begun anew; a cache that cannot be
written is done without.
"""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from device.common.files.private import touch_private
from device.common.files.small_file import set_aside
from device.common.games.registry import SPECS
from device.common.specs.model import GameLine, Share
from device.common.version import version
from device.journal import JournalTrouble, load
from device.journal.file import BESIDE, COUNTED, open_to_read, remove_database
from device.people import declared
from device.people.directory import Declaration
from rules.loading import readable
from rules.message import Refusal
from rules.people import Person, same_spelling

NAME = COUNTED
APPLICATION = 0x44564F53
"""SQLite application id ("DVOS")."""
VERSION = 3
_DECODER = msgspec.msgpack.Decoder(readable(GameLine))


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
                touch_private(self._path)
                db = sqlite3.connect(self._path, isolation_level=None, timeout=1)
                db.execute("PRAGMA synchronous = OFF")  # lost rows are counted again
                identity = tuple(
                    db.execute(f"PRAGMA {key}").fetchone()[0] for key in ("application_id", "user_version")
                )
                if identity == (0, 0) and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    db.executescript(
                        f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
                        "CREATE TABLE line (game INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, sum INTEGER NOT NULL, "
                        "line BLOB NOT NULL) STRICT; COMMIT;"
                    )
                elif identity != (APPLICATION, VERSION):
                    raise sqlite3.DatabaseError("another program's, or another version's")
                db.execute("SELECT game, stamp, sum, line FROM line LIMIT 1")
                return db
            except (sqlite3.Error, UnicodeDecodeError) as error:
                _close(db)
                if isinstance(error, sqlite3.OperationalError) and not str(error).startswith("no such"):
                    return None  # the disk takes nothing now, or somebody else writes
                remove_database(self._path)
            except OSError:
                return None  # what lies in the way stays there
        return None

    def lines(self, stamps: Mapping[int, int]) -> dict[int, GameLine]:
        """The games whose rows hold, by number; ``stamps`` are those of all games now."""
        line_of: dict[int, GameLine] = {}
        if self._db is None:
            return line_of
        try:
            for game, stamp, total, raw in self._db.execute("SELECT game, stamp, sum, line FROM line"):
                if stamps.get(game) == stamp and zlib.crc32(raw) == total:
                    with contextlib.suppress(msgspec.MsgspecError):
                        line_of[game] = _DECODER.decode(raw)
        except (sqlite3.Error, UnicodeDecodeError, TypeError):
            _close(self._db)
            remove_database(self._path)
            self._db = self._opened()
        return line_of

    def keep(self, lines: Iterable[tuple[int, GameLine]]) -> None:
        """Keep what was counted, each with its stamp."""
        if self._db is None:
            return
        rows = [
            (line.id, stamp, zlib.crc32(raw), raw) for stamp, line in lines for raw in (msgspec.msgpack.encode(line),)
        ]
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany("INSERT OR REPLACE INTO line VALUES (?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
                _close(self._db)  # another user's, who looked from a shell: the folder is ours, so it can be begun anew
                remove_database(self._path)
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


T = TypeVar("T")
BATCH = 50
"""Games that are folded between two looks at the screen."""


class JournalReader(Protocol):
    """Reads an open journal (`device.journal.Journal.reading`)."""

    def __call__(self, read: Callable[[sqlite3.Connection], T], /) -> T:
        """What ``read`` finds there. It must not write."""


@dataclass(frozen=True, slots=True)
class GameLines:
    """The games that are counted, oldest first, how many there are, and the ``declarations`` about people."""

    lines: tuple[GameLine, ...] = ()
    games: int = 0
    declarations: Mapping[str, Declaration] = field(default_factory=dict)


def count_games(read: JournalReader, cache: Cache) -> Iterator[GameLines]:
    """The games, more of them each time, until all are counted. Raises sqlite3.Error where the journal is not read."""
    program = version()
    games: dict[int, tuple[str, str, int]] = {}
    for game, created, key, setup, entries in read(_games):
        stamp = zlib.crc32(f"{program}|{created}|{key}|{entries}|{setup}".encode(errors="replace"))
        games[game] = created, key, stamp
    line_of = cache.lines({game: stamp for game, (_, _, stamp) in games.items()})
    missing = [game for game in games if game not in line_of]
    declarations = read(declared.read)
    for start in range(0, len(missing) or 1, BATCH):
        new = []
        for game in missing[start : start + BATCH]:
            created, key, stamp = games[game]
            line_of[game] = line = read(partial(count_game, game=game, created=created, key=key))
            new.append((stamp, line))
        if new:
            cache.keep(new)
        yield GameLines(tuple(line_of[game] for game in games if game in line_of), len(games), declarations)


def _games(db: sqlite3.Connection) -> list[tuple[int, str, str, str, int]]:
    """Every game with its last entry's number, which says whether anything has been added, without reading entries."""
    last = "(SELECT max(n) FROM entry WHERE entry.game = game.id)"
    return db.execute(f"SELECT id, created, key, setup, coalesce({last}, 0) FROM game ORDER BY id").fetchall()


def count_game(db: sqlite3.Connection, game: int, created: str, key: str) -> GameLine:
    """One game, folded. One that cannot be read, or of which nothing is final, has no shares."""
    spec = SPECS.get(key)
    if spec is None:
        return GameLine(game, created, key)
    try:
        history, _ = load(db, game)
        shares = spec.card.load().shares(history.state)
        people = [person for person in history.game.people(history.state) if not person.left]
        counted = tuple(with_ids(share, n, people) for n, share in enumerate(shares))
        return GameLine(game, created, key, counted, history.game.variant(history.setup))
    except (JournalTrouble, Refusal):
        return GameLine(game, created, key)


def with_ids(share: Share, side: int, people: Sequence[Person]) -> Share:
    """The share of a side with the ids of its people, by their names there; of namesakes those of that side in turn."""
    names, waiting, ids = share.people or (share.name,), sorted(people, key=lambda person: person.side != side), []
    for name in names:
        person = next(
            (candidate for candidate in waiting if same_spelling(candidate.name) == same_spelling(name)), None
        )
        if person is not None:
            waiting.remove(person)
        ids.append("" if person is None else person.id or "")
    return msgspec.structs.replace(share, ids=tuple(ids)) if any(ids) else share


def count_journal(path: Path) -> GameLines:
    """Every game of a journal file, for a shell. Raises `JournalTrouble`."""
    with contextlib.closing(Cache(path.with_name(NAME))) as cache, open_to_read(path) as db:
        (last,) = deque(count_games(lambda read: read(db), cache), maxlen=1)
    return last
