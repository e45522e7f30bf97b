"""One side's clock by itself."""

import pytest

from rules.clock import DoubleClock
from rules.clock.side import SideClock
from rules.game import SECOND
from rules.polish_doubles.acts import Press


def test_S10_a_clock_that_stands_has_no_time_base_to_take_over():
    stands = SideClock().start(0).stop(9 * SECOND)
    assert stands.adjust(20 * SECOND, 5 * SECOND) == stands


def test_S10_a_running_clock_takes_over_what_the_clock_itself_says():
    runs = SideClock().start(0).adjust(20 * SECOND, 15 * SECOND)
    assert runs.time_used(20 * SECOND) == 15 * SECOND
    assert runs.time_used(30 * SECOND) == 25 * SECOND


def test_S10_each_clock_goes_on_in_its_own_time_base_after_a_turn():
    clock = DoubleClock(180 * SECOND).start(0, 0)
    clock, _ = clock.press(0, 20 * SECOND, shows=(160 * SECOND, 158 * SECOND))
    clock, _ = clock.press(1, 50 * SECOND, shows=(150 * SECOND, 149 * SECOND))
    assert [turn.used for turn in clock.turns] == [(20 * SECOND, 22 * SECOND), (30 * SECOND, 31 * SECOND)]
    assert [side.total(55 * SECOND) for side in clock.sides] == [55 * SECOND, 58 * SECOND]
    assert [side.offset for side in clock.sides] == [0, 3 * SECOND]


@pytest.mark.parametrize(
    ("doubt", "doubt_s"),
    [
        (-1, None),
        (0, None),
        (1, 0.001),
        (1_000_000, 0.001),
        (1_000_001, 0.002),
        (86_399_999_000_001, 86_400.0),
        (86_401 * SECOND, 86_400.0),
    ],
)
def test_a_press_says_by_how_much_its_time_may_be_wrong_in_milliseconds_and_at_most_a_day(doubt, doubt_s):
    assert Press(pair="A").with_doubt(doubt).doubt_s == doubt_s
