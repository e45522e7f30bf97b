"""Fingers on both clock buttons for tests: times are handed in; nothing sleeps."""

import pytest
from hypothesis import strategies as st

from device.common.settings.settings import ButtonSettings
from device.io.inputs import ButtonPress
from device.peripherals.gestures import GestureRecognizer

MS = 1_000_000
LOCKOUT = ButtonSettings().debounce_ms * MS
HOLD = ButtonSettings().hold_ms * MS
START = 7_000 * MS
A, B = 0, 1
SIDES = pytest.mark.parametrize("side", [A, B])


class Desk:
    """Both buttons, and a loop that looks at every moment that is due, or (``asleep``) only when an edge comes."""

    def __init__(self, asleep=False):
        self.hands = GestureRecognizer(LOCKOUT, HOLD)
        self.asleep = asleep
        self.found = []

    def look(self, until):
        for _ in range(100):
            if (due := self.hands.due) is None or due > until:
                return self
            self.found += self.hands.advance(due)
        raise AssertionError("the loop never comes to rest")

    def edge(self, side, down, at):
        if not self.asleep:
            self.look(at)
        self.found += self.hands.edge(side, down, at)
        return self

    def down(self, side, at):
        return self.edge(side, True, at)

    def up(self, side, at):
        return self.edge(side, False, at)

    def tap(self, side, at, lasting=80 * MS):
        return self.down(side, at).up(side, at + lasting)

    def presses(self):
        return [press for press in self.found if isinstance(press, ButtonPress)]

    def gestures(self):
        return [gesture for gesture in self.found if not isinstance(gesture, ButtonPress)]


EDGES = st.lists(
    st.tuples(st.integers(0, 2 * LOCKOUT) | st.integers(0, 2 * HOLD), st.sampled_from([A, B]), st.booleans()),
    max_size=16,
)
