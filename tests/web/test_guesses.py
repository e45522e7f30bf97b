"""Who guesses a code has to wait, and nobody else."""

import pytest

from device.common.web.guesses import GUESSERS, CodeCheck

GUESSES, SECONDS = 5, 60.0


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def codes():
    return CodeCheck("ABC10Z", GUESSES, SECONDS, Clock())


def guess(codes, times, key="x"):
    for _ in range(times):
        assert not codes.is_right("000000", key)


@pytest.mark.parametrize("guessed", ["", "ABC10", "ABC10ZZ", "ABC11Z", "%s", "á"])
def test_nothing_but_the_code_is_right(codes, guessed):
    assert codes.is_right("ABC10Z", "x")
    assert not codes.is_right(guessed, "x")


@pytest.mark.parametrize("typed", ["ABC10Z", "abc10z", " ab-c1 0z", "ABCIOZ", "abclOz"])
def test_a_code_is_right_as_people_write_it(codes, typed):
    assert codes.is_right(typed, "x")


def test_where_there_is_no_code_nothing_is_right():
    assert not CodeCheck("", GUESSES, SECONDS, Clock()).is_right("", "x")


def test_who_guesses_has_to_wait_and_others_need_not(codes):
    guess(codes, GUESSES - 1)
    assert not codes.wait("x")
    guess(codes, 1)
    assert codes.wait("x") == SECONDS
    assert not codes.wait("friend")
    codes._now.now = SECONDS
    assert not codes.wait("x")


def test_the_right_code_clears_what_was_mistyped(codes):
    guess(codes, GUESSES - 1)
    assert codes.is_right("ABC10Z", "x")
    guess(codes, GUESSES - 1)
    assert not codes.wait("x")


def test_addresses_without_end_fill_no_memory(codes):
    for n in range(5 * GUESSERS):
        guess(codes, 1, str(n))
    assert len(codes) == GUESSERS
