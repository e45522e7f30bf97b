"""The format of records, and what a later one says beyond what is known here: fields that change no tally are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.explain import field_of, unknown_field_of
from rules.history import History
from rules.loading import readable
from rules.message import Refusal

FIRST, MORE, COUNTS = (1, 0), (1, 1), (2, 0)
"""The formats that are read and written here. A record without one is of the first.

The second number grows with fields that change no tally, the first number with whatever an earlier reader would get
wrong; a record is written with the lowest that holds for it. 1.1 names the turn and the place that something is said
of, and what clocks read; 2.0 is the same where a tally depends on it, and has mariáš's ``end_table``.
"""
FORMATS = (FIRST, MORE, COUNTS)
NEWEST = dict(FORMATS)
"""By the first number the second one of the newest format of it."""
STRANGEST = 100
"""Fields in a line of a later format that are not known here, beyond which it is refused."""


def is_later(setup: Mapping[str, Any]) -> bool:
    """Whether a record's format has fields that are not known here. Raises `Refusal` where it cannot be read."""
    word = setup.get("format", format_name(FIRST))
    match = re.fullmatch("([1-9][0-9]{0,3})[.]([0-9]{1,4})", word) if isinstance(word, str) else None
    if match is None:
        raise Refusal("", '"format" is the version of the record format: "{known}".', known=format_name(COUNTS))
    major, minor = int(match[1]), int(match[2])
    if major not in NEWEST:
        raise Refusal(
            "",
            "The record is of format {format}, and this version of the program reads {known}. Take a newer one.",
            format=format_name((major, minor)),
            known=format_name(COUNTS),
        )
    return minor > NEWEST[major]


def format_of(history: History) -> tuple[int, int]:
    """The lowest format that holds for a game."""
    if history.misread:
        return COUNTS
    return MORE if any(entry.event.says_more for entry in history.entries) else FIRST


def format_of_newest(before: History, after: History) -> tuple[int, int]:
    """What the newest entry of ``after``, which came to ``before``, has to say, so that no reader gets it wrong."""
    if after.misread and not before.misread:
        return COUNTS
    return MORE if after.entries[-1].event.says_more else FIRST


def format_name(version: tuple[int, int]) -> str:
    """A format as a record says it."""
    return "{}.{}".format(*version)


def without_unknown(values: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """``values`` without the fields, wherever they stand in it, that ``kind`` does not know; itself where none is."""
    known = values
    for _ in range(STRANGEST):
        try:
            msgspec.convert(known, readable(kind), strict=True)
        except msgspec.ValidationError as error:
            name, place = unknown_field_of(str(error)), field_of(str(error))
        else:
            break
        if known is values:
            known = json.loads(json.dumps(values))
        part: Any = known
        try:
            for key, index in re.findall(r"(\w+)|\[(\d+)\]", place):
                part = part[key] if key else part[int(index)]
            del part[name]
        except (LookupError, TypeError):
            break  # something else is wrong with it, which is said where it is taken
    return known


def with_later(line: str, later: str) -> str:
    """A line with what it says beyond that as it was read."""
    own, read = json.loads(line), json.loads(later)
    if "format" in own:
        own["format"] = read["format"]
    else:
        read.pop("format", None)
    return json.dumps(merge(own, read), ensure_ascii=False)


def merge(own: Any, read: Any) -> Any:
    """Values as they are here, with the fields that were ``read`` and are not known here."""
    if isinstance(own, dict) and isinstance(read, dict):
        return own | {key: merge(own[key], value) if key in own else value for key, value in read.items()}
    if isinstance(own, list) and isinstance(read, list) and len(own) == len(read):
        return [merge(*pair) for pair in zip(own, read, strict=True)]
    return own
