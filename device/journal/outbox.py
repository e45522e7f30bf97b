"""The outbox: what of the journal has not reached the organiser yet, in the journal's own file.

A row of it is written in the same transaction as the entry that it stands for, and says only which one that is; what
goes over the network is read from the journal's own tables. It is taken out once the organiser has acknowledged the
entry in its own store. A table that plays no event writes nothing here.

``share`` says which games belong to which event, and each one's own random uid; it is append only like the games
themselves. ``member`` is the event, number and store with which this device was connected last. The rows of one event
that were written in one run of the program share a random ``boot`` and are numbered by ``seq`` from 1 without a gap
(`device.common.event.wire`).
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from device.common.boots import RUN
from rules.game import Nanoseconds

if TYPE_CHECKING:
    from device.journal.writer import Journal

Statement = tuple[str, tuple[Any, ...]]
"""SQL and its values."""

CALL = -1
"""In place of an entry's number: the row is no entry; ``text`` is what it says."""

_ROW = "INSERT INTO outbox (event, boot, seq, game, n, text) VALUES (?, ?, ?, ?, ?, ?)"
_SHARE = "INSERT INTO share VALUES (?, ?, ?, ?)"
_ALL_OF_GAME = """
    INSERT INTO outbox (event, boot, seq, game, n)
    SELECT ?, ?, row_number() OVER (ORDER BY n), ?, n
    FROM (SELECT 0 AS n UNION ALL SELECT n FROM entry WHERE game = ?)
"""
_ALL_OF_EVENT = """
    INSERT INTO outbox (event, boot, seq, game, n, text)
    SELECT ?, ?, row_number() OVER (ORDER BY pos, game, n), game, n, text FROM (
        SELECT 0 AS pos, game, 0 AS n, NULL AS text FROM share WHERE event = ?
        UNION ALL SELECT 0, entry.game, entry.n, NULL FROM entry JOIN share USING (game) WHERE share.event = ?
        UNION ALL SELECT pos, game, n, text FROM outbox WHERE event = ? AND n < 0
    ) ORDER BY pos, game, n
"""
_CALLS = f"SELECT event, text FROM outbox WHERE n = {CALL}"
_WAITING = """
    SELECT o.pos, o.boot, o.seq, o.n, o.text, s.uid, s.pairing, g.created, g.setup, e.at, e.event
    FROM outbox AS o
    LEFT JOIN share AS s ON s.game = o.game
    LEFT JOIN game AS g ON o.n = 0 AND g.id = o.game
    LEFT JOIN entry AS e ON e.game = o.game AND e.n = o.n
    WHERE o.event = ? AND o.pos > ? ORDER BY o.pos LIMIT ?
"""


class OutboxRow(msgspec.Struct, frozen=True):
    """A row that is to be sent: its place in the outbox, its id, and what it stands for.

    A game begun: ``n`` 0 with ``setup``, ``created`` and ``pairing``; an entry: ``n`` from 1 with ``at`` and ``event``;
    anything else: ``n`` is `CALL` and ``text`` says it. ``uid`` is the game's.
    """

    pos: int
    boot: str
    seq: int
    n: int
    text: str | None
    uid: str | None
    pairing: str | None
    created: str | None
    setup: str | None
    at: Nanoseconds | None
    event: str | None


class GameShare(msgspec.Struct, frozen=True):
    """To which event a game belongs, its uid, and the organiser's pairing for which it was begun."""

    uid: str
    event: str
    pairing: str | None


class EventMembership(msgspec.Struct, frozen=True):
    """This device at an event: which event, the table's number, and the organiser's store that it knows (or None)."""

    event: str
    number: int
    store: str | None = None


class Outbox:
    """The journal's outbox. ``on_more`` is called from the writer's thread when something was put in.

    The methods whose names end with ``statements`` say what has to be committed together with a game or an entry. Apart
    from `waiting`, `count` and `on_delivered`, which any thread may call, everything belongs to the loop's thread.
    """

    def __init__(self, journal: Journal, db: sqlite3.Connection) -> None:
        self.on_more: Callable[[], None] = lambda: None
        self._journal = journal
        self._shared: dict[int, tuple[str, str]] = {
            game: (uid, event) for game, uid, event in db.execute("SELECT game, uid, event FROM share")
        }
        row = db.execute("SELECT event, number, store FROM member").fetchone()
        self._last = EventMembership(*row) if row else None
        self.member: EventMembership | None = None
        """Which member of an event this device is; None while it plays no event."""
        self._lines: dict[str, tuple[str, int]] = {}
        self._pairing: tuple[str, str] | None = None

    # -- who speaks ------------------------------------------------------------------------------------------------

    def join(self, event: str, number: int) -> None:
        """Games that are begun from now on belong to ``event``; with another number everything is sent anew."""
        before = self._last
        same = before is not None and (before.event, before.number) == (event, number)
        self.member = before if same else EventMembership(event, number)
        if not same:
            self._remember()
            if any(shared == event for _, shared in self._shared.values()):
                self._again(event)

    def leave(self) -> None:
        """Games that are begun from now on belong to no event; what waits goes on waiting."""
        self.member = None

    def on_store(self, store: str) -> None:
        """The organiser keeps things in ``store``: with another one than before everything is sent anew."""
        if self.member is None or self.member.store == store:
            return
        known = self.member.store is not None
        self.member = EventMembership(self.member.event, self.member.number, store)
        self._remember()
        if known:
            self._again(self.member.event)

    def send_again(self) -> None:
        """Everything of the event is sent anew: the organiser lacks what was taken out."""
        if self.member is not None:
            self._again(self.member.event)

    def pair(self, pairing: str | None, kind: str = "") -> None:
        """The next game of ``kind`` is begun for that pairing of the organiser's; None: for none."""
        self._pairing = (pairing, kind) if pairing else None

    def _remember(self) -> None:
        assert self.member is not None
        now = self._last = self.member
        values = (now.event, now.number, now.store)
        self._journal.note(("INSERT OR REPLACE INTO member VALUES (1, ?, ?, ?)", values))

    # -- what is put in --------------------------------------------------------------------------------------------

    def game_statements(self, game: int, key: str) -> tuple[Statement, ...]:
        """What to commit with a new game; nothing without an event."""
        if self.member is None:
            return ()
        pairing = self._pairing[0] if self._pairing and self._pairing[1] == key else None
        self._pairing = None
        uid, event = uuid.uuid4().hex, self.member.event
        self._shared[game] = (uid, event)
        return (_SHARE, (game, uid, event, pairing)), self._row(event, game, 0)

    def entry_statements(self, game: int, n: int) -> tuple[Statement, ...]:
        """What to commit with an entry; nothing where its game belongs to no event."""
        shared = self._shared.get(game)
        return () if shared is None else (self._row(shared[1], game, n),)

    def adopted_statements(self, game: int, uid: str, event: str) -> tuple[Statement, ...]:
        """What to commit with a game that came from the organiser, who has its entries already."""
        self._shared[game] = (uid, event)
        return ((_SHARE, (game, uid, event, None)),)

    def brought_statements(self, game: int, share: GameShare | None) -> tuple[Statement, ...]:
        """What to commit with a game of this device that was kept in another file: all of it is sent (again).

        Nothing where it belongs to no event. A uid that another game has here already is not given twice: this one went
        on apart from that, and the organiser hears of both.
        """
        statements: tuple[Statement, ...] = ()
        if game not in self._shared:
            if share is None:
                return ()
            uid = share.uid if self.game(share.uid) is None else uuid.uuid4().hex
            self._shared[game] = uid, share.event
            statements = ((_SHARE, (game, uid, share.event, share.pairing)),)
        event = self._shared[game][1]
        return (*statements, (_ALL_OF_GAME, (event, self._new_boot(), game, game)))

    def bring_calls(self, calls: Sequence[tuple[str, str]]) -> None:
        """Put in what waited in another file and is no entry (event, text), unless it waits here already."""
        waiting = self._journal.reading(lambda db: db.execute(_CALLS).fetchall())
        rows = [self._row(event, None, CALL, text) for event, text in calls if (event, text) not in waiting]
        if rows:
            self._journal.note(*rows, shared=True)

    def say(self, text: str, game: int | None = None) -> None:
        """Put in something that is no entry: JSON of the wire's own. Nothing without an event."""
        if self.member is not None:
            self._journal.note(self._row(self.member.event, game, CALL, text), shared=True)

    def share(self, game: int) -> None:
        """A game that was begun before this device joined belongs to the event from now on, whole."""
        if self.member is None or game in self._shared:
            return
        uid, event = uuid.uuid4().hex, self.member.event
        self._shared[game] = (uid, event)
        rows = (event, self._new_boot(), game, game)
        self._journal.note((_SHARE, (game, uid, event, None)), (_ALL_OF_GAME, rows), shared=True)

    def _again(self, event: str) -> None:
        """Everything of an event once more, under a boot of its own; what comes after has another."""
        self._lines.pop(event, None)
        boot = self._new_boot()
        clear: Statement = ("DELETE FROM outbox WHERE event = ? AND boot <> ?", (event, boot))
        self._journal.note((_ALL_OF_EVENT, (event, boot, event, event, event)), clear, shared=True)

    def _row(self, event: str, game: int | None, n: int, text: str | None = None) -> Statement:
        boot, seq = self._lines.get(event) or (self._new_boot(), 1)
        self._lines[event] = boot, seq + 1
        return _ROW, (event, boot, seq, game, n, text)

    def _new_boot(self) -> str:
        """A boot of this run: it begins like the run's own, so that the organiser knows which device speaks."""
        return self._journal.boot[:RUN] + uuid.uuid4().hex[RUN:]

    # -- what is read and taken out --------------------------------------------------------------------------------

    def uid(self, game: int | None) -> str | None:
        """The uid of a game that belongs to the event of this device; None for any other."""
        shared = self._shared.get(game) if game is not None else None
        return shared[0] if shared and self.member and shared[1] == self.member.event else None

    def is_shared(self, game: int) -> bool:
        """Whether a game belongs to an event, this device's own or an earlier one."""
        return game in self._shared

    def game(self, uid: str) -> int | None:
        """The game with that uid on this device."""
        return next((game for game, (known, _) in self._shared.items() if known == uid), None)

    def waiting(self, event: str, after: int, most: int) -> list[OutboxRow]:
        """The rows of an event behind place ``after``, at most ``most`` of them."""
        rows = self._journal.reading(lambda db: db.execute(_WAITING, (event, after, most)).fetchall())
        return [OutboxRow(*row) for row in rows]

    def count(self, event: str) -> int:
        """How many rows of an event are in the outbox."""
        sql = "SELECT count(*) FROM outbox WHERE event = ?"
        return int(self._journal.reading(lambda db: db.execute(sql, (event,)).fetchone()[0]))

    def on_delivered(self, event: str, boot: str, seq: int) -> None:
        """The organiser has everything of ``boot`` through ``seq``."""
        sql = "DELETE FROM outbox WHERE event = ? AND boot = ? AND seq <= ?"
        self._journal.note((sql, (event, boot, seq)), deferrable=True)
