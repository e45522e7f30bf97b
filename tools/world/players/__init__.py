"""How people play: any game by asking its rules, Polish doubles mostly by a course that is reckoned by hand."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from tools.world.players.any_game import AnyPlayer

ANY = AnyPlayer()


@cache
def player_of(key: str) -> AnyPlayer:
    """Who plays the game with that word: ``PLAYER`` of a module called so, where there is one, else anybody."""
    name = f"{__name__}.{key}"
    player: AnyPlayer = import_module(name).PLAYER if find_spec(name) else ANY
    return player
