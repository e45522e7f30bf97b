"""Situations at the table that a game's full sample does not bring up, each staged through buttons and touches.

A game that has such situations has a module here, named by its word, with its ``SITUATIONS``: name and what leads
there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def situations_of(key: str) -> Mapping[str, Callable[[Any], None]]:
    """The situations of the game ``key``, by the name of their picture; none where its sample brings all up."""
    if find_spec(f"{__name__}.{key}") is None:
        return {}
    situations: Mapping[str, Callable[[Any], None]] = import_module(f"{__name__}.{key}").SITUATIONS
    return situations
