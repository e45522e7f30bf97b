"""A table for Polyssimo, and somebody who plays at it."""

from dataclasses import replace

import pytest

from rules.message import Refusal
from rules.polyssimo import GAME, Phase, PolyssimoSetup
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, PENTOMINOES
from tests.rules.played import Played

NAMES = ("Adam", "Bára", "Cyril", "Dana")
ALL = (*PENTOMINOES, *(f"H{n}" for n in range(1, 13)))


class Game(Played):
    def __init__(self, players=2, **settings):
        super().__init__(GAME, PolyssimoSetup(players=NAMES[:players], **settings))

    @property
    def on_turn(self):
        return self.state.turn + 1

    def pick(self, *names):
        return self.do(*(e.Pick(piece=name) for name in names))

    def picked(self):
        """Everything is picked, in the order of the set."""
        while self.state.phase is Phase.PICKING:
            self.pick(self.state.middle[0])
        return self

    def place(self, times=1):
        """The players on turn place some piece each."""
        return self.do(*(e.Place() for _ in range(times)))

    def stand(self, times=1):
        return self.do(*(e.Stand() for _ in range(times)))

    def lefts(self):
        return [self.state.left(seat) for seat in self.state.seats]

    def winners(self):
        return [NAMES[seat] for seat in self.state.winners()]


def refused(rule, **setup):
    with pytest.raises(Refusal) as caught:
        GAME.start(PolyssimoSetup(**setup))
    assert caught.value.rule == rule, caught.value
    return str(caught.value)


def cells(*names):
    return tuple(" ".join(names).split())


def on_board(players=2, **settings):
    """Player 2 starts placing, with every second piece of the set: I, N, T, V, X, Z, H2, H4 and so on."""
    return Game(players, placing="board", **settings).picked()


V = cells("A1 A2 A3 B1 C1")


def filled(keep):
    """A game on the board in which only the cells ``keep`` are still free and player 2 is on turn, as bits."""
    g = on_board()
    free = BOARD.mask(tuple((ord(name[0]) - 65, int(name[1:]) - 1) for name in keep.split()))
    state = g.state
    return replace(state, free=free)
