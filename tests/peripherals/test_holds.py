"""Buttons that are held, one or both: exactly how long, counted once, bounce or not."""

import pytest

from device.io.inputs import BothButtonsHold, BothButtonsLongHold, ButtonHold, ButtonPress
from device.peripherals.gestures import LONG_HOLD, GestureRecognizer
from tests.peripherals.fingers import HOLD, LOCKOUT, MS, SIDES, START, A, B, Desk


@SIDES
@pytest.mark.parametrize(("over", "held"), [(-1, False), (0, True), (1, True), (777 * MS, True)])
def test_a_button_is_held_after_exactly_the_hold_time(side, over, held):
    hands = GestureRecognizer(LOCKOUT, HOLD)
    hands.edge(side, True, START)
    assert hands.advance(START + LOCKOUT) == []
    assert hands.due == START + HOLD
    assert hands.advance(START + HOLD + over) == ([ButtonHold(side, START, START + HOLD)] if held else [])


def test_let_go_a_nanosecond_too_soon_is_just_a_press():
    desk = Desk().tap(A, START, lasting=HOLD - 1).look(START + 9 * HOLD)
    assert desk.found == [ButtonPress(A, START)]
    assert desk.hands.due is None


def test_a_hold_belongs_to_the_press_it_began_with_bounce_or_not():
    desk = Desk().down(A, START)
    for n in range(1, 7):
        desk.edge(A, n % 2 == 0, START + n * MS)
    desk.look(START + 2 * HOLD)
    assert desk.found == [ButtonPress(A, START), ButtonHold(A, START, START + HOLD)]


def test_every_new_press_may_be_held_anew():
    desk = Desk().tap(A, START, lasting=2 * HOLD).tap(A, START + 3 * HOLD, lasting=2 * HOLD)
    assert desk.gestures() == [ButtonHold(A, START, START + HOLD), ButtonHold(A, START + 3 * HOLD, START + 4 * HOLD)]


@pytest.mark.parametrize(("over", "held"), [(-1, False), (0, True), (1, True), (777 * MS, True)])
@pytest.mark.parametrize("first", [A, B])
def test_both_are_held_the_hold_time_after_the_later_one(first, over, held):
    desk = Desk().down(first, START).down(1 - first, START + 400 * MS)
    moment = START + 400 * MS + HOLD
    desk.look(moment - 1)
    assert desk.gestures() == [], "two hands together are never one hold"
    assert desk.hands.due == moment
    assert desk.hands.advance(moment + over) == ([BothButtonsHold(moment)] if held else [])


def test_both_held_are_told_once_and_neither_is_held_besides():
    over = START + HOLD + LONG_HOLD - 1
    desk = Desk().down(A, START).down(B, START).look(over)
    desk.up(A, over).look(over + 9 * HOLD).up(B, over + 9 * HOLD).look(over + 20 * HOLD)
    assert desk.gestures() == [BothButtonsHold(START + HOLD)]
    assert desk.hands.due is None


def test_both_that_stay_down_much_longer_are_kept_once():
    desk = Desk().down(A, START).down(B, START + 200 * MS)
    held = START + 200 * MS + HOLD
    desk.look(held)
    assert desk.hands.due == held + LONG_HOLD
    desk.look(held + LONG_HOLD - 1)
    assert desk.gestures() == [BothButtonsHold(held)]
    desk.look(held + 9 * LONG_HOLD)
    assert desk.gestures() == [BothButtonsHold(held), BothButtonsLongHold(held + LONG_HOLD)]
    assert desk.hands.due is None
    desk.up(A, held + 9 * LONG_HOLD).up(B, held + 9 * LONG_HOLD)
    desk.down(A, held + 10 * LONG_HOLD).down(B, held + 10 * LONG_HOLD).look(held + 10 * LONG_HOLD + HOLD)
    assert desk.gestures()[2:] == [BothButtonsHold(held + 10 * LONG_HOLD + HOLD)], "new presses begin anew"


def test_one_hand_gone_a_nanosecond_too_soon_and_they_did_not_agree():
    desk = Desk().down(A, START).down(B, START + 400 * MS).up(A, START + 400 * MS + HOLD - 1)
    desk.up(B, START + 400 * MS + HOLD - 1).look(START + 9 * HOLD)
    assert desk.gestures() == []


def test_the_opponents_brief_press_does_not_spoil_a_hold_that_is_under_way():
    desk = Desk().down(A, START).tap(B, START + 300 * MS).look(START + 2 * HOLD)
    assert desk.gestures() == [ButtonHold(A, START, START + HOLD)]


def test_a_second_hand_that_comes_after_the_hold_was_told_asks_for_nothing():
    desk = Desk().down(A, START).look(START + 2 * HOLD).down(B, START + 2 * HOLD).look(START + 9 * HOLD)
    assert desk.gestures() == [ButtonHold(A, START, START + HOLD)]


@pytest.mark.parametrize("order", [(A, B), (B, A)])
def test_both_buttons_in_the_same_nanosecond_are_two_presses_and_one_gesture(order):
    hands = GestureRecognizer(LOCKOUT, HOLD)
    assert [gesture for side in order for gesture in hands.edge(side, True, START)] == [
        ButtonPress(s, START) for s in order
    ]
    hands.advance(START + LOCKOUT)
    assert hands.advance(START + HOLD - 1) == []
    assert hands.advance(START + HOLD) == [BothButtonsHold(START + HOLD)]
    assert hands.advance(START + HOLD + LONG_HOLD - 1) == []


def test_a_press_area_on_the_screen_does_all_that_a_button_does():
    hands = GestureRecognizer(LOCKOUT, HOLD)
    assert hands.button(A, True, START) == [ButtonPress(A, START)]
    assert hands.button(A, True, START + 1) == []
    assert hands.advance(START + HOLD) == [ButtonHold(A, START, START + HOLD)]
    assert hands.button(A, False, START + 2 * HOLD) == []
    assert hands.button(A, True, START + 2 * HOLD + 1) == [ButtonPress(A, START + 2 * HOLD + 1)], "it does not bounce"
