"""How a language writes numbers, days and times of day: the few facts of the CLDR that a table needs.

The library that has all of them (Babel) takes 33 MB and loads for a second on a Pi, so what two languages need stands
here, and tests/device/test_formats.py holds every form to Babel's (docs/decisions/words.md). English is Britain's. The
minus is the real one (U+2212) in both, where the CLDR has the hyphen of keyboards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.figures import ENGLISH, Numeral, Signs, Span


@dataclass(frozen=True, slots=True)
class Format:
    """A language's forms. ``locale`` is the CLDR's name for it; a day is its medium date, a time its short one."""

    locale: str
    signs: Signs
    months: tuple[str, ...]
    date: str
    hour: str
    moment: str

    def figure(self, figure: Numeral | Span) -> str:
        """A number or a span of time."""
        return figure.text(self.signs)

    def day(self, when: datetime) -> str:
        """The day alone: ``26. 11. 2026``, ``26 Nov 2026``."""
        return self.date.format(day=when.day, month=self.months[when.month - 1], year=when.year)

    def time(self, when: datetime) -> str:
        """Hour and minute by the clock on the wall: ``8:05``, ``08:05``."""
        return self.hour.format(hour=when.hour, minute=when.minute)

    def day_and_time(self, when: datetime) -> str:
        """Both."""
        return self.moment.format(day=self.day(when), time=self.time(when))


FORMATS: Mapping[str, Format] = {
    "cs": Format(
        "cs",
        Signs(",", "\u00a0"),
        tuple(str(n) for n in range(1, 13)),
        "{day}. {month}. {year}",
        "{hour}:{minute:02d}",
        "{day} {time}",
    ),
    "en": Format(
        "en_GB",
        ENGLISH,
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"),
        "{day} {month} {year}",
        "{hour:02d}:{minute:02d}",
        "{day}, {time}",
    ),
}
"""By the language's word."""
