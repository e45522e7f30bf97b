"""Fingers on the clock buttons: bounce, haste, lost and late edges. Time is handed in; nothing sleeps."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.io.inputs import ButtonHold, ButtonPress
from device.peripherals.gestures import GestureRecognizer
from firmware.contact import Contact
from tests.peripherals.fingers import EDGES, HOLD, LOCKOUT, MS, SIDES, START, A, B, Desk


@st.composite
def train(draw, down):
    """The edges of one movement of a finger: the first and the last show where it went, anything may lie between."""
    bounces = draw(st.lists(st.tuples(st.integers(1, LOCKOUT - 2), st.booleans()), max_size=12).map(sorted))
    return [(0, down), *bounces, (LOCKOUT - 1, down)] if bounces else [(0, down)]


def moved(contact, down, at, *, look):
    """What the contact says to a raw edge, before which the loop did or did not look."""
    return [*(contact.advance(at) if look else ()), *contact.feed(down, at)]


def looked(contact, until=None):
    """What it says to a loop that looks at each moment that is due, up to ``until`` or as long as anything waits."""
    seen = []
    for _ in range(100):
        if contact.due is None or (until is not None and contact.due > until):
            return seen
        seen += contact.advance(contact.due)
    raise AssertionError("the contact never comes to rest")


# -- one press is one press ------------------------------------------------------------------------------------------


@SIDES
def test_a_press_counts_at_once_and_with_the_first_edges_own_time(side):
    hands = GestureRecognizer(LOCKOUT, HOLD)
    assert hands.edge(side, True, START) == [ButtonPress(side, START)]
    for n in range(1, 6):
        assert hands.edge(side, n % 2 == 0, START + n * MS) == []


def test_letting_go_says_nothing_and_makes_room_for_the_next_press():
    desk = Desk().tap(A, START).tap(A, START + 200 * MS)
    assert desk.found == [ButtonPress(A, START), ButtonPress(A, START + 200 * MS)]


@given(train(True), train(False), st.integers(LOCKOUT, 30 * LOCKOUT), st.lists(st.booleans(), min_size=28, max_size=28))
def test_however_a_switch_bounces_it_is_one_press_and_one_release(press, release, lasting, looks):
    contact, seen = Contact(LOCKOUT), []
    edges = [(START + at, down) for at, down in press] + [(START + lasting + at, down) for at, down in release]
    for (at, down), look in zip(edges, looks, strict=False):
        seen += moved(contact, down, at, look=look)
    assert seen + looked(contact) == [(True, START), (False, START + lasting)]


@pytest.mark.parametrize("asleep", [False, True])
def test_ten_presses_in_fifty_milliseconds_are_one(asleep):
    desk = Desk(asleep)
    for n in range(10):
        desk.tap(A, START + n * 5 * MS, lasting=3 * MS)
    desk.look(START + HOLD)
    assert desk.found == [ButtonPress(A, START)]


@given(st.lists(st.integers(1, 2 * LOCKOUT - 1), min_size=19, max_size=19).map(sorted), st.booleans())
def test_ten_presses_in_fifty_milliseconds_are_one_whatever_their_rhythm(stamps, asleep):
    desk = Desk(asleep)
    for n, at in enumerate([0, *stamps]):
        desk.edge(A, n % 2 == 0, START + at)
    assert desk.look(START + 2 * HOLD).found == [ButtonPress(A, START)]


def test_ten_presses_at_the_pace_of_a_quick_finger_are_ten():
    desk = Desk()
    for n in range(10):
        desk.tap(B, START + n * 100 * MS, lasting=50 * MS)
    assert desk.found == [ButtonPress(B, START + n * 100 * MS) for n in range(10)]


def test_a_tap_shorter_than_the_lock_out_is_over_when_the_lock_out_is():
    contact = Contact(LOCKOUT)
    assert contact.feed(True, START) == [(True, START)]
    assert contact.feed(False, START + 5 * MS) == []
    assert contact.advance(START + LOCKOUT - 1) == []
    ((down, at),) = contact.advance(contact.due)
    assert not down
    assert START + 5 * MS <= at <= START + LOCKOUT


def test_the_lock_out_ends_exactly_when_it_says():
    for late, released in (
        (-1, []),
        (0, [(False, START + LOCKOUT)]),
        (1, [(False, START + LOCKOUT + 1)]),
    ):
        contact = Contact(LOCKOUT)
        contact.feed(True, START)
        assert contact.due == START + LOCKOUT
        assert contact.feed(False, START + LOCKOUT + late) == released


def test_a_press_that_begins_in_the_lock_out_of_a_release_is_not_lost():
    desk = Desk().tap(A, START)
    desk.down(A, START + 90 * MS).look(START + 200 * MS)
    first, second = desk.presses()
    assert first.at == START
    assert START + 90 * MS <= second.at <= START + 80 * MS + LOCKOUT


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 8 * LOCKOUT), st.booleans()), max_size=30))
def test_no_train_of_edges_makes_changes_closer_than_the_lock_out(edges):
    contact, seen = Contact(LOCKOUT), []
    for down, at, look in edges:
        seen += moved(contact, down, at, look=look)
    seen += looked(contact)
    assert [down for down, _ in seen] == [n % 2 == 0 for n in range(len(seen))]
    stamps = sorted({at for _, at in seen})
    assert all(later - sooner >= LOCKOUT for sooner, later in pairwise(stamps))
    lost = sum(sooner and later for (sooner, *_), (later, *_) in pairwise(edges))
    assert len(seen) - len(stamps) <= lost, "only a release whose edge was lost has the stamp of the press after it"
    assert contact.down == (edges[-1][0] if edges else False)


# -- a loop that was busy --------------------------------------------------------------------------------------------


def test_an_edge_that_reaches_the_queue_late_keeps_its_own_time():
    hands = GestureRecognizer(LOCKOUT, HOLD)
    hands.advance(START + 400 * MS)
    assert hands.edge(A, True, START) == [ButtonPress(A, START)]


def test_a_press_after_a_flicker_counts_at_its_own_time_though_the_loop_was_busy_all_the_while():
    hands = GestureRecognizer(LOCKOUT, HOLD)
    hands.edge(A, True, START)
    hands.edge(A, False, START + 10 * MS)
    assert hands.edge(A, True, START + 900 * MS) == [ButtonPress(A, START + 900 * MS)]


@given(st.lists(st.tuples(st.integers(0, LOCKOUT) | st.integers(2 * LOCKOUT, 4 * LOCKOUT), st.booleans()), max_size=9))
def test_what_a_contact_did_does_not_depend_on_when_somebody_looked(edges):
    seen = []
    for watchful in (False, True):
        contact, changes, at = Contact(LOCKOUT), [], START
        for gap, down in edges:
            at += gap
            if watchful:
                changes += looked(contact, at)
            changes += contact.feed(down, at)
        seen.append(changes + looked(contact))
    assert seen[0] == seen[1]


@given(EDGES)
def test_gestures_do_not_depend_on_when_somebody_looked(edges):
    awake, asleep, at = Desk(), Desk(asleep=True), START
    for gap, side, down in edges:
        at += gap
        awake.edge(side, down, at)
        asleep.edge(side, down, at)
    assert asleep.look(at + 9 * HOLD).found == awake.look(at + 9 * HOLD).found


@given(EDGES, st.integers(0, 3 * HOLD))
def test_after_a_look_the_loop_may_sleep_until_something_is_due(edges, pause):
    hands, at = GestureRecognizer(LOCKOUT, HOLD), START
    for gap, side, down in edges:
        at += gap
        hands.edge(side, down, at)
    now = at + pause
    hands.advance(now)
    assert hands.due is None or hands.due > now


@pytest.mark.parametrize("finger_on", ["edge", "button"])
def test_a_hold_counts_though_the_finger_was_gone_before_the_loop_looked(finger_on):
    hands = GestureRecognizer(LOCKOUT, HOLD)
    change = getattr(hands, finger_on)
    gestures = change(A, True, START) + change(A, False, START + HOLD + 20 * MS) + hands.advance(START + 2 * HOLD)
    assert gestures == [ButtonPress(A, START), ButtonHold(A, START, START + HOLD)]


# -- edges that come in disorder, or do not come ---------------------------------------------------------------------


def test_a_stamp_that_runs_backwards_counts_as_simultaneous():
    contact = Contact(LOCKOUT)
    contact.feed(True, START)
    assert contact.feed(False, START + 80 * MS) == [(False, START + 80 * MS)]
    assert contact.feed(True, START + 79 * MS) == []
    ((down, at),) = looked(contact)
    assert down
    assert at >= START + 80 * MS


def test_the_other_buttons_older_edge_keeps_its_own_time():
    hands = GestureRecognizer(LOCKOUT, HOLD)
    assert hands.edge(A, True, START) == [ButtonPress(A, START)]
    assert hands.edge(B, True, START - 40 * MS) == [ButtonPress(B, START - 40 * MS)]


def test_a_lost_release_costs_no_press_and_makes_no_hold():
    desk = Desk().down(A, START).tap(A, START + 400 * MS).tap(A, START + 800 * MS).look(START + 2 * HOLD)
    assert desk.found == [ButtonPress(A, START + at * MS) for at in (0, 400, 800)]


def test_a_press_after_a_lost_release_can_be_held_and_counts_from_its_own_edge():
    desk = Desk().down(A, START).down(A, START + HOLD - 1).look(START + 3 * HOLD)
    again = START + HOLD - 1
    assert desk.found == [ButtonPress(A, START), ButtonPress(A, again), ButtonHold(A, again, again + HOLD)]


def test_a_release_whose_first_edge_is_read_as_down_is_no_press():
    desk = Desk().down(A, START).down(A, START + 80 * MS).up(A, START + 82 * MS).look(START + 2 * HOLD)
    assert desk.found == [ButtonPress(A, START)]


def test_a_level_read_again_is_no_edge_and_one_that_differs_is():
    contact = Contact(LOCKOUT)
    contact.feed(True, START)
    assert contact.read(True, START + 2 * LOCKOUT) == contact.read(True, START + 4 * LOCKOUT) == []
    assert contact.read(False, START + 5 * LOCKOUT) == [(False, START + 5 * LOCKOUT)]
    assert contact.due == START + 6 * LOCKOUT


def test_a_lost_press_makes_no_press_out_of_its_release():
    desk = Desk().up(A, START).tap(A, START + 400 * MS)
    assert desk.presses() == [ButtonPress(A, START + 400 * MS)]


def test_a_button_that_sticks_is_told_once_and_lets_the_loop_sleep():
    desk = Desk().down(A, START).look(START + 3_600_000 * MS)
    assert desk.found == [ButtonPress(A, START), ButtonHold(A, START, START + HOLD)]
    assert desk.hands.due is None


def test_a_button_that_sticks_leaves_the_other_pairs_button_alone():
    desk = Desk().down(A, START).look(START + 5 * HOLD)
    presses = [START + 5 * HOLD + n * 400 * MS for n in range(20)]
    for at in presses:
        desk.tap(B, at)
    desk.look(START + 900 * HOLD)
    assert [press.at for press in desk.presses() if press.side == B] == presses
    assert desk.gestures() == [ButtonHold(A, START, START + HOLD)]


def test_a_button_held_down_while_the_table_starts_is_no_press():
    assert GestureRecognizer(LOCKOUT, HOLD).edge(A, False, START) == []


# -- long evenings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [0, 1, 2**31 - 2 * MS, 2**32 - 2 * MS, 2**63 - 2 * MS, 2**64 - 2 * MS])
def test_no_width_of_a_counter_matters(start):
    desk = Desk().down(A, start).up(A, start + MS).down(A, start + 4 * MS)
    desk.up(A, start + HOLD + 50 * MS).tap(A, start + HOLD + 200 * MS)
    assert desk.found == [
        ButtonPress(A, start),
        ButtonHold(A, start, start + HOLD),
        ButtonPress(A, start + HOLD + 200 * MS),
    ]


def test_a_source_whose_counter_wrapped_does_not_kill_the_button():
    desk = Desk().tap(A, START)
    desk.found += desk.hands.edge(A, True, 3)
    desk.look(START + 200 * MS)
    first, second = desk.presses()
    assert first.at == START
    assert START + 80 * MS <= second.at <= START + 80 * MS + LOCKOUT


def test_nothing_grows_however_long_the_evening():
    desk, sizes = Desk(), []
    for n in range(5_000):
        at = START + n * 200 * MS
        desk.tap(n % 2, at).down(n % 2, at + 81 * MS).up(n % 2, at + 82 * MS)
        if n in (10, 4_999):
            sizes.append(len(pickle.dumps(vars(desk.hands))))
    assert len(desk.presses()) == 5_000
    assert sizes[1] <= sizes[0] + 64


@given(EDGES)
def test_presses_and_gestures_pair_up_whatever_the_fingers_do(edges):
    desk, at = Desk(), START
    for gap, side, down in edges:
        at += gap
        desk.edge(side, down, at)
    desk.look(at + 9 * HOLD)
    pressed = {(press.side, press.at) for press in desk.presses()}
    held = [(gesture.side, gesture.began) for gesture in desk.gestures() if isinstance(gesture, ButtonHold)]
    assert len(held) == len(set(held)), "a press is held once"
    assert set(held) <= pressed
    assert all(gesture.at == gesture.began + HOLD for gesture in desk.gestures() if isinstance(gesture, ButtonHold))
