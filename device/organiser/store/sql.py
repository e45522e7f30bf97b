"""What both kinds of an event's log have in common: their tables and their statements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from device.organiser.acts import decisions
from device.organiser.store.interface import PAGE, Counts, Refused, Row, StoreTrouble
from device.organiser.store.rows import ACT, check
from rules.message import msg

APPLICATION = 0x44564F4F
"""SQLite application id of an organiser's store ("DVOO")."""


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


SQLITE_STAYS = "CREATE TRIGGER log_stays BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is append only'); END"


SQLITE_ONLY = f"""
PRAGMA application_id = {APPLICATION};
{SQLITE_STAYS};
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


CONTACTS = "SELECT entrant, said FROM contact WHERE event = ?"


KEEP_CONTACT = (
    "INSERT INTO contact (event, entrant, said) VALUES (?, ?, ?) "
    "ON CONFLICT (event, entrant) DO UPDATE SET said = excluded.said"
)


DELETE_CONTACTS = "DELETE FROM contact WHERE event = ?"


LOGGED_CONTACTS = "SELECT id, body FROM log WHERE event = ? AND kind = ? AND body LIKE ?"


WITHOUT_CONTACT = "UPDATE log SET body = ? WHERE id = ?"


class SqlStore(ABC):
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

    _contacts_there: str
    _unlock: str
    _lock: str
    """Between these two statements rows of the log can be changed, within one transaction."""

    @abstractmethod
    def _sweep(self) -> None:
        """What was deleted is not in the files either."""

    def contacts(self) -> dict[str, str]:
        """`Store.contacts`."""
        return dict(self._run(CONTACTS, (self.event,))) if self._run(self._contacts_there, ()) else {}

    def keep_contacts(self, contacts: Mapping[str, str]) -> None:
        """`Store.keep_contacts`."""
        rows = [(self.event, entrant, contact) for entrant, contact in contacts.items()]
        if rows:
            self._write([(CONTACT, ()), (KEEP_CONTACT, rows)])

    def delete_contacts(self) -> None:
        """`Store.delete_contacts`."""
        found = self._run(LOGGED_CONTACTS, (self.event, ACT, '%"contact"%'))
        blank = [(cleared, id) for id, body in found if (cleared := without_contact(body)) is not None]
        work: list[tuple[str, Sequence[Sequence[Any]]]] = [(CONTACT, ()), (DELETE_CONTACTS, [(self.event,)])]
        if blank:
            work += [(self._unlock, ()), (WITHOUT_CONTACT, blank), (self._lock, ())]
        self._write(work)
        self._sweep()

    def events(self) -> list[str]:
        """`Store.events`."""
        return [found[0] for found in self._run("SELECT DISTINCT event FROM log ORDER BY event", ())]


def _printable(refused: Refused) -> Refused:
    """What somebody sent, as a database takes it: no byte zero, and no more than a beginning."""
    clean = [text.replace("\0", "␀")[:SAMPLE] for text in (refused.topic, refused.reason, refused.sample)]
    return refused._replace(topic=clean[0], reason=clean[1], sample=clean[2])


def without_contact(body: str) -> str | None:
    """An act of an earlier version without the contact that it keeps; None where it keeps none."""
    try:
        act = decisions.decode(body)
    except (msgspec.MsgspecError, ValueError):
        return None
    if not isinstance(act, decisions.Enrolled) or not act.contact:
        return None
    return decisions.encode(msgspec.structs.replace(act, contact=""))


def check_version(version: int, path: str) -> None:
    """Raises `StoreTrouble` where a newer version of this program made the store."""
    if version > VERSION:
        raise StoreTrouble(msg("The store {path} was made by a newer version; update this machine.", path=path))
