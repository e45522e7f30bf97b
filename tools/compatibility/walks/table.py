"""What the walks of all games draw from: names, words, a clock button, and what may be taken back."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from rules.game import Event, Redo, Undo

SYLLABLES = ("ko", "la", "mi", "rád", "šti")
WORDS = tuple("".join(permutation) for count in (2, 3) for permutation in itertools.permutations(SYLLABLES, count))
"""Of four to eight letters; nobody looks them up."""
PAIRS = ("Severka", "Kompas", "Jedle", "Buky", "Káně", "Čejky", "Rorýsi", "Šípky")
PEOPLE = ("Adam", "Bára", "Cyril", "Dana", "Emil", "Františka", "Gita", "Hynek", "Řehoř", "Světlana", "Žofie")
LETTERS = "AÁEÍKLNOPRSTVZ"


class Press(Event, frozen=True, kw_only=True):
    """Not an event of any game: the clock button of ``side`` goes down, held for long or together with the other."""

    side: int
    held: bool = False
    both: bool = False


class Walk(NamedTuple):
    """How a game is set up, what happens next in it, how many games are played, and the most entries of one."""

    set_up: Callable[[random.Random, int], Any]
    next_event: Callable[[random.Random, Any], Event]
    games: int
    most: int


def after_all(rng: random.Random) -> Event:
    """What every game has: something is taken back, or put back."""
    return rng.choice((Undo(), Undo(), Undo(), Redo(), Redo()))
