"""The rule options of a game as choices for the settings screens, from the game's one declaration (`rules.options`)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from rules.message import Message, msg
from rules.options import Option, Options


class RuleOption(msgspec.Struct, frozen=True):
    """One option: table and key of the settings, its declaration, and what it can be.

    That is either ``choices``, each a value and its name, or a number from ``least`` to ``most``.
    """

    part: str
    key: str
    option: Option
    choices: tuple[tuple[object, Message], ...] = ()
    least: int = 0
    most: int = 0


def rule_options_of(part: str, struct: type[Options]) -> tuple[RuleOption, ...]:
    """The options of ``struct``, which the settings keep in the table ``part``, in its order."""
    hints = get_type_hints(struct, include_extras=True)
    return tuple(_option(part, key, hints[key]) for key in struct.__struct_fields__)


def _option(part: str, key: str, hint: Any) -> RuleOption:
    kind, *notes = get_args(hint)
    option = next(note for note in notes if isinstance(note, Option))
    make = partial(RuleOption, part, key, option)
    if kind is bool:
        return make(((False, msg("no")), (True, msg("yes"))))
    if get_origin(kind) is Literal:
        names = option.values or {}
        return make(tuple((value, names[value]) for value in get_args(kind)))
    if kind is int:
        limits = [note for note in notes if isinstance(note, Meta)]
        least = next(limit.ge for limit in limits if limit.ge is not None)
        most = next(limit.le for limit in limits if limit.le is not None)
        return make(least=int(least), most=int(most))
    raise TypeError(f"no way to choose {part}.{key}")
