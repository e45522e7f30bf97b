"""What every screen is for and what the numbers on it mean, in players' words, from the help page of the language.

The pages lie in ``docs/help/``, and the package takes them along as ``device/help_pages/`` (``setup.py``). A page has a
chapter for each game, by its word, and one for what every table has (`DEVICE`). In it stand the screens, each by its
key with a title, and the numbers of the game's rules, each with a title, an example, and a drawing where a hand does
something: what it does, in steps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from device.common import i18n

INSTALLED = Path(__file__).parent / "help_pages"
PAGES = INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[1] / "docs" / "help"

DEVICE = "device"
"""The chapter of the screens that belong to no game."""
CARD = "card"
"""The section of a chapter that says what buttons and taps mean in that game."""

CHAPTER = re.compile(r"^## (\w+)$", re.MULTILINE)
SECTION = re.compile(r"^### ([\w-]+): (.*)$", re.MULTILINE)
NUMBERS = re.compile(r"^\w+: ((?:[A-Z]\d+ ?)+)$", re.MULTILINE)
RULE = re.compile(
    r"^\*\*([A-Z]\d+) ([^*]+)\.\*\* (.*?) \*\w+:\* (.*?)(?: \*\w+:\* ([^*]*?))?(?=\n\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
"""A rule; its example, and perhaps its drawing, stand behind a word in italics, whatever it is in the language."""
STEP = re.compile(r"\[(\w+)(?: ([AB]))?\] ([^→]+)")


class Help(msgspec.Struct, frozen=True):
    """What a screen is for, in a title and a few sentences, and the numbers of the rules that stand on it.

    ``now`` is what holds now at the table of who reads it, empty where no game is played; no page has it.
    """

    title: str
    text: str
    rules: tuple[str, ...] = ()
    now: str = ""


class DrawnStep(NamedTuple):
    """A part of a drawing: a ``sign`` of `device.graphics.glyphs`, in the colour of a side or of none, and words."""

    sign: str
    side: int | None
    words: str


class InWords(msgspec.Struct, frozen=True):
    """A rule in players' words: what it is about (``title``), what it says, an example, and perhaps a drawing."""

    title: str
    words: str
    example: str
    steps: tuple[DrawnStep, ...] = ()


class HelpPage(msgspec.Struct, frozen=True):
    """A page: the screens of each chapter by their key, and the rules by their number."""

    screens: Mapping[tuple[str, str], Help]
    rules: Mapping[str, InWords]


def read_page(text: str) -> HelpPage:
    """A page from its text."""
    screens: dict[tuple[str, str], Help] = {}
    _, *parts = CHAPTER.split(text)
    for chapter, body in zip(parts[::2], parts[1::2], strict=True):
        _, *sections = SECTION.split(body)
        for key, title, words in zip(sections[::3], sections[1::3], sections[2::3], strict=True):
            own = words.split("\n\n**", 1)[0]
            numbers = NUMBERS.search(own)
            paragraphs = NUMBERS.sub("", own).strip().split("\n\n")
            plain = "\n".join(" ".join(part.split()) for part in paragraphs)
            screens[chapter, key] = Help(title, plain, tuple(numbers[1].split()) if numbers else ())
    rules: dict[str, InWords] = {}
    for number, *parts in RULE.findall(text):
        title, words, example, drawing = (" ".join(part.split()) for part in parts)
        steps = STEP.findall(drawing)
        drawn = (DrawnStep(sign, "AB".index(side) if side else None, words.strip()) for sign, side, words in steps)
        rules[number] = InWords(title, words, example, tuple(drawn))
    return HelpPage(screens, rules)


@cache
def page_of(language: str) -> HelpPage:
    """The page of that language; an empty one where it is missing."""
    try:
        return read_page((PAGES / f"{language}.md").read_text("utf-8"))
    except OSError:
        return HelpPage({}, {})


def section(chapter: str, key: str) -> Help | None:
    """A section in the language spoken now, that of the device where the chapter has none of its own."""
    screens = page_of(i18n.language()).screens
    return screens.get((chapter, key)) or screens.get((DEVICE, key))


def in_words(number: str) -> InWords | None:
    """The rule of that number in players' words; None where the page has it not."""
    return page_of(i18n.language()).rules.get(number)
