"""A game on the chess clock that reads like one: ``g.press("B", 5); g.left("A", 175)``, all in seconds."""

from fractions import Fraction

import pytest
from hypothesis import strategies as st

from rules.chess_clock import GAME, ClockSetup, Stage, TimeControl
from rules.chess_clock import acts as e
from rules.chess_clock.control import PRESETS
from rules.chess_clock.state import INDEX
from rules.game import SECOND, SIDES, Gesture, Undo
from rules.history import History
from rules.message import Refusal

BY_KEY = {preset.key: preset.control for preset in PRESETS}

EVENT = st.one_of(
    st.sampled_from(["A", "B", "A", "B"]).map(lambda side: e.Press(side=side)),
    st.sampled_from([e.Pause(), e.Resume(), e.PowerLoss(), Undo(), e.SetMover(side="B")]),
    st.builds(
        e.SetClock,
        side=st.sampled_from(["A", "B"]),
        left_s=st.none() | st.integers(-10, 100),
        moves=st.none() | st.integers(0, 50),
        stage=st.none() | st.integers(1, 2),
        periods=st.none() | st.integers(0, 3),
    ),
    st.builds(e.Result, winner=st.sampled_from(["A", "B", None]), how=st.sampled_from(["play", "time"])),
    st.sampled_from(["A", "B"]).map(lambda side: e.Sign(side=side)),
    st.just(e.Reopen(reason="x")),
)
"""Whatever people and the arbiter may do in a game."""


def control(kind="sudden_death", time_s=60, extra_s=0, *, after_flag="stand", overtime_points=0, **stage):
    """A time control of one stage."""
    stage = Stage(kind=kind, time_s=time_s, extra_s=extra_s, **stage)
    return TimeControl(stages=(stage,), after_flag=after_flag, overtime_points=overtime_points)


def ns(seconds):
    """Seconds, also as a fraction or a text such as "0.000000001", as integer nanoseconds."""
    return int(Fraction(seconds) * SECOND)


class Clocked:
    """A game whose time is given with each act."""

    def __init__(self, control, **setup):
        self.history = History.begin(GAME, ClockSetup(players=("Anna", "Bořek"), control=control, **setup))
        self.now = Fraction(0)

    @property
    def state(self):
        return self.history.state

    @property
    def at(self):
        return ns(self.now)

    def do(self, event, after=0):
        """The event, ``after`` seconds after the one before; the number of its entry."""
        self.now += Fraction(after)
        self.history = self.history.accept(event, self.at)
        return len(self.history.entries)

    def refused(self, rule, event, after=0):
        """The event is refused with that rule, and nothing has changed."""
        before = self.history
        with pytest.raises(Refusal) as caught:
            self.history.accept(event, ns(self.now + Fraction(after)))
        assert caught.value.rule == rule, caught.value
        assert self.history == before
        return str(caught.value)

    def press(self, side, after=0):
        return self.do(e.Press(side=side), after)

    def start(self, mover="A"):
        """The clock of ``mover`` starts, at 0 s of the game's clock."""
        self.press("B" if mover == "A" else "A")
        return self

    def moves(self, *used):
        """Moves one after another, each with the seconds that it took."""
        for seconds in used:
            self.press(SIDES[self.state.clock.mover], seconds)
        return self

    def left(self, side, after=0):
        """Seconds that ``side`` has ``after`` seconds from now, exactly."""
        return Fraction(self.state.clock.remaining(INDEX[side], ns(self.now + Fraction(after))), SECOND)

    def seen(self, after=0):
        """The clocks as they are ``after`` seconds from now."""
        return self.state.clock.advance(ns(self.now + Fraction(after)))

    def gesture(self, side, gesture, *presses):
        """What hands do with the buttons: presses are entries."""
        events = GAME.button(self.state, INDEX[side], gesture, presses)
        for event in events:
            self.do(event)
        return events

    def hold(self, side, after=0):
        """The button of ``side`` goes down and is held for a second and a half."""
        n = self.press(side, after)
        self.now += Fraction("1.5")
        return self.gesture(side, Gesture.HOLD, n)
