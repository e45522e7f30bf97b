"""Events drawn by luck from their classes: whatever an event's schema takes, and words that are on the table."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from device.common.games.registry import SPECS
from rules.game import Event
from rules.loading import readable

GIVEN = 0.4
"""How likely something is said that may be left out."""
FROM_TABLE = 0.7
"""How likely a text is a word that is on the table, where there is one."""
LETTERS = "AEIKLNOPRSTVZÁČŘŽ"
LETTERS_OF_RULES = tuple(spec.seats.rule[0] for spec in SPECS.values())
PATTERNED = [f"{letter}{n}" for letter in LETTERS_OF_RULES for n in range(1, 33)]
"""Texts of a form, as far as games have any: numbers of rules."""
MOST_WORDS, MOST_PARTS, DEPTH = 80, 400, 4
"""How far people look for words on the table."""
LONGEST_WORD, LONGEST_TUPLE, HIGHEST = 12, 5, 50


class Undrawable(Exception):
    """A value of this type cannot be drawn, or its field is left out."""


class EventDrawer:
    """Draws events with ``luck``; ``words`` are the texts that people see before them."""

    def __init__(self, luck: random.Random, words: Sequence[str] = ()) -> None:
        self._luck, self._words = luck, words

    def draw(self, kind: type[Event]) -> Event | None:
        """An event of that kind; None where what was drawn does not fit its schema."""
        try:
            values = self._fields(_fields_of(kind))
            return msgspec.convert({"event": kind.__struct_config__.tag, **values}, readable(kind))
        except (Undrawable, msgspec.ValidationError):
            return None

    def _fields(self, described: Sequence[inspect.Field]) -> dict[str, Any]:
        values = {}
        for field in described:
            if not field.required and self._luck.random() > GIVEN:
                continue
            try:
                values[field.encode_name] = self._value(field.type)
            except Undrawable:
                if field.required:
                    raise
        return values

    def _value(self, described: inspect.Type) -> Any:
        luck = self._luck
        match described:
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return luck.random() < 0.5
            case inspect.LiteralType(values=values):
                return luck.choice(values)
            case inspect.IntType() | inspect.FloatType():
                return self._number(described)
            case inspect.StrType():
                return self._text(described)
            case inspect.UnionType(types=types):
                return self._value(luck.choice(types))
            case inspect.TupleType(item_types=types):
                return [self._value(kind) for kind in types]
            case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
                shortest = least or 0
                longest = LONGEST_TUPLE if most is None else min(most, max(LONGEST_TUPLE, shortest))
                return [self._value(item) for _ in range(luck.randint(shortest, longest))]
            case inspect.StructType(fields=inner):
                return self._fields(inner)
        raise Undrawable

    def _number(self, described: inspect.IntType | inspect.FloatType) -> float:
        """Small ones more often: that is what people count."""
        least = 0 if described.ge is None else described.ge
        most = HIGHEST if described.le is None else described.le
        if least < 0 < most:
            least = 0
        spread = min(most - least, 10 ** self._luck.randint(0, 4) // 2)
        if isinstance(described, inspect.IntType):
            return int(least) + self._luck.randint(0, int(spread))
        return least + round(self._luck.uniform(0, spread), 1)

    def _text(self, described: inspect.StrType) -> str:
        luck = self._luck
        if described.pattern is not None:
            fitting = [text for text in PATTERNED if re.search(described.pattern, text)]
            if not fitting:
                raise Undrawable
            return luck.choice(fitting)
        least, most = described.min_length or 0, described.max_length or LONGEST_WORD
        fitting = [word for word in self._words if least <= len(word) <= most]
        if fitting and luck.random() < FROM_TABLE:
            return luck.choice(fitting)
        length = luck.randint(least, max(least, min(most, 7)))
        return "".join(luck.choice(LETTERS) for _ in range(length))


@cache
def _fields_of(kind: type[Event]) -> tuple[inspect.Field, ...]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return described.fields


def every(kind: type[Event]) -> Iterator[Event]:
    """Every event of a kind that is said by choosing alone, such as a side."""
    choices = [(field.encode_name, field.type) for field in _fields_of(kind) if field.required]
    values = [described.values if isinstance(described, inspect.LiteralType) else () for _, described in choices]
    for chosen in itertools.product(*values):
        fields = dict(zip((name for name, _ in choices), chosen, strict=True))
        yield msgspec.convert({"event": kind.__struct_config__.tag, **fields}, readable(kind))


def words_in(state: Any) -> list[str]:
    """The short texts in a game's state and in what it derives, down to some depth: names, pieces, letters."""
    words: dict[str, None] = {}
    left = [(state, 0)] + [(value, 1) for value in _derived(state)]
    for _ in range(MOST_PARTS):
        if not left or len(words) >= MOST_WORDS:
            break
        value, depth = left.pop(0)
        if isinstance(value, str):
            if 0 < len(value) <= 40:
                words[value] = None
        elif depth < DEPTH:
            left += [(part, depth + 1) for part in _parts(value)]
    return list(words)


def _derived(state: Any) -> Iterator[Any]:
    for name, attribute in vars(type(state)).items():
        if isinstance(attribute, property):
            with contextlib.suppress(Exception):  # some hold only in some phases
                value = getattr(state, name)
                if isinstance(value, str) or (isinstance(value, tuple) and value and isinstance(value[0], str)):
                    yield value


def _parts(value: Any) -> Sequence[Any]:
    if isinstance(value, msgspec.Struct):
        return [getattr(value, name) for name in value.__struct_fields__]
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, tuple | list):
        return value
    if isinstance(value, frozenset | set):
        return sorted((item for item in value if isinstance(item, str)), key=str)
    return ()
