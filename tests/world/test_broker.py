"""The model of the broker beside Mosquitto: one table of cases, and everybody sees the same on both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from paho.mqtt.enums import MQTTErrorCode

from device.common.event.messages import LARGEST
from tests.world.model_stage import ModelStage
from tests.world.mosquitto_stage import MosquittoStage, version_of_mosquitto
from tests.world.stage import DESK, TOPICS, Stage

SEEDS = range(1, 4)
ORDER, NOTICE, ROUND = TOPICS.of_desk(7, "order"), TOPICS.of_desk("all", "notice"), TOPICS.of_desk("all", "round")
ROWS, STATE = TOPICS.of_table(7, "rows"), TOPICS.state(7)
AWAY = (STATE, b"away", True)
Case = Callable[[Stage], None]
CASES: dict[str, Case] = {}


def case(script: Case) -> Case:
    """A script for both brokers."""
    CASES[script.__name__.replace("_", " ")] = script
    return script


def is_refused(info) -> bool:
    """Whether the client's queue had no room for a message."""
    return bool(info.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE)


# -- what is retained --------------------------------------------------------------------------------------------------


@case
def the_newest_retained_message_meets_whoever_comes_later(stage):
    desk = stage.member("desk", DESK)
    for payload in (b"first", b"second"):
        desk.publish(ORDER, payload, keep=True)
    desk.publish(ROUND, b"round", keep=True)
    desk.publish(ORDER, b"in passing")
    stage.member("seven", 7, *TOPICS.for_table(7))
    stage.member("eight", 8, *TOPICS.for_table(8))


@case
def a_message_in_passing_is_not_marked_as_retained(stage):
    seven = stage.member("seven", 7, *TOPICS.for_table(7))
    desk = stage.member("desk", DESK)
    desk.publish(ORDER, b"kept", keep=True)
    desk.publish(ORDER, b"not kept")
    stage.settle()
    assert len(seven.messages) == 2


@case
def an_empty_retained_message_deletes(stage):
    desk = stage.member("desk", DESK)
    desk.publish(ORDER, b"kept", keep=True)
    stage.member("before", 7, ORDER)
    desk.publish(ORDER, b"", keep=True)
    stage.member("after", 7, ORDER)
    desk.publish(NOTICE, b"", keep=True)


@case
def an_empty_message_in_passing_deletes_nothing(stage):
    desk = stage.member("desk", DESK)
    desk.publish(ORDER, b"kept", keep=True)
    desk.publish(ORDER, b"")
    stage.member("after", 7, ORDER)


@case
def subscribing_again_brings_what_is_retained_again(stage):
    stage.member("desk", DESK).publish(ORDER, b"kept", keep=True)
    seven = stage.member("seven", 7, ORDER)
    seven.subscribe(ORDER)
    seven.subscribe(TOPICS.of_desk(7, "+"))
    stage.settle()
    assert len(seven.messages) == 3


# -- filters and rights ------------------------------------------------------------------------------------------------


@case
def wildcards(stage):
    desk = stage.member("desk", DESK)
    for name, topic_filter in {
        "one level": TOPICS.of_desk("+", "order"),
        "first level": ORDER.replace("dvojtah", "+"),
        "the rest": f"{TOPICS.root}/desk/#",
        "its parent": f"{ORDER}/#",
        "all": "#",
        "too short": f"{TOPICS.root}/desk/+",
        "too long": f"{ORDER}/+",
        "every level": "/".join("+" * len(ORDER.split("/"))),
    }.items():
        stage.member(name, 7, topic_filter)
    for number in (7, 8):
        desk.publish(TOPICS.of_desk(number, "order"), b"order", keep=True)
        desk.publish(TOPICS.of_desk(number, "ack"), b"ack")
    desk.publish(ROUND, b"round", keep=True)


@case
def overlapping_filters(stage):
    desk = stage.member("desk", DESK)
    stage.member("seven", 7, ORDER, TOPICS.of_desk(7, "+"), "#")
    desk.publish(ORDER, b"live")
    desk.publish(ORDER, b"kept", keep=True)


@case
def what_nobody_may_say_is_confirmed_and_goes_nowhere(stage):
    desk = stage.member("desk", DESK, "#")
    eight = stage.member("eight", 8, "#")
    seven = stage.member("seven", 7)
    for topic in (TOPICS.of_table(8, "rows"), TOPICS.state(8), ORDER, NOTICE, "x/y", TOPICS.of_table(7, "unknown")):
        seven.publish(topic, b"forged", keep=True)
    desk.publish(ROWS, b"forged", keep=True)
    stage.member("later", DESK, "#")
    stage.settle()
    assert not desk.messages
    assert not eight.messages


@case
def nobody_hears_what_is_for_another(stage):
    desk = stage.member("desk", DESK)
    desk.publish(ORDER, b"kept", keep=True)
    stage.member("eight", 8, ORDER, STATE, ROWS, "#")
    desk.publish(ORDER, b"live")
    stage.member("seven", 7).publish(STATE, b"here", keep=True)


@case
def a_table_hears_its_own_state(stage):
    seven = stage.member("seven", 7, *TOPICS.for_table(7))
    seven.publish(STATE, b"here", keep=True)
    seven.publish(ROWS, b"rows")


@case
def whoever_has_no_secret_stays_out(stage):
    stage.member("wrong", 7, password="WRONG", stays_away=True).is_out()
    stage.member("unknown", 7, user="pisek.99", stays_away=True).is_out()


# -- lines that break --------------------------------------------------------------------------------------------------


@case
def a_will_is_published_when_the_line_breaks(stage):
    stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, *TOPICS.for_table(7), will=AWAY)
    seven.publish(STATE, b"here", keep=True)
    stage.break_line(seven)
    seven.is_in(2)
    stage.member("later", DESK, *TOPICS.for_desk())


@case
def a_will_that_is_not_retained_is_only_heard_live(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, will=(STATE, b"away", False))
    stage.break_line(seven)
    desk.hears(b"away")
    seven.is_in(2)
    stage.member("later", DESK, *TOPICS.for_desk())


@case
def a_client_that_falls_silent_is_given_up_and_comes_back(stage):
    """Who is the first to give up, the broker or the client, depends on how often the broker looks."""
    desk = stage.member("desk", DESK, *TOPICS.for_desk(), keepalive=2)
    seven = stage.member("seven", 7, ORDER, NOTICE, will=AWAY, keepalive=2, any_reason=True)
    seven.publish(STATE, b"here", keep=True)
    stage.cut(seven)
    desk.hears(b"away")
    desk.publish(NOTICE, b"missed")
    stage.mend(seven)
    seven.is_in(2)
    seven.publish(STATE, b"here again", keep=True)


@case
def no_will_after_a_good_bye(stage):
    stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, will=AWAY)
    seven.publish(STATE, b"here", keep=True)
    seven.leave()
    stage.member("later", DESK, *TOPICS.for_desk())


@case
def a_will_needs_the_right_to_say_it(stage):
    eight = stage.member("eight", 8, *TOPICS.for_table(8))
    stage.member("desk", DESK, *TOPICS.for_desk())
    forged = stage.member("forged", 7, will=(TOPICS.state(8), b"forged", True))
    stage.break_line(forged)
    forged.is_out()
    forged.is_in(2)
    stage.settle()
    assert not eight.messages


@case
def the_second_client_of_one_name_throws_out_the_first(stage):
    stage.member("desk", DESK, *TOPICS.for_desk())
    first = stage.member("first", 7, *TOPICS.for_table(7), client_id="twin", will=AWAY, stays_away=True)
    first.publish(STATE, b"first", keep=True)
    second = stage.member("second", 7, *TOPICS.for_table(7), client_id="twin", will=(STATE, b"second away", True))
    first.is_out()
    second.publish(STATE, b"second", keep=True)
    stage.break_line(second)
    second.is_in(2)


@case
def a_client_that_connects_again_before_its_line_was_missed(stage):
    stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, *TOPICS.for_table(7), will=AWAY, client_id="seven")
    seven.publish(STATE, b"here", keep=True)
    stage.cut(seven)
    again = stage.member("again", 7, *TOPICS.for_table(7), will=AWAY, client_id="seven")
    again.publish(STATE, b"here again", keep=True)
    again.leave()
    stage.break_line(seven)
    seven.is_in(2)


@case
def clients_without_a_name(stage):
    desk = stage.member("desk", DESK)
    stage.member("seven", 7, ORDER, client_id="")
    stage.member("eight", 8, TOPICS.of_desk(8, "order"), client_id="")
    for number in (7, 8):
        desk.publish(TOPICS.of_desk(number, "order"), b"order")


# -- messages that are on their way ------------------------------------------------------------------------------------


@case
def what_was_said_while_away_is_lost_unless_it_is_retained(stage):
    desk = stage.member("desk", DESK)
    seven = stage.member("seven", 7, ORDER, NOTICE, keepalive=2, will=AWAY, any_reason=True)
    stage.cut(seven)
    witness = stage.member("witness", DESK, STATE)
    witness.hears(b"away")
    desk.publish(ORDER, b"kept", keep=True)
    desk.publish(NOTICE, b"passed")
    stage.mend(seven)
    seven.is_in(2)
    seven.hears(b"kept")


@case
def what_nobody_confirmed_goes_out_again(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7)
    stage.cut(seven)
    for n in range(3):
        seven.say(ROWS, b"%d" % n)
    stage.break_line(seven)
    desk.hears(b"2")


@case
def a_message_whose_confirmation_was_lost_comes_twice(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7)
    stage.publish_unanswered(seven, ROWS, b"row", desk)
    desk.hears(b"row", 2)
    seven.publish(ROWS, b"next")


@case
def messages_of_one_client_keep_their_order(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, inflight=3)
    for n in range(60):
        seven.say((ROWS, STATE)[n % 2], b"%d" % n)
    desk.hears(b"59")


@case
def a_client_that_takes_few_at_once_gets_all_in_order(stage):
    desk = stage.member("desk", DESK)
    seven = stage.member("seven", 7, *TOPICS.for_table(7), receive_maximum=2)
    for n in range(40):
        desk.say(ORDER, b"%d" % n)
    seven.hears(b"39")


@case
def what_is_said_before_the_line_stands_goes_out_with_it(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, inflight=3, queued=5)
    stage.kill_broker()
    seven.is_out()
    stage.cut(seven)
    messages = [seven.say(ROWS, b"%d" % n) for n in range(7)]
    stage.notes += map(is_refused, messages)
    stage.start_broker()
    desk.is_in(2)
    stage.mend(seven)
    seven.is_confirmed(messages[4])
    seven.publish(ROWS, b"later")


@case
def too_many_for_the_queue_are_refused(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, inflight=2, queued=4)
    stage.cut(seven)
    stage.notes += [is_refused(seven.say(ROWS, b"%d" % n)) for n in range(6)]
    stage.mend(seven)
    desk.hears(b"3")


@case
def what_is_too_much_for_a_slow_client_is_dropped(stage):
    desk = stage.member("desk", DESK, inflight=1000)
    seven = stage.member("seven", 7, *TOPICS.for_table(7))
    stage.cut(seven)
    for n in range(2250):
        last = desk.say(ORDER, b"%d" % n)
    desk.is_confirmed(last)
    stage.mend(seven)
    seven.hears(b"2099")


@case
def a_message_that_is_too_large_ends_the_line(stage):
    """Mosquitto's reason arrives only if it overtakes the end of the line, which still holds what nobody read."""
    stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, will=AWAY, stays_away=True, any_reason=True)
    seven.say(ROWS, b"x" * (2 * LARGEST))
    seven.is_out()


# -- the broker ends ---------------------------------------------------------------------------------------------------


@case
def a_killed_broker_has_what_it_saved(stage):
    desk = stage.member("desk", DESK)
    desk.publish(ORDER, b"saved", keep=True)
    desk.publish(NOTICE, b"deleted later", keep=True)
    stage.save_broker()
    desk.publish(ORDER, b"not saved", keep=True)
    desk.publish(ROUND, b"not saved either", keep=True)
    desk.publish(NOTICE, b"", keep=True)
    stage.kill_broker()
    stage.start_broker()
    stage.member("seven", 7, *TOPICS.for_table(7))
    desk.is_in(2)


@case
def a_killed_broker_publishes_no_will(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    seven = stage.member("seven", 7, will=AWAY)
    seven.publish(STATE, b"here", keep=True)
    stage.save_broker()
    stage.kill_broker()
    for member in (desk, seven):
        member.is_out()
    stage.start_broker()
    for member in (desk, seven):
        member.is_in(2)
    desk.hears(b"here", 2)


@case
def a_broker_that_is_asked_to_end_keeps_everything_and_publishes_every_will(stage):
    desk = stage.member("desk", DESK, *TOPICS.for_desk())
    desk.publish(ORDER, b"kept", keep=True)
    seven = stage.member("seven", 7, ORDER, will=AWAY)
    seven.publish(STATE, b"here", keep=True)
    stage.settle()
    stage.stop_broker()
    for member in (desk, seven):
        member.is_out()
    stage.start_broker()
    for member in (desk, seven):
        member.is_in(2)
    desk.hears(b"away")
    seven.hears(b"kept")


@pytest.mark.parametrize("name", CASES)
def test_on_the_model_everybody_sees_what_mosquitto_shows(tmp_path, name):
    with MosquittoStage(tmp_path / "mosquitto") as stage:
        CASES[name](stage)
        stage.settle()
        expected = stage.records()
    version = version_of_mosquitto()
    for seed in SEEDS:
        with ModelStage(tmp_path / f"model {seed}", seed, version) as stage:
            CASES[name](stage)
            stage.settle()
            assert stage.records() == expected, f"seed {seed}"
