"""What a line of a record says, as checked values and events; no line is longer or deeper than a game's is."""

from __future__ import annotations

import json
from functools import lru_cache, reduce
from operator import or_
from typing import Any, TypeVar

import msgspec

from rules.explain import explain, field_of, quote
from rules.game import Event, Game, Redo, Restore, Undo, Void
from rules.games import game_of
from rules.loading import readable
from rules.message import Refusal

S = TypeVar("S", bound=msgspec.Struct)

LONGEST = 10_000
"""Characters in a line, beyond which it is no line of a game."""
DEEPEST = 32
"""Lists and objects within each other, beyond which it is none of ours; where parsing them ends depends on Python."""


def values_of(text: str) -> Any:
    """The JSON of a line as plain values. Raises `Refusal`."""
    if len(text) > LONGEST:
        raise Refusal("", "The line is too long: {n} characters.", n=len(text))
    try:
        values = json.loads(text)
        if text.count("[") + text.count("{") > DEEPEST and _depth(values) > DEEPEST:
            raise ValueError
        if "\\u" in text:  # only an escape can hide half a character
            json.dumps(values, ensure_ascii=False).encode()
        elif not text.isascii():
            text.encode()
    except UnicodeEncodeError:
        raise Refusal("", "A character in this line is incomplete.") from None
    except (ValueError, RecursionError):
        raise Refusal("", "This is not a JSON object.") from None
    return values


def _depth(value: Any) -> int:
    """How many lists and objects lie within each other, counted level by level."""
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [
            part
            for part in level
            if isinstance(part, (list, dict))
            for part in (part if isinstance(part, list) else part.values())
        ]
    return depth


def kind_of(game: Game[Any], values: Any) -> type[Event] | None:
    """What event of ``game`` the values of a line are; None: none that is known."""
    word = values.get("event") if isinstance(values, dict) else None
    return _event_types(game.key).get(word) if isinstance(word, str) else None


def any_event_of(game: Game[Any]) -> type[Event]:
    """All events of ``game`` as one type, which knows the whole vocabulary."""
    return _any_event(game.key)


def convert(values: Any, kind: type[S], tag: str) -> S:
    """The values as a struct of that ``kind``, whose ``tag`` field names it. Raises `Refusal`."""
    try:
        return msgspec.convert(values, readable(kind), strict=True)
    except msgspec.ValidationError as error:
        text = str(error)
    if field_of(text) == tag:
        name = quote(values.get(tag) if isinstance(values, dict) else values)
        raise Refusal("", "There is no event {name} in this game.", name=name)
    raise Refusal("", "This line does not fit: {reason}.", reason=explain(text))


@lru_cache(maxsize=16)
def _event_types(key: str) -> dict[str, type[Event]]:
    """The events of a game by their words: one type is converted much faster than a choice of thirty."""
    kinds: tuple[type[Event], ...] = (*game_of(key).event_types, Undo, Redo, Void, Restore)
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


@lru_cache(maxsize=16)
def _any_event(key: str) -> type[Event]:
    union: type[Event] = reduce(or_, _event_types(key).values())
    return union
