"""Entries of a list that read alike get other words: what stands beside or above each of them in the picture.

Five buttons that all say *Warn* are no choice for somebody who reads or hears one at a time; the picture has the name
of each player above its button.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from device.graphics.widgets import Rect, Text
from device.i18n import t

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
        self.worded = [one for one in texts if any(map(str.isalpha, one.text))]
        self.free = [one for one in self.worded if not any(_holds(rect, one) for rect in buttons)]


def distinct_words(alike: Sequence[Alike], around: Surroundings) -> list[str]:
    """Words for each, no two the same."""
    if _distinct(notes := [one.note for one in alike]):
        return [f"{one.label} {note}".strip() for one, note in zip(alike, notes, strict=True)]
    rects = [one.rect for one in alike]
    if alike[0].label and (about := _words_about(rects, around)):
        heads = [words.split(SEPARATOR)[0] for words in about]
        pairs = zip(heads if _distinct(heads) else about, alike, strict=True)
        return [SEPARATOR.join(filter(None, (words, one.label))) for words, one in pairs]
    if _distinct(events := [one.event for one in alike]):
        return events
    return [f"{one.label} {place}".strip() for one, place in zip(alike, _places(rects), strict=True)]


def _distinct(found: Sequence[str]) -> bool:
    return len(set(found)) == len(found)


def _words_about(rects: Sequence[Rect], around: Surroundings) -> list[str]:
    """What each is about, no two the same, and where that can be none without words; empty where nothing does."""
    second: list[str] = []
    for found in _about(rects, around):
        words = [one.rstrip("_") for one in found]
        if _distinct(words):
            if all(words):
                return words
            second = second or words
    return second


def _about(rects: Sequence[Rect], around: Surroundings) -> Iterator[list[str]]:
    """What each may be about, the likeliest first: its own words, then words on no button, then on other buttons."""
    yield _largest([[one for one in around.texts if _holds(rect, one)] for rect in rects])
    yield from _words_near(rects, around.free)
    yield from _words_near(rects, [one for one in around.worded if not any(_holds(rect, one) for rect in rects)])


def _words_near(rects: Sequence[Rect], free: Sequence[Text]) -> Iterator[list[str]]:
    """Words on the left of each, above it, below it, and both on the left and above."""
    left = [[one for one in free if _is_left(one, rect)] for rect in rects]
    above = [[one for one in free if _is_above(one, rect)] for rect in rects]
    rows = ([max(words, key=lambda one: one.rect.x).text if words else "" for words in left], _largest(left))
    columns = ([max(words, key=lambda one: one.rect.y).text if words else "" for words in above], _largest(above))
    yield from (*rows, *columns, _largest([[one for one in free if _is_below(one, rect)] for rect in rects]))
    for row in rows:
        for column in columns:
            yield [SEPARATOR.join(filter(None, both)) for both in zip(row, column, strict=True)]


def _largest(candidates: Sequence[Sequence[Text]]) -> list[str]:
    """Of each list the largest words that do not stand in all of them, of equal ones the first."""
    every = [{one.text for one in words} for words in candidates]
    common = every[0].intersection(*every[1:])
    own = [[one for one in words if one.text not in common] for words in candidates]
    return [max(words, key=lambda one: one.size).text if words else "" for words in own]


def _is_left(one: Text, rect: Rect) -> bool:
    middle = rect.y + rect.h // 2
    return one.rect.x < rect.x and one.rect.y <= middle < one.rect.y + one.rect.h


def _is_above(one: Text, rect: Rect) -> bool:
    return one.rect.y < rect.y and one.rect.x < rect.x + rect.w and rect.x < one.rect.x + one.rect.w


def _is_below(one: Text, rect: Rect) -> bool:
    return one.rect.y > rect.y and one.rect.x < rect.x + rect.w and rect.x < one.rect.x + one.rect.w


def _holds(rect: Rect, one: Text) -> bool:
    return rect.contains(*one.rect.middle)


def _places(rects: Sequence[Rect]) -> list[str]:
    """Row and column of each, or where they are in one line the number of each."""
    rows, columns = sorted({one.y for one in rects}), sorted({one.x for one in rects})
    places = [(rows.index(one.y) + 1, columns.index(one.x) + 1) for one in rects]
    if len(rows) == 1 or len(columns) == 1:
        return [str(max(place)) for place in places]
    return [t("row {row}, column {column}", row=row, column=column) for row, column in places]
