"""What is half written when the power goes: a word being typed, a setup half filled in. One row each, outside the log.

A row is the screen itself as JSON. It is written at most once a second, never waited for, and dropped as soon as it is
finished or left. It is stale once anything was recorded since, and says nothing then.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from device.journal import Journal
from rules.game import SECOND
from rules.loading import readable

TABLE = """CREATE TABLE IF NOT EXISTS draft (
    what TEXT PRIMARY KEY, since INTEGER NOT NULL, screen TEXT NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID"""
EVERY = SECOND
"""How often a row is written at most (ns)."""
LARGEST = 16_000
"""Letters of a row, beyond which it is none of ours."""


class _Draft(msgspec.Struct, frozen=True):
    subject: str
    since: int
    screen: Any


class Drafts:
    """The half-written things of this table. ``now`` reads the device's monotonic clock in ns.

    ``name_of`` gives the name of a screen for its row, and ``load`` its class by that name, None for a name of anything
    else; they may raise. ``subject`` is what is half written: a setup by its game's word, or the game on the table by
    its number. ``since`` is how much was on record then. All methods belong to the loop's thread.
    """

    def __init__(
        self, journal: Journal, now: Callable[[], int], name_of: Callable[[Any], str], load: Callable[[str], Any]
    ) -> None:
        self._journal = journal
        self._now = now
        self._name_of = name_of
        self._load = load
        self._waiting: _Draft | None = None
        self._kept: _Draft | None = None
        self._since: Callable[[], int] = lambda: 0
        self._next = now()

    def keep(self, subject: str, since: Callable[[], int], screen: Any) -> None:
        """``screen`` as it stands; on disk within a second, and again when more is on record (``since``)."""
        draft = _Draft(subject, since(), screen)
        self._since = since
        self._waiting = None if draft == self._kept else draft
        self.advance()

    @property
    def is_something(self) -> bool:
        """Whether something is half written."""
        return self._waiting is not None or self._kept is not None

    def drop(self) -> None:
        """Nothing is half written any more."""
        self._waiting = None
        if self._kept is not None:
            self._kept = None
            self._journal.note((TABLE, ()), ("DELETE FROM draft", ()), replaceable=True)

    def advance(self) -> int | None:
        """Write what waits, if it is time; the device time (ns) at which it will be, None where nothing waits."""
        if self._waiting is None and self._kept is not None and self._kept.since != (since := self._since()):
            self._waiting = replace(self._kept, since=since)
        if self._waiting is None:
            return None
        if self._now() < self._next:
            return self._next
        draft, self._waiting = self._waiting, None
        self._kept, self._next = draft, self._now() + EVERY
        text = msgspec.json.encode(draft.screen).decode()
        row = (draft.subject, draft.since, self._name_of(draft.screen), text)
        clear = ("DELETE FROM draft WHERE what <> ?", (draft.subject,))
        insert = ("INSERT OR REPLACE INTO draft VALUES (?, ?, ?, ?)", row)
        self._journal.note((TABLE, ()), clear, insert, replaceable=True)
        return None

    def find(self, subject: str, fresh: Callable[[int], bool], kind: type[Any]) -> Any:
        """What was half written of it, as a screen of ``kind``; None where there is nothing.

        ``fresh`` says whether nothing has happened since so much was on record.
        """
        row = self._journal.reading(lambda db: _row(db, subject))
        if row is None:
            return None
        then, name, text = row
        if not fresh(then) or len(text) > LARGEST:
            return None
        try:
            screen_class = self._load(name)
            if not (isinstance(screen_class, type) and issubclass(screen_class, kind)):
                return None
            if not getattr(screen_class, "half_written", False) or getattr(screen_class, "locked", False):
                return None
            values = _renamed(msgspec.json.decode(text), getattr(screen_class, "earlier_fields", {}))
            screen: Any = msgspec.convert(values, type=readable(screen_class))
        except Exception:
            return None
        self._kept, self._since = _Draft(subject, then, screen), lambda: then
        return screen


def _renamed(values: Any, names: Mapping[str, str]) -> Any:
    """The fields with the names that they have now: ``names`` gives them by their earlier ones (`Screen`)."""
    for earlier, name in names.items():
        *path, last = earlier.split(".")
        fields = values
        for step in path:
            fields = fields.get(step, {})
        if last in fields:
            fields[name.rpartition(".")[2]] = fields.pop(last)
    return values


def _row(db: sqlite3.Connection, subject: str) -> tuple[int, str, str] | None:
    try:
        row: tuple[int, str, str] | None = db.execute(
            "SELECT since, screen, text FROM draft WHERE what = ?", (subject,)
        ).fetchone()
    except sqlite3.Error:  # nothing was half written yet
        return None
    return row
