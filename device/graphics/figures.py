"""A time in figures that fill their place: measured by their ink, narrowed where they would be too wide."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec
import pygame

from device.graphics.typefaces import font
from device.graphics.widgets import Colour, Figures

NARROWEST = 0.45
"""How far figures are narrowed before they get lower, as a share of their own width."""
TAIL = 0.42
"""Height of the smaller figures behind the others, as a share."""
SPACE = 0.09
"""Room between two figures, as a share of their height."""
TRIED = 400
"""The size (pixels) at which ink is measured."""


class FigureInk(msgspec.Struct, frozen=True):
    """Where the ink of a figure lies in its picture, as shares of the font size; edges to a part of a pixel."""

    left: float
    top: float
    wide: float
    high: float


@lru_cache(maxsize=64)
def _ink(char: str) -> FigureInk:
    """The ink of ``char``; an edge counts by how much it covers, so that no font library moves it by a pixel."""
    picture = font("bold", TRIED).render(char, True, (255, 255, 255))
    box = picture.get_bounding_rect()

    def cover(x: int, y: int, w: int, h: int) -> float:
        return max(picture.get_at((x + i, y + j)).a for i in range(w) for j in range(h)) / 255

    left, right = cover(box.x, box.y, 1, box.h), cover(box.right - 1, box.y, 1, box.h)
    top, bottom = cover(box.x, box.y, box.w, 1), cover(box.x, box.bottom - 1, box.w, 1)
    return FigureInk(
        (box.x + 1 - left) / TRIED,
        (box.y + 1 - top) / TRIED,
        (box.w - 2 + left + right) / TRIED,
        (box.h - 2 + top + bottom) / TRIED,
    )


def _wide(char: str, high: float) -> float:
    """How wide ``char`` is where figures are ``high``; every figure is as wide as the widest, a minus as a hyphen."""
    like = "0" if char.isdigit() else "-" if char == "−" else char
    return _ink(like).wide / _ink("0").high * high


def length(text: str, high: float) -> float:
    """How wide ``text`` is where its figures are ``high``, in the same unit."""
    return sum(_wide(char, high) for char in text) + SPACE * high * max(0, len(text) - 1)


def layout(widget: Figures) -> tuple[int, float]:
    """How high the figures will be, in pixels, and how far they are narrowed (1: not at all)."""
    wide, high = widget.rect.w, widget.rect.h
    natural = length(widget.text, 1) + (SPACE + length(widget.tail, TAIL) if widget.tail else 0)
    narrowed = min(1.0, wide / (natural * high)) if high else 1.0
    if narrowed >= NARROWEST:
        return high, narrowed
    return int(wide / (natural * NARROWEST)), NARROWEST


class FigurePicture(NamedTuple):
    """A figure on a transparent ground, and where in it its place begins."""

    picture: pygame.Surface
    right: int
    down: int


@lru_cache(maxsize=96)
def _picture(char: str, wide: int, high: int, colour: Colour) -> FigurePicture:
    """``char`` with figures ``high``, its ink ``wide``; round ones reach a little beyond that.

    The stroke of a fraction is as high as a figure.
    """
    ink, figure = _ink(char), _ink(char if char == "/" else "0")
    size = max(8, round(high / figure.high))
    drawn = font("bold", size).render(char, True, colour)
    across, down = wide / (ink.wide * size), high / (figure.high * size)
    piece = pygame.Surface(drawn.get_size(), pygame.SRCALPHA)
    piece.fill((*colour, 0))
    piece.blit(drawn, (0, 0))
    wanted = max(1, round(drawn.get_width() * across)), max(1, round(drawn.get_height() * down))
    begins = round(ink.left * size * across), round(figure.top * size * down)
    whole = pygame.transform.smoothscale(piece, wanted)
    inked = whole.get_bounding_rect()
    return FigurePicture(whole.subsurface(inked), begins[0] - inked.x, begins[1] - inked.y)


@lru_cache(maxsize=8)
def _pieces(widget: Figures) -> tuple[tuple[pygame.Surface, tuple[int, int]], ...]:
    """Each figure's ink and where it lies: all in the middle of their place."""
    if not widget.text:
        return ()
    pieces = []
    high, narrowed = layout(widget)
    rect = widget.rect
    whole = length(widget.text, high) + (SPACE * high + length(widget.tail, high * TAIL) if widget.tail else 0)
    x = (rect.w - whole * narrowed) / 2
    top = (rect.h - high) // 2
    small = max(1, round(high * TAIL))
    for text, tall in ((widget.text, high), (widget.tail, small)):
        for char in text:
            cell = _wide(char, tall) * narrowed
            own = _ink(char).wide / _ink("0").high * tall * narrowed
            wide = max(1, round(min(own, cell)))
            picture, right, down = _picture(char, wide, tall, widget.colour)
            at = round(x + (cell - wide) / 2) - right, top + high - tall - down
            if widget.upturned:
                at = rect.w - at[0] - picture.get_width(), rect.h - at[1] - picture.get_height()
                picture = pygame.transform.rotate(picture, 180)
            pieces.append((picture, (rect.x + at[0], rect.y + at[1])))
            x += cell + SPACE * tall * narrowed
    return tuple(pieces)


def draw(surface: pygame.Surface, widget: Figures) -> None:
    """Draw the figures."""
    surface.blits(_pieces(widget))


def reaches(widget: Figures) -> pygame.Rect:
    """The widget's place and where its ink lies, together: round figures reach a little beyond it."""
    return pygame.Rect(widget.rect).unionall([piece.get_rect(topleft=at) for piece, at in _pieces(widget)])
