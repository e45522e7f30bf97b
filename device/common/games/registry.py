"""The games that there are, each declared in a package of its own: ``device.common.games.<key>``."""

from __future__ import annotations

from collections.abc import Mapping

from device.common.address import Address
from device.common.specs.spec import GameSpec
from rules.games import KEYS

SPECS: Mapping[str, GameSpec] = {key: Address[GameSpec](f"device.common.games.{key}:SPEC").load() for key in KEYS}
"""Every game by its word, in the order of `rules.games.KEYS`."""
