"""An event's log in PostgreSQL, for several organisers at a time.

Whoever commits notifies, and whoever waits for rows listens (`device.organiser.store.listener`). Two advisory locks of
each event keep its order: one while rows get their ids, so that ids appear in the order of commits, and one while
somebody decides. Different events do not wait for each other.
"""

from __future__ import annotations

import contextlib
import uuid
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from device.organiser.store.event_clock import steady_ns
from device.organiser.store.listener import TURN_S, watch
from device.organiser.store.sql import (
    CONTACT,
    INDEXES,
    SCHEMA,
    VERSION,
    EventStore,
    StoreTrouble,
    Watch,
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
"""The advisory lock under which rows of every event get their ids. Who writes for one event shares it and has that of
the event alone; version 0.1.0 has it alone, and so has whoever reads across events."""
DECIDERS_GUARD = READERS_GUARD + 1
"""The first half of the advisory lock of who decides about an event; `READERS_GUARD` is that of who writes."""
PATIENCE_S = 10
"""Seconds to wait for a lock that another program has."""
KEEPALIVES = {"idle": 5, "interval": 2, "count": 3}
DEAD_MS = 11_000
"""After so long (seconds and tries, and ms where something waits to be confirmed) each end takes the other for gone.
Until then the server keeps the locks of a machine that is off: by default two hours."""
CHANNEL = "dvojtah"
"""PostgreSQL's channel of all events of a database; the payload is the event."""
SLOW_LOOK_S = 2.0
"""How often the log is looked at although nobody told of news: a connection may be down, or something between here and
the database (a pooler) may keep notifications back."""


class PostgresStore(EventStore):
    """A store in a PostgreSQL database, in a schema of its own; opened again by itself where the server was away."""

    _has_contacts = "SELECT 1 WHERE to_regclass('dvojtah.contact') IS NOT NULL"
    _unlock, _lock = "ALTER TABLE log DISABLE TRIGGER log_stays", "ALTER TABLE log ENABLE TRIGGER log_stays"

    def __init__(self, url: str, event: str, *, read_only: bool = False) -> None:
        import psycopg  # noqa: PLC0415 - only where there is such a database

        self._psycopg = psycopg
        self._url = url
        self._read_only = read_only
        self._decides = False
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
        dead = {f"tcp_keepalives_{name}": value for name, value in KEEPALIVES.items()} | {"tcp_user_timeout": DEAD_MS}
        options = (
            f"-c search_path=dvojtah -c client_min_messages=warning -c lock_timeout={round(1000 * PATIENCE_S)}{rights}"
            + "".join(f" -c {name}={value}" for name, value in dead.items())
        )
        try:
            return self._psycopg.connect(
                self._url,
                autocommit=True,
                options=options,
                connect_timeout=5,
                tcp_user_timeout=DEAD_MS,
                keepalives_idle=KEEPALIVES["idle"],
                keepalives_interval=KEEPALIVES["interval"],
                keepalives_count=KEEPALIVES["count"],
            )
        except (self._psycopg.Error, UnicodeError) as error:
            raise self._away(error) from None

    def _create(self) -> None:
        with self._db.transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s)", (READERS_GUARD,))
            if not self._has("store"):
                self._db.execute("CREATE SCHEMA IF NOT EXISTS dvojtah")
                serial = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
                self._db.execute(SCHEMA.format(serial=serial) + POSTGRES_ONLY)
                self._db.execute("INSERT INTO store VALUES (1, %s, %s)", (VERSION, uuid.uuid4().hex[:8]))
            for name, sql in (INDEXES | {"contact": CONTACT}).items():
                if not self._has(name):  # where somebody else owns the tables, all works without
                    with contextlib.suppress(self._psycopg.Error), self._db.transaction():
                        self._db.execute(sql)

    def _sweep(self) -> None:
        with self._trouble():
            self._db.execute("VACUUM FULL log")
            self._db.execute("VACUUM FULL contact")

    def _has(self, name: str) -> bool:
        return self._db.execute("SELECT to_regclass(%s)", (f"dvojtah.{name}",)).fetchone()[0] is not None

    def now(self) -> int:
        """Measured now and then, for this machine's own clock may say something else."""
        return steady_ns() + self._zero

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
            cursor.execute(
                "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(%s, %s), pg_notify(%s, %s)",
                (READERS_GUARD, READERS_GUARD, self._key, CHANNEL, self.event),
            )
            for sql, values in work:
                cursor.executemany(sql.replace("?", "%s"), values) if values else cursor.execute(sql)

    @property
    def _key(self) -> int:
        """The event's half of an advisory lock: the same in every program, as the signed 32 bits that it has."""
        return zlib.crc32(self.event.encode()) - (1 << 31)

    def rows_after(self, table: str, after: int) -> list[tuple[Any, ...]]:
        """Of every event, so nobody may be writing: a row with a smaller id could appear later."""
        with self._trouble(), self._db.transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s)", (READERS_GUARD,))
            return super().rows_after(table, after)

    def watch(self, on_news: Callable[[], None], look_s: float) -> Watch:
        """The commit itself tells, through a connection that listens."""
        return Watch(SLOW_LOOK_S, watch(self._commits, self.event, on_news))

    @contextlib.contextmanager
    def _commits(self) -> Iterator[Callable[[], Iterator[str]]]:
        with contextlib.closing(self._connect()) as db:
            db.execute(f"LISTEN {CHANNEL}")
            yield lambda: (notify.payload for notify in db.notifies(timeout=TURN_S, stop_after=1))

    @contextlib.contextmanager
    def deciding(self) -> Iterator[None]:
        """The database releases it where the connection ends."""
        lock = (DECIDERS_GUARD, self._key)
        with self._trouble():
            self._db.execute("SELECT pg_advisory_lock(%s, %s)", lock)
            locked, self._decides = self._db, True
        try:
            yield
        finally:
            self._decides = False
            with contextlib.suppress(self._psycopg.Error):
                locked.execute("SELECT pg_advisory_unlock(%s, %s)", lock)

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        if self._db.closed:
            if self._decides:
                raise self._away(self._psycopg.OperationalError("the lock went with the connection"))
            self._db = self._connect()
        try:
            yield
        except self._psycopg.Error as error:
            raise self._away(error) from None

    def close(self) -> None:
        """Let the connection go."""
        self._db.close()
