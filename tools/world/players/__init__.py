"""How people play: any game by asking its rules, Polish doubles mostly by a course that is reckoned by hand."""

from __future__ import annotations

from collections.abc import Mapping

from tools.world.players.any_game import AnyPlayer
from tools.world.players.polish_doubles import DoublesPlayer

ANY = AnyPlayer()
BY_COURSE: Mapping[str, AnyPlayer] = {"polish_doubles": DoublesPlayer()}


def player_of(key: str) -> AnyPlayer:
    """Who plays the game with that word."""
    return BY_COURSE.get(key, ANY)
