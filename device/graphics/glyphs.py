"""Signs that the usual fonts lack, and icons of the menu, drawn as shapes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

import pygame

from device.graphics.widgets import Colour

Point = tuple[float, float]

_SUPER = 4
"""Signs are drawn that many times larger and scaled down, which smooths their edges."""

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

    def arc(self, x: float, y: float, radius: float, start: float, end: float, width: float = LINE) -> None:
        """A part of a circle, from ``start`` to ``end`` degrees, clockwise from the right."""
        steps = max(4, int(abs(end - start) / 10))
        angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
        self.path(*((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles), width=width)

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


NETWORK = "arc 12 17.3 9.4 225 315 1.9; arc 12 17.3 5.8 225 315 1.9; arc 12 17.3 2.4 225 315 1.9; dot 12 17.8 1.7"
ICONS: Mapping[str, str] = {
    "cross": "4.8 3.4,3.4 20.6,20.6; 4.8 3.4,20.6 20.6,3.4",
    "check": "3.4 2.9,13.2 9.6,19.7 21.1,4.8",
    "arrow": "full 2.4,0.5 23.5,12 2.4,23.5",
    "left": "full 21.6,0.5 0.5,12 21.6,23.5",
    "down": "full 0.5,2.4 23.5,2.4 12,23.5",
    "back": "3.4 15.8,2.4 6.2,12 15.8,21.6",
    "forward": "3.4 8.2,2.4 17.8,12 8.2,21.6",
    "backspace": (
        "1.8 0.5,12 7.2,4.8 23.5,4.8 23.5,19.2 7.2,19.2 0.5,12; 1.8 11.5,9.1 18.2,14.9; 1.8 11.5,14.9 18.2,9.1"
    ),
    "undo": "2.6 2.4,9.6 14.4,9.6 19.7,12 20.6,16.3 17.8,20.6 9.6,20.6; full 1,9.6 8.6,2.9 8.6,16.3",
    "warning": "2.4 12,2.4 22.6,21.6 1.4,21.6 12,2.4; 2.6 12,9.1 12,14.4; dot 12 18.2 1.4",
    "dot": "dot 12 12 11.7",
    "ring": "arc 12 12 9.7 0 360 4",
    "half": "arc 12 12 9.7 0 360 4; full 0.8,12 1.7,7.7 4.2,3.8 7.7,1.6 12,0.8 16.3,1.6 19.8,3.8 22.3,7.7 23.2,12",
    "heart": "dot 6.7 7.7 6; dot 17.3 7.7 6; full 1.8,10.8 12,6.7 22.2,10.8 12,23",
    "code": (
        "box 2 2 7.2 7.2; full 3.8,3.8 7.2,3.8 7.2,7.2 3.8,7.2; "
        "box 15 2 7.2 7.2; full 16.8,3.8 20.2,3.8 20.2,7.2 16.8,7.2; "
        "box 2 15 7.2 7.2; full 3.8,16.8 7.2,16.8 7.2,20.2 3.8,20.2; "
        "full 13.9,13.9 16.8,13.9 16.8,16.8 13.9,16.8; full 20.2,13.9 23,13.9 23,16.8 20.2,16.8; "
        "full 17,17 19.9,17 19.9,19.9 17,19.9; full 13.9,20.2 16.8,20.2 16.8,23 13.9,23; "
        "full 20.2,20.2 23,20.2 23,23 20.2,23"
    ),
    "network": NETWORK,
    "alone": f"{NETWORK}; 2.2 2.9,21.6 21.1,2.9",
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
    "press": "box 3.5 16 17 5; path 12,2 12,11; path 7.5,7.5 12,12 16.5,7.5",
    "hold": "box 3.5 16 17 5; arc 12 7.5 5.5 0 360; path 12,4.5 12,7.5 14,9",
    "both": (
        "box 2 16 8.5 5; path 6.2,2 6.2,11; path 3,8.5 6.2,12 9.4,8.5; "
        "box 13.5 16 8.5 5; path 17.8,2 17.8,11; path 14.6,8.5 17.8,12 21,8.5"
    ),
    "clock": "arc 12 12 9.5 0 360; path 12,6 12,12 16,14.5",
    "tile": "box 4 4 16 16; path 8.5,16.5 12,7 15.5,16.5; path 9.8,13.5 14.2,13.5",
    "piece": "full 6,3 12,3 12,15 18,15 18,21 6,21",
    "cat": (
        "path 4.5,11 4.5,3 9,7 15,7 19.5,3 19.5,11 19,15 15.5,19.5 8.5,19.5 5,15 4.5,11; "
        "dot 9 12 1.4; dot 15 12 1.4; path 10.5,15.5 12,16.5 13.5,15.5"
    ),
    "grid": "box 3 3 7 7; box 14 3 7 7; box 3 14 7 7; box 14 14 7 7",
}
"""How each sign and icon is drawn, by its name; `Sketch.draw` reads it."""


@lru_cache(maxsize=256)
def glyph(name: str, size: int, colour: Colour) -> pygame.Surface:
    """The sign ``name`` as a square picture with a transparent ground. KeyError for an unknown one."""
    large = pygame.Surface((size * _SUPER, size * _SUPER), pygame.SRCALPHA)
    large.fill((*colour, 0))
    Sketch(large, size * _SUPER, colour).draw(ICONS[name])
    return pygame.transform.smoothscale(large, (size, size))
