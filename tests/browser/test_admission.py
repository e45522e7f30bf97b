"""Whose telephone is a clock button, which presses count, and which are settled."""

from __future__ import annotations

import pytest

from device.browser.admission import AWAY, Admission, Sides
from rules.game import SECOND

ONE, OTHER = "0123456789abcdef", "fedcba9876543210"
BEGAN = 100 * SECOND


@pytest.fixture
def sides():
    return Sides(BEGAN)


def test_the_first_telephone_that_asks_is_the_button(sides):
    assert sides.ask(0, ONE, BEGAN)
    assert not sides.ask(0, OTHER, BEGAN + SECOND)
    assert sides.ask(1, OTHER, BEGAN + SECOND), "the other side is free"
    assert (sides.holder(0), sides.holder(1)) == (ONE, OTHER)


def test_another_takes_it_where_somebody_says_so_or_it_has_been_away_for_long(sides):
    sides.ask(0, ONE, BEGAN)
    sides.on_word(0, ONE, BEGAN + 10 * SECOND)
    assert not sides.ask(0, OTHER, BEGAN + 9 * SECOND + AWAY)
    assert sides.ask(0, OTHER, BEGAN + 10 * SECOND + AWAY)
    assert sides.ask(0, ONE, BEGAN + 10 * SECOND + AWAY, take=True)
    assert sides.holder(0) == ONE


def test_a_press_made_while_the_side_was_its_own_counts_however_late_it_comes(sides):
    sides.ask(0, ONE, BEGAN)
    sides.ask(0, OTHER, BEGAN + 50 * SECOND, take=True)
    assert sides.admit(0, ONE, BEGAN + 49 * SECOND) is Admission.COUNTS
    assert sides.admit(0, ONE, BEGAN + 50 * SECOND) is Admission.ANOTHER
    assert sides.admit(0, OTHER, BEGAN + 49 * SECOND) is Admission.COUNTS
    assert sides.admit(1, OTHER, BEGAN + 49 * SECOND) is Admission.ANOTHER


def test_a_press_from_before_the_table_was_there_does_not_count(sides):
    sides.ask(0, ONE, BEGAN)
    assert sides.admit(0, ONE, BEGAN - 1) is Admission.EARLY
    assert sides.admit(0, ONE, BEGAN) is Admission.COUNTS


def test_where_telephones_are_forbidden_no_press_counts(sides):
    sides.ask(0, ONE, BEGAN)
    sides.is_allowed = False
    assert sides.admit(0, ONE, BEGAN + SECOND) is Admission.FORBIDDEN


def test_a_press_is_settled_once_the_other_telephone_is_heard_past_it(sides):
    sides.ask(0, ONE, BEGAN)
    assert sides.is_settled(0, BEGAN + SECOND), "nobody is on the other side"
    sides.ask(1, OTHER, BEGAN)
    assert not sides.is_settled(0, BEGAN + SECOND)
    sides.on_word(1, OTHER, BEGAN + 2 * SECOND)
    assert not sides.is_settled(0, BEGAN + SECOND), "it is there, and not everything that it did has come"
    sides.on_word(1, OTHER, BEGAN + 2 * SECOND, heard=BEGAN + 2 * SECOND)
    assert sides.is_settled(0, BEGAN + SECOND)
    sides.on_word(1, ONE, BEGAN + 9 * SECOND, heard=BEGAN + 9 * SECOND)
    assert not sides.is_settled(0, BEGAN + 3 * SECOND), "only its own telephone speaks for a side"


def test_a_telephone_is_away_since_it_was_last_heard(sides):
    assert sides.away_since(0, BEGAN + 99 * SECOND, SECOND) is None
    sides.ask(0, ONE, BEGAN)
    assert sides.away_since(0, BEGAN + SECOND, SECOND) is None
    assert sides.away_since(0, BEGAN + SECOND + 1, SECOND) == BEGAN
