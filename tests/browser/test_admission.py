"""Whose telephone is a clock button, which presses count, and which are settled."""

from __future__ import annotations

import pytest

from device.browser.admission import AWAY, SLACK, PressAdmission, SideHolders
from rules.game import SECOND

ONE, OTHER = "0123456789abcdef", "fedcba9876543210"
BEGAN = 100 * SECOND


def admit(sides, side, telephone, at) -> PressAdmission:
    """Whether a press counts that is heard at once."""
    return sides.admit(side, telephone, at, at).admission


@pytest.fixture
def sides():
    return SideHolders(BEGAN)


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
    assert admit(sides, 0, ONE, BEGAN + 49 * SECOND) is PressAdmission.COUNTS
    assert admit(sides, 0, ONE, BEGAN + 50 * SECOND) is PressAdmission.ANOTHER
    assert admit(sides, 0, OTHER, BEGAN + 49 * SECOND) is PressAdmission.COUNTS
    assert admit(sides, 1, OTHER, BEGAN + 49 * SECOND) is PressAdmission.ANOTHER


def test_a_press_from_before_the_table_was_there_does_not_count(sides):
    sides.ask(0, ONE, BEGAN)
    assert admit(sides, 0, ONE, BEGAN - 1) is PressAdmission.EARLY
    assert admit(sides, 0, ONE, BEGAN) is PressAdmission.COUNTS


def test_where_telephones_are_forbidden_no_press_counts(sides):
    sides.ask(0, ONE, BEGAN)
    sides.is_allowed = False
    assert admit(sides, 0, ONE, BEGAN + SECOND) is PressAdmission.FORBIDDEN


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


def test_a_press_counts_from_where_its_telephone_was_heard_and_the_rest_is_doubt(sides):
    sides.ask(0, ONE, BEGAN)
    heard, now = BEGAN + 9 * SECOND, BEGAN + 10 * SECOND
    believed = sides.admit(0, ONE, heard - SLACK, now, doubt=7, heard=heard)
    assert (believed.at, believed.doubt, believed.early) == (heard - SLACK, 7, 0)
    lied = sides.admit(0, ONE, BEGAN + SECOND, now, doubt=7, heard=heard)
    assert (lied.at, lied.early) == (heard - SLACK, heard - SLACK - BEGAN - SECOND)
    assert lied.doubt == lied.early


def test_after_a_cut_all_of_it_is_in_doubt(sides):
    sides.ask(0, ONE, BEGAN)
    for at in (BEGAN + 2 * SECOND, BEGAN + 8 * SECOND):
        press = sides.admit(0, ONE, at, BEGAN + 10 * SECOND, heard=BEGAN + SECOND, is_cut=True)
        assert (press.at, press.early) == (at, 0)
        assert press.doubt >= 7 * SECOND, "from when it was heard until now"


def test_a_new_telephone_says_nothing_of_what_another_was_heard_past(sides):
    sides.ask(0, ONE, BEGAN)
    sides.on_word(0, ONE, BEGAN + 9 * SECOND, heard=BEGAN + 9 * SECOND)
    sides.ask(0, OTHER, BEGAN + 10 * SECOND, take=True)
    press = sides.admit(0, OTHER, BEGAN + SECOND, BEGAN + 11 * SECOND)
    assert press.at == BEGAN + 9 * SECOND - SLACK
    assert sides.admit(0, ONE, BEGAN + 5 * SECOND, BEGAN + 11 * SECOND).at == BEGAN + 5 * SECOND, "its own may come yet"


def test_a_telephone_is_away_since_it_was_last_heard(sides):
    assert sides.away_since(0, BEGAN + 99 * SECOND, SECOND) is None
    sides.ask(0, ONE, BEGAN)
    assert sides.away_since(0, BEGAN + SECOND, SECOND) is None
    assert sides.away_since(0, BEGAN + SECOND + 1, SECOND) == BEGAN
