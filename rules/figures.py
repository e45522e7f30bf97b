"""Figures that every language writes its own way: numbers and spans of time, as values within a `Message`.

Rules say which figure stands there and how exact it is; whoever shows it writes it with the signs of the reader's
language (`device.common.formats`). As a plain string it is English.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import msgspec

from rules.game import SECOND
from rules.message import Message, msg


class Signs(NamedTuple):
    """What a language writes between and before digits."""

    decimal: str
    group: str
    minus: str = "−"
    plus: str = "+"


ENGLISH = Signs(".", ",")


class Numeral(msgspec.Struct, frozen=True):
    """A number to ``places`` decimals, half away from zero; None: as many as it needs, at most three.

    ``plus`` shows the sign of what is above zero, too; nothing rounds to a zero with a sign. Thousands are ``grouped``
    except in what people go on writing in.
    """

    value: int | float | Fraction
    places: int | None = 0
    plus: bool = False
    grouped: bool = True

    def text(self, signs: Signs = ENGLISH) -> str:
        """The number as it is written with those signs."""
        exact = Fraction(self.value)
        places = 3 if self.places is None else self.places
        digits = f"{int(abs(exact) * 10**places + Fraction(1, 2)):0{places + 1}d}"
        whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
        if self.places is None:
            part = part.rstrip("0")
        sign = "" if not digits.strip("0") else signs.minus if exact < 0 else signs.plus if self.plus else ""
        return (
            sign
            + f"{int(whole):,}".replace(",", signs.group if self.grouped else "")
            + (signs.decimal + part if part else "")
        )

    def __str__(self) -> str:
        return self.text()


class Span(msgspec.Struct, frozen=True):
    """A span of time in ns as ``m:ss``, to ``places`` decimals of a second; ``hours``: ``h:mm:ss`` from an hour on.

    What is beyond is cut off; ``up`` counts it as a whole step instead, as a clock does that shows what is left.
    """

    ns: int
    places: int = 0
    up: bool = False
    hours: bool = False

    def text(self, signs: Signs = ENGLISH) -> str:
        """The span as it is written with those signs."""
        step = SECOND // 10**self.places
        steps = -(-abs(self.ns) // step) if self.up else abs(self.ns) // step
        whole, rest = divmod(steps, 10**self.places)
        minutes, seconds = divmod(whole, 60)
        front = f"{minutes // 60}:{minutes % 60:02d}" if self.hours and minutes >= 60 else f"{minutes}"
        part = f"{signs.decimal}{rest:0{self.places}d}" if self.places else ""
        return f"{signs.minus if self.ns < 0 and steps else ''}{front}:{seconds:02d}{part}"

    def __str__(self) -> str:
        return self.text()


def number(value: float | Fraction, places: int | None = 0, *, plus: bool = False) -> Message:
    """A `Numeral` as a message of its own."""
    return Message("{figure}", {"figure": Numeral(value, places, plus)})


def doubtful(ns: int, doubt: int, *, hours: bool = False) -> Message:
    """A span to the millisecond, and how much of it nobody knows (both ns)."""
    return msg("{time} ±{doubt} s", time=Span(ns, 3, hours=hours), doubt=Numeral(Fraction(doubt, SECOND), None))


def span(ns: int, places: int = 0, *, hours: bool = False) -> Message:
    """A `Span` as a message of its own."""
    return Message("{figure}", {"figure": Span(ns, places, hours=hours)})
