"""Words as pictures: Source Sans in four weights, fitted into a place, drawn once and kept.

The font comes from a package; where it is missing pygame's own font takes its place, and `missing` says so.

In large print a text takes more lines where its place is high enough, then its letters are narrowed, and only then do
they shrink (`fit_narrowing`). Lists have fewer lines, because heights of lines grow with the letters (`Canvas.lu`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import pygame
from msgspec import structs
from pygame import freetype

from device.common.files.source_sans import file_of
from device.graphics.widgets import Colour, Rect, Text

_FILES = {"regular": "Regular", "semibold": "Semibold", "bold": "Bold", "italic": "It"}
_DIGITS = frozenset("0123456789")
LEADING, ALONE = 0.94, 0.92
"""Least height of a line as a share of the size of its letters, among others and of the last one."""
LOW = 0.1
"""How much lower than the middle of its font a line's ink lies, as a share of the size of its letters."""
NARROWER = 5
"""Steps (percent) in which letters are narrowed."""
LARGE_PRINT = 4 / 3
"""How much larger every text is in large print."""
HUGE = 32
"""Texts of this size (units) are the same in large print: a heading is no larger there."""
NARROWEST = 74
"""To how much of their width (percent) letters are narrowed in large print before they shrink."""
WAYS = ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3))
"""In how many lines a button's label and its second line may stand."""


def missing() -> bool:
    """Whether the font is not there, so that letters may look poor."""
    return file_of("Regular") is None


@lru_cache(maxsize=1024)
def lacks_letters(text: str) -> bool:
    """Whether the screen's font has no sign for some letter of ``text``: a box stands there."""
    file = file_of(_FILES["regular"])
    if text.isascii() or file is None:
        return False
    freetype.init()
    return None in freetype.Font(str(file), HUGE).get_metrics(text)


@lru_cache(maxsize=128)
def font(weight: str, size: int) -> pygame.font.Font:
    """The font of that weight and size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(file_of(_FILES[weight]), size)


@lru_cache(maxsize=4096)
def width(text: str, weight: str, size: int, digits: bool = False) -> int:
    """Width in pixels; with ``digits`` every digit is as wide as the widest."""
    face = font(weight, size)
    if not digits:
        return face.size(text)[0]
    cell = digit_width(weight, size)
    return sum(cell if char in _DIGITS else face.size(char)[0] for char in text)


@lru_cache(maxsize=128)
def digit_width(weight: str, size: int) -> int:
    """Width of the widest digit."""
    face = font(weight, size)
    return max(face.size(char)[0] for char in _DIGITS)


@lru_cache(maxsize=2048)
def fit_text(text: str, weight: str, size: int, least: int, space: int, lines: int, digits: bool) -> FittedText:
    """``text`` in at most ``lines`` lines of ``space`` pixels, as large as it goes from ``least`` to ``size``."""
    for pixels in range(_first_guess(text, weight, size, space) if lines == 1 else size, least - 1, -1):
        if fitted := _lines_in(text, weight, pixels, space, lines, digits):
            return FittedText(pixels, fitted, fits=True)
    cut = text.replace("\n", " ")
    while cut and width(cut + "…", weight, least, digits) > space:
        cut = cut[:-1]
    return FittedText(least, (cut.rstrip() + "…",), fits=False)


@lru_cache(maxsize=2048)
def fit_narrowing(
    text: str, weight: str, size: int, least: int, place: tuple[int, int], lines: int, digits: bool, narrowest: int
) -> FittedText:
    """``text`` in a ``place`` (width and height) as large as it goes: first in more lines, then narrower, then smaller.

    ``narrowest`` is the least percent of its own width. A text of one line takes more where the place is high enough.
    """
    wide, high = place
    for pixels in range(max(least, min(size, int(high / ALONE))), least - 1, -1):
        most = lines if digits else max(lines if pixels == least else 1, int(1 + (high / pixels - ALONE) / LEADING))
        if not _lines_in(text, weight, pixels, wide * 100 // narrowest, most, digits):
            continue  # the narrowest letters take the least room
        for percent in (*range(100, narrowest, -NARROWER), narrowest):
            if lines_found := _lines_in(text, weight, pixels, wide * 100 // percent, most, digits):
                return FittedText(pixels, lines_found, fits=True, percent=percent)
    cut = fit_text(text, weight, least, least, wide * 100 // narrowest, lines, digits)
    return FittedText(least, cut.lines, fits=cut.fits, percent=narrowest)


def _lines_in(text: str, weight: str, size: int, space: int, most: int, digits: bool) -> tuple[str, ...]:
    """``text`` in lines of ``space`` pixels; none where that takes more than ``most``."""
    lines = _break_text(text, weight, size, space, digits)
    return () if lines is None or len(lines) > most else tuple(lines)


def _first_guess(text: str, weight: str, size: int, space: int) -> int:
    """A size from which to try downwards: widths grow with the size, and each size tried opens a font."""
    wide = max(font(weight, size).size(line)[0] for line in text.split("\n"))
    return size if wide <= space else min(size, size * space // wide + 3)


def lines_high(size: int, lines: int) -> int:
    """The least height (pixels) in which so many lines of that size stand, where they may be narrowed."""
    return ceil(size * (ALONE + LEADING * (lines - 1)))


def shares(label: str, sub: str, wide: int, high: int, size: int, sub_size: int) -> tuple[int, int] | None:
    """Heights (pixels) of a button's label and of its second line, in a place of ``wide`` and ``high`` pixels.

    They get as many lines as leave the letters their width; None: there is no room for the second line.
    """

    def percent(text: str, weight: str, wanted: int, room: int) -> int:
        narrowed = fit_narrowing(text, weight, wanted, wanted, (wide, room), 1, False, NARROWEST)
        return narrowed.percent if narrowed.fits else 0

    hangs = size // 7  # room for what hangs below the label, as of g
    best = (0, 0, lines_high(size, 1) + hangs, lines_high(sub_size, 1))
    for lines, below in WAYS:
        upper, lower = lines_high(size, lines) + hangs, lines_high(sub_size, below)
        if upper + lower <= high:
            least = min(percent(label, "semibold", size, upper), percent(sub, "regular", sub_size, lower))
            best = max(best, (least, -lines - below, upper, lower), key=lambda share: share[:2])
    least_share, _, upper, lower = best
    if not least_share and not percent(sub, "regular", sub_size, lower):
        return None
    if upper + lower > high:  # each its share of a low button
        upper = round(high * upper / (upper + lower))
        lower = high - upper
    return upper, lower


class FittedText(NamedTuple):
    """Words as they stand in their place: size in pixels, lines as drawn, whether nothing had to be cut.

    ``percent`` is how wide the letters are, in percent of their own width.
    """

    size: int
    lines: tuple[str, ...]
    fits: bool
    percent: int = 100


def _break_text(
    text: str, weight: str, size: int, space: int, digits: bool = False, *, sticks_out: bool = False
) -> list[str] | None:
    """``text`` in lines of ``space`` pixels, each with as many words as fit.

    Where one word alone does not: None, or with ``sticks_out`` it has a line of its own.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split(" ")
        start, whole = 0, width(paragraph.lstrip(" "), weight, size, digits)
        # As many letters as a line is likely to have room for: measuring is the slow part, so each line begins there.
        likely = len(paragraph) * space // max(1, whole)
        while start < len(words):
            end = len(words)
            if whole > space:
                end = _likely_end(words, start, likely)
                while end < len(words) and width(_line(words, start, end + 1), weight, size, digits) <= space:
                    end += 1
                while end > start and width(_line(words, start, end), weight, size, digits) > space:
                    end -= 1
            if end == start and not sticks_out:
                return None
            end = max(end, start + 1)
            lines.append(_line(words, start, end))
            start = end
    return lines


def _line(words: Sequence[str], start: int, end: int) -> str:
    return " ".join(words[start:end]).lstrip(" ")


def _likely_end(words: Sequence[str], start: int, letters: int) -> int:
    """After which word a line from ``start`` has about so many letters; at least one word is in it."""
    end, length = start + 1, len(words[start])
    while end < len(words) and length + 1 + len(words[end]) <= letters:
        length += 1 + len(words[end])
        end += 1
    return end


@lru_cache(maxsize=64)
def break_lines(text: str, weight: str, size: int, space: int) -> tuple[str, ...]:
    """``text`` in lines of ``space`` pixels; a word that is longer has a line of its own.

    Kept: each page of a long text is cut out of the same lines.
    """
    return tuple(_break_text(text, weight, size, space, sticks_out=True) or ())


def fit(widget: Text) -> FittedText:
    """The text of a widget as it will stand in its place."""
    rect = widget.rect
    if widget.narrow < 100:
        return fit_narrowing(
            widget.text, widget.weight, widget.size, widget.least, rect[2:], widget.lines, widget.digits, widget.narrow
        )
    high = max(widget.least, min(widget.size, int(rect.h / max(1, widget.lines) / 1.02)))
    return fit_text(widget.text, widget.weight, high, min(widget.least, high), rect.w, widget.lines, widget.digits)


def line_width(widget: Text, text: FittedText, line: str) -> int:
    """How wide a line is as it stands."""
    return width(line, widget.weight, text.size, widget.digits) * text.percent // 100


def line_step(widget: Text, text: FittedText) -> int:
    """From one line to the next; less where the place of letters that may be narrowed is low."""
    usual = round(text.size * 1.16)
    if widget.narrow == 100 or len(text.lines) == 1:
        return usual
    room = widget.rect.h - text.size * (ALONE + 2 * LOW)
    return max(round(text.size * LEADING), min(usual, int(room / (len(text.lines) - 1))))


@lru_cache(maxsize=1024)
def reach(line: str, weight: str, size: int) -> tuple[int, int]:
    """How far the ink of a line reaches above and below that on which its letters stand, in pixels."""
    metrics = [metric for metric in font(weight, size).metrics(line) if metric is not None]
    return (max(metric[3] for metric in metrics), -min(metric[2] for metric in metrics)) if metrics else (0, 0)


def _top(widget: Text, text: FittedText, block: int) -> int:
    """Where a ``block`` of lines begins: in the middle of its place; higher where its ink would hang out below."""
    rect, face = widget.rect, font(widget.weight, text.size)
    top = rect.y + (rect.h - block) // 2
    if widget.narrow == 100 or len(text.lines) == 1:
        return top
    stands = top + face.get_ascent()
    lowest = top + block - face.get_height() + face.get_ascent()
    below = lowest + reach(text.lines[-1], widget.weight, text.size)[1] - rect.y - rect.h
    above = stands - reach(text.lines[0], widget.weight, text.size)[0] - rect.y
    return top - max(0, min(below, above))


@lru_cache(maxsize=1024)
def _picture(text: str, weight: str, size: int, colour: Colour, percent: int = 100) -> pygame.Surface:
    drawn = font(weight, size).render(text, True, colour)
    if percent == 100:
        return drawn
    page = pygame.Surface(drawn.get_size(), pygame.SRCALPHA)
    page.fill((*colour, 0))
    page.blit(drawn, (0, 0))
    return pygame.transform.smoothscale(page, (max(1, drawn.get_width() * percent // 100), drawn.get_height()))


def _lines(widget: Text, text: FittedText) -> list[tuple[str, pygame.Rect]]:
    """Each line of an upright widget and where it lies: one in the middle of its height, several as a block."""
    step, high = line_step(widget, text), font(widget.weight, text.size).get_height()
    rect, y = widget.rect, _top(widget, text, step * (len(text.lines) - 1) + high)
    lines = []
    for n, line in enumerate(text.lines):
        wide = line_width(widget, text, line)
        left = {"center": (rect.w - wide) // 2, "right": rect.w - wide}.get(widget.align, 0)
        lines.append((line, pygame.Rect(rect.x + left, y + n * step, wide, high)))
    return lines


@lru_cache(maxsize=2048)
def ink(widget: Text) -> pygame.Rect:
    """Where the widget's words lie, ascenders and descenders included. Not to be changed: it is kept."""
    first, *others = (place for _, place in _lines(widget, fit(widget)))
    x, y, w, h = first.unionall(others)
    if widget.upturned:
        return pygame.Rect(2 * widget.rect.x + widget.rect.w - x - w, 2 * widget.rect.y + widget.rect.h - y - h, w, h)
    return pygame.Rect(x, y, w, h)


@lru_cache(maxsize=2048)
def reaches(widget: Text) -> pygame.Rect:
    """The widget's place and where its words lie, together. Not to be changed: it is kept."""
    return pygame.Rect(widget.rect).union(ink(widget))


def draw(surface: pygame.Surface, widget: Text) -> None:
    """Draw the widget's words."""
    if widget.upturned:
        _draw_upturned(surface, widget)
        return
    fitted = fit(widget)
    for line, (x, y, wide, high) in _lines(widget, fitted):
        if widget.digits:
            _draw_digits(surface, line, widget, fitted, x, y)
        else:
            surface.blit(_picture(line, widget.weight, fitted.size, widget.colour, fitted.percent), (x, y))
        if widget.struck:
            middle = y + round(high * 0.56)
            pygame.draw.line(surface, widget.colour, (x, middle), (x + wide, middle), max(2, fitted.size // 9))


def _draw_upturned(surface: pygame.Surface, widget: Text) -> None:
    """Words upside down: drawn on a page of their own, which is turned by half a turn."""
    place = ink(widget)
    page = pygame.Surface(place.size, pygame.SRCALPHA)
    page.fill((*widget.colour, 0))
    inner = Rect(widget.rect.x - place.x, widget.rect.y - place.y, widget.rect.w, widget.rect.h)
    upright = Rect(place.w - inner.x - inner.w, place.h - inner.y - inner.h, inner.w, inner.h)
    draw(page, structs.replace(widget, rect=upright, upturned=False))
    surface.blit(pygame.transform.rotate(page, 180), place)


def _draw_digits(surface: pygame.Surface, line: str, widget: Text, text: FittedText, x: int, y: int) -> None:
    cell = digit_width(widget.weight, text.size)
    at = 0
    for char in line:
        picture = _picture(char, widget.weight, text.size, widget.colour, text.percent)
        space = cell if char in _DIGITS else width(char, widget.weight, text.size)
        left = at * text.percent // 100
        surface.blit(picture, (x + left + (space * text.percent // 100 - picture.get_width()) // 2, y))
        at += space
