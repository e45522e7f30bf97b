"""What a table makes of what it hears, without a network: clocks hours apart, whose number it is, when it asks."""

from __future__ import annotations

import random

import msgspec
import pytest

from device.common.event.messages import (
    AskGame,
    AskTime,
    CurrentRound,
    HeldGame,
    Order,
    TableSnapshot,
    Time,
    TurnState,
)
from device.common.event.wire import decode, parse_topic
from device.event.session import BUSY_BEAT, MOST_ENTRIES, QUIET_BEAT
from device.event.timing import OrganiserClock, RoundCountdown, countdown
from rules.game import SECOND
from rules.loading import readable
from tests.event.desk import Books
from tests.event.table_rig import BOOT, DEVICE, EVENT, HOUR, TOPICS, Evening


def test_another_clock_is_asked_at_once_so_that_the_countdown_goes_on(online):
    online.pass_on(20)
    online.desk.clock = "ff" * 8
    on = CurrentRound(clock="ff" * 8, round=1, starts=online.now + 9 * HOUR, length_s=600)
    online.hear(TOPICS.of_desk("all", "round"), on)
    assert online.status.countdown is None
    online.pass_on(1)
    assert online.status.countdown is not None


def test_the_clock_that_answers_may_be_another_than_that_of_the_round(online):
    """Of two organisers one announces the round and the other one is quicker to say what time it is."""
    online.pass_on(20)
    on = CurrentRound(clock="ff" * 8, round=1, starts=online.now + 9 * HOUR, length_s=600)
    online.hear(TOPICS.of_desk("all", "round"), on)
    online.pass_on(1)
    assert online.status.countdown is None
    online.desk.clock = "ff" * 8
    online.pass_on(3)
    assert online.status.countdown is not None


# -- clocks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("apart", [0, 5 * HOUR, -11 * HOUR, 40 * 365 * 24 * HOUR])
@pytest.mark.parametrize("late", [0, 1500])
def test_every_table_counts_down_alike_whatever_its_own_clock_says(apart, late):
    """Two tables whose monotonic clocks have nothing to do with each other; one comes ``late`` seconds later."""
    began = 100 * SECOND
    shown = []
    for offset, waits in ((0, 0), (apart, late)):
        now, clock, chance = began, OrganiserClock(), random.Random(waits)
        current_round = CurrentRound(clock="c1" * 8, round=3, starts=began, length_s=3000)
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
        shown.append(countdown(current_round, clock).time_left(end - offset) / SECOND)
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


def test_the_time_that_another_device_of_this_number_asked_for_says_nothing(online):
    (asked,) = [decode(out.payload, AskTime) for out in online.table.poll(online.now) if "ask-time" in out.topic]
    answer = Time(boot="ee" * 16, asked=asked.asked, now=5 * SECOND, clock="c1" * 8)
    online.hear(TOPICS.of_desk(7, "time"), answer)
    assert not online.status.answered
    online.hear(TOPICS.of_desk(7, "time"), msgspec.structs.replace(answer, boot=BOOT))
    assert online.status.answered


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


def test_the_snapshot_goes_out_on_a_change_and_now_and_then_without_one(online):
    online.pass_on(300)
    assert len(online.words("state")) == 300 * SECOND // QUIET_BEAT
    online.sent.clear()
    turn = TurnState(side=0, left=180 * SECOND, running=True)
    online.table.show(
        TableSnapshot(boot=BOOT, device=DEVICE, game="ab" * 16, n=3, at=50 * SECOND, turn=turn), online.now
    )
    online.pass_on(60)
    assert len(online.words("state")) == 60 * SECOND // BUSY_BEAT
    state = online.desk.states[7]
    passed = online.words("state")[-1] - (online.now - 60 * SECOND)
    assert (state.turn, state.at) == (TurnState(side=0, left=180 * SECOND - passed, running=True), 50 * SECOND + passed)


def test_however_much_happens_the_snapshot_goes_out_once_a_second(online):
    online.pass_on(1)
    online.sent.clear()
    for n in range(50):
        online.now += SECOND // 10
        online.table.show(TableSnapshot(boot=BOOT, device=DEVICE, game="ab" * 16, n=n), online.now)
        for out in online.table.poll(online.now):
            online.sent.append((online.now, parse_topic(EVENT, out.topic).word))
    assert len(online.words("state")) == 5


def test_who_comes_later_hears_too_that_a_table_is_gone():
    will = Evening().table.will
    assert will.retain
    snapshot = msgspec.json.decode(will.payload, type=readable(TableSnapshot))
    assert (will.topic, snapshot.device, snapshot.online) == (TOPICS.state(7), DEVICE, False)


def test_a_last_will_of_another_run_is_answered_with_what_is_true(online):
    online.pass_on(10)
    online.hear(TOPICS.state(7), TableSnapshot(boot="ee" * 16, device=DEVICE, online=False))
    online.sent.clear()
    online.pass_on(1)
    assert online.words("state")
    assert not online.status.twice


def test_a_number_used_twice_is_noticed_and_forgotten_again(online):
    other = TableSnapshot(boot="ee" * 16, device="11" * 8)
    online.hear(TOPICS.state(7), other, retained=True)
    assert not online.status.twice  # what the broker had kept may be an online old
    online.hear(TOPICS.state(7), other)
    assert online.status.twice
    online.pass_on(300)
    assert not online.status.twice
    online.hear(TOPICS.state(7), other)
    online.hear(TOPICS.state(7), TableSnapshot(boot="dd" * 16, device=DEVICE, online=False))
    assert online.status.twice, "the last word of this device's run before"
    online.hear(TOPICS.state(7), msgspec.structs.replace(other, online=False))
    assert not online.status.twice, "the other one has gone"
    online.hear(TOPICS.state(7), other)
    online.table.on_close()
    assert not online.status.twice, "without a connection nobody knows"


def test_whose_number_it_is(evening):
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


def test_messages_for_another_table_are_refused(evening):
    evening.hear(TOPICS.of_desk(8, "order"), Order(note="x"))
    evening.hear("dvojtah/1/brno/desk/7/order", Order(note="x"))
    assert (evening.table.refused, evening.status.order.note) == (2, "")


def test_entries_that_do_not_follow_each_other_are_not_taken_up(evening):
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


def test_a_game_that_stands_here_is_said_again_after_a_gap_until_the_number_is_this_devices(online):
    online.table.claim("ab" * 16, online.now)
    online.pass_on(1)
    online.table.on_close()
    online.table.on_open(online.now)
    online.pass_on(7)
    assert [(game.game, game.taken) for game in online.desk.asked] == [("ab" * 16, True)] * 4
    online.hear(TOPICS.of_desk(7, "order"), Order(holder=DEVICE))
    online.pass_on(60)
    assert len(online.desk.asked) == 4
