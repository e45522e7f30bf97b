"""Recorded players, a module a game: found by the game's word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tools.games import EveryGame

if TYPE_CHECKING:
    from tools.play.player import Player

PLAYERS: Mapping[str, type[Player]] = EveryGame(__name__, "PLAYER")
"""Who can play a record at the table: ``PLAYER`` of the game's module, which loads the game's screens."""
