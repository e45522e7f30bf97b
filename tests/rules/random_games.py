"""Random games of every kind, walked by a seed (`tools.compatibility.walks`)."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import SECOND, Event
from rules.games import GAMES
from rules.history import History
from rules.message import Refusal
from tools.compatibility import many
from tools.compatibility.many import walks

EVERY_GAME = pytest.mark.parametrize("key", walks.WALKS)
SEED = st.integers(0, 2**32)
GAPS = (0, 0.4, 3, 9, 20, 45, 150, 200, 900)
"""Seconds between two events."""


def few(count=15):
    """A test that takes a ``seed`` is asked about so many of them."""
    return lambda test: settings(max_examples=count)(given(seed=SEED)(test))


def walked(key, seed, most=70, **rules) -> Iterator[tuple[History, Event, History | None]]:
    """The game before each event, the event, and the game after it: None where it was refused."""
    rng, game = random.Random(seed), GAMES[key]
    history, at = many.begun(key, rng, seed % 40, **rules), 0
    choose = many.nasty if key == "polish_doubles" and seed % 2 else walks.WALKS[key].next_event
    for _ in range(most):
        at += round(rng.choice(GAPS) * SECOND)
        chosen = choose(rng, history.state)
        is_press = isinstance(chosen, walks.Press)
        for event in game.button(history.state, chosen.side, many.Gesture.PRESS, ()) if is_press else (chosen,):
            try:
                after = history.accept(event, at)
            except Refusal:
                yield history, event, None
                continue
            yield history, event, after
            history = after


def random_game(key, seed, most=70, **rules) -> History:
    """The game that such a walk comes to."""
    return [after for _, _, after in walked(key, seed, most, **rules) if after is not None][-1]
