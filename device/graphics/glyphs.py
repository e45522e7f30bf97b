"""Signs that the usual fonts lack, drawn as shapes: cross, check, arrow, backspace, warning and the like."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise

import pygame

from device.graphics.icons import ICONS, Sketch
from device.graphics.widgets import Colour

_SUPER = 4
"""Signs are drawn that many times larger and scaled down, which smooths their edges."""


def _strokes(
    surface: pygame.Surface, size: int, colour: Colour, points: list[tuple[float, float]], width: float
) -> None:
    thick = max(2, round(size * width))
    spots = [(round(x * size), round(y * size)) for x, y in points]
    for start, end in pairwise(spots):
        pygame.draw.line(surface, colour, start, end, thick)
    for spot in spots:
        pygame.draw.circle(surface, colour, spot, thick // 2)


def _polygon(surface: pygame.Surface, size: int, colour: Colour, points: list[tuple[float, float]]) -> None:
    pygame.draw.polygon(surface, colour, [(round(x * size), round(y * size)) for x, y in points])


def _backspace(surface: pygame.Surface, size: int, colour: Colour) -> None:
    outline = [(0.02, 0.5), (0.3, 0.2), (0.98, 0.2), (0.98, 0.8), (0.3, 0.8), (0.02, 0.5)]
    _strokes(surface, size, colour, outline, 0.075)
    _strokes(surface, size, colour, [(0.48, 0.38), (0.76, 0.62)], 0.075)
    _strokes(surface, size, colour, [(0.48, 0.62), (0.76, 0.38)], 0.075)


def _warning(surface: pygame.Surface, size: int, colour: Colour) -> None:
    _strokes(surface, size, colour, [(0.5, 0.1), (0.94, 0.9), (0.06, 0.9), (0.5, 0.1)], 0.1)
    _strokes(surface, size, colour, [(0.5, 0.38), (0.5, 0.6)], 0.11)
    pygame.draw.circle(surface, colour, (size // 2, round(size * 0.76)), max(1, round(size * 0.06)))


def _dot(surface: pygame.Surface, size: int, colour: Colour) -> None:
    pygame.draw.circle(surface, colour, (size // 2, size // 2), size // 2 - 1)


def _ring(surface: pygame.Surface, size: int, colour: Colour) -> None:
    pygame.draw.circle(surface, colour, (size // 2, size // 2), size // 2 - 1, max(2, size // 6))


def _half(surface: pygame.Surface, size: int, colour: Colour) -> None:
    """A ring whose upper half is full."""
    _dot(surface, size, colour)
    hole = pygame.Rect(size // 6, size // 2, size - 2 * (size // 6), size // 2 - size // 6)
    pygame.draw.rect(
        surface, (*colour, 0), hole, border_bottom_left_radius=size // 3, border_bottom_right_radius=size // 3
    )


def _heart(surface: pygame.Surface, size: int, colour: Colour) -> None:
    for x in (0.28, 0.72):
        pygame.draw.circle(surface, colour, (round(size * x), round(size * 0.32)), round(size * 0.25))
    _polygon(surface, size, colour, [(0.075, 0.45), (0.5, 0.28), (0.925, 0.45), (0.5, 0.96)])


def _code(surface: pygame.Surface, size: int, colour: Colour) -> None:
    """A QR code: three corners and a few modules."""
    for x, y in ((0.04, 0.04), (0.58, 0.04), (0.04, 0.58)):
        outer = pygame.Rect(round(x * size), round(y * size), round(size * 0.38), round(size * 0.38))
        pygame.draw.rect(surface, colour, outer, round(size * 0.08))
        surface.fill(colour, outer.inflate(-round(size * 0.24), -round(size * 0.24)))
    side = round(size * 0.12)
    for x, y in ((0.58, 0.58), (0.84, 0.58), (0.71, 0.71), (0.58, 0.84), (0.84, 0.84)):
        surface.fill(colour, (round(x * size), round(y * size), side, side))


def _network(surface: pygame.Surface, size: int, colour: Colour) -> None:
    """Three arcs over a dot."""
    for reach in (0.86, 0.56, 0.28):
        box = pygame.Rect(0, 0, round(size * reach), round(size * reach))
        box.center = (size // 2, round(size * 0.72))
        pygame.draw.arc(surface, colour, box, math.radians(45), math.radians(135), max(2, round(size * 0.08)))
    pygame.draw.circle(surface, colour, (size // 2, round(size * 0.74)), max(2, round(size * 0.07)))


def _alone(surface: pygame.Surface, size: int, colour: Colour) -> None:
    """No network."""
    _network(surface, size, colour)
    _strokes(surface, size, colour, [(0.12, 0.9), (0.88, 0.12)], 0.09)


_LINES: Mapping[str, list[tuple[float, list[tuple[float, float]]]]] = {
    "cross": [(0.2, [(0.14, 0.14), (0.86, 0.86)]), (0.2, [(0.14, 0.86), (0.86, 0.14)])],
    "check": [(0.14, [(0.12, 0.55), (0.4, 0.82), (0.88, 0.2)])],
    "arrow": [(0, [(0.1, 0.02), (0.98, 0.5), (0.1, 0.98)])],
    "left": [(0, [(0.9, 0.02), (0.02, 0.5), (0.9, 0.98)])],
    "down": [(0, [(0.02, 0.1), (0.98, 0.1), (0.5, 0.98)])],
    "back": [(0.14, [(0.66, 0.1), (0.26, 0.5), (0.66, 0.9)])],
    "forward": [(0.14, [(0.34, 0.1), (0.74, 0.5), (0.34, 0.9)])],
    "undo": [
        (0.11, [(0.1, 0.4), (0.6, 0.4), (0.82, 0.5), (0.86, 0.68), (0.74, 0.86), (0.4, 0.86)]),
        (0, [(0.04, 0.4), (0.36, 0.12), (0.36, 0.68)]),
    ],
}
"""Signs of lines alone: of each the thickness (0: a full polygon) and points, as shares of the side."""
_SIGNS: Mapping[str, Callable[[pygame.Surface, int, Colour], None]] = {
    "backspace": _backspace,
    "warning": _warning,
    "dot": _dot,
    "ring": _ring,
    "half": _half,
    "heart": _heart,
    "code": _code,
    "network": _network,
    "alone": _alone,
}


@lru_cache(maxsize=256)
def glyph(name: str, size: int, colour: Colour) -> pygame.Surface:
    """The sign ``name`` as a square picture with a transparent ground. KeyError for an unknown one."""
    large = pygame.Surface((size * _SUPER, size * _SUPER), pygame.SRCALPHA)
    large.fill((*colour, 0))
    if name in ICONS:
        Sketch(large, size * _SUPER, colour).draw(ICONS[name])
    elif name in _LINES:
        for width, points in _LINES[name]:
            if width:
                _strokes(large, size * _SUPER, colour, points, width)
            else:
                _polygon(large, size * _SUPER, colour, points)
    else:
        _SIGNS[name](large, size * _SUPER, colour)
    return pygame.transform.smoothscale(large, (size, size))
