"""Signs that the usual fonts lack, and icons of the menu, drawn as shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise

import pygame

from device.graphics.widgets import Colour

Point = tuple[float, float]

_SUPER = 4
"""Signs are drawn that many times larger and scaled down, which smooths their edges."""


def _strokes(surface: pygame.Surface, size: int, colour: Colour, points: list[Point], width: float) -> None:
    thick = max(2, round(size * width))
    spots = [(round(x * size), round(y * size)) for x, y in points]
    for start, end in pairwise(spots):
        pygame.draw.line(surface, colour, start, end, thick)
    for spot in spots:
        pygame.draw.circle(surface, colour, spot, thick // 2)


def _polygon(surface: pygame.Surface, size: int, colour: Colour, points: list[Point]) -> None:
    pygame.draw.polygon(surface, colour, [(round(x * size), round(y * size)) for x, y in points])


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


_LINES: Mapping[str, list[tuple[float, list[Point]]]] = {
    "cross": [(0.2, [(0.14, 0.14), (0.86, 0.86)]), (0.2, [(0.14, 0.86), (0.86, 0.14)])],
    "check": [(0.14, [(0.12, 0.55), (0.4, 0.82), (0.88, 0.2)])],
    "arrow": [(0, [(0.1, 0.02), (0.98, 0.5), (0.1, 0.98)])],
    "left": [(0, [(0.9, 0.02), (0.02, 0.5), (0.9, 0.98)])],
    "down": [(0, [(0.02, 0.1), (0.98, 0.1), (0.5, 0.98)])],
    "back": [(0.14, [(0.66, 0.1), (0.26, 0.5), (0.66, 0.9)])],
    "forward": [(0.14, [(0.34, 0.1), (0.74, 0.5), (0.34, 0.9)])],
    "backspace": [
        (0.075, [(0.02, 0.5), (0.3, 0.2), (0.98, 0.2), (0.98, 0.8), (0.3, 0.8), (0.02, 0.5)]),
        (0.075, [(0.48, 0.38), (0.76, 0.62)]),
        (0.075, [(0.48, 0.62), (0.76, 0.38)]),
    ],
    "undo": [
        (0.11, [(0.1, 0.4), (0.6, 0.4), (0.82, 0.5), (0.86, 0.68), (0.74, 0.86), (0.4, 0.86)]),
        (0, [(0.04, 0.4), (0.36, 0.12), (0.36, 0.68)]),
    ],
}
"""Signs of lines alone: of each the thickness (0: a full polygon) and points, as shares of the side."""
_SIGNS: Mapping[str, Callable[[pygame.Surface, int, Colour], None]] = {
    "warning": _warning,
    "dot": _dot,
    "ring": _ring,
    "half": _half,
    "heart": _heart,
    "code": _code,
    "network": _network,
    "alone": _alone,
}


GRID = 24
LINE = 2.1
"""Thickness of a line, in units of the grid."""


class Sketch:
    """Draws an icon on a square surface, in lines of one thickness, in units of the grid."""

    def __init__(self, surface: pygame.Surface, size: int, colour: Colour) -> None:
        self.surface = surface
        self.scale = size / GRID
        self.colour = colour

    def path(self, *points: Point, width: float = LINE) -> None:
        """Lines from point to point, with round ends."""
        spots = [(x * self.scale, y * self.scale) for x, y in points]
        radius = max(1.0, width * self.scale / 2)
        for (x0, y0), (x1, y1) in pairwise(spots):
            away = math.hypot(x1 - x0, y1 - y0) or 1
            dx, dy = -(y1 - y0) / away * radius, (x1 - x0) / away * radius
            corners = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
            pygame.draw.polygon(self.surface, self.colour, corners)
        for spot in spots:
            pygame.draw.circle(self.surface, self.colour, spot, radius)

    def arc(self, x: float, y: float, radius: float, start: float, end: float) -> None:
        """A part of a circle, from ``start`` to ``end`` degrees, clockwise from the right."""
        steps = max(4, int(abs(end - start) / 10))
        angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
        self.path(*((x + radius * math.cos(one), y + radius * math.sin(one)) for one in angles))

    def box(self, x: float, y: float, wide: float, high: float) -> None:
        """The outline of a rectangle."""
        self.path((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y))

    def full(self, *points: Point) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, self.colour, [(x * self.scale, y * self.scale) for x, y in points])

    def dot(self, x: float, y: float, radius: float) -> None:
        """A filled circle."""
        pygame.draw.circle(self.surface, self.colour, (x * self.scale, y * self.scale), radius * self.scale)

    def draw(self, icon: str) -> None:
        """Draw what stands in `ICONS`: parts between semicolons, each a word and points (``x,y``) or numbers.

        A number in place of the word: a path of that thickness.
        """
        for part in icon.split("; "):
            word, *values = part.split(" ")
            if word in ("path", "full"):
                getattr(self, word)(*map(_point, values))
            elif word.isalpha():
                getattr(self, word)(*map(float, values))
            else:
                self.path(*map(_point, values), width=float(word))


def _point(text: str) -> Point:
    x, y = map(float, text.split(","))
    return x, y


ICONS: Mapping[str, str] = {
    "pause": "full 5,3 10,3 10,21 5,21; full 14,3 19,3 19,21 14,21",
    "go_on": "full 6,3 21,12 6,21",
    "redo": "path 20,9 9,9 5,12 4.5,16 8,20 14,20; path 15,4 20,9 15,14",
    "step_back": "path 4,9 15,9 19,12 19.5,16 16,20 10,20; path 9,4 4,9 9,14",
    "speech": "path 3,4 21,4 21,16 11,16 6,21 6,16 3,16 3,4; path 8,10 16,10",
    "bag": "path 9,8 7,3 17,3 15,8 9,8; path 9,8 4,15 5,20 8,21.5 16,21.5 19,20 20,15 15,8",
    "flag": "path 5,22 5,3 19,3 16,8 19,13 5,13",
    "sheet": "box 4 3 16 18; path 4,9 20,9; path 4,15 20,15; path 12,3 12,21",
    "board": "box 3 3 18 18; 1.3 3,9 21,9; 1.3 9,3 9,21; 1.3 3,15 21,15; 1.3 15,3 15,21; full 9,9 15,9 15,15 9,15",
    "history": "arc 12.5 12 8.5 -150 150; path 3,3.5 4.6,8.2 9.4,7; path 12.5,7 12.5,12.5 16.5,14.5",
    "note": "path 4,20 5,15 16,4 20,8 9,19 4,20; path 13.5,6.5 17.5,10.5",
    "bell": "path 3,18 21,18 18,14 18,10; path 3,18 6,14 6,10; arc 12 10 6 180 360; path 10,21.5 14,21.5",
    "scales": "path 12,3 12,21; path 7,21 17,21; path 5,6 19,6; path 5,6 2,14 8,14 5,6; path 19,6 16,14 22,14 19,6",
    "keys": "box 2.5 4 19 16; 3 6,16 10,16; 3 14,16 18,16",
    "sound": "path 3,9 7,9 12,4 12,20 7,15 3,15 3,9; arc 12 12 5 -50 50; arc 12 12 9 -50 50",
    "silent": "path 3,9 7,9 12,4 12,20 7,15 3,15 3,9; path 16,9 22,15; path 16,15 22,9",
    "globe": "arc 12 12 9 0 360; path 3,12 21,12; path 12,3 8.5,7 8,12 8.5,17 12,21 15.5,17 16,12 15.5,7 12,3",
    "turn": "arc 12 12 8.5 195 340; arc 12 12 8.5 15 160; path 20.8,3.5 20.3,9 15,8.4; path 3.2,20.5 3.7,15 9,15.6",
    "sliders": "path 3,6 21,6; dot 16 6 3; path 3,12 21,12; dot 8 12 3; path 3,18 21,18; dot 14 18 3",
    "leave": "path 12,3 4,3 4,21 12,21; path 10,12 21,12; path 16.5,7 21,12 16.5,17",
    "larger": "path 3,9 3,3 9,3; path 15,3 21,3 21,9; path 21,15 21,21 15,21; path 9,21 3,21 3,15",
    "smaller": "path 9,3 9,9 3,9; path 15,3 15,9 21,9; path 21,15 15,15 15,21; path 3,15 9,15 9,21",
    "people": (
        "arc 8 7 3.4 0 360; arc 17 9 2.6 0 360; path 2,20 2.6,16 5,13.6 11,13.6 13.4,16 14,20; "
        "path 16,14.4 19.5,14.8 21.6,17 22,20"
    ),
    "cards": "box 3 6 11 15; path 9,3 20,3 20,18 17,18",
    "coins": "arc 9 9 6 0 360; arc 15.5 15.5 6 -60 150; path 9,6.5 9,11.5",
    "podium": "path 2.5,21 2.5,13 9,13 9,6 15,6 15,16 21.5,16 21.5,21 2.5,21",
    "swap": "path 4,8 20,8; path 15,3.5 20,8 15,12.5; path 20,16 4,16; path 9,11.5 4,16 9,20.5",
    "judge": "path 3,7 6,10 11,3; path 3,17 6,20 11,13; path 14,8 21,8; path 14,18 21,18",
    "cup": (
        "path 7,3 17,3 17,9 14.5,13 9.5,13 7,9 7,3; path 7,5 3,5 3.5,8.5 7,10; path 17,5 21,5 20.5,8.5 17,10; "
        "path 12,13 12,20; path 7,21 17,21"
    ),
    "trial": "arc 12 12 9.5 0 360; full 9.5,7 17.5,12 9.5,17",
    "question": "arc 12 8.5 5 180 410; path 15.2,12.3 12,15 12,16.5; dot 12 20.6 1.6",
    "grid": "box 3 3 7 7; box 14 3 7 7; box 3 14 7 7; box 14 14 7 7",
}
"""How each icon of the menu is drawn, by its name; `Sketch.draw` reads it."""


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
