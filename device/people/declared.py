"""What was declared about people, and setups half filled in: rows beside the games, in the journal's own file.

Each table is made by the first statement that writes to it, so that a journal of an earlier version stays as it is
until then and can still be opened by that version; without it, nothing was declared.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping

import msgspec

from device.journal.outbox import Statement
from device.people.directory import BY_NAME, Declaration
from rules.loading import readable
from rules.people import same_name

TABLE = "CREATE TABLE IF NOT EXISTS person (key TEXT PRIMARY KEY, said TEXT NOT NULL) STRICT, WITHOUT ROWID"


NOTHING = Declaration()


MOST, LONGEST = 10_000, 1000
"""People in a stranger's journal, and characters of what it says of one, at most."""


def read(db: sqlite3.Connection) -> Mapping[str, Declaration]:
    """What was declared, by key; a row that cannot be read says nothing."""
    return _read(db, "SELECT key, said FROM person")


def read_bounded(db: sqlite3.Connection) -> Mapping[str, Declaration]:
    """The same of anybody's journal: of no more people than a club has."""
    short = f"length(key) <= {LONGEST} AND length(said) <= {LONGEST}"
    return _read(db, f"SELECT key, said FROM person WHERE {short} LIMIT {MOST}")


def _read(db: sqlite3.Connection, sql: str) -> Mapping[str, Declaration]:
    declarations: dict[str, Declaration] = {}
    try:
        rows = db.execute(sql).fetchall()
    except sqlite3.Error:  # nothing was declared yet
        return declarations
    rows.sort(key=lambda row: row[0] == current_key(row[0]))  # what was declared under today's key counts
    for key, text in rows:
        with contextlib.suppress(msgspec.MsgspecError, ValueError):
            declaration = msgspec.json.decode(text, type=readable(Declaration))
            declarations[current_key(key)] = msgspec.structs.replace(
                declaration, same_as=current_key(declaration.same_as)
            )
    return declarations


def current_key(key: str) -> str:
    """The key of somebody known by name alone as names are compared now; earlier versions had accents in it."""
    return BY_NAME + same_name(key.removeprefix(BY_NAME)) if key.startswith(BY_NAME) else key


def statements(key: str, person: Declaration) -> tuple[Statement, ...]:
    """The statements that keep what is declared of ``key``."""
    if person == NOTHING and not key.startswith(BY_NAME):  # else a row of an earlier version would count again
        return (TABLE, ()), ("DELETE FROM person WHERE key = ?", (key,))
    text = msgspec.json.encode(person).decode()
    return (TABLE, ()), ("INSERT OR REPLACE INTO person VALUES (?, ?)", (key, text))


def forget(db: sqlite3.Connection, key: str) -> tuple[Statement, ...]:
    """The statements that take out all that was declared of ``key``, under the keys of earlier versions, too."""
    rows = [row[0] for row in db.execute("SELECT key FROM person")]
    stale = [row for row in rows if current_key(row) == key]
    return tuple(("DELETE FROM person WHERE key = ?", (stale_key,)) for stale_key in stale)
