"""Which game is which on two devices: their numbers differ, what was written at the beginning does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

Key = tuple[str, str, str]
"""When a game was begun, its word, and the boot of the device that began it."""


def identities(db: sqlite3.Connection) -> dict[Key, list[int]]:
    """The games of an open journal by what they are known by, with their numbers. Raises sqlite3.Error.

    Names are no part of that, for somebody may have been erased on one of two devices. Several games have one key where
    they were begun in the same second, or went on apart; their entries distinguish them.
    """
    numbers_of: dict[Key, list[int]] = {}
    for number, created, key, boot in db.execute("SELECT id, created, key, boot FROM game ORDER BY id"):
        numbers_of.setdefault((created, key, boot), []).append(number)
    return numbers_of


class GameTooLarge(Exception):
    """A game that no table writes: its entries are too many or too long."""


LONGEST = 1 << 20
"""Bytes of a value at most: an entry has some hundred."""
MOST = 100_000
"""Entries of a game, and games of a journal, at most: a long evening has some thousand."""
LARGEST = 16 << 20
"""Characters of all entries of a game at most."""


def limit_value_length(db: sqlite3.Connection) -> sqlite3.Connection:
    """Let SQLite give no longer value of a stranger's journal; it raises sqlite3.DataError, and reads none of it."""
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    return db


Row = tuple[Any, ...]
ENTRY = "n, at, source, source_ns, boot, wall, event"
"""The columns of an entry but for its game."""


def entries(db: sqlite3.Connection, game: int) -> list[Row]:
    """The entries of a game. Raises sqlite3.Error."""
    return db.execute(f"SELECT {ENTRY} FROM entry WHERE game = ? ORDER BY n", (game,)).fetchall()


def bounded_entries(db: sqlite3.Connection, game: int) -> list[Row]:
    """The same of a journal that is `limit_value_length`. Raises `GameTooLarge` and sqlite3.Error."""
    rows: list[Row] = []
    left = LARGEST
    try:
        for row in db.execute(f"SELECT {ENTRY} FROM entry WHERE game = ? ORDER BY n", (game,)):
            left -= sum(len(value) for value in row if isinstance(value, str | bytes))
            rows.append(row)
            if left < 0 or len(rows) > MOST:
                raise GameTooLarge
    except sqlite3.DataError:
        raise GameTooLarge from None
    return rows


def are_same(rows: Sequence[Row], others: Sequence[Row]) -> bool:
    """Whether entries are the same ones, whoever was erased from their words meanwhile."""
    return len(rows) == len(others) and all(row[:-1] == other[:-1] for row, other in zip(rows, others, strict=True))


def holds(db: sqlite3.Connection, other: sqlite3.Connection) -> bool:
    """Whether an open journal has every game of another, as far as it goes. Raises sqlite3.Error, `GameTooLarge`."""
    here = identities(db)
    for key, numbers in identities(limit_value_length(other)).items():
        mine = [entries(db, game_id) for game_id in here.get(key, ())]
        for number in numbers:
            theirs = bounded_entries(other, number)
            if not any(are_same(rows[: len(theirs)], theirs) for rows in mine):
                return False
    return True
