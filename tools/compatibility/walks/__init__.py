"""Random walks over what the rules of a game allow: what somebody at a table might do next, and some of it in error.

Each function looks at a state and answers with an event, drawn by ``rng``; the rules may refuse it, then another is
drawn. A game's walk names only what the first version with that game knew (`WALKS`), so it runs with the code of any
version; with what later ones brought (`later`) it runs from 0.2.0 on.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rules.game import Event, Redo, Restore, Undo, Void

from . import chess_clock, kourici_kocka, later, marias, polish_doubles, polyssimo
from .table import Press, acts_of

__all__ = ["FOLLOWS", "WALKS", "Press", "acts_of", "event_of", "setup_of"]

FOLLOWS: dict[type[Event], tuple[float, Event]] = {
    Undo: (0.4, Redo()),
    acts_of("polish_doubles").Press: (0.08, Void(by="both")),
    Void: (0.4, Restore()),
}
"""What now and then comes at once after an event."""

WALKS: dict[str, tuple[Callable[[random.Random, int], Any], Callable[[random.Random, Any], Event], int, int]] = {
    "polish_doubles": (polish_doubles.doubles_setup, polish_doubles.doubles, 11, 120),
    "marias": (marias.marias_setup, marias.marias, 6, 90),
    "polyssimo": (polyssimo.polyssimo_setup, polyssimo.polyssimo, 6, 70),
    "kourici_kocka": (kourici_kocka.kocka_setup, kourici_kocka.kocka, 6, 80),
    "chess_clock": (chess_clock.clock_setup, chess_clock.clock, 9, 50),
}
"""For each game: how it is set up, what happens next, how many games are played, and the most entries of one."""


def setup_of(key: str, rng: random.Random, n: int) -> Any:
    """How game number ``n`` of that kind is set up, with what later versions brought."""
    return later.setup(rng, WALKS[key][0](rng, n), n)


def event_of(key: str, rng: random.Random, state: Any) -> Event:
    """What happens next in a game of that kind, with what later versions brought."""
    return later.event(rng, state) or WALKS[key][1](rng, state)
