"""The words of a rule, from the rules page of the language: what stands behind a number such as S10.

The pages lie in ``docs/rules/``, and the package takes them along as ``device/rule_pages/`` (``setup.py``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from device.common import i18n

INSTALLED = Path(__file__).parent / "rule_pages"
PAGES = INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[1] / "docs" / "rules"

RULE = re.compile(r"^\*\*([A-Z]\d+)\.\*\* (.*?)(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"\(([A-Z]\d+)(?: [a-z])?(?:, [A-Z]\d+)*\)\.?$")
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
READING = re.compile(r" \*(\w+:)\*")
"""Where a rule says how a gap in its text is read; that begins a paragraph of its own."""


@cache
def _rules(language: str) -> Mapping[str, str]:
    try:
        page = (PAGES / f"{language}.md").read_text("utf-8")
    except OSError:
        return {}
    return {number: _plain(text) for number, text in RULE.findall(page)}


def _plain(text: str) -> str:
    """Words without the marks of the page."""
    one_line = LINK.sub(r"\1", " ".join(text.split()))
    return READING.sub(r"\n\1", one_line).replace("*", "").replace("`", "")


def text_of(number: str) -> str:
    """The rule of that number in the language spoken now; ``""`` where there is none, or no page."""
    return _rules(i18n.language()).get(number, "")


def number_in(sentence: str) -> str:
    """The number of the rule with which a sentence ends, of several the first; ``""`` where its words are not there."""
    match = NUMBER.search(sentence) if sentence else None
    return match[1] if match is not None and text_of(match[1]) else ""


def without_number(sentence: str) -> str:
    """The sentence without the number of a rule at its end."""
    return NUMBER.sub("", sentence).rstrip() if number_in(sentence) else sentence
