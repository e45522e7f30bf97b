"""Who holds a table."""

from device.browser.seat import KEPT_S, RETURN_S, Seat


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
