"""Rule options: what an organiser may choose before a game, and the game then keeps.

An option is declared once, as a field of its game's struct in this package: its type with the limits, an `Option` with
the words people use and the number of its rule, and as default the value that an absent key means in a record. The
game's setup and the device's settings inherit the struct; screens, the settings file and the rule pages are held to it.
Apart from the games' packages, so that reading the settings does not load a game's rules.

A new game writes its values out. Where it starts with another value than an absent key means, a subclass says so.
``NEW`` of a game's module is the struct that new games start with; the settings keep it in a table called as the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec

from rules.message import Message


class Unit(Enum):
    """What a number counts, so that people read it as they say it."""

    COUNT = "count"
    SECONDS = "seconds"
    HALER = "haléř"


class Option(msgspec.Struct, frozen=True):
    """What people call an option and its values, and the rule it belongs to.

    ``values`` names each value of a `Literal`; yes and no, and numbers, need none. A number counts ``unit`` and is
    changed by any of ``steps``, the smallest first.
    """

    name: Message
    rule: str
    values: Mapping[str | int, Message] | None = None
    unit: Unit = Unit.COUNT
    steps: tuple[int, ...] = (1,)


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rule options of a game."""
