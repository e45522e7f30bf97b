"""Every game that this house knows, by the word that stands for it in records and settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.explain import shown
from rules.game import Game
from rules.kourici_kocka import GAME as KOURICI_KOCKA
from rules.marias import GAME as MARIAS
from rules.message import Refusal
from rules.polish_doubles import GAME as POLISH_DOUBLES
from rules.polyssimo import GAME as POLYSSIMO

GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {game.key: game for game in (POLISH_DOUBLES, MARIAS, POLYSSIMO, KOURICI_KOCKA)}
)


def game_of(key: str) -> Game[Any]:
    """The game with that word. Raises `Refusal`, listing the known ones."""
    if key in GAMES:
        return GAMES[key]
    raise Refusal("", "There is no game {key}; known are {known}.", key=shown(key), known=", ".join(GAMES))
