"""Counting the games of a journal: what the cache has is taken, the rest is folded."""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from device.journal import JournalTrouble, connect, load
from device.people import declared
from device.people.directory import Declaration
from device.registry import REPORT_SPECS
from device.specs.model import GameLine, Share
from device.statistics.cache import NAME, Cache
from device.version import version
from rules.message import Refusal, msg
from rules.people import Person, same_name

T = TypeVar("T")
BATCH = 50
"""Games that are folded between two looks at the screen."""


class JournalReader(Protocol):
    """Reads an open journal (`device.journal.Journal.reading`)."""

    def __call__(self, read: Callable[[sqlite3.Connection], T], /) -> T:
        """What ``read`` finds there. It must not write."""


@dataclass(frozen=True, slots=True)
class GameLines:
    """The games that are counted, oldest first, how many there are, and what was declared of people (``said``)."""

    lines: tuple[GameLine, ...] = ()
    games: int = 0
    said: Mapping[str, Declaration] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether all are counted."""
        return len(self.lines) == self.games


def count_games(read: JournalReader, cache: Cache) -> Iterator[GameLines]:
    """The games, more of them each time, until all are counted. Raises sqlite3.Error where the journal is not read."""
    program = version()
    games: dict[int, tuple[str, str, int]] = {}
    for game, created, key, setup, entries in read(_games):
        stamp = zlib.crc32(f"{program}|{created}|{key}|{entries}|{setup}".encode(errors="replace"))
        games[game] = created, key, stamp
    found = cache.lines({game: stamp for game, (_, _, stamp) in games.items()})
    missing = [game for game in games if game not in found]
    said = read(declared.read)
    for start in range(0, len(missing) or 1, BATCH):
        new = []
        for game in missing[start : start + BATCH]:
            created, key, stamp = games[game]
            found[game] = line = read(partial(count_game, game=game, created=created, key=key))
            new.append((stamp, line))
        if new:
            cache.keep(new)
        yield GameLines(tuple(found[game] for game in games if game in found), len(games), said)


def _games(db: sqlite3.Connection) -> list[tuple[int, str, str, str, int]]:
    """Every game with its last entry's number, which says whether anything has been added, without reading entries."""
    last = "(SELECT max(n) FROM entry WHERE entry.game = game.id)"
    return db.execute(f"SELECT id, created, key, setup, coalesce({last}, 0) FROM game ORDER BY id").fetchall()


def count_game(db: sqlite3.Connection, game: int, created: str, key: str) -> GameLine:
    """One game, folded. One that cannot be read, or of which nothing is final, has no shares."""
    spec = REPORT_SPECS.get(key)
    if spec is None or spec.statistics is None:
        return GameLine(game, created, key)
    try:
        history, _ = load(db, game)
        shares = spec.statistics.load().shares(history.state)
        people = [one for one in history.game.people(history.state) if not one.left]
        return GameLine(game, created, key, tuple(with_ids(share, n, people) for n, share in enumerate(shares)))
    except (JournalTrouble, Refusal):
        return GameLine(game, created, key)


def with_ids(share: Share, side: int, people: Sequence[Person]) -> Share:
    """The share of a side with the ids of its people, by their names there; of namesakes the one of that side."""
    names = share.people or (share.name,)
    ids = []
    for name in names:
        bearing = [one for one in people if same_name(one.name) == same_name(name)]
        here = [one for one in bearing if one.side == side] or bearing
        ids.append(here[0].id or "" if here else "")
    return msgspec.structs.replace(share, ids=tuple(ids)) if any(ids) else share


def count_journal(path: Path) -> GameLines:
    """Every game of a journal file, for a shell. Raises `JournalTrouble`."""
    cache = Cache(path.with_name(NAME))
    try:
        with contextlib.closing(connect(path, read_only=True)) as db:
            try:
                (last,) = deque(count_games(lambda read: read(db), cache), maxlen=1)
            except sqlite3.Error:
                raise JournalTrouble(msg("The journal {path} cannot be read now; try again.", path=path)) from None
            return last
    finally:
        cache.close()
