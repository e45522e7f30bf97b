"""Icons of the menu, drawn as lines of one thickness on a square of 24 units; no font is needed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import pygame

from device.graphics.widgets import Colour

Point = tuple[float, float]

GRID = 24
LINE = 2.1
"""Thickness of a line, in units of the grid."""
WIDTHS: Mapping[str, float] = {"path": LINE, "thin": 1.3, "thick": 3}
"""The same of lines by their word."""


class Sketch:
    """Draws on a square surface in units of the grid."""

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
        """Draw what stands in `ICONS`: parts between semicolons, each a word and points (``x,y``) or numbers."""
        for part in icon.split("; "):
            word, *values = part.split(" ")
            if word in WIDTHS:
                self.path(*map(_point, values), width=WIDTHS[word])
            elif word == "full":
                self.full(*map(_point, values))
            else:
                getattr(self, word)(*map(float, values))


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
    "board": "box 3 3 18 18; thin 3,9 21,9; thin 9,3 9,21; thin 3,15 21,15; thin 15,3 15,21; full 9,9 15,9 15,15 9,15",
    "history": "arc 12.5 12 8.5 -150 150; path 3,3.5 4.6,8.2 9.4,7; path 12.5,7 12.5,12.5 16.5,14.5",
    "note": "path 4,20 5,15 16,4 20,8 9,19 4,20; path 13.5,6.5 17.5,10.5",
    "bell": "path 3,18 21,18 18,14 18,10; path 3,18 6,14 6,10; arc 12 10 6 180 360; path 10,21.5 14,21.5",
    "scales": "path 12,3 12,21; path 7,21 17,21; path 5,6 19,6; path 5,6 2,14 8,14 5,6; path 19,6 16,14 22,14 19,6",
    "keys": "box 2.5 4 19 16; thick 6,16 10,16; thick 14,16 18,16",
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
"""How each icon is drawn, by its name; `Sketch.draw` reads it."""
