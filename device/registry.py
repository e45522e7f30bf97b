"""The games as the table has them, each declared in a package of its own: ``device.games.<key>``."""

from __future__ import annotations

from device.common.address import Address
from device.kiosk.table_spec import TableSpec, TableSpecs
from rules.games import KEYS

PACKAGES = "device.games."
TABLES: TableSpecs = {key: Address[TableSpec](f"{PACKAGES}{key}:TABLE").load() for key in KEYS}
"""Every game by its word, in the order of `rules.games.KEYS`."""


def game_of(kind: type) -> str:
    """The word of the game in whose package a class lies; empty for any other."""
    key = kind.__module__.removeprefix(PACKAGES).partition(".")[0]
    return key if kind.__module__.startswith(PACKAGES) and key in TABLES else ""


def load_games() -> None:
    """Load every game's rules and screens, which otherwise load once somebody chooses the game, while people wait."""
    for spec in TABLES.values():
        spec.setup.load()
        spec.play.load()
