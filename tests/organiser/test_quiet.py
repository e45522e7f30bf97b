"""What is said again and again does not fill the log."""

import logging

from device.organiser.quiet import AGAIN_S, BURST, Few


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def line(text, number=1, *args):
    return logging.LogRecord("x", logging.WARNING, "a.py", number, text, args, None)


def test_a_few_lines_then_one_a_minute_that_says_how_many_were_left_out():
    clock = Clock()
    few = Few(clock)
    assert [few.filter(line("refused %s", 1, n)) for n in range(1000)] == [True] * BURST + [False] * (1000 - BURST)
    assert few.filter(line("something else", 2))
    clock.now = AGAIN_S * 1.01
    said = line("refused %s", 1, "{7} %d")
    assert few.filter(said)
    assert said.getMessage() == f"refused {{7}} %d ({1000 - BURST} more like this were left out)"
    assert not few.filter(line("refused %s", 1, 8))


def test_what_strangers_send_makes_no_more_places():
    few = Few(Clock())
    for n in range(1000):
        few.filter(line(f"a {n}"))
    assert len(few._places) == 1


def test_a_day_of_nonsense_is_a_small_log():
    clock = Clock()
    few = Few(clock)
    written = 0
    for n in range(24 * 3600):
        clock.now = float(n)
        written += few.filter(line("x" * 200))
    assert written * 250 < 500_000
