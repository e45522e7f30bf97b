"""The organiser's store: one log of everything that was heard and decided at an event, append only.

SQLite or PostgreSQL behind one handle. A table's row is kept under its idempotent id (event, table, boot, seq): the
same row twice is one row. What the desk decides, and who is connected, are rows too, so that every reader (board, desk,
announcer, export) folds the same log from its beginning, or from where it stopped: ``id`` grows with every row, and a
reader that has seen ``id`` has seen everything before it, whoever wrote it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import msgspec

from device.organiser.acts import decisions
from device.organiser.store.rows import ACT, LogRow, RefusedMessage, read
from rules.message import Message, msg

PAGE = 5000
"""Rows a reader takes at once."""
VERSION = 1
SAMPLE = 200
"""Bytes of a refused message that the log keeps."""
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
CONTACT = (
    "CREATE TABLE IF NOT EXISTS contact "
    "(event TEXT NOT NULL, entrant TEXT NOT NULL, said TEXT NOT NULL, PRIMARY KEY (event, entrant))"
)
"""How entrants are reached: not in the log, so that it can be deleted. Stores of earlier versions get the table when a
program that writes opens them."""
INDEXES = {
    "log_of_event": "CREATE INDEX IF NOT EXISTS log_of_event ON log (event, id)",
    "refusal_of_event": "CREATE INDEX IF NOT EXISTS refusal_of_event ON refusal (event, id)",
}
"""What makes a look at the newest rows of an event cheap however long the log is. Stores of version 0.1.0 get them when
a program that writes opens them."""
COLUMNS = "tbl, boot, seq, kind, game, n, at, heard, body"
TABLES = {
    "log": f"id, event, {COLUMNS}",
    "refusal": "id, event, heard, topic, reason, size, sample",
    "contact": "event, entrant, said",
}
"""What is copied from one store into another."""
SINCE = f"SELECT id, {COLUMNS} FROM log WHERE id > ? AND event = ? ORDER BY id LIMIT ?"
REFUSALS = "SELECT heard, topic, reason, size, sample FROM refusal WHERE event = ? ORDER BY id DESC LIMIT ?"


def insert_into(table: str, *, with_id: bool = True) -> str:
    """The statement that adds rows to a table, as `TABLES` has them, or without the ids, which the table gives."""
    columns = TABLES[table] if with_id else TABLES[table].removeprefix("id, ")
    return f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(columns.split(',')))})"


Work = Sequence[tuple[str, Sequence[Sequence[Any]]]]
"""Statements, each with the values it is run with."""


class StoreTrouble(Exception):
    """The store cannot be used; ``message`` says what is wrong and what to do.

    ``passing``: waiting may help (a full disk, a database that is away); else somebody has to put something right.
    ``reason`` is what the database itself says, in its own words: it is for the log, and is part of the exception's
    text alone.
    """

    def __init__(self, message: Message, *, passing: bool = False, reason: str = "") -> None:
        self.message = message
        self.passing = passing
        super().__init__(f"{message} ({reason})" if reason else str(message))


@dataclass(frozen=True, slots=True)
class Watch:
    """Somebody waits for new rows: they look every ``look_s`` seconds, whether they were told of one or not.

    ``close`` ends the telling.
    """

    look_s: float
    close: Callable[[], None] = lambda: None


class EventStore(ABC):
    """One event's rows in one database. A handle belongs to one thread. What reads or writes raises `StoreTrouble`."""

    event: str
    nonce: str
    """Names this store, so that a reader's place in another one is not taken for a place here."""
    _since = SINCE
    _has_contacts: str
    _unlock: str
    _lock: str
    """Between these two statements rows of the log can be changed, within one transaction."""

    @abstractmethod
    def _run(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows that a statement answers with."""

    @abstractmethod
    def _write(self, work: Work) -> None:
        """Run all of ``work`` in one transaction."""

    @abstractmethod
    def _sweep(self) -> None:
        """What was deleted is not in the files either."""

    @abstractmethod
    def now(self) -> int:
        """The wall clock (ns) of the machine that the database is on: the same for every program that opens it."""

    @abstractmethod
    def watch(self, on_news: Callable[[], None], look_s: float) -> Watch:
        """Have ``on_news`` called, from another thread, where there may be new rows of the event.

        ``look_s`` is how often (seconds) to look at a database that tells nobody.
        """

    @abstractmethod
    def deciding(self) -> AbstractContextManager[None]:
        """Nobody else decides about the event meanwhile, through this handle, another one or another program: what
        is read within stands until what it led to is written. Rows of tables are kept meanwhile as usual."""

    @abstractmethod
    def close(self) -> None:
        """Let the database go."""

    def append(self, rows: Sequence[LogRow], refused: Sequence[RefusedMessage] = ()) -> None:
        """Keep rows, and what was refused, in one commit. Ids are given here; a row whose own id (table, boot, seq) is
        kept already is passed over. Raises `UnreadableRow`, too, where one of the rows could not be read by those who
        fold the log; then nothing of it is kept.
        """
        for row in rows:
            read(row)
        work: list[tuple[str, Sequence[Sequence[Any]]]] = []
        if rows:
            insert = insert_into("log", with_id=False) + " ON CONFLICT (event, tbl, boot, seq) DO NOTHING"
            work.append((insert, [(self.event, *row[1:]) for row in rows]))
        if refused:
            insert = insert_into("refusal", with_id=False)
            work.append((insert, [(self.event, *_printable(message)) for message in refused]))
        if work:
            self._write(work)

    def since(self, id: int) -> list[LogRow]:
        """The rows after ``id``, oldest first, a page of them at most."""
        return [LogRow(*row) for row in self._run(self._since, (id, self.event, PAGE))]

    def bodies(self, table: str, boot: str, seqs: Sequence[int]) -> dict[int, str]:
        """What is kept under these ids."""
        if not seqs:
            return {}
        wanted = set(seqs)
        sql = "SELECT seq, body FROM log WHERE event = ? AND tbl = ? AND boot = ? AND seq BETWEEN ? AND ?"
        rows = self._run(sql, (self.event, table, boot, min(wanted), max(wanted)))
        return {seq: body for seq, body in rows if seq in wanted}

    def last_seqs(self) -> dict[tuple[str, str], int]:
        """For each (table, boot) the end of the unbroken run from 1 of the ids that are kept."""
        last: dict[tuple[str, str], int] = {}
        sql = "SELECT tbl, boot, seq FROM log WHERE event = ? ORDER BY tbl, boot, seq"
        for table, boot, seq in self._run(sql, (self.event,)):
            if seq == last.setdefault((table, boot), 0) + 1:
                last[table, boot] = seq
        return last

    def refusals(self, limit: int = 100) -> list[RefusedMessage]:
        """The refused messages, newest first."""
        return [RefusedMessage(*row) for row in self._run(REFUSALS, (self.event, limit))]

    def contacts(self) -> dict[str, str]:
        """How entrants are reached, by their ids: kept beside the log, for the desk alone."""
        return {entrant: contact for event, entrant, contact in self.all_contacts() if event == self.event}

    def keep_contacts(self, contacts: Mapping[str, str]) -> None:
        """Keep how entrants are reached, in place of what was kept before."""
        insert = insert_into("contact") + " ON CONFLICT (event, entrant) DO UPDATE SET said = excluded.said"
        if contacts:
            rows = [(self.event, entrant, contact) for entrant, contact in contacts.items()]
            self._write([(CONTACT, ()), (insert, rows)])

    def delete_contacts(self) -> None:
        """Delete the contacts of the event for good: those beside the log, and those that an earlier version wrote
        into it. This is the one act that changes rows of the log; all else in them stays.
        """
        self._write(self._deletion(self.event))
        self._sweep()

    def _deletion(self, event: str) -> list[tuple[str, Sequence[Sequence[Any]]]]:
        """What deletes the contacts of an event."""
        sql = "SELECT id, body FROM log WHERE event = ? AND kind = ? AND body LIKE ?"
        rows = self._run(sql, (event, ACT, '%"contact"%'))
        acts = [(id, act) for id, body in rows if isinstance(act := act_in(body), decisions.Enrolled) and act.contact]
        blank = [(decisions.encode(msgspec.structs.replace(act, contact="")), id) for id, act in acts]
        work: list[tuple[str, Sequence[Sequence[Any]]]] = [
            (CONTACT, ()),
            ("DELETE FROM contact WHERE event = ?", [(event,)]),
        ]
        if blank:
            work += [(self._unlock, ()), ("UPDATE log SET body = ? WHERE id = ?", blank), (self._lock, ())]
        return work

    def rows_after(self, table: str, after: int) -> list[tuple[Any, ...]]:
        """A page of the log or the refusals as `TABLES` has them, of every event, with ids above ``after``."""
        sql = f"SELECT {TABLES[table]} FROM {table} WHERE id > ? ORDER BY id LIMIT ?"
        return [tuple(row) for row in self._run(sql, (after, PAGE))]

    def all_contacts(self) -> list[tuple[str, str, str]]:
        """The contacts of every event, as `TABLES` has them."""
        if not self._run(self._has_contacts, ()):
            return []
        return [tuple(row) for row in self._run(f"SELECT {TABLES['contact']} FROM contact ORDER BY 1, 2", ())]

    def events(self) -> list[str]:
        """The events there are, this one or not."""
        return [event for (event,) in self._run("SELECT DISTINCT event FROM log ORDER BY event", ())]


def everything(store: EventStore, after: int = 0) -> Iterable[LogRow]:
    """Every row of the log after ``after``, a page at a time."""
    while page := store.since(after):
        yield from page
        after = page[-1].id


def _printable(refused: RefusedMessage) -> RefusedMessage:
    """What somebody sent, as a database takes it: no byte zero, and no more than a beginning."""
    clean = [text.replace("\0", "␀")[:SAMPLE] for text in (refused.topic, refused.reason, refused.sample)]
    return refused._replace(topic=clean[0], reason=clean[1], sample=clean[2])


def act_in(body: str) -> decisions.AnyAct | None:
    """The act in the body of a row; None where another version wrote one that cannot be read."""
    try:
        act: decisions.AnyAct = decisions.decode(body)
    except (msgspec.MsgspecError, ValueError):
        return None
    return act


def check_version(version: int, path: str) -> None:
    """Raises `StoreTrouble` where a newer version of this program made the store."""
    if version > VERSION:
        raise StoreTrouble(msg("The store {path} was made by a newer version; update this machine.", path=path))
