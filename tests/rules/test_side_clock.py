"""One side's clock by itself."""

from rules.clock.side import SideClock
from rules.game import SECOND


def test_S10_a_clock_that_stands_has_no_time_base_to_take_over():
    stands = SideClock().start(0).stop(9 * SECOND)
    assert stands.adjust(20 * SECOND, 5 * SECOND) == stands


def test_S10_a_running_clock_takes_over_what_the_clock_itself_says():
    runs = SideClock().start(0).adjust(20 * SECOND, 15 * SECOND)
    assert runs.time_used(20 * SECOND) == 15 * SECOND
    assert runs.time_used(30 * SECOND) == 25 * SECOND
