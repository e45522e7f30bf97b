"""The readings of a game as choices for the settings screens, made from the game's own part of the settings.

A game says only the words; which values there are comes from the types, so that screen and file cannot differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from rules.message import Message, msg


class Unit(Enum):
    """What a number counts, so that people read it as they say it."""

    COUNT = "count"
    SECONDS = "seconds"
    HALER = "haléř"


@dataclass(frozen=True, slots=True)
class Choice:
    """A value and what people call it."""

    value: object
    name: Message


@dataclass(frozen=True, slots=True)
class RuleOption:
    """One reading: table and key of the settings, its name and rule, and either ``choices`` or a range of numbers.

    A number of ``unit`` goes from ``least`` to ``most`` by any of ``steps``, the smallest first.
    """

    part: str
    key: str
    name: Message
    rule: str
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    unit: Unit = Unit.COUNT
    steps: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class OptionTexts:
    """What people call a reading and its values; ``values`` may be left out for yes and no, and for numbers.

    ``unit`` and ``steps`` are a number's.
    """

    name: Message
    rule: str
    values: Mapping[str | int, Message] | None = None
    unit: Unit = Unit.COUNT
    steps: tuple[int, ...] = (1,)


def rule_options_of(
    part: str, struct: type[msgspec.Struct], names: Mapping[str, OptionTexts]
) -> tuple[RuleOption, ...]:
    """The readings in ``struct``, the settings of the table ``part``, in its order. KeyError for a missing word."""
    hints = get_type_hints(struct, include_extras=True)
    return tuple(_reading(part, key, hints[key], names[key]) for key in struct.__struct_fields__)


def _reading(part: str, key: str, hint: Any, words: OptionTexts) -> RuleOption:
    kind, *notes = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    if kind is bool:
        choices = (Choice(False, msg("no")), Choice(True, msg("yes")))
        return RuleOption(part, key, words.name, words.rule, choices)
    if get_origin(kind) is Literal:
        values = words.values or {}
        return RuleOption(
            part, key, words.name, words.rule, tuple(Choice(value, values[value]) for value in get_args(kind))
        )
    if kind is int:
        least = next(note.ge for note in notes if note.ge is not None)
        most = next(note.le for note in notes if note.le is not None)
        return RuleOption(part, key, words.name, words.rule, least=least, most=most, unit=words.unit, steps=words.steps)
    raise TypeError(f"no way to choose {part}.{key}")
