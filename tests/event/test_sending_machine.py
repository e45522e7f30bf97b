"""An evening at random: entries, lost and doubled and late messages, restarts of table, broker and organiser.

The outbox is the journal's own SQL on a real SQLite database in memory; only the network is made up. Whatever happened,
once the network is well again the organiser has everything, once, and the outbox is empty.
"""

from __future__ import annotations

import contextlib
import sqlite3
import uuid

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from device.event.session import EventSession
from device.journal.file import SCHEMA
from device.journal.outbox import Outbox
from rules.game import SECOND
from tests.event.desk import Books, Desk

EVENT = "pisek"
SELDOM = st.integers(0, 9)
"""What makes a table tell everything anew hides what it forgot before, so it happens in one of ten cases."""


class Memory:
    """What the journal does for its outbox, without a thread: commits at once, or with the power cut not at all."""

    def __init__(self) -> None:
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        self.db.executescript(SCHEMA)
        self.boot = uuid.uuid4().hex
        self.games = 0
        self.n: dict[int, int] = {}
        self.outbox = Outbox(self, self.db)

    def restart(self) -> None:
        self.boot = uuid.uuid4().hex
        self.outbox = Outbox(self, self.db)

    def note(self, *statements, shared=False, replaceable=False, deferrable=False) -> None:
        self.db.execute("BEGIN")
        for sql, values in statements:
            self.db.execute(sql, values)
        self.db.execute("COMMIT")
        if shared:
            self.outbox.on_more()

    def reading(self, read):
        return read(self.db)

    def new_game(self) -> int:
        self.games += 1
        game = self.games
        self.n[game] = 0
        shared = self.outbox.game_statements(game, "test")
        insert = ("INSERT INTO game VALUES (?, 'then', 'test', '{\"game\":\"test\"}', ?)", (game, self.boot))
        self.note(insert, *shared, shared=bool(shared))
        return game

    def enter(self, game: int) -> None:
        self.n[game] += 1
        n = self.n[game]
        event = f'{{"event":"x","v":{n}}}'
        shared = self.outbox.entry_statements(game, n)
        insert = (
            "INSERT INTO entry VALUES (?, ?, ?, 'touch', 0, ?, 'then', ?)",
            (game, n, n * SECOND, self.boot, event),
        )
        self.note(insert, *shared, shared=bool(shared))


class Evening(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.now = 1000 * SECOND
        self.journal = Memory()
        self.to_desk: list[tuple[str, bytes]] = []
        self.to_table: list[tuple[str, bytes]] = []
        self.desk = Desk(
            EVENT, lambda topic, payload, retain: self.to_table.append((topic, payload)), now=lambda: self.now
        )
        self.lost_books: list[Books] = []
        self.number = 7
        self.connected = False
        self.start()
        self.game = self.journal.new_game()
        self.plug()

    def start(self) -> None:
        self.journal.outbox.join(EVENT, self.number)
        self.table = EventSession(EVENT, self.number, uuid.uuid4().hex, "dd" * 8, self.journal.outbox, self.told)
        self.journal.outbox.on_more = self.table.publisher.on_more

    def told(self, update) -> None:
        self.journal.outbox.on_store(update.store)
        self.table.publisher.restart()

    # -- what people do --------------------------------------------------------------------------------------------

    @rule(count=st.integers(1, 30))
    def play(self, count: int) -> None:
        for _ in range(count):
            self.journal.enter(self.game)

    @rule()
    def another_game(self) -> None:
        self.game = self.journal.new_game()

    # -- what happens to the network -------------------------------------------------------------------------------

    @rule()
    def plug(self) -> None:
        if not self.connected:
            self.connected = True
            self.table.on_open(self.now)

    @rule()
    def unplug(self) -> None:
        if self.connected:
            self.connected = False
            self.table.on_close()
            self.to_table.clear()

    @rule(seconds=st.sampled_from([0, 1, 5, 30, 100, 3600]))
    def time_passes(self, seconds: int) -> None:
        self.now += seconds * SECOND
        if self.connected:
            self.to_desk += [(out.topic, out.payload) for out in self.table.poll(self.now)]

    @rule(data=st.data())
    def the_broker_passes_on(self, data) -> None:
        """Some of what is under way, in some order, some of it twice, some never."""
        fate = st.sampled_from(["once", "once", "once", "twice", "never", "later"])
        for queue, hear in ((self.to_desk, self.desk.heard), (self.to_table, self.hear)):
            waiting, queue[:] = list(queue), []
            if data.draw(st.booleans()):
                waiting.reverse()
            for message in waiting:
                chance = data.draw(fate)
                if chance == "later":
                    queue.append(message)
                for _ in range({"once": 1, "twice": 2}.get(chance, 0)):
                    hear(*message)

    def hear(self, topic: str, payload: bytes) -> None:
        if self.connected:
            self.table.on_message(topic, payload, self.now)

    @rule(payload=st.binary(max_size=40), word=st.sampled_from(["ack", "order", "time", "game"]))
    def rubbish_comes(self, payload: bytes, word: str) -> None:
        before = self.table.refused
        self.table.on_message(self.desk.topics.of_desk(self.number, word), payload, self.now)
        assert self.table.refused == before + (word != "order" or payload != b"")

    # -- what breaks -----------------------------------------------------------------------------------------------

    @rule(chance=SELDOM)
    def the_table_loses_its_power(self, chance: int = 0) -> None:
        if chance:
            return
        self.connected = False
        self.to_table.clear()
        self.journal.restart()
        self.start()

    @rule(chance=SELDOM)
    def the_table_gets_another_number(self, chance: int = 0) -> None:
        if chance:
            return
        self.number = 15 - self.number
        self.the_table_loses_its_power()

    @rule(chance=SELDOM)
    def the_organisers_store_is_lost(self, chance: int = 0) -> None:
        if chance:
            return
        self.lost_books.append(self.desk.books)
        self.desk.books = Books(uuid.uuid4().hex[:16])

    # -- what must hold --------------------------------------------------------------------------------------------

    @invariant()
    def nothing_is_taken_out_that_no_organiser_has(self) -> None:
        if not hasattr(self, "journal"):
            return
        waiting = {(row.uid, row.n) for row in self.journal.outbox.waiting(EVENT, 0, 10_000)}
        books = [self.desk.books, *self.lost_books]
        for game, n in self.journal.n.items():
            uid = self.journal.outbox.uid(game)
            for number in range(1, n + 1):
                assert (uid, number) in waiting or any(number in book.entries.get(uid, {}) for book in books)

    def teardown(self) -> None:
        if not hasattr(self, "journal"):
            return
        self.plug()
        self.journal.enter(self.game)
        for _ in range(400):
            self.time_passes(5)
            for queue, hear in ((self.to_desk, self.desk.heard), (self.to_table, self.hear)):
                waiting, queue[:] = list(queue), []
                for message in waiting:
                    hear(*message)
            if not self.journal.outbox.count(EVENT):
                break
        books = self.desk.books
        assert self.journal.outbox.count(EVENT) == 0
        assert books.conflicts == []
        for game, n in self.journal.n.items():
            entries = books.entries.get(self.journal.outbox.uid(game), {})
            assert {number: event for number, (_, event) in entries.items()} == {
                number: f'{{"event":"x","v":{number}}}'.encode() for number in range(1, n + 1)
            }
        assert len(books.begun) == self.journal.games
        self.table.poll(self.now)
        assert self.table.status(self.now).waiting == 0
        with contextlib.closing(self.journal.db):
            pass


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
