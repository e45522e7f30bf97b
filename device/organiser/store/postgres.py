"""An event's log in PostgreSQL, for several desks at a time."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from device.organiser.store.event_clock import steady_ns
from device.organiser.store.sql import (
    CONTACT,
    INDEXES,
    SCHEMA,
    VERSION,
    EventStore,
    StoreTrouble,
    Work,
    check_version,
)
from rules.message import msg

MEASURED_AGAIN_NS = 20 * 10**9
"""After how long (ns) the clock of a database's machine is looked at again."""
POSTGRES_ONLY = """
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the log is append only'; END $$;
CREATE TRIGGER log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON log EXECUTE FUNCTION append_only();
"""
READERS_GUARD = 0x44564F
"""PostgreSQL's advisory lock under which rows get their ids, so that ids appear in the order of commits."""


class PostgresStore(EventStore):
    """A store in a PostgreSQL database, in a schema of its own; opened again by itself where the server was away."""

    _has_contacts = "SELECT 1 WHERE to_regclass('dvojtah.contact') IS NOT NULL"
    _unlock, _lock = "ALTER TABLE log DISABLE TRIGGER log_stays", "ALTER TABLE log ENABLE TRIGGER log_stays"

    def __init__(self, url: str, event: str, *, read_only: bool = False) -> None:
        import psycopg  # noqa: PLC0415 - only where there is such a database

        self._psycopg = psycopg
        self._url = url
        self._read_only = read_only
        self.event = event
        self._db = self._connect()
        try:
            if not read_only:
                self._create()
            self._measure()
            with self._db.transaction():
                version, self.nonce = self._db.execute("SELECT version, nonce FROM store").fetchone()
        except psycopg.errors.UndefinedTable:
            raise StoreTrouble(
                msg("There is no store {path} yet; start the organiser first.", path=self._where)
            ) from None
        except psycopg.Error as error:
            raise self._away(error) from None
        check_version(version, self._where)

    @property
    def _where(self) -> str:
        """The address without what is secret in it."""
        return self._url.rpartition("@")[2].removeprefix("postgresql://")

    def _away(self, error: Exception) -> StoreTrouble:
        reason = str(error).strip().split("\n")[0]
        text = msg("The database {path} cannot be reached, or it lets nobody in.", path=self._where)
        match getattr(error, "sqlstate", None) or "":
            case "53100":
                text = msg("The database {path} takes nothing now: its disk is full.", path=self._where)
            case "25006":
                text = msg("The database {path} takes nothing now: it is read-only.", path=self._where)
            case code if code and code[:2] not in ("08", "28", "57"):
                text = msg("The database {path} takes or gives nothing now ({code}).", path=self._where, code=code)
        return StoreTrouble(text, passing=True, reason=reason)

    def _connect(self) -> Any:
        rights = " -c default_transaction_read_only=on" if self._read_only else ""
        options = f"-c search_path=dvojtah -c client_min_messages=warning{rights}"
        try:
            return self._psycopg.connect(self._url, autocommit=True, options=options, connect_timeout=5)
        except (self._psycopg.Error, UnicodeError) as error:
            raise self._away(error) from None

    def _create(self) -> None:
        with self._db.transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s)", (READERS_GUARD,))
            if self._has("store"):
                self._add_missing()
                return
            self._db.execute("CREATE SCHEMA IF NOT EXISTS dvojtah")
            self._db.execute(SCHEMA.format(serial="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY") + POSTGRES_ONLY)
            self._db.execute("INSERT INTO store VALUES (1, %s, %s)", (VERSION, uuid.uuid4().hex[:8]))
            self._add_missing()

    def _sweep(self) -> None:
        with self._trouble():
            self._db.execute("VACUUM FULL log")
            self._db.execute("VACUUM FULL contact")

    def _has(self, name: str) -> bool:
        return self._db.execute("SELECT to_regclass(%s)", (f"dvojtah.{name}",)).fetchone()[0] is not None

    def _add_missing(self) -> None:
        """Add what stores of earlier versions lack. Where somebody else owns the tables, all works without."""
        for name, sql in (INDEXES | {"contact": CONTACT}).items():
            if not self._has(name):
                with contextlib.suppress(self._psycopg.Error), self._db.transaction():
                    self._db.execute(sql)

    def now(self) -> int:
        """Measured now and then, for this machine's own clock may say something else."""
        return steady_ns() + self._zero

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Callable[[str], Iterator[Any]]]:
        """What asks for rows within it: all that it gives stood there at one moment. Raises `StoreTrouble`."""
        with self._trouble(), self._db.transaction():
            self._db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")

            def rows_of(sql: str) -> Iterator[Any]:
                with self._db.cursor(name="copying") as cursor:
                    yield from cursor.execute(sql)

            yield rows_of

    def _measure(self) -> None:
        before = steady_ns()
        micros = self._db.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint").fetchone()[0]
        self._measured = steady_ns()
        self._zero = int(micros) * 1000 - (before + self._measured) // 2

    def _run(self, sql: str, values: Sequence[Any]) -> list[Any]:
        with self._trouble():
            if steady_ns() - self._measured > MEASURED_AGAIN_NS:
                self._measure()
            rows: list[Any] = self._db.execute(sql.replace("?", "%s"), values).fetchall()
            return rows

    def _write(self, work: Work) -> None:
        with self._trouble(), self._db.transaction(), self._db.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (READERS_GUARD,))
            for sql, values in work:
                cursor.executemany(sql.replace("?", "%s"), values) if values else cursor.execute(sql)

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        if self._db.closed:
            self._db = self._connect()
        try:
            yield
        except self._psycopg.Error as error:
            raise self._away(error) from None

    def close(self) -> None:
        """Let the connection go."""
        self._db.close()
