"""Random walks over what the rules of a game allow: what somebody at a table might do next, and some of it in error.

Each function looks at a state and answers with an event, drawn by ``rng``; the rules may refuse it, then another is
drawn. A game's walk (`WALKS`) names what the first version with that game knew, `later` what later ones brought. They
run with the code of 0.3.0 and of every version after it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules.game import Event, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.polish_doubles import acts as doubles

from . import later
from .table import Press, Walk

__all__ = ["FOLLOWS", "WALKS", "Press", "event_of", "setup_of"]

FOLLOWS: dict[type[Event], tuple[float, Event]] = {
    Undo: (0.4, Redo()),
    doubles.Press: (0.08, Void(by="both")),
    Void: (0.4, Restore()),
}
"""What now and then comes at once after an event."""


def walk_of(key: str) -> Walk:
    """How a game is walked. LookupError says which module is missing."""
    if find_spec(f"{__name__}.{key}") is None:
        raise LookupError(f"The game {key} needs tools/compatibility/walks/{key}.py; docs/first-game.md says what for.")
    walk: Walk = import_module(f"{__name__}.{key}").WALK
    return walk


WALKS: Mapping[str, Walk] = {key: walk_of(key) for key in GAMES}
"""``WALK`` of each game's module here, by the game's word."""


def setup_of(key: str, rng: random.Random, n: int) -> Any:
    """How game number ``n`` of that kind is set up, with what later versions brought."""
    return later.setup(rng, WALKS[key].set_up(rng, n), n)


def event_of(key: str, rng: random.Random, state: Any) -> Event:
    """What happens next in a game of that kind, with what later versions brought."""
    return later.event(rng, state) or WALKS[key].next_event(rng, state)
