"""Moments at the table that a game's full sample does not bring up, each staged through buttons and touches.

One module for each game that can be played, named by the game's word, with its ``MOMENTS``: name and what leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def moments_of(key: str) -> Mapping[str, Callable[[Any], None]]:
    """The moments of the game ``key``, by the name of their picture."""
    moments: Mapping[str, Callable[[Any], None]] = import_module(f"{__name__}.{key}").MOMENTS
    return moments
