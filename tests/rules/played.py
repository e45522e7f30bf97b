"""A game in a test: events are done, or refused with a rule's number and nothing changed."""

import pytest

from rules.game import SECOND, Gesture
from rules.history import History
from rules.message import Refusal


class Played:
    """A game that reads like one."""

    def __init__(self, game, setup):
        self.game = game
        self.history = History.begin(game, setup)

    @property
    def state(self):
        return self.history.state

    def do(self, *events):
        for event in events:
            self.history = self.history.accept(event, self.history.last_at + SECOND)
        return self

    def refused(self, rule, event):
        before = self.history
        with pytest.raises(Refusal) as caught:
            self.history.accept(event, self.history.last_at)
        assert caught.value.rule == rule, caught.value
        assert self.history == before
        return str(caught.value)

    def press(self, side, gesture=Gesture.PRESS, presses=()):
        events = self.game.button(self.state, side, gesture, presses)
        self.do(*events)
        return events
