"""Entries of a list that read alike get other words: what stands beside or above each of them in the picture.

Five buttons that all say *Warn* are no choice for somebody who reads or hears one at a time; the picture has the name
of each player above its button.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from device.common.i18n import t
from device.graphics.widgets import Rect, Text

SEPARATOR = " · "
"""Between what an entry is about and what it does, as everywhere on the screens."""


class Alike(NamedTuple):
    """One of several areas with the same words (``label``, and a ``note`` below), or with none at all.

    ``event`` is what a touch there would record, in words.
    """

    rect: Rect
    label: str
    note: str
    event: str


class Surroundings:
    """The words of a picture: ``texts`` all of them, ``buttons`` the places of its touch areas."""

    def __init__(self, texts: Sequence[Text], buttons: Sequence[Rect]) -> None:
        self.texts = texts
        self.worded = [text for text in texts if any(map(str.isalpha, text.text))]
        self.free = [text for text in self.worded if not any(_holds(rect, text) for rect in buttons)]


def distinct_words(alike: Sequence[Alike], around: Surroundings) -> list[str]:
    """Words for each, no two the same."""
    if _distinct(notes := [item.note for item in alike]):
        return [f"{item.label} {note}".strip() for item, note in zip(alike, notes, strict=True)]
    rects = [item.rect for item in alike]
    if alike[0].label and (about := _words_about(rects, around)):
        heads = [words.split(SEPARATOR)[0] for words in about]
        pairs = zip(heads if _distinct(heads) else about, alike, strict=True)
        return [SEPARATOR.join(filter(None, (words, item.label))) for words, item in pairs]
    if _distinct(events := [item.event for item in alike]):
        return events
    return [f"{item.label} {place}".strip() for item, place in zip(alike, _places(rects), strict=True)]


def _distinct(texts: Sequence[str]) -> bool:
    return len(set(texts)) == len(texts)


def _words_about(rects: Sequence[Rect], around: Surroundings) -> list[str]:
    """What each is about, no two the same, and where that can be none without words; empty where nothing does."""
    second: list[str] = []
    for candidates in _about(rects, around):
        words = [candidate.rstrip("_") for candidate in candidates]
        if _distinct(words):
            if all(words):
                return words
            second = second or words
    return second


def _about(rects: Sequence[Rect], around: Surroundings) -> Iterator[list[str]]:
    """What each may be about, the likeliest first: its own words, then words on no button, then on other buttons."""
    yield _largest([[text for text in around.texts if _holds(rect, text)] for rect in rects])
    yield from _words_near(rects, around.free)
    yield from _words_near(rects, [text for text in around.worded if not any(_holds(rect, text) for rect in rects)])


def _words_near(rects: Sequence[Rect], free: Sequence[Text]) -> Iterator[list[str]]:
    """Words on the left of each, above it, below it, and both on the left and above."""
    left = [[text for text in free if _is_left(text, rect)] for rect in rects]
    above = [[text for text in free if _is_above(text, rect)] for rect in rects]
    rows = ([max(words, key=lambda word: word.rect.x).text if words else "" for words in left], _largest(left))
    columns = ([max(words, key=lambda word: word.rect.y).text if words else "" for words in above], _largest(above))
    yield from (*rows, *columns, _largest([[text for text in free if _is_below(text, rect)] for rect in rects]))
    for row in rows:
        for column in columns:
            yield [SEPARATOR.join(filter(None, both)) for both in zip(row, column, strict=True)]


def _largest(candidates: Sequence[Sequence[Text]]) -> list[str]:
    """Of each list the largest words that do not stand in all of them, of equal ones the first."""
    every = [{word.text for word in words} for words in candidates]
    common = every[0].intersection(*every[1:])
    own = [[word for word in words if word.text not in common] for words in candidates]
    return [max(words, key=lambda word: word.size).text if words else "" for words in own]


def _is_left(text: Text, rect: Rect) -> bool:
    middle = rect.y + rect.h // 2
    return text.rect.x < rect.x and text.rect.y <= middle < text.rect.y + text.rect.h


def _is_above(text: Text, rect: Rect) -> bool:
    return text.rect.y < rect.y and text.rect.x < rect.x + rect.w and rect.x < text.rect.x + text.rect.w


def _is_below(text: Text, rect: Rect) -> bool:
    return text.rect.y > rect.y and text.rect.x < rect.x + rect.w and rect.x < text.rect.x + text.rect.w


def _holds(rect: Rect, text: Text) -> bool:
    return rect.contains(*text.rect.middle)


def _places(rects: Sequence[Rect]) -> list[str]:
    """Row and column of each, or where they are in one line the number of each."""
    rows, columns = sorted({rect.y for rect in rects}), sorted({rect.x for rect in rects})
    places = [(rows.index(rect.y) + 1, columns.index(rect.x) + 1) for rect in rects]
    if len(rows) == 1 or len(columns) == 1:
        return [str(max(place)) for place in places]
    return [t("row {row}, column {column}", row=row, column=column) for row, column in places]
