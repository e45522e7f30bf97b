"""The rows of a database, in SQLite: what is committed, and what a transaction sees.

A transaction is the list of its statements, run anew on what is committed each time that it looks (READ COMMITTED), so
any number of them may be open at once. Ids come from sequences when a statement is run first: neither a rollback nor a
row that was there already gives its id back, and who commits first may have the larger one.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tools.world.postgresql.messages import DatabaseError

Values = tuple[tuple[Any, ...], ...] | None
APPEND_ONLY = "the log is append only"
IDENTITY = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
PARTS = re.compile(r"(?:\$\$.*?\$\$|'[^']*'|[^;'$])+", re.DOTALL)
"""The statements of a text, which may have bodies of functions within."""
WRITES = re.compile(r"(INSERT|UPDATE|DELETE|CREATE \w+|ALTER TABLE)\b", re.IGNORECASE)
TRIGGER = re.compile(r"CREATE TRIGGER (\w+) BEFORE UPDATE OR DELETE OR TRUNCATE ON (\w+)")
ALTER = re.compile(r"ALTER TABLE (\w+) (ENABLE|DISABLE) TRIGGER (\w+)")
INSERT = re.compile(r"INSERT INTO (\w+) \(")
WITHOUT_ROWS = re.compile(r"(CREATE SCHEMA|CREATE FUNCTION|VACUUM)\b", re.IGNORECASE)
REGCLASS = re.compile(r"to_regclass\(([^)]*)\)")
MICROSECONDS = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
LIMIT = 1 << 63
"""Of a bigint."""
STATES = {
    "SQLITE_CONSTRAINT_UNIQUE": "23505",
    "SQLITE_CONSTRAINT_PRIMARYKEY": "23505",
    "SQLITE_CONSTRAINT_ROWID": "23505",
    "SQLITE_CONSTRAINT_NOTNULL": "23502",
    "SQLITE_CONSTRAINT_CHECK": "23514",
    "SQLITE_CONSTRAINT_TRIGGER": "P0001",
}
"""By SQLite's name of an error, PostgreSQL's SQLSTATE."""


class Statement(NamedTuple):
    """A statement in SQLite's words, with the values for each time it is run."""

    sql: str
    values: Values


class Step(NamedTuple):
    """A statement before it is run: ``writes`` names what a read-only transaction refuses; ``ids`` is the table whose
    sequence its rows get their ids from."""

    sql: str
    writes: str = ""
    ids: str = ""


@functools.cache
def steps(sql: str) -> tuple[Step, ...]:
    """PostgreSQL's ``sql`` in SQLite's words."""
    return tuple(itertools.chain.from_iterable(_translated(part.strip()) for part in PARTS.findall(sql)))


def _translated(sql: str) -> Iterator[Step]:
    if not sql:
        return
    match = WRITES.match(sql)
    writes = "" if match is None else match[1].upper()
    if WITHOUT_ROWS.match(sql):
        yield Step("", writes)
    elif trigger := TRIGGER.match(sql):
        yield from (Step(text, writes) for text in _guards(trigger[1], trigger[2]))
    elif alter := ALTER.match(sql):
        table, change, name = alter.groups()
        texts = _guards(name, table) if change == "ENABLE" else [f"DROP TRIGGER {name}_{act}" for act in GUARDED]
        yield from (Step(text, writes) for text in texts)
    else:
        text = sql.replace("%s", "?")
        text = text.replace(IDENTITY, "INTEGER PRIMARY KEY").replace(MICROSECONDS, "clock_microseconds()")
        text = REGCLASS.sub(r"(SELECT name FROM sqlite_master WHERE 'dvojtah.' || name = \1)", text)
        text = re.sub(r"(?<!')\bdvojtah\.", "", text)
        yield Step(text, writes, _table_of_ids(text))


GUARDED = ("UPDATE", "DELETE")


def _guards(name: str, table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {name}_{act} BEFORE {act} ON {table} BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"
        for act in GUARDED
    ]


def _table_of_ids(sql: str) -> str:
    insert = INSERT.match(sql)
    return insert[1] if insert is not None and insert[1] in ("log", "refusal") else ""


class Rows:
    """A database. ``micros`` is the server's clock (µs since 1970)."""

    def __init__(self, micros: Any) -> None:
        self._micros = micros
        self._ids: dict[str, int] = defaultdict(int)
        self._open()

    def _open(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA case_sensitive_like = ON")
        self._db.create_function("clock_microseconds", 0, self._micros)

    def image(self) -> bytes:
        """The committed rows, as they lie on a disk."""
        return self._db.serialize()

    def restore(self, image: bytes) -> None:
        """Go back to an image."""
        self._db.close()
        self._open()
        self._db.deserialize(image)

    def skip_ids(self, count: int) -> None:
        """Leave a gap, as a crash does: PostgreSQL notes its sequences in steps."""
        for table in self._ids:
            self._ids[table] += count

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The committed rows, as SQLite answers them, for whoever looks from outside."""
        return self._db.execute(sql, values).fetchall()

    def statement(self, step: Step, values: Values) -> Statement:
        """A step with its values, to which ids are given now. Raises `DatabaseError`."""
        if any(isinstance(value, int) and not -LIMIT <= value < LIMIT for row in values or () for value in row):
            raise DatabaseError("22003", "bigint out of range")
        if not step.ids:
            return Statement(step.sql, values)
        table, columns = step.ids, step.sql.partition("(")[2]
        if columns.startswith("id,"):
            raise DatabaseError("428C9", 'cannot insert a non-DEFAULT value into column "id"')
        sql = f"INSERT INTO {table} (id, {columns}".replace("VALUES (", "VALUES (?, ", 1)
        return Statement(sql, tuple((self._next(table), *row) for row in values or ((),)))

    def _next(self, table: str) -> int:
        self._ids[table] += 1
        return self._ids[table]

    def run(self, before: list[Statement], statement: Statement) -> list[tuple[Any, ...]] | None:
        """What a statement answers in a transaction that has run ``before``; nothing of it stays.

        Raises `DatabaseError`.
        """
        self._db.execute("SAVEPOINT look")
        try:
            for earlier in before:
                self._run(earlier)
            return self._run(statement)
        finally:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK TO look")
                self._db.execute("RELEASE look")

    def commit(self, statements: list[Statement]) -> None:
        """Keep what a transaction wrote. Raises `DatabaseError` where another one, committed since, forbids it."""
        self._db.execute("SAVEPOINT kept")
        try:
            for statement in statements:
                self._run(statement)
        except DatabaseError:
            self._db.execute("ROLLBACK TO kept")
            raise
        finally:
            self._db.execute("RELEASE kept")

    def _run(self, statement: Statement) -> list[tuple[Any, ...]] | None:
        sql, values = statement
        if not sql:
            return None
        try:
            if values is not None and len(values) != 1:
                self._db.executemany(sql, values)
                return None
            cursor = self._db.execute(sql, values[0] if values else ())
            return cursor.fetchall() if cursor.description else None
        except sqlite3.Error as error:
            raise _error(error) from None


def _error(error: sqlite3.Error) -> DatabaseError:
    """Raises `AssertionError` for a statement that is not modelled."""
    if state := STATES.get(error.sqlite_errorname):
        return DatabaseError(state, str(error))
    if missing := re.match(r"no such table: (\w+)", str(error)):
        return DatabaseError("42P01", f'relation "{missing[1]}" does not exist')
    raise AssertionError(f"not modelled: {error}")
