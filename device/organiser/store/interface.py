"""The organiser's store: one log of everything that was heard and decided at an event, append only.

SQLite or PostgreSQL behind one handle. A table's row is kept under its idempotent id (event, table, boot, seq): the
same row twice is one row. What the desk decides, and who is connected, are rows too, so that every reader (board, desk,
announcer, export) folds the same log from its beginning, or from where it stopped: ``id`` grows with every row, and a
reader that has seen ``id`` has seen everything before it, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rules.message import Message

DESK = ""
"""The table of rows that the organiser wrote."""
PAGE = 5000
"""Rows a reader takes at once."""


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

    ``passing``: waiting may help (a full disk, a database that is away); else somebody has to put something right.
    ``reason`` is what the database itself says,
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

    def contacts(self) -> dict[str, str]:
        """How entrants are reached, by their ids: kept beside the log, for the desk alone. Raises `StoreTrouble`."""

    def keep_contacts(self, contacts: Mapping[str, str]) -> None:
        """Keep how entrants are reached, in place of what was kept before. Raises `StoreTrouble`."""

    def delete_contacts(self) -> None:
        """Delete the contacts of the event for good: those beside the log, and those that an earlier version wrote
        into it. This is the one act that changes rows of the log; all else in them stays. Raises `StoreTrouble`.
        """

    def events(self) -> list[str]:
        """The events there are, this one or not. Raises `StoreTrouble`."""

    def now(self) -> int:
        """The wall clock (ns) of the machine that the database is on: the same for every program that opens it."""

    def close(self) -> None:
        """Let the database go."""


def everything(store: Store, after: int = 0) -> Iterable[Row]:
    """Every row of the log after ``after``, a page at a time."""
    while page := store.since(after):
        yield from page
        after = page[-1].id
