"""Lines of records for tests: good ones to begin with, every value of every setup and event, what a bad one says."""

import functools
import json

import pytest
from hypothesis import strategies as st
from msgspec import inspect

from rules.game import Redo, Undo, Void
from rules.games import GAMES
from rules.record import BadRecord, read

DOUBLES = '{"game": "polish_doubles", "pairs": [{"name": "Krtci"}, {"name": "Sloky"}]}'
KOCKA = '{"game": "kourici_kocka", "players": ["Adam", "Bára", "Cyril", "Dana"], "word": "kočka"}'
STARTED = (DOUBLES, '{"t": 0, "event": "starters", "pair": "A"}', '{"t": 5, "event": "press", "pair": "A"}')
KINDS = [(game, kind) for game in GAMES.values() for kind in (*game.event_types, Undo, Redo, Void)]
KIND_NAMES = [f"{game.key}-{kind.__struct_config__.tag}" for game, kind in KINDS]
TEXT = st.characters(exclude_categories=["Cs"])


def values(kind):
    """Values that a field of that type takes, bounds and all."""
    match kind:
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**40) if low is None else low, 2**40 if high is None else high)
        case inspect.FloatType(ge=low, le=high):
            return st.floats(low, high, allow_nan=False)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case inspect.StrType(min_length=low, max_length=high):
            return st.text(TEXT, min_size=low or 0, max_size=high or 20)
        case inspect.LiteralType(values=choices):
            return st.sampled_from(choices)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.UnionType(types=types):
            return st.one_of(values(item_type) for item_type in types)
        case inspect.TupleType(item_types=types):
            return st.tuples(*(values(item_type) for item_type in types))
        case inspect.VarTupleType(item_type=item_type, min_length=low, max_length=high):
            return st.lists(values(item_type), min_size=low or 0, max_size=high or 5).map(tuple)
        case inspect.StructType(cls=cls):
            return structs(cls)
    raise AssertionError(f"no values for {kind}")


@functools.cache
def structs(cls):
    """Every value of a setup or an event, fields left out where that is allowed."""
    fields = inspect.type_info(cls).fields
    due = {field.name: values(field.type) for field in fields if field.required}
    free = {field.name: values(field.type) for field in fields if not field.required}
    return st.fixed_dictionaries(due, optional=free).map(lambda given: cls(**given))


def bad(*record):
    with pytest.raises(BadRecord) as caught:
        read(record)
    return caught.value


MORE = {"x_later": [{"by": "camera", "sure": 0.97}, None, "ž"]}
"""A field that no version has yet."""


def of_later_version(line):
    """The line as a later version may write it: every object in it says more."""
    return json.dumps(json.loads(line, object_hook=lambda fields: fields | MORE), ensure_ascii=False)
