"""Which game is which on two devices: their numbers differ, what was written at the beginning does not."""

from __future__ import annotations

import sqlite3

Key = tuple[str, str, str]
"""When a game was begun, its word, and the boot of the device that began it."""


def identities(db: sqlite3.Connection) -> dict[Key, list[int]]:
    """The games of an open journal by what they are known by, with their numbers. Raises sqlite3.Error.

    Names are no part of that, for somebody may have been erased on one of two devices. Several games have one key where
    they were begun in the same second, or went on apart; their entries tell them from each other.
    """
    found: dict[Key, list[int]] = {}
    for number, created, key, boot in db.execute("SELECT id, created, key, boot FROM game ORDER BY id"):
        found.setdefault((created, key, boot), []).append(number)
    return found
