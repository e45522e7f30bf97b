"""Who holds a table, and who finds its code."""

import pytest

from device.browser.seat import KEPT_S, RETURN_S, WAIT_S, WRONG, CodeCheck, Seat


def test_who_comes_first_plays_and_the_next_one_looks_on():
    seat = Seat(0)
    assert seat.enter("a", 1)
    assert not seat.enter("b", 2)
    assert seat.is_held_by("a")


def test_who_only_looks_leaves_an_empty_seat_empty():
    seat = Seat(0)
    assert not seat.enter("desk", 1, only_looks=True)
    assert seat.enter("a", 2)


def test_who_takes_over_plays_and_who_comes_back_then_looks_on():
    seat = Seat(0)
    seat.enter("a", 1)
    seat.take("b")
    assert not seat.enter("a", 2)
    assert seat.is_held_by("b")


def test_a_seat_is_kept_for_who_lost_the_connection():
    seat = Seat(0)
    seat.enter("a", 1)
    seat.leave("a", 2)
    assert not seat.is_held_by("a")
    assert not seat.enter("b", 2 + KEPT_S - 0.1)
    assert seat.enter("a", 2 + KEPT_S + 99)


def test_after_a_while_somebody_else_finds_it_free():
    seat = Seat(0)
    seat.enter("a", 1)
    seat.leave("a", 2)
    assert seat.is_free(2 + KEPT_S)
    assert seat.enter("b", 2 + KEPT_S)


def test_that_somebody_who_looked_on_leaves_changes_nothing():
    seat = Seat(0)
    seat.enter("a", 1)
    seat.leave("b", 2)
    assert seat.is_held_by("a")


def test_after_a_start_the_seat_waits_for_who_held_it_and_not_for_long():
    seat = Seat(100, former="a")
    assert not seat.enter("b", 100 + RETURN_S - 0.1)
    assert seat.enter("a", 100 + RETURN_S - 0.05)
    late = Seat(100, former="a")
    assert late.enter("b", 100 + RETURN_S)


@pytest.mark.parametrize("typed", ["ABC10Z", "abc10z", " ab-c1 0z", "ABCIOZ", "abclOz"])
def test_a_code_is_read_as_people_write_it(typed):
    assert CodeCheck("ABC10Z").is_right(typed, "x", 0)


@pytest.mark.parametrize("typed", ["", "ABC10", "ABC10ZZ", "ABC11Z", "%s"])
def test_another_code_is_wrong(typed):
    assert not CodeCheck("ABC10Z").is_right(typed, "x", 0)


def test_who_guesses_has_to_wait_and_others_need_not():
    codes = CodeCheck("ABC10Z")
    for n in range(WRONG):
        assert not codes.is_waiting("guesser", n)
        codes.is_right("000000", "guesser", n)
    assert codes.is_waiting("guesser", WRONG)
    assert not codes.is_waiting("friend", WRONG)
    assert not codes.is_waiting("guesser", WRONG + WAIT_S)


def test_the_right_code_clears_what_was_mistyped():
    codes = CodeCheck("ABC10Z")
    for _ in range(WRONG - 1):
        codes.is_right("000000", "x", 0)
    assert codes.is_right("ABC10Z", "x", 0)
    codes.is_right("000000", "x", 0)
    assert not codes.is_waiting("x", 0)


def test_addresses_without_end_fill_no_memory():
    codes = CodeCheck("ABC10Z")
    for n in range(5000):
        codes.is_right("000000", str(n), 0)
    assert len(codes._wrong) <= 1024
