"""What a table makes of what it hears, without a network: clocks hours apart, whose number it is, when it asks."""

from __future__ import annotations

import random
from itertools import pairwise

import msgspec
import pytest

from device.event.messages import (
    Ack,
    AskGame,
    AskTime,
    CurrentRound,
    HeldGame,
    Notice,
    Order,
    Rows,
    TableSnapshot,
    Time,
    TurnState,
)
from device.event.protocol import BUSY_BEAT, MOST_ENTRIES, QUIET_BEAT, EventProtocol
from device.event.sender import LONGEST_PATIENCE, WINDOW
from device.event.status import EventStatus, RowsLacking
from device.event.timing import OrganiserClock, RoundCountdown, countdown
from device.event.wire import Topics, decode, encode, parse_topic
from rules.game import SECOND
from rules.loading import readable
from tests.event.desk import Books, Desk
from tests.event.test_sending_machine import Memory

EVENT = "pisek"
TOPICS = Topics(EVENT)
HOUR = 3600 * SECOND
BOOT, DEVICE = "b0" * 16, "d0" * 8


class Evening:
    """A table with a real outbox, virtual time, and a network that somebody switches."""

    def __init__(self, now=7 * HOUR) -> None:
        self.now = now
        self.journal = Memory()
        self.told = []
        self.journal.outbox.join(EVENT, 7)
        self.table = EventProtocol(EVENT, 7, BOOT, DEVICE, self.journal.outbox, self.told.append)
        self.journal.outbox.on_more = self.table.sender.on_more
        self.back: list[tuple[str, bytes]] = []
        self.desk = Desk(EVENT, lambda topic, body, _: self.back.append((topic, body)), now=lambda: self.now + 9 * HOUR)
        self.sent: list[tuple[int, str]] = []

    def pass_on(self, seconds: int, *, answered: bool = True) -> None:
        """Time passes, second by second; the organiser answers at once."""
        for _ in range(seconds):
            self.now += SECOND
            for out in self.table.poll(self.now):
                self.sent.append((self.now, parse_topic(EVENT, out.topic).word))
                if answered:
                    self.desk.heard(out.topic, out.payload)
            while self.back:
                self.table.on_message(*self.back.pop(0), self.now)

    @property
    def status(self) -> EventStatus:
        return self.table.status(self.now)

    def hear(self, topic, message, **how) -> None:
        self.table.on_message(topic, encode(message), self.now, **how)

    def words(self, word: str) -> list[int]:
        return [now for now, said in self.sent if said == word]


def test_an_hour_of_play_without_network_arrives_whole_in_the_end():
    evening = Evening()
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


def test_an_organiser_that_does_not_answer_is_asked_less_and_less_often_and_only_with_one_message():
    evening = Evening()
    game = evening.journal.new_game()
    for _ in range(2000):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    evening.pass_on(600, answered=False)
    at = evening.words("rows")
    gaps = [(after - before) // SECOND for before, after in pairwise(at)]
    assert gaps == [4, 8, 16, 32, *[LONGEST_PATIENCE // SECOND] * (len(gaps) - 4)]
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
def test_an_organiser_that_is_back_gets_everything_at_once_whatever_it_says_first(word):
    evening = Evening()
    evening.table.on_open(evening.now)
    evening.pass_on(5)
    game = evening.journal.new_game()
    evening.pass_on(310, answered=False)  # just now it was asked for, and not again for a minute
    evening.desk.clock = "ff" * 8
    said = {"order": Order(), "round": CurrentRound(clock="ff" * 8, round=0, starts=0, length_s=0), "notice": None}
    topic = TOPICS.of_desk(7 if word == "order" else "all", word)
    evening.hear(topic, said[word] or Notice(notice="ab" * 8, text="x"), retained=True)
    evening.pass_on(1)
    assert evening.status.waiting, "what a broker had kept says nothing of an organiser"
    evening.hear(topic, said[word] or Notice(notice="ab" * 8, text="x"))
    evening.pass_on(1)
    assert evening.status.waiting == 0
    assert evening.desk.books.begun[evening.journal.outbox.uid(game)]


def test_another_clock_is_asked_at_once_so_that_the_countdown_goes_on():
    evening = Evening()
    evening.table.on_open(evening.now)
    evening.pass_on(20)
    evening.desk.clock = "ff" * 8
    on = CurrentRound(clock="ff" * 8, round=1, starts=evening.now + 9 * HOUR, length_s=600)
    evening.hear(TOPICS.of_desk("all", "round"), on)
    assert evening.status.countdown is None
    evening.pass_on(1)
    assert evening.status.countdown is not None


def test_the_clock_that_answers_may_be_another_than_that_of_the_round():
    """Of two organisers one announces the round and the other one is quicker to say what time it is."""
    evening = Evening()
    evening.table.on_open(evening.now)
    evening.pass_on(20)
    on = CurrentRound(clock="ff" * 8, round=1, starts=evening.now + 9 * HOUR, length_s=600)
    evening.hear(TOPICS.of_desk("all", "round"), on)
    evening.pass_on(1)
    assert evening.status.countdown is None
    evening.desk.clock = "ff" * 8
    evening.pass_on(3)
    assert evening.status.countdown is not None


def test_a_few_messages_are_on_their_way_at_once_however_much_waits():
    evening = Evening()
    game = evening.journal.new_game()
    for _ in range(3000):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    evening.pass_on(1)
    evening.sent.clear()
    evening.pass_on(3, answered=False)
    assert len(evening.words("rows")) == WINDOW


def test_rows_behind_one_that_is_gone_keep_their_numbers():
    evening = Evening()
    game = evening.journal.new_game()
    for _ in range(3):
        evening.journal.enter(game)
    evening.journal.db.execute("DELETE FROM outbox WHERE seq = 2")
    evening.table.on_open(evening.now)
    first = [decode(out.payload, Rows) for out in evening.table.poll(evening.now) if out.topic.endswith("rows")]
    assert [(message.first, len(message.rows)) for message in first] == [(1, 1)]


def test_what_was_never_sent_is_not_taken_for_delivered_whoever_says_so():
    evening = Evening()
    game = evening.journal.new_game()
    for _ in range(3):
        evening.journal.enter(game)
    evening.table.on_open(evening.now)
    boot = evening.journal.outbox.waiting(EVENT, 0, 1)[0].boot
    ack = Ack(boot=boot, seq=99, store=evening.desk.books.store)
    evening.hear(TOPICS.of_desk(7, "ack"), ack)
    assert evening.status.waiting == 4
    evening.pass_on(1)
    evening.journal.enter(game)
    evening.hear(TOPICS.of_desk(7, "ack"), ack)
    assert evening.status.waiting == 1, "what was under way, and nothing of what came after it"
    evening.pass_on(1)
    assert sorted(evening.desk.books.entries[evening.journal.outbox.uid(game)]) == [1, 2, 3, 4]


def test_what_was_acknowledged_by_somebody_else_is_sent_anew_once_the_organiser_is_seen_to_lack_it():
    evening = Evening()
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
    evening.table.sender.restart()
    evening.pass_on(5)
    assert sorted(evening.desk.books.entries[outbox.uid(game)]) == [1, 2, 3, 4]
    assert outbox.count(EVENT) == 0


def test_whoever_says_again_and_again_that_rows_are_lacking_has_them_sent_once_a_minute():
    evening = Evening()
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


def test_messages_are_as_large_as_fits_and_no_larger():
    evening = Evening()
    game = evening.journal.new_game()
    long = "ř" * 4000
    for n in range(1, 40):
        shared = evening.journal.outbox.entry_statements(game, n)
        event = f'{{"event":"x","v":"{long}"}}'
        insert = ("INSERT INTO entry VALUES (?, ?, 0, 'touch', 0, '', '', ?)", (game, n, event))
        evening.journal.note(insert, *shared, shared=True)
    evening.table.on_open(evening.now)
    evening.pass_on(5)
    assert len(evening.desk.books.entries[evening.journal.outbox.uid(game)]) == 39


# -- clocks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("apart", [0, 5 * HOUR, -11 * HOUR, 40 * 365 * 24 * HOUR])
@pytest.mark.parametrize("late", [0, 1500])
def test_every_table_counts_down_alike_whatever_its_own_clock_says(apart, late):
    """Two tables whose monotonic clocks have nothing to do with each other; one comes ``late`` seconds later."""
    began = 100 * SECOND
    shown = []
    for offset, waits in ((0, 0), (apart, late)):
        now, clock, chance = began, OrganiserClock(), random.Random(waits)
        said = CurrentRound(clock="c1" * 8, round=3, starts=began, length_s=3000)
        now += waits * SECOND
        clock.open(now - offset)
        for _ in range(12):
            asked = clock.ask(now - offset)
            there, back = (chance.randrange(1, 80) * SECOND // 1000 for _ in range(2))
            desk = now + there
            now += there + back
            if asked is not None:
                assert clock.on_answer(Time(boot=BOOT, asked=asked, now=desk, clock="c1" * 8), now - offset)
            now += SECOND
        end = began + 2000 * SECOND
        shown.append(countdown(said, clock).time_left(end - offset) / SECOND)
    assert shown == pytest.approx([1000, 1000], abs=0.08)


def test_answers_that_nobody_asked_for_or_that_come_twice_or_late_say_nothing():
    clock = OrganiserClock()
    clock.open(0)
    asked = clock.ask(0)
    answer = Time(boot=BOOT, asked=asked, now=5, clock="c1" * 8)
    assert not clock.on_answer(msgspec.structs.replace(answer, asked=17), 10)
    assert clock.on_answer(answer, 10)
    assert not clock.on_answer(answer, 11)
    asked = clock.ask(SECOND)
    assert not clock.on_answer(msgspec.structs.replace(answer, asked=asked), 60 * SECOND)


def test_the_time_that_another_device_of_this_number_asked_for_says_nothing():
    evening = Evening()
    evening.table.on_open(evening.now)
    (asked,) = [decode(out.payload, AskTime) for out in evening.table.poll(evening.now) if "ask-time" in out.topic]
    answer = Time(boot="ee" * 16, asked=asked.asked, now=5 * SECOND, clock="c1" * 8)
    evening.hear(TOPICS.of_desk(7, "time"), answer)
    assert not evening.status.answered
    evening.hear(TOPICS.of_desk(7, "time"), msgspec.structs.replace(answer, boot=BOOT))
    assert evening.status.answered


def test_an_answer_counts_as_of_the_middle_of_its_way():
    clock = OrganiserClock()
    clock.open(0)
    assert clock.on_answer(Time(boot=BOOT, asked=clock.ask(0), now=5 * SECOND, clock="c1" * 8), SECOND)
    assert clock.offset == 4 * SECOND + SECOND // 2


def test_an_organiser_that_started_anew_has_another_clock():
    clock = OrganiserClock()
    clock.open(0)
    clock.on_answer(Time(boot=BOOT, asked=clock.ask(0), now=1000, clock="c1" * 8), 0)
    old = CurrentRound(clock="c1" * 8, round=1, starts=0, length_s=60)
    assert countdown(old, clock) is not None
    clock.on_answer(Time(boot=BOOT, asked=clock.ask(SECOND), now=77 * HOUR, clock="c2" * 8), SECOND)
    assert countdown(old, clock) is None
    assert clock.offset == 77 * HOUR - SECOND


def test_the_organisers_wall_clock_is_another_one_where_it_differs_by_seconds_alone():
    """It labels things: what it says does not change with each answer."""
    clock, day, shown = OrganiserClock(), 1_700_000_000 * SECOND, []
    clock.open(0)
    for n, ahead in enumerate((0, 4, -4, None, 1, 7, 8)):
        now = n * 2 * SECOND
        wall = None if ahead is None else day + now + ahead * SECOND
        assert clock.on_answer(Time(boot=BOOT, asked=clock.ask(now), now=now, clock="c1" * 8, wall=wall), now)
        shown.append(None if clock.wall is None else (clock.wall - day) // SECOND)
        clock.ask_soon(now + SECOND)
    assert shown == [0, 0, 0, None, 1, 7, 7]


def test_a_countdown_before_during_and_after_the_round_and_in_a_pause():
    count = RoundCountdown(1, "", 100, 400)
    assert [(count.time_until(now), count.time_left(now)) for now in (0, 100, 250, 400, 900)] == [
        (100, 300),
        (0, 300),
        (0, 150),
        (0, 0),
        (0, 0),
    ]
    paused = RoundCountdown(1, "", 100, 400, paused_at=300)
    assert [paused.time_left(now) for now in (300, 9000)] == [100, 100]


# -- the snapshot and the number ---------------------------------------------------------------------------------------


def test_the_snapshot_goes_out_on_a_change_and_now_and_then_without_one():
    evening = Evening()
    evening.table.on_open(evening.now)
    evening.pass_on(300)
    assert len(evening.words("state")) == 300 * SECOND // QUIET_BEAT
    evening.sent.clear()
    turn = TurnState(side=0, left=180 * SECOND, running=True)
    evening.table.show(
        TableSnapshot(boot=BOOT, device=DEVICE, game="ab" * 16, n=3, at=50 * SECOND, turn=turn), evening.now
    )
    evening.pass_on(60)
    assert len(evening.words("state")) == 60 * SECOND // BUSY_BEAT
    state = evening.desk.states[7]
    passed = evening.words("state")[-1] - (evening.now - 60 * SECOND)
    assert (state.turn, state.at) == (TurnState(side=0, left=180 * SECOND - passed, running=True), 50 * SECOND + passed)


def test_however_much_happens_the_snapshot_goes_out_once_a_second():
    evening = Evening()
    evening.table.on_open(evening.now)
    evening.pass_on(1)
    evening.sent.clear()
    for n in range(50):
        evening.now += SECOND // 10
        evening.table.show(TableSnapshot(boot=BOOT, device=DEVICE, game="ab" * 16, n=n), evening.now)
        for out in evening.table.poll(evening.now):
            evening.sent.append((evening.now, parse_topic(EVENT, out.topic).word))
    assert len(evening.words("state")) == 5


def test_who_comes_later_hears_too_that_a_table_is_gone():
    will = Evening().table.will
    assert will.retain
    said = msgspec.json.decode(will.payload, type=readable(TableSnapshot))
    assert (will.topic, said.device, said.online) == (TOPICS.state(7), DEVICE, False)


def test_a_last_will_of_another_run_is_answered_with_what_is_true():
    evening = Evening()
    evening.table.on_open(evening.now)
    evening.pass_on(10)
    evening.hear(TOPICS.state(7), TableSnapshot(boot="ee" * 16, device=DEVICE, online=False))
    evening.sent.clear()
    evening.pass_on(1)
    assert evening.words("state")
    assert not evening.status.twice


def test_a_number_used_twice_is_noticed_and_forgotten_again():
    evening = Evening()
    evening.table.on_open(evening.now)
    other = TableSnapshot(boot="ee" * 16, device="11" * 8)
    evening.hear(TOPICS.state(7), other, retained=True)
    assert not evening.status.twice  # what the broker had kept may be an evening old
    evening.hear(TOPICS.state(7), other)
    assert evening.status.twice
    evening.pass_on(300)
    assert not evening.status.twice
    evening.hear(TOPICS.state(7), other)
    evening.hear(TOPICS.state(7), TableSnapshot(boot="dd" * 16, device=DEVICE, online=False))
    assert evening.status.twice, "the last word of this device's run before"
    evening.hear(TOPICS.state(7), msgspec.structs.replace(other, online=False))
    assert not evening.status.twice, "the other one has gone"
    evening.hear(TOPICS.state(7), other)
    evening.table.on_close()
    assert not evening.status.twice, "without a connection nobody knows"


def test_whose_number_it_is():
    evening = Evening()
    held = HeldGame(game="ab" * 16, kind="marias", entries=3)
    for order, away, offered in (
        (Order(), False, None),
        (Order(holder=DEVICE), False, None),
        (Order(holder="11" * 8), True, None),
        (Order(released=True, was="11" * 8, held=held), False, held),
        (Order(released=True, was=DEVICE, held=held), False, None),
    ):
        evening.hear(TOPICS.of_desk(7, "order"), order)
        assert (evening.status.away, evening.status.offered_game) == (away, offered)


def test_messages_for_another_table_are_refused():
    evening = Evening()
    evening.hear(TOPICS.of_desk(8, "order"), Order(note="x"))
    evening.hear("dvojtah/1/brno/desk/7/order", Order(note="x"))
    assert (evening.table.refused, evening.status.order.note) == (2, "")


def test_entries_that_do_not_follow_each_other_are_not_taken_up():
    evening = Evening()
    books = Books()
    uid = "ab" * 16
    books.begun[uid] = b'{"game":"test"}'
    books.entries[uid] = {n: (n, b'{"event":"x"}') for n in range(1, 451)}
    evening.desk.books = books
    evening.table.on_open(evening.now)
    evening.table.take(uid, evening.now)
    evening.pass_on(1)
    evening.pass_on(1)
    assert evening.status.coming == (400, 450)
    part = books.part(evening.desk.asked[-1])
    wrong = msgspec.structs.replace(part, after=400, entries=part.entries[:3])
    evening.hear(TOPICS.of_desk(7, "game"), wrong)
    assert evening.status.coming == (400, 450)
    evening.pass_on(1)
    assert [entry.n for entry in evening.told[-1].entries] == list(range(1, 451))
    assert evening.status.coming is None


def taking_up(entries=450):
    """An evening on which a game of so many entries is being taken up; its uid."""
    evening, uid = Evening(), "ab" * 16
    evening.desk.books.begun[uid] = b'{"game":"test"}'
    evening.desk.books.entries[uid] = {n: (n, b'{"event":"x"}') for n in range(1, entries + 1)}
    evening.table.on_open(evening.now)
    evening.table.take(uid, evening.now)
    return evening, uid


def test_entries_for_another_device_of_another_game_or_without_end_are_not_taken_up():
    evening, uid = taking_up()
    part = evening.desk.books.part(AskGame(boot=BOOT, device=DEVICE, game=uid))
    for wrong in ({"boot": "ee" * 16}, {"game": "cd" * 16}, {"total": MOST_ENTRIES + 1}):
        evening.hear(TOPICS.of_desk(7, "game"), msgspec.structs.replace(part, **wrong))
        assert evening.status.coming == (0, 0), wrong
    evening.hear(TOPICS.of_desk(7, "game"), part)
    assert evening.status.coming == (200, 450)


def test_after_a_gap_the_entries_of_a_game_are_asked_for_at_once():
    evening, _ = taking_up()
    evening.pass_on(1, answered=False)
    evening.table.on_close()
    evening.table.on_open(evening.now)
    evening.pass_on(1)
    assert len(evening.words("ask-game")) == 2
    assert evening.status.coming == (200, 450)


def test_entries_that_come_twice_are_taken_up_once():
    """The broker may bring a message again."""
    evening, _ = taking_up()
    for there in (200, 400):
        evening.now += SECOND
        for out in evening.table.poll(evening.now):
            evening.desk.heard(out.topic, out.payload)
        for part in [part for part in evening.back for _ in range(2)]:
            evening.table.on_message(*part, evening.now)
        evening.back.clear()
        assert evening.status.coming == (there, 450)
    evening.pass_on(4)
    assert [entry.n for entry in evening.told[-1].entries] == list(range(1, 451))


def test_rows_of_two_starts_never_share_a_message():
    evening = Evening()
    game = evening.journal.new_game()
    evening.journal.enter(game)
    evening.journal.restart()
    evening.journal.outbox.join(EVENT, 7)
    evening.journal.enter(game)
    table = EventProtocol(EVENT, 7, BOOT, DEVICE, evening.journal.outbox, evening.told.append)
    table.on_open(0)
    first = [decode(out.payload, Rows) for out in table.poll(1) if out.topic.endswith("rows")]
    assert [(len(message.rows), message.first) for message in first] == [(2, 1)]


def test_a_game_that_stands_here_is_said_again_after_a_gap_until_the_number_is_this_devices():
    evening = Evening()
    evening.table.on_open(evening.now)
    evening.table.claim("ab" * 16, evening.now)
    evening.pass_on(1)
    evening.table.on_close()
    evening.table.on_open(evening.now)
    evening.pass_on(1)
    assert [(one.game, one.taken) for one in evening.desk.asked] == [("ab" * 16, True)] * 2
    evening.hear(TOPICS.of_desk(7, "order"), Order(holder=DEVICE))
    evening.pass_on(60)
    assert len(evening.desk.asked) == 2
