"""How a language writes numbers, days and times, and sorts names: the few facts of the CLDR that a table needs.

The library that has all of them (Babel) takes 33 MB and loads for a second on a Pi, so what a language needs stands in
its entry (`device.common.languages`), and tests/device/test_formats.py holds every form to Babel's
(docs/decisions/words.md). English is Britain's. The minus is the real one (U+2212) in all, where the CLDR has the
hyphen of keyboards.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from functools import cache
from typing import TypeAlias

from device.common.languages import LANGUAGES, Language
from rules.figures import Numeral, Signs, Span

OrderKey: TypeAlias = tuple[tuple[tuple[bool, str, int], ...], str]
"""What texts are sorted by."""


class Format:
    """The forms of a language, as its entry in `LANGUAGES` says."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self.signs = Signs(language.decimal, language.group)
        self._own: dict[str, tuple[str, int]] = {}
        for base, *letters in (rule.split("<") for rule in language.after.split()):
            self._own |= {letter: (base, n) for n, letter in enumerate(letters, 1)}
        self._letter = re.compile("|".join([*filter(lambda letters: len(letters) > 1, self._own), "."]), re.DOTALL)

    def figure(self, figure: Numeral | Span) -> str:
        """A number or a span of time."""
        return figure.text(self.signs)

    def day(self, when: datetime) -> str:
        """The day alone: ``26. 11. 2026``, ``26 Nov 2026``."""
        month = self._language.months[when.month - 1]
        return self._language.date.format(day=when.day, month=month, year=when.year)

    def time(self, when: datetime) -> str:
        """Hour and minute by the clock on the wall: ``8:05``, ``08:05``."""
        return self._language.hour.format(hour=when.hour, minute=when.minute)

    def day_and_time(self, when: datetime) -> str:
        """The day and the time together."""
        return self._language.moment.format(day=self.day(when), time=self.time(when))

    def order(self, text: str) -> OrderKey:
        """A key by which texts stand in the order of the alphabet: in Czech Č after C, Ch after H, Á beside A."""
        small = unicodedata.normalize("NFC", text.casefold())
        letters = []
        for letter in self._letter.findall(small):
            base, n = self._own.get(letter, (unicodedata.normalize("NFD", letter)[0], 0))
            letters.append((letter.isalpha(), base, n))
        return tuple(letters), small


@cache
def format_of(language: str) -> Format:
    """The forms of the language of that word."""
    return Format(LANGUAGES[language])


def local(label: str) -> datetime | None:
    """The moment of a label of the journal (ISO 8601), by the clock on the wall here; None where it cannot be read."""
    try:
        return datetime.fromisoformat(label).astimezone()
    except (ValueError, OverflowError):
        return None
