"""A time in figures that fill their place: measured by their ink, narrowed where they would be too wide."""

from __future__ import annotations

from functools import lru_cache

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


@lru_cache(maxsize=64)
def _ink(char: str, size: int) -> tuple[int, int, int, int]:
    """Where the ink of ``char`` lies in its picture at that font size."""
    ink = font("bold", size).render(char, True, (255, 255, 255)).get_bounding_rect()
    return ink.x, ink.y, ink.w, ink.h


@lru_cache(maxsize=1)
def _share() -> float:
    """The height of a figure as a share of the font size."""
    return _ink("0", TRIED)[3] / TRIED


def _wide(char: str, high: float) -> float:
    """How wide ``char`` is where figures are ``high``; every figure is as wide as the widest."""
    like = "0" if char.isdigit() else char
    return _ink(like, TRIED)[2] / _ink("0", TRIED)[3] * high


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


@lru_cache(maxsize=96)
def _picture(char: str, wide: int, high: int, colour: Colour) -> pygame.Surface:
    """``char`` with figures ``high``, its ink ``wide``: upright, on a transparent ground as high as a figure."""
    size = max(8, round(high / _share()))
    drawn = font("bold", size).render(char, True, colour)
    left, _, ink, _ = _ink(char, size)
    top, tall = _ink("0", size)[1], _ink("0", size)[3]
    piece = pygame.Surface((max(1, ink), tall), pygame.SRCALPHA)
    piece.fill((*colour, 0))
    piece.blit(drawn, (-left, -top))
    return pygame.transform.smoothscale(piece, (max(1, wide), high))


def draw(surface: pygame.Surface, widget: Figures) -> None:
    """Draw the figures in the middle of their place."""
    if not widget.text:
        return
    high, narrowed = layout(widget)
    rect = widget.rect
    whole = length(widget.text, high) + (SPACE * high + length(widget.tail, high * TAIL) if widget.tail else 0)
    x = (rect.w - whole * narrowed) / 2
    top = (rect.h - high) // 2
    small = max(1, round(high * TAIL))
    for text, tall in ((widget.text, high), (widget.tail, small)):
        for char in text:
            cell = _wide(char, tall) * narrowed
            own = _ink(char, TRIED)[2] / _ink("0", TRIED)[3] * tall * narrowed
            wide = round(min(own, cell))
            picture = _picture(char, wide, tall, widget.colour)
            at = round(x + (cell - wide) / 2), top + high - tall
            if widget.upturned:
                at = rect.w - at[0] - wide, rect.h - at[1] - tall
                picture = pygame.transform.rotate(picture, 180)
            surface.blit(picture, (rect.x + at[0], rect.y + at[1]))
            x += cell + SPACE * tall * narrowed
