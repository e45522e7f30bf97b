"""The games that are played here, each declared in a package of its own: ``SPEC`` in ``device.games.<key>.spec``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from device.address import Address
from device.specs.spec import GameSpec, GameSpecs
from rules.games import KEYS


class _Specs(GameSpecs):
    """The declarations in the order of `rules.games.KEYS`, each loaded once somebody asks for it."""

    def __getitem__(self, key: str) -> GameSpec:
        if key not in KEYS:
            raise KeyError(key)
        return _spec(key)

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


@cache
def _spec(key: str) -> GameSpec:
    """Asked for thousands of times in a page of a large event."""
    return Address[GameSpec](f"device.games.{key}.spec:SPEC").load()


SPECS: GameSpecs = _Specs()
"""Every game's declaration, by its word."""


def load_games() -> None:
    """Load every game's rules and screens, which otherwise load once somebody chooses the game, while people wait."""
    for spec in SPECS.values():
        spec.setup.load()
        spec.play.load()
