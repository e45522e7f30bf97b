"""The organiser's store: one log of everything that was heard and decided at an event, append only.

SQLite or PostgreSQL behind one handle. A table's row is kept under its idempotent id (event, table, boot, seq): the
same row twice is one row. What the desk decides, and who is connected, are rows too, so that every reader (board, desk,
announcer, export) folds the same log from its beginning, or from where it stopped: ``id`` grows with every row, and a
reader that has seen ``id`` has seen everything before it, whoever wrote it.
"""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from device.organiser.event_clock import steady_ns
from device.organiser.rows import check
from rules.message import Message, msg

APPLICATION = 0x44564F4F
"""SQLite application id of an organiser's store ("DVOO")."""
VERSION = 1
DESK = ""
"""The table of rows that the organiser wrote."""
PAGE = 5000
"""Rows a reader takes at once."""
PATIENCE_S = 10
"""Seconds to wait for another program that writes into the same file."""
SAMPLE = 200
"""Bytes of a refused message that the log keeps."""
MEASURED_AGAIN_NS = 20 * 10**9
"""After how long (ns) the clock of a database's machine is looked at again."""
READERS_GUARD = 0x44564F
"""PostgreSQL's advisory lock under which rows get their ids, so that ids appear in the order of commits."""


class Row(NamedTuple):
    """A row of the log.

    ``id`` grows with every row. ``table``, ``boot`` and ``seq`` are the id its sender gave it (`DESK` for the
    organiser's own), ``kind`` says what ``body`` (JSON) is, ``game`` and ``n`` name an entry of a game, ``at`` its game
    time in ns. ``heard`` is the event's clock in ns: a label, and what tells how long a table is silent.
    """

    id: int
    table: str
    boot: str
    seq: int
    kind: str
    game: str
    n: int
    at: int
    heard: int
    body: str


class Refused(NamedTuple):
    """A message that was not taken: when, where it came in, why, its size in bytes and its beginning."""

    heard: int
    topic: str
    reason: str
    size: int
    sample: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How the ids of one table's boot are filled: ``high`` ends an unbroken run from 1, ``beyond`` are the rest."""

    high: int
    beyond: frozenset[int]


class StoreTrouble(Exception):
    """The store cannot be used; ``message`` says what is wrong and what to do.

    ``passing``: waiting may help (a full disk, a database that is away). ``reason`` is what the database itself says,
    in its own words: it is for the log, and is part of the exception's text alone.
    """

    def __init__(self, message: Message, *, passing: bool = False, reason: str = "") -> None:
        self.message = message
        self.passing = passing
        super().__init__(f"{message} ({reason})" if reason else str(message))


class Store(Protocol):
    """One event's rows in one database. A handle belongs to one thread."""

    nonce: str
    """Names this store, so that a reader's place in another one is not taken for a place here."""

    def append(self, rows: Sequence[Row], refused: Sequence[Refused] = ()) -> None:
        """Keep rows, and what was refused, in one commit. Ids are given here; a row whose own id (table, boot, seq) is
        kept already is passed over. Raises `StoreTrouble`, and `Unreadable` where one of the rows could not be read by
        those who fold the log; then nothing of it is kept.
        """

    def since(self, id: int, limit: int = PAGE) -> list[Row]:
        """The rows after ``id``, oldest first. Raises `StoreTrouble`."""

    def bodies(self, table: str, boot: str, seqs: Sequence[int]) -> dict[int, str]:
        """What is kept under these ids. Raises `StoreTrouble`."""

    def counts(self) -> dict[tuple[str, str], Counts]:
        """For each (table, boot) which ids are kept. Raises `StoreTrouble`."""

    def refusals(self, limit: int = 100) -> list[Refused]:
        """The refused messages, newest first. Raises `StoreTrouble`."""

    def events(self) -> list[str]:
        """The events there are, this one or not. Raises `StoreTrouble`."""

    def now(self) -> int:
        """The wall clock (ns) of the machine that the database is on: the same for every program that opens it."""

    def close(self) -> None:
        """Let the database go."""


SCHEMA = """
CREATE TABLE store (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL, nonce TEXT NOT NULL);
CREATE TABLE log (
    id {serial}, event TEXT NOT NULL, tbl TEXT NOT NULL, boot TEXT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL,
    game TEXT NOT NULL, n BIGINT NOT NULL, at BIGINT NOT NULL, heard BIGINT NOT NULL, body TEXT NOT NULL,
    UNIQUE (event, tbl, boot, seq)
);
CREATE TABLE refusal (
    id {serial}, event TEXT NOT NULL, heard BIGINT NOT NULL, topic TEXT NOT NULL, reason TEXT NOT NULL,
    size BIGINT NOT NULL, sample TEXT NOT NULL
);
"""
SQLITE_ONLY = f"""
PRAGMA application_id = {APPLICATION};
CREATE TRIGGER log_stays BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER log_kept BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
"""
POSTGRES_ONLY = """
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the log is append only'; END $$;
CREATE TRIGGER log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON log EXECUTE FUNCTION append_only();
"""
INDEXES = {
    "log_of_event": "CREATE INDEX log_of_event ON log (event, id)",
    "refusal_of_event": "CREATE INDEX refusal_of_event ON refusal (event, id)",
}
"""What makes a look at the newest rows of an event cheap however long the log is. Stores of version 0.1.0 get them when
a program that writes opens them."""
COLUMNS = "tbl, boot, seq, kind, game, n, at, heard, body"
APPEND = (
    f"INSERT INTO log (event, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (event, tbl, boot, seq) DO NOTHING"
)
REFUSE = "INSERT INTO refusal (event, heard, topic, reason, size, sample) VALUES (?, ?, ?, ?, ?, ?)"
SINCE = f"SELECT id, {COLUMNS} FROM log WHERE id > ? AND event = ? ORDER BY id LIMIT ?"
BODIES = "SELECT seq, body FROM log WHERE event = ? AND tbl = ? AND boot = ? AND seq BETWEEN ? AND ?"
SEQS = "SELECT tbl, boot, seq FROM log WHERE event = ? ORDER BY tbl, boot, seq"
PLAIN = SINCE.replace("FROM log", "FROM log NOT INDEXED")
"""The same for a store that is only read and has not got the index: SQLite would sort the whole event at every look."""
REFUSALS = "SELECT heard, topic, reason, size, sample FROM refusal WHERE event = ? ORDER BY id DESC LIMIT ?"


def open_store(url: str, event: str, *, read_only: bool = False) -> Store:
    """The store at ``url``: ``postgresql://…``, or the path of an SQLite file, made where there is none.

    Through a ``read_only`` handle the database itself refuses every write. Raises `StoreTrouble`.
    """
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresStore(url, event, read_only=read_only)
    return SqliteStore(Path(url.removeprefix("sqlite://")).expanduser(), event, read_only=read_only)


def events_in(url: str) -> list[str]:
    """The events that the store at ``url`` knows. Raises `StoreTrouble`."""
    store = open_store(url, "", read_only=True)
    try:
        return store.events()
    finally:
        store.close()


class _Sql(ABC):
    """What both databases have in common: the statements, and how their answers are read."""

    event: str
    nonce: str
    _since = SINCE

    @abstractmethod
    def _run(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows that a statement answers with."""

    @abstractmethod
    def _write(self, work: Sequence[tuple[str, Sequence[Sequence[Any]]]]) -> None:
        """Statements, each with the values it is run with, all of them in one transaction."""

    def append(self, rows: Sequence[Row], refused: Sequence[Refused] = ()) -> None:
        """`Store.append`."""
        for row in rows:
            check(row)
        work: list[tuple[str, Sequence[Sequence[Any]]]] = []
        if rows:
            work.append((APPEND, [(self.event, *row[1:]) for row in rows]))
        if refused:
            work.append((REFUSE, [(self.event, *_printable(one)) for one in refused]))
        if work:
            self._write(work)

    def since(self, id: int, limit: int = PAGE) -> list[Row]:
        """`Store.since`."""
        return [Row(*found) for found in self._run(self._since, (id, self.event, limit))]

    def bodies(self, table: str, boot: str, seqs: Sequence[int]) -> dict[int, str]:
        """`Store.bodies`."""
        if not seqs:
            return {}
        wanted = set(seqs)
        found = self._run(BODIES, (self.event, table, boot, min(wanted), max(wanted)))
        return {seq: body for seq, body in found if seq in wanted}

    def counts(self) -> dict[tuple[str, str], Counts]:
        """`Store.counts`."""
        found: dict[tuple[str, str], tuple[int, set[int]]] = {}
        for table, boot, seq in self._run(SEQS, (self.event,)):
            high, beyond = found.get((table, boot), (0, set()))
            if seq == high + 1:
                high = seq
            else:
                beyond.add(seq)
            found[table, boot] = (high, beyond)
        return {key: Counts(high, frozenset(beyond)) for key, (high, beyond) in found.items()}

    def refusals(self, limit: int = 100) -> list[Refused]:
        """`Store.refusals`."""
        return [Refused(*found) for found in self._run(REFUSALS, (self.event, limit))]

    def events(self) -> list[str]:
        """`Store.events`."""
        return [found[0] for found in self._run("SELECT DISTINCT event FROM log ORDER BY event", ())]


def _printable(refused: Refused) -> Refused:
    """What somebody sent, as a database takes it: no byte zero, and no more than a beginning."""
    clean = [text.replace("\0", "␀")[:SAMPLE] for text in (refused.topic, refused.reason, refused.sample)]
    return refused._replace(topic=clean[0], reason=clean[1], sample=clean[2])


class SqliteStore(_Sql):
    """A store in one SQLite file: WAL, ``synchronous=FULL``."""

    def __init__(self, path: Path, event: str, *, read_only: bool = False) -> None:
        self.path = path
        self.event = event
        try:
            if not path.exists():
                if read_only:
                    raise StoreTrouble(msg("There is no store {path} yet; start the organiser first.", path=path))
                _create(path)
            if not path.is_file():
                raise OSError(errno.EINVAL, "no plain file")  # SQLite would wait for whoever writes into a pipe
            mode = "ro" if read_only else "rw"
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                timeout=PATIENCE_S,
                check_same_thread=False,
            )
            if self._db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                self._db.close()
                raise StoreTrouble(msg("{path} belongs to another program; name another store.", path=path))
            self._db.execute("PRAGMA query_only = ON" if read_only else "PRAGMA synchronous = FULL")
            version, self.nonce = self._db.execute("SELECT version, nonce FROM store").fetchone()
            if not read_only:
                self._index()
            self._since = SINCE if "log_of_event" in self._indexes() else PLAIN
        except (OSError, sqlite3.Error, UnicodeDecodeError, TypeError) as error:
            raise _unopened(path, error) from None
        _check(version, str(path))

    def _indexes(self) -> set[str]:
        return {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}

    def _index(self) -> None:
        """Add the indexes that an earlier version did not make. Where that fails now, all works without them."""
        with contextlib.suppress(sqlite3.Error):
            for name in INDEXES.keys() - self._indexes():
                self._db.execute(INDEXES[name].replace("INDEX", "INDEX IF NOT EXISTS", 1))

    def now(self) -> int:
        """`Store.now`: the file is on this machine."""
        return time.time_ns()

    def _run(self, sql: str, values: Sequence[Any]) -> list[Any]:
        with self._trouble():
            return self._db.execute(sql, values).fetchall()

    def _write(self, work: Sequence[tuple[str, Sequence[Sequence[Any]]]]) -> None:
        with self._trouble():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for sql, values in work:
                    self._db.executemany(sql, values)
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreTrouble(_why(error), passing=True, reason=str(error)) from None

    def close(self) -> None:
        """`Store.close`."""
        self._db.close()


def _why(error: sqlite3.Error) -> Message:
    """Why SQLite takes or gives nothing, with what to do."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return msg("The store takes nothing now: the disk is full.")
        case sqlite3.SQLITE_READONLY:
            return msg("The store takes nothing now: its file or its disk is read-only.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return msg("The store takes nothing now: another program keeps it to itself; end that one.")
        case sqlite3.SQLITE_IOERR:
            return msg("The store takes or gives nothing now: the disk is full, damaged or gone.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return msg("The store is damaged; move it away and start again: the tables send what they have once more.")
        case _:
            code = getattr(error, "sqlite_errorname", "?")
            return msg("The store takes or gives nothing now ({code}); look at the disk.", code=code)


def _unopened(path: Path, error: Exception) -> StoreTrouble:
    """What to say of a file that is no store, or one that is damaged (its own words may be, too)."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    named = code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)
    if path.is_file() and (named or not isinstance(error, OSError | sqlite3.Error)):
        return StoreTrouble(
            msg(
                "The store {path} is damaged; move it away and start again: the tables send what they have once more.",
                path=path,
            )
        )
    return StoreTrouble(
        msg("The store {path} cannot be opened; look at the folder, its rights and the disk.", path=path)
    )


def _create(path: Path) -> None:
    """Make the file whole under another name, then put it in place: nobody sees half a store."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}")
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript("BEGIN;" + SCHEMA.format(serial="INTEGER PRIMARY KEY AUTOINCREMENT") + SQLITE_ONLY + "COMMIT;")
        for index in INDEXES.values():
            db.execute(index)
        db.execute("INSERT INTO store VALUES (1, ?, ?)", (VERSION, uuid.uuid4().hex[:8]))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    new.rename(path)


class PostgresStore(_Sql):
    """A store in a PostgreSQL database, in a schema of its own; opened again by itself where the server was away."""

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
        _check(version, self._where)

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
            if self._db.execute("SELECT to_regclass('dvojtah.store')").fetchone()[0] is not None:
                self._index()
                return
            self._db.execute("CREATE SCHEMA IF NOT EXISTS dvojtah")
            self._db.execute(SCHEMA.format(serial="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY") + POSTGRES_ONLY)
            self._db.execute("INSERT INTO store VALUES (1, %s, %s)", (VERSION, uuid.uuid4().hex[:8]))
            self._index()

    def _index(self) -> None:
        """Add the indexes that are missing. Where somebody else owns the tables, all works without them."""
        for name, sql in INDEXES.items():
            if self._db.execute("SELECT to_regclass(%s)", (f"dvojtah.{name}",)).fetchone()[0] is None:
                with contextlib.suppress(self._psycopg.Error), self._db.transaction():
                    self._db.execute(sql)

    def now(self) -> int:
        """`Store.now`: measured now and then, for this machine's own clock may say something else."""
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
            return self._db.execute(sql.replace("?", "%s"), values).fetchall()  # type: ignore[no-any-return]

    def _write(self, work: Sequence[tuple[str, Sequence[Sequence[Any]]]]) -> None:
        with self._trouble(), self._db.transaction(), self._db.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (READERS_GUARD,))
            for sql, values in work:
                cursor.executemany(sql.replace("?", "%s"), values)

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        if self._db.closed:
            self._db = self._connect()
        try:
            yield
        except self._psycopg.Error as error:
            raise self._away(error) from None

    def close(self) -> None:
        """`Store.close`."""
        self._db.close()


def _check(version: int, path: str) -> None:
    if version > VERSION:
        raise StoreTrouble(msg("The store {path} was made by a newer version; update this machine.", path=path))


def everything(store: Store, after: int = 0) -> Iterable[Row]:
    """Every row of the log after ``after``, a page at a time."""
    while page := store.since(after):
        yield from page
        after = page[-1].id
