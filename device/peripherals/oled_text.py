"""Words on an OLED: a bitmap font in sizes of its own, because an outline of 12 pixels loses its háčky on a display.

Terminus (docs/decisions/fonts.md) has every Czech letter, drawn pixel by pixel at each of nine heights; between them
there is nothing. Where its files are missing, Source Sans stands in at about the same height, and Pillow's own font
where that is missing, too: no Czech letters then, but the time is there.

Each letter is drawn by itself, in a cell of its own, and no font is loaded without naming the layout engine: Pillow
would take libraqm where the machine has libfribidi, which sets the same words at other widths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from device.files.source_sans import file_of

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
"""For a line of text, the first that fits: bold letters touch each other below 16 pixels."""
WORD = tuple(Face("bold", size) for size in (32, 28, 24, 22, 20, 18, 16)) + LINE[1:]
"""For a word that stands alone."""
NUMBER, LONG_NUMBER = Face("bold", 18), Face("bold", 16)
"""For a sum in a corner."""
NOTE = LINE[1:]
"""For the line at the bottom."""


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


def _space(face: Face) -> int:
    """Pixels between words: half a cell, because letters keep their distance by themselves."""
    return max(4, face.size // 4)


@lru_cache(maxsize=1024)
def _cell(char: str, face: Face) -> int:
    """Pixels from where a letter begins to where the next one does; a cell of the bitmaps is half as wide as high."""
    if char == " ":
        return _space(face)
    letters = font(face)
    return face.size // 2 if is_bitmap(letters) else round(letters.getlength(char))


def is_bitmap(letters: Font) -> bool:
    """Whether it is the bitmap font, and not what stands in for it."""
    return isinstance(letters, ImageFont.FreeTypeFont) and letters.getname()[0] == "Terminus"


def width(text: str, face: Face) -> int:
    """Pixels that ``text`` takes in a line."""
    return sum(_cell(char, face) for char in text)


def fitted(text: str, room: int, faces: Sequence[Face]) -> tuple[str, Face]:
    """The text and the first of ``faces`` in which it takes at most ``room`` pixels; shortened where there is none."""
    for face in faces:
        if width(text, face) <= room:
            return text, face
    face = faces[-1]
    while text and width(text + "…", face) > room:
        text = text[:-1]
    return text.rstrip() + "…", face


def write(pen: ImageDraw.ImageDraw, x: int, baseline: int, text: str, face: Face, fill: int = 1) -> None:
    """A line of text whose letters stand on ``baseline`` and begin at ``x`` (pixels)."""
    for char in text:
        if char != " ":
            # The font's zero is struck through, as programmers like it; on a table that reads as an eight.
            pen.text((x, baseline), "O" if char == "0" else char, fill, font(face), "ls")
        x += _cell(char, face)


@lru_cache(maxsize=16)
def capital(face: Face) -> int:
    """How high a capital letter stands above the baseline, in pixels; the box of a bitmap is its whole cell."""
    sheet = Image.new("1", (2 * face.size, 2 * face.size))
    pen = ImageDraw.Draw(sheet)
    pen.fontmode = "1"
    pen.text((0, face.size), "H", 1, font(face), "ls")
    box = sheet.getbbox()
    return face.size - box[1] if box else face.size
