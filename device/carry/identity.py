"""Which game is which on two devices: their numbers differ, what was written at the beginning does not."""

from __future__ import annotations

import hashlib
import sqlite3

Row = tuple[str, str, str, str]
"""When a game was begun, its word, its setup, the boot of the device that began it: the journal's own columns."""


def identity(row: Row) -> bytes:
    """What a game is known by anywhere. No two share the boot, the second and the setup."""
    return hashlib.sha256("\0".join(row).encode(errors="replace")).digest()[:16]


def identities(db: sqlite3.Connection) -> dict[bytes, list[int]]:
    """The games of an open journal by what they are known by, with their numbers. Raises sqlite3.Error."""
    found: dict[bytes, list[int]] = {}
    for number, *row in db.execute("SELECT id, created, key, setup, boot FROM game ORDER BY id"):
        created, key, setup, boot = row
        found.setdefault(identity((created, key, setup, boot)), []).append(number)
    return found
