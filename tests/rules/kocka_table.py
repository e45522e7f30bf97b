"""A table for Kouřící kočka, and somebody who plays at it."""

from rules.kourici_kocka import GAME, KockaSetup
from rules.kourici_kocka import acts as e
from tests.rules.played import Played

PLAYERS = ("Adam", "Bára", "Cyril", "Dana")


class Game(Played):
    def __init__(self, word="kočka", **settings):
        super().__init__(GAME, KockaSetup(players=PLAYERS, word=word, **settings))

    def letters(self):
        return tuple(self.state.collected_letters(seat) for seat in range(4))


def points(*counts, hejma=None, early=False):
    return e.Points(points=counts, hejma=hejma, early=early)


ELEVENS = points(11, 11, 10, 1, hejma="C")
