"""Words as pictures: Source Sans in four weights, fitted into a place, drawn once and kept.

The font comes from a package; where it is missing pygame's own font takes its place, and `missing` says so.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame
from msgspec import structs

from device.kiosk.widgets import Colour, Rect, Text

_FILES = {"regular": "Regular", "semibold": "Semibold", "bold": "Bold", "italic": "It"}
_DIGITS = frozenset("0123456789")


@lru_cache(maxsize=1)
def _folder() -> Path | None:
    try:
        import font_source_sans_pro  # noqa: PLC0415 - a missing font must not stop a game

        return Path(font_source_sans_pro.__file__).parent / "files"
    except ImportError:
        return None


def missing() -> bool:
    """Whether the font is not there, so that letters may look poor."""
    folder = _folder()
    return folder is None or not (folder / "SourceSansPro-Regular.ttf").is_file()


@lru_cache(maxsize=128)
def font(weight: str, size: int) -> pygame.font.Font:
    """The font of that weight and size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    folder = _folder()
    if missing() or folder is None:
        return pygame.font.Font(None, size)
    return pygame.font.Font(folder / f"SourceSansPro-{_FILES[weight]}.ttf", size)


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
def fitted(text: str, weight: str, size: int, least: int, space: int, lines: int, digits: bool) -> Fitted:
    """``text`` in at most ``lines`` lines of ``space`` pixels, as large as it goes from ``least`` to ``size``."""
    for pixels in range(_first_guess(text, weight, size, space) if lines == 1 else size, least - 1, -1):
        broken = _broken(text, weight, pixels, space, digits)
        if broken is not None and len(broken) <= lines:
            return Fitted(pixels, tuple(broken), fits=True)
    cut = text.replace("\n", " ")
    while cut and width(cut + "…", weight, least, digits) > space:
        cut = cut[:-1]
    return Fitted(least, (cut.rstrip() + "…",), fits=False)


def _first_guess(text: str, weight: str, size: int, space: int) -> int:
    """A size from which to try downwards: widths grow with the size, and each size tried opens a font."""
    wide = max(font(weight, size).size(line)[0] for line in text.split("\n"))
    return size if wide <= space else min(size, size * space // wide + 3)


class Fitted(tuple[int, tuple[str, ...], bool]):
    """Size in pixels, lines, and whether everything found its place."""

    __slots__ = ()

    def __new__(cls, size: int, lines: tuple[str, ...], *, fits: bool) -> Fitted:
        """A fitted text."""
        return super().__new__(cls, (size, lines, fits))

    @property
    def size(self) -> int:
        """Font size in pixels."""
        return self[0]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines as drawn."""
        return self[1]

    @property
    def fits(self) -> bool:
        """Whether nothing had to be cut."""
        return self[2]


def _broken(text: str, weight: str, size: int, space: int, digits: bool) -> list[str] | None:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer, weight, size, digits) <= space:
                line = longer
                continue
            if not line or width(word, weight, size, digits) > space:
                return None
            lines.append(line)
            line = word
        lines.append(line)
    return lines


def fit(widget: Text) -> Fitted:
    """The text of a widget as it will stand in its place."""
    rect = widget.rect
    high = max(widget.least, min(widget.size, int(rect.h / max(1, widget.lines) / 1.02)))
    return fitted(widget.text, widget.weight, high, min(widget.least, high), rect.w, widget.lines, widget.digits)


@lru_cache(maxsize=1024)
def _picture(text: str, weight: str, size: int, colour: Colour) -> pygame.Surface:
    return font(weight, size).render(text, True, colour)


@lru_cache(maxsize=2048)
def ink(widget: Text) -> pygame.Rect:
    """Where the widget's words lie, ascenders and descenders included. Not to be changed: it is kept."""
    found = fit(widget)
    step, high = round(found.size * 1.16), font(widget.weight, found.size).get_height()
    block = step * (len(found.lines) - 1) + high
    wide = max(width(line, widget.weight, found.size, widget.digits) for line in found.lines)
    rect = widget.rect
    x = rect.x
    if widget.align == "center":
        x = rect.x + (rect.w - wide) // 2
    elif widget.align == "right":
        x = rect.x + rect.w - wide
    y = rect.y + (rect.h - block) // 2
    if widget.upturned:
        return pygame.Rect(2 * rect.x + rect.w - x - wide, 2 * rect.y + rect.h - y - block, wide, block)
    return pygame.Rect(x, y, wide, block)


def draw(surface: pygame.Surface, widget: Text) -> None:
    """Draw the widget's words: one line in the middle of its height, several as a block."""
    if widget.upturned:
        _draw_upturned(surface, widget)
        return
    found = fit(widget)
    face = font(widget.weight, found.size)
    step = round(found.size * 1.16)
    rect = widget.rect
    block = step * (len(found.lines) - 1) + face.get_height()
    y = rect.y + (rect.h - block) // 2
    for line in found.lines:
        wide = width(line, widget.weight, found.size, widget.digits)
        x = rect.x
        if widget.align == "center":
            x = rect.x + (rect.w - wide) // 2
        elif widget.align == "right":
            x = rect.x + rect.w - wide
        if widget.digits:
            _draw_digits(surface, line, widget, found.size, x, y)
        else:
            surface.blit(_picture(line, widget.weight, found.size, widget.colour), (x, y))
        if widget.struck:
            middle = y + round(face.get_height() * 0.56)
            pygame.draw.line(surface, widget.colour, (x, middle), (x + wide, middle), max(2, found.size // 9))
        y += step


def _draw_upturned(surface: pygame.Surface, widget: Text) -> None:
    """Words upside down: drawn on a page of their own, which is turned by half a turn."""
    place = ink(widget)
    page = pygame.Surface(place.size, pygame.SRCALPHA)
    page.fill((*widget.colour, 0))
    inner = Rect(widget.rect.x - place.x, widget.rect.y - place.y, widget.rect.w, widget.rect.h)
    upright = Rect(place.w - inner.x - inner.w, place.h - inner.y - inner.h, inner.w, inner.h)
    draw(page, structs.replace(widget, rect=upright, upturned=False))
    surface.blit(pygame.transform.rotate(page, 180), place)


def _draw_digits(surface: pygame.Surface, line: str, widget: Text, size: int, x: int, y: int) -> None:
    cell = digit_width(widget.weight, size)
    for char in line:
        picture = _picture(char, widget.weight, size, widget.colour)
        space = cell if char in _DIGITS else picture.get_width()
        surface.blit(picture, (x + (space - picture.get_width()) // 2, y))
        x += space
