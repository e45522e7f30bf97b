"""How a table's rows reach the organiser: what is sent, acknowledged, and sent once more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from device.common.event.messages import (
    Ack,
    CurrentRound,
    Notice,
    Order,
    Rows,
)
from device.common.event.wire import decode
from device.event.row_publisher import LONGEST_RETRY, WINDOW
from device.event.session import EventSession
from device.event.status import RowsLacking
from rules.game import SECOND
from tests.event.table_rig import BOOT, DEVICE, EVENT, TOPICS


def test_an_hour_of_play_without_network_arrives_whole_in_the_end(evening):
    game = evening.journal.new_game()
    for _ in range(3600 // 12):
        evening.journal.enter(game)
        evening.pass_on(12)
    assert evening.sent == []
    assert (evening.status.connected, evening.status.waiting) == (False, 301)
    evening.table.on_open(evening.now)
    evening.pass_on(5)
    uid = evening.journal.outbox.uid(game)
    assert sorted(evening.desk.books.entries[uid]) == list(range(1, 301))
    assert (evening.status.waiting, evening.journal.outbox.count(EVENT)) == (0, 0)


def test_an_organiser_that_does_not_answer_is_asked_less_and_less_often_and_only_with_one_message(evening):
    game = evening.journal.new_game()
    for _ in range(2000):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    evening.pass_on(600, answered=False)
    at = evening.words("rows")
    gaps = [(after - before) // SECOND for before, after in pairwise(at)]
    assert gaps == [4, 8, 16, 32, *[LONGEST_RETRY // SECOND] * (len(gaps) - 4)]
    assert len(at) < 20
    assert not evening.status.answered
    evening.pass_on(130)
    assert evening.status.answered
    assert (evening.status.waiting, evening.journal.outbox.count(EVENT)) == (0, 0)
    assert len(evening.desk.books.entries[evening.journal.outbox.uid(game)]) == 2000
    read = []
    evening.journal.reading = read.append  # nothing is there: it is not asked for again, all evening long
    evening.pass_on(60)
    assert read == []


@pytest.mark.parametrize("word", ["order", "round", "notice"])
def test_an_organiser_that_is_back_gets_everything_at_once_whatever_it_says_first(word, online):
    online.pass_on(5)
    game = online.journal.new_game()
    online.pass_on(310, answered=False)  # just now it was asked for, and not again for a minute
    online.desk.clock = "ff" * 8
    retained = {"order": Order(), "round": CurrentRound(clock="ff" * 8, round=0, starts=0, length_s=0), "notice": None}
    topic = TOPICS.of_desk(7 if word == "order" else "all", word)
    online.hear(topic, retained[word] or Notice(notice="ab" * 8, text="x"), retained=True)
    online.pass_on(1)
    assert online.status.waiting, "what a broker had kept says nothing of an organiser"
    online.hear(topic, retained[word] or Notice(notice="ab" * 8, text="x"))
    online.pass_on(1)
    assert online.status.waiting == 0
    assert online.desk.books.begun[online.journal.outbox.uid(game)]


def test_a_few_messages_are_on_their_way_at_once_however_much_waits(evening):
    game = evening.journal.new_game()
    for _ in range(3000):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    evening.pass_on(1)
    evening.sent.clear()
    evening.pass_on(3, answered=False)
    assert len(evening.words("rows")) == WINDOW


def test_rows_behind_one_that_is_gone_keep_their_numbers(evening):
    game = evening.journal.new_game()
    for _ in range(3):
        evening.journal.enter(game)
    evening.journal.db.execute("DELETE FROM outbox WHERE seq = 2")
    evening.table.on_open(evening.now)
    first = [decode(out.payload, Rows) for out in evening.table.poll(evening.now) if out.topic.endswith("rows")]
    assert [(message.first, len(message.rows)) for message in first] == [(1, 1)]


def test_acknowledged_rows_that_still_lie_there_are_passed_over(evening):
    game = evening.journal.new_game()
    evening.journal.outbox.on_delivered = lambda *_: None  # a card that is slow
    evening.table.on_open(evening.now)
    evening.pass_on(1)
    evening.journal.enter(game)
    evening.table.publisher.restart()
    again = [decode(out.payload, Rows) for out in evening.table.poll(evening.now) if out.topic.endswith("rows")]
    assert [(message.first, len(message.rows)) for message in again] == [(2, 1)]


def test_what_was_never_sent_is_not_taken_for_delivered_whoever_says_so(evening):
    game = evening.journal.new_game()
    for _ in range(3):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    boot = evening.journal.outbox.waiting(EVENT, 0, 1)[0].boot
    ack = Ack(boot=boot, seq=99, store=evening.desk.books.store)
    evening.hear(TOPICS.of_desk(7, "ack"), ack)
    assert evening.status.waiting == 4
    for out in evening.table.poll(evening.now):
        evening.desk.heard(out.topic, out.payload)
    evening.back.clear()
    evening.journal.enter(game)
    evening.hear(TOPICS.of_desk(7, "ack"), ack)
    assert evening.status.waiting == 1, "what was under way, and nothing of what came after it"
    evening.pass_on(1)
    assert sorted(evening.desk.books.entries[evening.journal.outbox.uid(game)]) == [1, 2, 3, 4]


def test_what_was_acknowledged_by_somebody_else_is_sent_anew_once_the_organiser_is_seen_to_lack_it(evening):
    game, outbox = evening.journal.new_game(), evening.journal.outbox
    for _ in range(3):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    boot = outbox.waiting(EVENT, 0, 1)[0].boot
    evening.pass_on(1, answered=False)
    evening.hear(TOPICS.of_desk(7, "ack"), Ack(boot=boot, seq=4, store=evening.desk.books.store))
    assert outbox.count(EVENT) == 0
    evening.journal.enter(game)
    evening.told.clear()
    evening.pass_on(20)
    assert evening.told == [RowsLacking()]
    outbox.send_again()
    evening.table.publisher.restart()
    evening.pass_on(5)
    assert sorted(evening.desk.books.entries[outbox.uid(game)]) == [1, 2, 3, 4]
    assert outbox.count(EVENT) == 0


def test_whoever_says_again_and_again_that_rows_are_lacking_has_them_sent_once_a_minute(evening):
    game = evening.journal.new_game()
    for _ in range(3):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    evening.pass_on(5)
    evening.told.clear()
    boot = evening.journal.outbox._lines[EVENT][0]
    for _ in range(3 * 60):
        evening.journal.enter(game)
        evening.pass_on(1, answered=False)
        evening.hear(TOPICS.of_desk(7, "ack"), Ack(boot=boot, seq=0, store=evening.desk.books.store))
    assert len(evening.told) == 3


def test_messages_are_as_large_as_fits_and_no_larger(evening):
    game = evening.journal.new_game()
    long = "ř" * 4800  # six fit, and the seventh would be more than anybody reads
    for n in range(1, 40):
        shared = evening.journal.outbox.entry_statements(game, n)
        event = f'{{"event":"x","v":"{long}"}}'
        insert = ("INSERT INTO entry VALUES (?, ?, 0, 'touch', 0, '', '', ?)", (game, n, event))
        evening.journal.note(insert, *shared, shared=True)
    evening.table.on_open(evening.now)
    evening.pass_on(5)
    assert len(evening.desk.books.entries[evening.journal.outbox.uid(game)]) == 39


def test_rows_of_two_starts_never_share_a_message(evening):
    game = evening.journal.new_game()
    evening.journal.enter(game)
    evening.journal.restart()
    evening.journal.outbox.join(EVENT, 7)
    evening.journal.enter(game)
    table = EventSession(EVENT, 7, BOOT, DEVICE, evening.journal.outbox, evening.told.append)
    table.on_open(0)
    first = [decode(out.payload, Rows) for out in table.poll(1) if out.topic.endswith("rows")]
    assert [(len(message.rows), message.first) for message in first] == [(2, 1)]
