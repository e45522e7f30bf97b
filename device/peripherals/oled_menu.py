"""The entry of a menu that is marked, on an OLED: the words as large as they go, and what this side's button does."""

from __future__ import annotations

import itertools
from functools import lru_cache

from PIL import Image, ImageDraw

from device.io.oled_content import HIGH, WIDE, OledContent
from device.peripherals import oled_text
from device.peripherals.oled_text import LINE, Face

HEAD, FOOT = 14, 12
"""Heights of the title and of the line at the bottom, in pixels."""
BAR = 2
"""Height of the bar that shows how far a button is held, in pixels."""
SMALL = LINE[-1]
"""For the title and the line at the bottom."""
MOST_LINES = 3


def draw(content: OledContent) -> Image.Image:
    """The menu as a picture of mode ``"1"``, 126 x 62."""
    image = _entry(content.title, content.total, content.choice, content.mark, content.leads).copy()
    if content.left is not None:
        pen = ImageDraw.Draw(image)
        pen.rectangle((0, HIGH - BAR, round((WIDE - 1) * max(0.0, min(1.0, content.left))), HIGH - 1), fill=1)
    return image


def forget() -> None:
    """Forget every entry that was drawn before."""
    _entry.cache_clear()


@lru_cache(maxsize=64)
def _entry(title: str, place: str, words: str, foot: str, leads: int) -> Image.Image:
    """Everything but the bar. Kept, not to be drawn on."""
    image = Image.new("1", (WIDE, HIGH), 0)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    pen.rectangle((0, 0, WIDE - 1, HEAD - 1), fill=1)
    wide = oled_text.width(place, SMALL)
    oled_text.write(pen, WIDE - wide - 2, HEAD - 3, place, SMALL, 0)
    text, face = oled_text.fit(title, WIDE - wide - 9, (SMALL,))
    oled_text.write(pen, 2, HEAD - 3, text, face, 0)
    _words(pen, words)
    _foot(pen, foot, leads)
    return image


def _words(pen: ImageDraw.ImageDraw, words: str) -> None:
    top, bottom = HEAD + 1, HIGH - BAR - FOOT - 1
    lines, face = wrap(words, WIDE, bottom - top)
    high = face.size
    y = top + (bottom - top - high * len(lines)) // 2
    for n, line in enumerate(lines):
        baseline = y + n * high + (high + oled_text.capital(face) + 1) // 2
        oled_text.write(pen, (WIDE - oled_text.width(line, face)) // 2, baseline, line, face)


def wrap(words: str, room: int, high: int) -> tuple[list[str], Face]:
    """The words in lines of at most ``room`` pixels that are ``high`` together, in the largest letters that do it."""
    for face in oled_text.WORD:
        lines = _balance_lines(words, face, room)
        if len(lines) <= min(MOST_LINES, max(1, high // face.size)) and all(
            oled_text.width(line, face) <= room for line in lines
        ):
            return lines, face
    face = oled_text.WORD[-1]
    lines = _fill_lines(words, face, room)
    most = min(MOST_LINES, high // face.size)
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [oled_text.fit(line, room, (face,))[0] for line in kept if line], face


def _balance_lines(words: str, face: Face, room: int) -> list[str]:
    """The words in as few lines as they fit in, of which the longest is as short as can be."""
    lines = _fill_lines(words, face, room)
    others = (_fill_lines(words, face, narrower) for narrower in range(room - 8, 0, -8))
    ways = (lines, *itertools.takewhile(lambda other: len(other) == len(lines), others))
    return min(ways, key=lambda way: max((oled_text.width(line, face) for line in way), default=0))


def _fill_lines(words: str, face: Face, room: int) -> list[str]:
    """The words, as many in a line as fit."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and oled_text.width(longer, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _foot(pen: ImageDraw.ImageDraw, foot: str, leads: int) -> None:
    """What the button beside this display does: the way a short press leads, and what holding it does."""
    baseline = HIGH - BAR - 3
    middle = HIGH - BAR - FOOT // 2 - 1
    wide = oled_text.width(foot, SMALL)
    if leads < 0:
        pen.polygon([(0, middle), (8, middle - 5), (8, middle + 5)], fill=1)
        oled_text.write(pen, 14, baseline, foot, SMALL)
    else:
        pen.polygon([(WIDE - 1, middle), (WIDE - 9, middle - 5), (WIDE - 9, middle + 5)], fill=1)
        oled_text.write(pen, WIDE - 15 - wide, baseline, foot, SMALL)
