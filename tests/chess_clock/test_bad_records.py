"""Records that people wrote wrongly: refused with the line's number and a reason, and nothing after it is read."""

import json

import msgspec
import pytest

from rules.record import BadRecord, read
from tests.chess_clock.game import BY_KEY

CONTROL = {"stages": [{"kind": "fischer", "time_s": 180, "extra_s": 2}]}
SETUP = {"game": "chess_clock", "players": ["Anna", "Bořek"], "control": CONTROL}
PRESS = '{"t": 1, "event": "press", "side": "B"}'


def with_control(**changes):
    return json.dumps(SETUP | {"control": CONTROL | changes})


def with_stage(**changes):
    return with_control(stages=[CONTROL["stages"][0] | changes])


SETUPS = {
    "one player": (json.dumps(SETUP | {"players": ["Anna"]}), "players"),
    "a player without a name": (json.dumps(SETUP | {"players": ["Anna", ""]}), "C1"),
    "no time control": (json.dumps({"game": "chess_clock", "players": ["Anna", "Bořek"]}), "control"),
    "no stage": (with_control(stages=[]), "stages"),
    "five stages": (with_control(stages=CONTROL["stages"] * 5), "stages"),
    "a kind that nobody knows": (with_stage(kind="berserk"), "berserk"),
    "a negative time": (with_stage(time_s=-1), "time_s"),
    "half a second": (with_stage(time_s=0.5), "time_s"),
    "an increment for no reason": (with_stage(kind="sudden_death"), "C2"),
    "no increment": (with_stage(extra_s=0), "C3"),
    "periods of an increment": (with_stage(periods=3), "C6"),
    "a last stage that ends": (with_stage(until_move=40), "C8"),
    "points without overtime": (with_control(overtime_points=10), "C10"),
    "a field that is not there": (with_control(gong=True), "gong"),
    "White on no side": (json.dumps(SETUP | {"white": "C"}), "white"),
}


@pytest.mark.parametrize(("line", "reason"), SETUPS.values(), ids=list(SETUPS))
def test_a_bad_setup_is_refused_in_line_one(line, reason):
    with pytest.raises(BadRecord) as caught:
        read([line, PRESS])
    assert caught.value.line == 1
    assert reason in str(caught.value)


EVENTS = {
    "a side that is not there": ('{"t": 2, "event": "press", "side": "C"}', "side"),
    "no side": ('{"t": 2, "event": "press"}', "side"),
    "an event of another game": ('{"t": 2, "event": "deal"}', "deal"),
    "time that runs backwards": ('{"t": -1, "event": "pause"}', '"t"'),
    "a result while a clock runs": ('{"t": 2, "event": "result", "winner": "A"}', "C10"),
    "a flag that has not fallen": ('{"t": 2, "event": "result", "winner": "A", "how": "time"}', "C10"),
    "a way to win that nobody knows": ('{"t": 2, "event": "result", "winner": "A", "how": "luck"}', "luck"),
    "a signature without a result": ('{"t": 2, "event": "sign", "side": "A"}', "C9"),
    "a clock set to nothing": ('{"t": 2, "event": "set_clock", "side": "A", "left_s": 0}', "C9"),
    "periods that there are not": ('{"t": 2, "event": "set_clock", "side": "A", "periods": 1}', "C6"),
    "a stage that there is not": ('{"t": 2, "event": "set_clock", "side": "A", "stage": 2}', "C8"),
    "half a move": ('{"t": 2, "event": "set_clock", "side": "A", "moves": 1.5}', "moves"),
    "a press taken back that is none": ('{"t": 2, "event": "void", "of": [9]}', "C10"),
}


@pytest.mark.parametrize(("line", "reason"), EVENTS.values(), ids=list(EVENTS))
def test_a_bad_line_is_refused_with_its_number(line, reason):
    with pytest.raises(BadRecord) as caught:
        read([json.dumps(SETUP), "# Black starts White's clock", PRESS, line, PRESS])
    assert caught.value.line == 4
    assert reason in str(caught.value)


@pytest.mark.parametrize("key", BY_KEY)
def test_presets_stand_in_a_record_as_they_were(key):
    control = msgspec.to_builtins(BY_KEY[key])
    assert read([json.dumps(SETUP | {"control": control})]).setup.control == BY_KEY[key]
