"""Every game there is, by the word that stands for it in records and settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rules.explain import quote
from rules.loading import importing
from rules.message import Refusal

if TYPE_CHECKING:
    from rules.game import Game
    from rules.options import Options

KEYS = ("polish_doubles", "marias", "polyssimo", "kourici_kocka", "rounds", "chess_clock")
"""The games' words, in the order in which they are offered. Each is the name of the package with the game's rules."""

DEFAULT_KEY = "polish_doubles"
"""The game that is meant where none is named: on the command line, and in what organisers kept earlier."""


class _Games(Mapping[str, "Game[Any]"]):
    """The games by their words. The rules of one are loaded once somebody asks for them: a table plays one game."""

    def __getitem__(self, key: str) -> Game[Any]:
        if key not in KEYS:
            raise KeyError(key)
        return _loaded(key)

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)

    def __contains__(self, key: object) -> bool:
        return key in KEYS


@cache
def _loaded(key: str) -> Game[Any]:
    with importing():
        game: Game[Any] = import_module(f"rules.{key}").GAME
    return game


GAMES: Mapping[str, Game[Any]] = _Games()
"""The games by their words; each is loaded once somebody asks for it."""


@cache
def options_type(key: str) -> type[Options] | None:
    """The rule options that people choose for new games: ``NEW`` of ``rules.options.<key>``; None where none are."""
    name = f"rules.options.{key}"
    with importing():
        kind: type[Options] | None = import_module(name).NEW if find_spec(name) else None
    return kind


def game_of(key: str) -> Game[Any]:
    """The game with that word. Raises `Refusal`, listing the known ones."""
    if key in GAMES:
        return GAMES[key]
    raise Refusal("", "There is no game {key}; known are {known}.", key=quote(key), known=", ".join(GAMES))
