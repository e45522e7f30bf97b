"""Words on an OLED: a bitmap font in sizes of its own, because an outline of 12 pixels loses its háčky on a display.

Terminus (docs/decisions/fonts.md) has every Czech letter, drawn pixel by pixel at each of nine heights; between them
there is nothing. Where its files are missing, Source Sans stands in at about the same height, and Pillow's own font
where that is missing, too: no Czech letters then, but the time is there.

The font's letters are all equally wide. Here each takes as much as it has dots, so that an i leaves no hole and more
words have room in larger letters; figures keep one width. Letters are drawn one by one, and no font is loaded without
naming the layout engine: Pillow would take libraqm where the machine has libfribidi, which sets the same words at other
widths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from device.common.files.source_sans import file_of

FILES = Path(__file__).with_name("terminus")
"""The font's files and its licence."""

LAYOUT = ImageFont.Layout.BASIC
"""Pillow's own layout, which every machine has."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Face(NamedTuple):
    """One of the font's faces: ``normal`` or ``bold``, and its height in pixels."""

    weight: str
    size: int


LINE = (Face("bold", 16), Face("normal", 14), Face("normal", 12))
"""For a line of text, the first that fits: bold letters of 14 pixels are as wide as those of 16."""
WORD = tuple(Face("bold", size) for size in (32, 28, 24, 22, 20, 18, 16)) + LINE[1:]
"""For a word that stands alone."""
NUMBER, LONG_NUMBER = Face("bold", 18), Face("bold", 16)
"""For a sum in a corner."""
NOTE = LINE[1:]
"""For the line at the bottom."""


_HEBREW = re.compile("[\u05d0-\u05f4](?:[\u05d0-\u05f4 '\"-]*[\u05d0-\u05f4])?")
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")


@lru_cache(maxsize=32)
def font(face: Face) -> Font:
    """The font of that height; one that resembles it where its file is missing."""
    try:
        return ImageFont.truetype(str(FILES / f"terminus-{face.weight}.otb"), face.size, layout_engine=LAYOUT)
    except OSError:
        return outline("Bold" if face.weight == "bold" else "Semibold", face.size if face.size < 14 else face.size - 1)


@lru_cache(maxsize=32)
def outline(weight: str, size: int) -> Font:
    """Source Sans in that weight, for digits larger than any bitmap; Pillow's own font where it is missing."""
    file = file_of(weight)
    return ImageFont.load_default(size) if file is None else ImageFont.truetype(str(file), size, layout_engine=LAYOUT)


def is_bitmap(letters: Font) -> bool:
    """Whether it is the bitmap font, and not what stands in for it."""
    return isinstance(letters, ImageFont.FreeTypeFont) and letters.getname()[0] == "Terminus"


@lru_cache(maxsize=1024)
def _ink(char: str, face: Face) -> tuple[int, int, int, int]:
    """The box of a letter's own dots, from where it begins and from the baseline (pixels)."""
    sheet = Image.new("1", (4 * face.size, 4 * face.size))
    pen = ImageDraw.Draw(sheet)
    pen.fontmode = "1"
    pen.text((face.size, 2 * face.size), char, 1, font(face), "ls")
    left, top, right, bottom = sheet.getbbox() or (face.size, 2 * face.size) * 2
    return left - face.size, top - 2 * face.size, right - face.size, bottom - 2 * face.size


@lru_cache(maxsize=32)
def _gap(face: Face) -> int:
    """Columns between two letters."""
    left, _, right, _ = _ink("n", face)
    return max(1, face.size // 2 - (right - left)) if is_bitmap(font(face)) else 0


@lru_cache(maxsize=1024)
def _cell(char: str, face: Face, even: bool) -> tuple[int, int]:
    """The columns of a letter's cell that are left out in front of it, and how many it takes, the gap after it too.

    What is ``even`` takes as many as the letter O.
    """
    if char == " ":
        return 0, max(4, face.size // 4)
    if not is_bitmap(font(face)):
        return 0, round(font(face).getlength(char))
    left, _, right, _ = _ink("O" if even else char, face)
    return left, right - left + _gap(face)


def _cells(text: str, face: Face) -> Iterator[tuple[str, int, int]]:
    """Each letter with its cell: figures are even, so that a sum stands still, and points that stand for letters."""
    for n, char in enumerate(text):
        yield char, *_cell(char, face, char.isdigit() or (char == "·" and text[n - 1 : n + 2] != " · "))


@lru_cache(maxsize=1024)
def width(text: str, face: Face) -> int:
    """Pixels that ``text`` takes in a line."""
    return max(0, sum(wide for _, _, wide in _cells(text, face)) - _gap(face))


def fit(text: str, room: int, faces: Sequence[Face]) -> tuple[str, Face]:
    """The text and the first of ``faces`` in which it takes at most ``room`` pixels; shortened where there is none."""
    for face in faces:
        if width(text, face) <= room:
            return text, face
    face = faces[-1]
    while text and width(text + "…", face) > room:
        text = text[:-1]
    return text.rstrip() + "…", face


def from_left(text: str) -> str:
    """The letters in the order in which they are drawn: words of Hebrew are read from the right, without their points.

    >>> from_left("אבג, B")
    'גבא, B'
    """
    return _HEBREW.sub(lambda match: match[0][::-1], _POINTS.sub("", text))


def write(pen: ImageDraw.ImageDraw, x: int, baseline: int, text: str, face: Face, fill: int = 1) -> None:
    """A line of text whose letters stand on ``baseline`` and begin at ``x`` (pixels)."""
    for char, before, wide in _cells(from_left(text), face):
        if char != " ":
            # The font's zero is struck through, as programmers like it; on a table that reads as an eight.
            pen.text((x - before, baseline), "O" if char == "0" else char, fill, font(face), "ls")
        x += wide


def rows(face: Face) -> tuple[int, int]:
    """How far letters reach above the baseline and below it, in pixels: a capital with its accent, and a tail."""
    return -_ink("Š", face)[1], _ink("y", face)[3]


def capital(face: Face) -> int:
    """How high a capital letter stands above the baseline, in pixels."""
    return -_ink("H", face)[1]
