"""A small organiser for tests of a table: commits rows in order, acknowledges after that, answers about time and games.

It does what device/common/event/wire.py demands of the real one and nothing more. ``rows`` is what is committed.
"""

from __future__ import annotations

import time

import msgspec

from device.common.event import messages, wire
from device.common.event.messages import Ack, AskGame, AskTime, EntryRow, GamePart, Rows, SetupRow, Time
from device.common.event.wire import Topics


class Books:
    """What an organiser has committed: rows by (table, boot, seq), and games by their uid."""

    def __init__(self, store: str = "5a" * 8) -> None:
        self.store = store
        self.high: dict[tuple[int, str], int] = {}
        self.rows: dict[tuple[int, str, int], bytes] = {}
        self.begun: dict[str, bytes] = {}
        self.pairings: dict[str, str | None] = {}
        self.entries: dict[str, dict[int, tuple[int, bytes]]] = {}
        self.calls: list[messages.CallRow] = []
        self.conflicts: list[tuple[str, int]] = []

    def take(self, table: int, message: Rows) -> Ack:
        """Commit what follows on; how far everything of that boot is committed."""
        key = (table, message.boot)
        for seq, row in enumerate(message.rows, start=message.first):
            if seq == self.high.get(key, 0) + 1:
                self.high[key] = seq
                self.rows[(table, message.boot, seq)] = wire.encode(row)
                self._note(row)
            elif seq <= self.high.get(key, 0):
                assert self.rows[(table, message.boot, seq)] == wire.encode(row), "one id, two rows"
        return Ack(boot=message.boot, seq=self.high.get(key, 0), store=self.store)

    def _note(self, row: messages.AnyRow) -> None:
        if isinstance(row, SetupRow):
            self.begun.setdefault(row.game, bytes(row.setup))
            self.pairings.setdefault(row.game, row.pairing)
        elif isinstance(row, EntryRow):
            entry = (row.at, bytes(row.event))
            if self.entries.setdefault(row.game, {}).setdefault(row.n, entry) != entry:
                self.conflicts.append((row.game, row.n))
        else:
            self.calls.append(row)

    def part(self, ask: AskGame, most: int = 200) -> GamePart:
        """Entries of a game that is taken up."""
        entries = sorted(self.entries.get(ask.game, {}).items())
        assert [n for n, _ in entries] == list(range(1, len(entries) + 1))
        rows = tuple(
            EntryRow(game=ask.game, n=n, at=at, event=msgspec.Raw(event)) for n, (at, event) in entries if n > ask.after
        )
        return GamePart(
            boot=ask.boot,
            game=ask.game,
            setup=msgspec.Raw(self.begun[ask.game]),
            after=ask.after,
            total=len(entries),
            at=0,
            entries=rows[:most],
        )


class Desk:
    """An organiser over whatever carries messages: ``say`` sends. ``silent``: it commits, but its answers are lost."""

    def __init__(self, event, say, books: Books | None = None, now=time.time_ns) -> None:
        self.topics = Topics(event)
        self.event = event
        self.books = books or Books()
        self.clock = "c1" * 8
        self.silent = False
        self.states: dict[int, messages.TableSnapshot] = {}
        self.asked: list[AskGame] = []
        self._say = say
        self._now = now

    def heard(self, topic: str, payload: bytes) -> None:
        where, message = wire.read(self.event, topic, payload)
        if isinstance(message, messages.TableSnapshot):
            self.states[where.table] = message
        elif isinstance(message, Rows):
            self.answer(where.table, "ack", self.books.take(where.table, message))
        elif isinstance(message, AskTime):
            time_ = Time(boot=message.boot, asked=message.asked, now=self._now(), clock=self.clock)
            self.answer(where.table, "time", time_)
        elif isinstance(message, AskGame):
            self.asked.append(message)
            if not message.taken:
                self.answer(where.table, "game", self.books.part(message))

    def answer(self, table, word, message) -> None:
        if not self.silent:
            self._say(self.topics.of_desk(table, word), wire.encode(message), False)

    def order(self, table, order: messages.Order) -> None:
        self._say(self.topics.of_desk(table, "order"), wire.encode(order), True)

    def to_all(self, word, message) -> None:
        self._say(self.topics.of_desk("all", word), wire.encode(message), True)
