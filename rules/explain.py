"""Words for values that do not fit: what msgspec says of them, as messages that can be translated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules.message import Message, msg

LONGEST = 40
"""Characters of somebody's own text that a message repeats."""

_MISSING = re.compile(r"missing required field `(.*?)`")
_UNKNOWN = re.compile(r"unknown field `(.*?)`")
_WHERE = re.compile(r" - at `\$\.?(.*?)`$", re.DOTALL)
_PARTS = re.compile(r"Expected `array` of length (\d+)")
_TYPES = re.compile(r"Expected `(.*?)`, got `(.*?)`")
_BOUND = re.compile(r"Expected `\w+` (.*?)(?: - at|$)")
_VALUE = re.compile(r"Invalid (?:enum )?value (.*?)(?: - at|$)", re.DOTALL)

_KINDS: Mapping[str, Message] = {
    "int": msg("a whole number"),
    "float": msg("a number"),
    "str": msg("a text"),
    "bool": msg("true or false"),
    "array": msg("a list"),
    "object": msg("an object"),
    "null": msg("nothing"),
}


def quote(text: object) -> str:
    """Somebody's own text as a message may repeat it: short, on one line, nothing that a terminal obeys."""
    clean = "".join(char if char.isprintable() else "·" for char in str(text)[: LONGEST + 1])
    return clean if len(clean) <= LONGEST else clean[:LONGEST] + "…"


def field_of(text: str) -> str:
    """The place that msgspec's ``text`` is about, for instance ``"pairs[0].name"``; ``""`` for the whole."""
    match = _WHERE.search(text)
    return match.group(1) if match else ""


def unknown_field_of(text: str) -> str:
    """The field that msgspec's ``text`` says is unknown, without its place; ``""`` where it says something else."""
    match = _UNKNOWN.search(text)
    return match.group(1) if match else ""


def explain(text: str, choices: Mapping[str, Sequence[str]] = MappingProxyType({})) -> Message:
    """What msgspec's English ``text`` says, as a part of a sentence, with the field it is about.

    ``choices`` are the words that fields of that name can have, where that is known.
    """
    field = quote(field_of(text)) or msg("this")
    if match := _MISSING.search(text):
        return msg("the field {field} is missing", field=quote(match.group(1)))
    if match := _UNKNOWN.search(text):
        return msg("there is no field {field} here", field=quote(match.group(1)))
    if match := _PARTS.search(text):
        return msg("{field} must have {limit} parts", field=field, limit=match.group(1))
    if match := _TYPES.search(text):
        return msg(
            "{field} must be {expected}, not {got}",
            field=field,
            expected=_kind(match.group(1)),
            got=_kind(match.group(2)),
        )
    if match := _BOUND.search(text):
        return _bound(field, match.group(1))
    if (match := _VALUE.search(text)) and (words := choices.get(field_of(text))):
        listed = ", ".join(f'"{word}"' for word in words)
        value = quote(match.group(1).strip("'\""))
        return msg("{field} cannot be {value}; it is one of {words}", field=field, value=value, words=listed)
    if match:
        return msg("{field} cannot be {value}", field=field, value=quote(match.group(1).strip("'\"")))
    return msg("{field} does not fit", field=field)


def _kind(names: str) -> Message | str:
    """``"int | null"`` as people say it: the first kind is the one that is meant."""
    for name in names.split(" | "):
        if name in _KINDS and name != "null":
            return _KINDS[name]
    return _KINDS.get(names, names)


def _bound(field: Message | str, bound: str) -> Message:
    if match := re.match(r"(>=|<=|>|<) (\S+)$", bound):
        sign, limit = match.groups()
        if sign.startswith(">"):
            return msg("{field} is too small; the least is {limit}", field=field, limit=limit)
        return msg("{field} is too large; the most is {limit}", field=field, limit=limit)
    if match := re.match(r"of length (>=|<=) (\d+)", bound):
        sign, limit = match.groups()
        if sign == ">=":
            return msg("{field} is too short; the least is {limit}", field=field, limit=limit)
        return msg("{field} is too long; the most is {limit}", field=field, limit=limit)
    return msg("{field} does not fit", field=field)
