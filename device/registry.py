"""The games that are played here, each declared in a package of its own: ``device.games.<key>.spec``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from device.address import Address
from device.specs.spec import EventSpec, GameSpec, ReportSpec
from rules.games import KEYS

T = TypeVar("T")


class _Declarations(Mapping[str, T]):
    """What every game declares under a ``name``, in the order of `rules.games.KEYS`; loaded once somebody asks for it.

    Asked for thousands of times in a page of a large event.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._loaded: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._loaded:
            if key not in KEYS:
                raise KeyError(key)
            self._loaded[key] = Address[T](f"device.games.{key}.spec:{self._name}").load()
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


SPECS: Mapping[str, GameSpec] = _Declarations("SPEC")
"""Every game at a table, by its word."""
EVENT_SPECS: Mapping[str, EventSpec] = _Declarations("EVENT")
"""Every game at an event."""
REPORT_SPECS: Mapping[str, ReportSpec] = _Declarations("REPORTS")
"""What is made of every game."""


def load_games() -> None:
    """Load every game's rules and screens, which otherwise load once somebody chooses the game, while people wait."""
    for spec in SPECS.values():
        spec.setup.load()
        spec.play.load()
