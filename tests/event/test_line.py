"""A table's link on a real Mosquitto: what arrives whatever happens to network, broker, organiser and power."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import msgspec
import pytest

from device.common.event.messages import LARGEST, CallRow, CurrentRound, Notice, Order
from device.common.event.ticket import read_code
from device.common.event.wire import Topics, encode
from device.event.connection import ANOTHER, LOCKED_OUT, NO_BROKER
from device.journal import Journal
from rules.game import SECOND, Entry
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles.acts import Starters
from rules.polish_doubles.game import GAME
from tests.event.desk import Books, Desk
from tests.event.rig import EVENT, Engine, Person, TableAt, until

SETUP = DoublesSetup(pairs=(PairSetup(name="Šípkovi"), PairSetup(name="<b>Dva</b>")))
TOPICS = Topics(EVENT)

pytestmark = pytest.mark.usefixtures("quick")


class DeskPerson(Person):
    """The small organiser on a real connection."""

    def __init__(self, engine: Engine, books: Books | None = None) -> None:
        self.desk = Desk(EVENT, lambda *message: self.client.publish(message[0], message[1], 1, message[2]), books)
        super().__init__(engine.files, *engine.files.desk, subscribe=TOPICS.for_desk())

    def on(self, topic, payload):
        self.desk.heard(topic, payload)


@pytest.fixture
def person(engine) -> DeskPerson:
    return DeskPerson(engine)


@pytest.fixture
def desk(person) -> Desk:
    return person.desk


@pytest.fixture
def table(engine, desk, tables) -> TableAt:
    """A table on the broker, at which the small organiser is already."""
    return tables(engine)


def entry_numbers(books: Books, uid: str) -> list[int]:
    return sorted(books.entries.get(uid, {}))


def test_a_game_arrives_whole_and_leaves_the_outbox(desk, table):
    game = table.journal.new_game(GAME, SETUP)
    table.play(game, 1, 500)
    uid = table.journal.outbox.uid(game)
    until(lambda: len(entry_numbers(desk.books, uid)) == 500 and table.delivered)
    assert desk.books.begun[uid] == msgspec.json.encode(SETUP)
    until(lambda: table.status.connected and table.status.answered and table.status.waiting == 0)
    rows = table.journal.reading(lambda db: db.execute("SELECT n, at, event FROM entry ORDER BY n").fetchall())
    assert [(n, at, event.encode()) for n, at, event in rows] == [
        (n, *stored) for n, stored in sorted(desk.books.entries[uid].items())
    ]


def test_with_no_broker_the_table_plays_on_and_later_everything_arrives(engine, tables):
    engine.kill()
    table = tables(engine)
    game = table.journal.new_game(GAME, SETUP)
    table.play(game, 1, 300)
    assert table.journal.flush()
    until(lambda: table.status.trouble is not None and table.status.waiting == 301)
    assert not table.status.connected
    engine.start()
    desk = DeskPerson(engine).desk
    until(lambda: table.delivered)
    assert entry_numbers(desk.books, table.journal.outbox.uid(game)) == list(range(1, 301))


def test_the_broker_is_killed_and_started_in_the_middle_of_it(engine, desk, table):
    game = table.journal.new_game(GAME, SETUP)
    for part in range(4):
        table.play(game, part * 50 + 1, part * 50 + 50)
        until(lambda part=part: len(entry_numbers(desk.books, table.journal.outbox.uid(game))) > part * 50)
        engine.kill()
        table.play(game, 200 + part * 10 + 1, 200 + part * 10 + 10) if part == 3 else None
        engine.start()
    until(lambda: table.delivered, 40)
    assert entry_numbers(desk.books, table.journal.outbox.uid(game)) == [*range(1, 201), *range(231, 241)]
    assert desk.books.conflicts == []


def test_the_power_goes_between_commit_and_sending(engine, tables, tmp_path):
    """The journal as a power cut leaves it: committed, nothing sent, no good-bye."""
    journal = Journal(tmp_path / "cut.db")
    journal.outbox.join(EVENT, 7)
    game = journal.new_game(GAME, SETUP)
    journal.append(game, Entry(1, 0, Starters(pair="A")), "touch", 0)
    assert journal.flush()
    with closing(sqlite3.connect(tmp_path / "cut.db")) as now, closing(sqlite3.connect(tmp_path / "after.db")) as after:
        now.backup(after)
    uid = journal.outbox.uid(game)
    journal.close()
    desk = DeskPerson(engine).desk
    table = tables(engine, "after.db")
    until(lambda: table.delivered)
    assert entry_numbers(desk.books, uid) == [1]


def test_two_cloned_cards_do_not_throw_each_other_out(engine, tables, tmp_path):
    person = DeskPerson(engine)
    first = tables(engine, "one.db")
    second = tables(engine, "two.db")
    games = [(table, table.journal.new_game(GAME, SETUP)) for table in (first, second)]
    for table, game in games:
        table.play(game, 1, 20)
    until(lambda: all(table.delivered for table, _ in games))
    until(lambda: first.status.twice or second.status.twice, awaited="somebody notices the other")
    for table, game in games:
        assert entry_numbers(person.desk.books, table.journal.outbox.uid(game)) == list(range(1, 21))
        assert table.status.connected


def test_what_the_organiser_says_reaches_the_table_and_those_who_come_late(engine, tables):
    person = DeskPerson(engine)
    desk = person.desk
    now = desk._now()
    desk.to_all("round", CurrentRound(clock=desk.clock, round=3, starts=now - 60 * SECOND, length_s=600))
    desk.to_all("notice", Notice(notice="ab" * 8, text="Oběd je ve 12"))
    desk.order(7, Order(referee="cd" * 8))
    early, late = tables(engine, "a.db"), tables(engine, "b.db", table=8)
    until(
        lambda: early.status.countdown and late.status.countdown and early.status.notice and early.status.order.referee
    )
    assert late.status.order == Order()
    lefts = [table.status.countdown.time_left(table.link._now()) / SECOND for table in (early, late)]
    assert lefts == pytest.approx([540, 540], abs=15)
    assert abs(lefts[0] - lefts[1]) < 0.2


def test_rubbish_from_the_network_changes_nothing(caplog, person, table):
    until(lambda: table.status.answered)
    before = table.status
    for word in ("ack", "order", "time", "game"):
        for rubbish in (b"\xff\xfe", b"[]", b'{"boot": 5}', b"x" * (LARGEST - 10), b'{"row":' * 3000):
            person.say(TOPICS.of_desk(7, word), rubbish)
    forged = b'{"boot":"' + table.journal.boot.encode() + b'","seq":999999,"store":"' + b"5a" * 8 + b'"}'
    game = table.journal.new_game(GAME, SETUP)
    person.say(TOPICS.of_desk(7, "ack"), forged)
    until(lambda: table.link._session.refused >= 19)
    until(lambda: table.delivered)
    assert list(person.desk.books.begun) == [table.journal.outbox.uid(game)]
    assert (table.status.order, table.status.notice) == (before.order, before.notice)
    assert sum("refused on" in record.message for record in caplog.records) == 19


def test_a_wrong_code_is_said_and_nothing_else_happens(engine, tables):
    ticket = msgspec.structs.replace(read_code(engine.files.code(7)), password="0" * 8)
    table = tables(engine, ticket=ticket)
    until(lambda: table.status.trouble == LOCKED_OUT)
    table.journal.new_game(GAME, SETUP)
    until(lambda: table.status.waiting == 1)


def test_a_table_that_was_let_in_says_later_that_the_broker_is_away_and_not_its_code(engine, tables):
    table = tables(engine)
    until(lambda: table.status.connected)
    engine.kill()
    until(lambda: table.status.trouble == NO_BROKER)


def test_over_tls_with_the_certificate_of_the_code_and_no_other(engine, tables, desk, table):
    game = table.journal.new_game(GAME, SETUP)
    until(lambda: table.delivered)
    assert table.journal.outbox.uid(game) in desk.books.begun
    ticket = msgspec.structs.replace(read_code(engine.files.code(8)), pin="00" * 8)
    stranger = tables(engine, "other.db", ticket=ticket)
    until(lambda: stranger.status.trouble == ANOTHER)


def test_a_table_that_vanishes_is_seen_to_be_away_and_one_that_ends_says_so(engine, tables, desk, table):
    until(lambda: 7 in desk.states and desk.states[7].online)
    table.link.close()
    until(lambda: not desk.states[7].online)
    other = tables(engine, "b.db", table=8)
    until(lambda: 8 in desk.states and desk.states[8].online)
    other.link._client._client._sock_close()  # the cable, without a word
    until(lambda: not desk.states[8].online, awaited="the last will")
    until(lambda: desk.states[8].online, awaited="back again")


def test_a_call_is_kept_until_it_arrived(engine, tables):
    engine.kill()
    table = tables(engine)
    call = CallRow(call="ab" * 8, why="words", side=1)
    table.journal.outbox.say(encode(call).decode())
    engine.start()
    desk = DeskPerson(engine).desk
    until(lambda: desk.books.calls)
    until(lambda: table.delivered)
    assert desk.books.calls == [call]
