"""The format of records, and what a later one says beyond what is known here: fields that change no tally are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.explain import field_of, unknown_field_of
from rules.loading import readable
from rules.message import Refusal

FORMAT = (1, 0)
"""The format that is read and written here. A record without one is of 1.0. The second number grows with fields that
change no tally, the first with whatever an earlier reader would get wrong; a record is written with the lowest that
holds for it."""
STRANGEST = 100
"""Fields in a line of a later format that are not known here, beyond which it is refused."""


def is_later(setup: Mapping[str, Any]) -> bool:
    """Whether a record's format has fields that are not known here. Raises `Refusal` where it cannot be read."""
    word = setup.get("format", format_name(FORMAT))
    found = re.fullmatch("([1-9][0-9]{0,3})[.]([0-9]{1,4})", word) if isinstance(word, str) else None
    if found is None:
        raise Refusal("", '"format" is the version of the record format: "{known}".', known=format_name(FORMAT))
    major, minor = int(found[1]), int(found[2])
    if major != FORMAT[0]:
        raise Refusal(
            "",
            "The record is of format {format}, and this version of the program reads {known}. Take a newer one.",
            format=format_name((major, minor)),
            known=format_name(FORMAT),
        )
    return minor > FORMAT[1]


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
