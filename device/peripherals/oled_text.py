"""Words on an OLED: a bitmap font in sizes of its own, because an outline of 12 pixels loses its háčky on a display.

Terminus (docs/decisions/fonts.md) has every Czech letter, drawn pixel by pixel at each of nine heights; between them
there is nothing. Where its files are missing, Source Sans stands in at about the same height, and Pillow's own font
where that is missing, too: no Czech letters then, but the time is there.
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
        return ImageFont.truetype(str(FILES / f"terminus-{face.weight}.otb"), face.size)
    except OSError:
        return outline("Bold" if face.weight == "bold" else "Semibold", face.size if face.size < 14 else face.size - 1)


@lru_cache(maxsize=32)
def outline(weight: str, size: int) -> Font:
    """Source Sans in that weight, for digits larger than any bitmap; Pillow's own font where it is missing."""
    file = file_of(weight)
    return ImageFont.load_default(size) if file is None else ImageFont.truetype(str(file), size)


def _space(face: Face) -> int:
    """Pixels between words: half a cell, because letters keep their distance by themselves."""
    return max(4, face.size // 4)


def width(pen: ImageDraw.ImageDraw, text: str, face: Face) -> int:
    """Pixels that ``text`` takes in a line."""
    words = text.split(" ")
    letters = sum(round(pen.textlength(word, font(face))) for word in words)
    return letters + _space(face) * (len(words) - 1)


def fitted(pen: ImageDraw.ImageDraw, text: str, room: int, faces: Sequence[Face]) -> tuple[str, Face]:
    """The text and the first of ``faces`` in which it takes at most ``room`` pixels; shortened where there is none."""
    for face in faces:
        if width(pen, text, face) <= room:
            return text, face
    face = faces[-1]
    while text and width(pen, text + "…", face) > room:
        text = text[:-1]
    return text.rstrip() + "…", face


def write(pen: ImageDraw.ImageDraw, x: int, baseline: int, text: str, face: Face, fill: int = 1) -> None:
    """A line of text whose letters stand on ``baseline`` and begin at ``x`` (pixels)."""
    for word in text.split(" "):
        if word:
            # The font's zero is struck through, as programmers like it; on a table that reads as an eight.
            pen.text((x, baseline), word.replace("0", "O"), fill, font(face), "ls")
        x += round(pen.textlength(word, font(face))) + _space(face)


@lru_cache(maxsize=16)
def capital(face: Face) -> int:
    """How high a capital letter stands above the baseline, in pixels; the box of a bitmap is its whole cell."""
    sheet = Image.new("1", (2 * face.size, 2 * face.size))
    pen = ImageDraw.Draw(sheet)
    pen.fontmode = "1"
    pen.text((0, face.size), "H", 1, font(face), "ls")
    box = sheet.getbbox()
    return face.size - box[1] if box else face.size
