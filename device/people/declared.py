"""What was declared about people, and setups half filled in: rows beside the games, in the journal's own file.

Each table is made by the first statement that writes to it, so that a journal of an earlier version stays as it is
until then and can still be opened by that version; without it, nothing was declared.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import msgspec

from device.journal.outbox import Statement
from device.people.directory import Declared

TABLE = "CREATE TABLE IF NOT EXISTS person (key TEXT PRIMARY KEY, said TEXT NOT NULL) STRICT, WITHOUT ROWID"


NOTHING = Declared()


class _Row(msgspec.Struct, frozen=True, omit_defaults=True):
    forgotten: bool = False
    same_as: str = ""


def read(db: sqlite3.Connection) -> Mapping[str, Declared]:
    """What was declared, by key; a row that cannot be read says nothing."""
    found: dict[str, Declared] = {}
    try:
        rows = db.execute("SELECT key, said FROM person").fetchall()
    except sqlite3.Error:  # nothing was declared yet
        return found
    for key, text in rows:
        try:
            row = msgspec.json.decode(text, type=_Row)
        except (msgspec.MsgspecError, ValueError):
            continue
        found[key] = Declared(row.forgotten, row.same_as)
    return found


def statements(key: str, person: Declared) -> tuple[Statement, ...]:
    """The statements that keep what is declared of ``key``."""
    if person == Declared():
        return (TABLE, ()), ("DELETE FROM person WHERE key = ?", (key,))
    text = msgspec.json.encode(_Row(person.forgotten, person.same_as)).decode()
    return (TABLE, ()), ("INSERT OR REPLACE INTO person VALUES (?, ?)", (key, text))
