"""A game of Polish doubles that reads like one: ``g.move("DÝMKA", 38); g.press("A")``."""

from __future__ import annotations

import pytest

from rules.game import SECOND, Event, Gesture, Redo, Undo, Void
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.polish_doubles.setup import INDEX, LETTER
from rules.polish_doubles.state import State


class Game:
    """A game whose time is moved by hand, in seconds."""

    def __init__(self, **settings):
        pairs = (PairSetup(name="Krtci", players=("Jana", "Petr")), PairSetup(name="Sloky", players=("Eva", "Karel")))
        self.history = History.begin(GAME, DoublesSetup(pairs=pairs, **settings))
        self.now = 0.0

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def ns(self) -> int:
        return round(self.now * SECOND)

    def wait(self, seconds: float) -> Game:
        self.now += seconds
        return self

    def do(self, event: Event, after: float = 1.0) -> int:
        self.now += after
        self.history = self.history.accept(event, self.ns)
        return len(self.history.entries)

    def refused(self, rule: str, event: Event) -> Refusal:
        """The event is refused with that rule, and nothing at all has changed."""
        before = self.history
        with pytest.raises(Refusal) as caught:
            self.history.accept(event, self.ns)
        assert caught.value.rule == rule, caught.value
        assert self.history == before
        return caught.value

    def start(self, pair="A") -> Game:
        """The pair starts; its clock runs."""
        self.do(e.Starters(pair=pair))
        self.do(e.Press(pair=pair))
        return self

    def move(self, word, points, tiles=None, after=20.0, **more) -> int:
        given = {} if tiles is None else {"tiles": tiles}
        return self.do(e.Move(word=word, points=points, **given, **more), after)

    def press(self, pair, after=5.0, **more) -> int:
        return self.do(e.Press(pair=pair, **more), after)

    def turn(self, pair, *moves, after=20.0) -> Game:
        """A whole turn: its moves, then the press of its own button."""
        for word, points in moves:
            if word == "pass":
                self.do(e.Pass(), after)
            else:
                self.move(word, points, after=after)
        self.press(pair)
        return self

    def opened(self) -> Game:
        """Krtci have played the single opening move; Sloky are on move."""
        return self.start().turn("A", ("DÝMKA", 38))

    def objected(self, move, valid, builds_on=None) -> Game:
        self.do(e.Objection(move=move))
        self.do(e.Verdict(valid=valid, builds_on=builds_on), 10)
        return self

    def hold(self, pair, seconds=1.5) -> tuple[Event, ...]:
        """Press and hold the pair's own button; the events that the hold meant."""
        n = self.press(pair, 1)
        self.now += seconds
        events = GAME.button(self.state, INDEX[pair], Gesture.HOLD, (n,))
        for event in events:
            self.history = self.history.accept(event, self.ns)
        return events

    def total(self, pair) -> int:
        return self.state.total(INDEX[pair])

    def remaining(self) -> float:
        return self.state.clock.remaining(self.ns) / SECOND

    def used(self, turn) -> float:
        """Official time of a finished turn (from 1), in seconds."""
        official = self.state.clock.turns[turn - 1].official
        assert official is not None
        return official.used / SECOND

    def clock_of(self, turn) -> str | None:
        """Which clock was official for a finished turn."""
        official = self.state.clock.turns[turn - 1].official
        return None if official is None or official.clock is None else LETTER[official.clock]

    def may(self, word):
        return GAME.may(self.state)[word]


__all__ = ["GAME", "Game", "Redo", "Undo", "Void", "e"]


def ended(a: str = "AEI", b: str = "OU") -> Game:
    """Nobody could close."""
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    g.do(e.Racks(pair="A", tiles=a))
    g.do(e.Racks(pair="B", tiles=b))
    return g
