"""Icons of the menu, drawn as lines of one thickness on a square of 24 units; no font is needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import pygame

from device.graphics.widgets import Colour

Pen = Callable[[pygame.Surface, int, Colour], None]
Point = tuple[float, float]

GRID = 24
LINE = 2.1
"""Thickness of a line, in units of the grid."""


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


def _sketched(draw: Callable[[Sketch], None]) -> Pen:
    return lambda surface, size, colour: draw(Sketch(surface, size, colour))


def _lines(*paths: Sequence[Point]) -> Callable[[Sketch], None]:
    def draw(s: Sketch) -> None:
        for points in paths:
            s.path(*points)

    return draw


def _pause(s: Sketch) -> None:
    s.full((5, 3), (10, 3), (10, 21), (5, 21))
    s.full((14, 3), (19, 3), (19, 21), (14, 21))


def _go_on(s: Sketch) -> None:
    s.full((6, 3), (21, 12), (6, 21))


def _redo(s: Sketch) -> None:
    s.path((20, 9), (9, 9), (5, 12), (4.5, 16), (8, 20), (14, 20))
    s.path((15, 4), (20, 9), (15, 14))


def _back_step(s: Sketch) -> None:
    s.path((4, 9), (15, 9), (19, 12), (19.5, 16), (16, 20), (10, 20))
    s.path((9, 4), (4, 9), (9, 14))


def _speech(s: Sketch) -> None:
    s.path((3, 4), (21, 4), (21, 16), (11, 16), (6, 21), (6, 16), (3, 16), (3, 4))
    s.path((8, 10), (16, 10))


def _bag(s: Sketch) -> None:
    s.path((9, 8), (7, 3), (17, 3), (15, 8), (9, 8))
    s.path((9, 8), (4, 15), (5, 20), (8, 21.5), (16, 21.5), (19, 20), (20, 15), (15, 8))


def _flag(s: Sketch) -> None:
    s.path((5, 22), (5, 3), (19, 3), (16, 8), (19, 13), (5, 13))


def _sheet(s: Sketch) -> None:
    s.box(4, 3, 16, 18)
    s.path((4, 9), (20, 9))
    s.path((4, 15), (20, 15))
    s.path((12, 3), (12, 21))


def _board(s: Sketch) -> None:
    s.box(3, 3, 18, 18)
    for n in (9, 15):
        s.path((3, n), (21, n), width=1.3)
        s.path((n, 3), (n, 21), width=1.3)
    s.full((9, 9), (15, 9), (15, 15), (9, 15))


def _history(s: Sketch) -> None:
    s.arc(12.5, 12, 8.5, -150, 150)
    s.path((3, 3.5), (4.6, 8.2), (9.4, 7))
    s.path((12.5, 7), (12.5, 12.5), (16.5, 14.5))


def _note(s: Sketch) -> None:
    s.path((4, 20), (5, 15), (16, 4), (20, 8), (9, 19), (4, 20))
    s.path((13.5, 6.5), (17.5, 10.5))


def _bell(s: Sketch) -> None:
    s.path((3, 18), (21, 18), (18, 14), (18, 10))
    s.path((3, 18), (6, 14), (6, 10))
    s.arc(12, 10, 6, 180, 360)
    s.path((10, 21.5), (14, 21.5))


def _scales(s: Sketch) -> None:
    s.path((12, 3), (12, 21))
    s.path((7, 21), (17, 21))
    s.path((5, 6), (19, 6))
    for x in (5, 19):
        s.path((x, 6), (x - 3, 14), (x + 3, 14), (x, 6))


def _keys(s: Sketch) -> None:
    s.box(2.5, 4, 19, 16)
    s.path((6, 16), (10, 16), width=3)
    s.path((14, 16), (18, 16), width=3)


def _speaker(s: Sketch) -> None:
    s.path((3, 9), (7, 9), (12, 4), (12, 20), (7, 15), (3, 15), (3, 9))


def _sound(s: Sketch) -> None:
    _speaker(s)
    s.arc(12, 12, 5, -50, 50)
    s.arc(12, 12, 9, -50, 50)


def _silent(s: Sketch) -> None:
    _speaker(s)
    s.path((16, 9), (22, 15))
    s.path((16, 15), (22, 9))


def _globe(s: Sketch) -> None:
    s.arc(12, 12, 9, 0, 360)
    s.path((3, 12), (21, 12))
    s.path((12, 3), (8.5, 7), (8, 12), (8.5, 17), (12, 21), (15.5, 17), (16, 12), (15.5, 7), (12, 3))


def _turn(s: Sketch) -> None:
    s.arc(12, 12, 8.5, 195, 340)
    s.arc(12, 12, 8.5, 15, 160)
    s.path((20.8, 3.5), (20.3, 9), (15, 8.4))
    s.path((3.2, 20.5), (3.7, 15), (9, 15.6))


def _sliders(s: Sketch) -> None:
    for y, x in ((6, 16), (12, 8), (18, 14)):
        s.path((3, y), (21, y))
        s.dot(x, y, 3)


def _leave(s: Sketch) -> None:
    s.path((12, 3), (4, 3), (4, 21), (12, 21))
    s.path((10, 12), (21, 12))
    s.path((16.5, 7), (21, 12), (16.5, 17))


def _corners(*points: tuple[Point, Point, Point]) -> Callable[[Sketch], None]:
    return _lines(*points)


_larger = _corners(
    ((3, 9), (3, 3), (9, 3)), ((15, 3), (21, 3), (21, 9)), ((21, 15), (21, 21), (15, 21)), ((9, 21), (3, 21), (3, 15))
)
_smaller = _corners(
    ((9, 3), (9, 9), (3, 9)), ((15, 3), (15, 9), (21, 9)), ((21, 15), (15, 15), (15, 21)), ((3, 15), (9, 15), (9, 21))
)


def _people(s: Sketch) -> None:
    for x, y, r in ((8, 7, 3.4), (17, 9, 2.6)):
        s.arc(x, y, r, 0, 360)
    s.path((2, 20), (2.6, 16), (5, 13.6), (11, 13.6), (13.4, 16), (14, 20))
    s.path((16, 14.4), (19.5, 14.8), (21.6, 17), (22, 20))


def _cards(s: Sketch) -> None:
    s.box(3, 6, 11, 15)
    s.path((9, 3), (20, 3), (20, 18), (17, 18))


def _coins(s: Sketch) -> None:
    s.arc(9, 9, 6, 0, 360)
    s.arc(15.5, 15.5, 6, -60, 150)
    s.path((9, 6.5), (9, 11.5))


def _podium(s: Sketch) -> None:
    s.path((2.5, 21), (2.5, 13), (9, 13), (9, 6), (15, 6), (15, 16), (21.5, 16), (21.5, 21), (2.5, 21))


def _swap(s: Sketch) -> None:
    s.path((4, 8), (20, 8))
    s.path((15, 3.5), (20, 8), (15, 12.5))
    s.path((20, 16), (4, 16))
    s.path((9, 11.5), (4, 16), (9, 20.5))


def _judge(s: Sketch) -> None:
    s.path((3, 7), (6, 10), (11, 3))
    s.path((3, 17), (6, 20), (11, 13))
    s.path((14, 8), (21, 8))
    s.path((14, 18), (21, 18))


def _cup(s: Sketch) -> None:
    s.path((7, 3), (17, 3), (17, 9), (14.5, 13), (9.5, 13), (7, 9), (7, 3))
    s.path((7, 5), (3, 5), (3.5, 8.5), (7, 10))
    s.path((17, 5), (21, 5), (20.5, 8.5), (17, 10))
    s.path((12, 13), (12, 20))
    s.path((7, 21), (17, 21))


def _trial(s: Sketch) -> None:
    s.arc(12, 12, 9.5, 0, 360)
    s.full((9.5, 7), (17.5, 12), (9.5, 17))


def _question(s: Sketch) -> None:
    s.arc(12, 8.5, 5, 180, 410)
    s.path((15.2, 12.3), (12, 15), (12, 16.5))
    s.dot(12, 20.6, 1.6)


def _grid(s: Sketch) -> None:
    for x, y in ((3, 3), (14, 3), (3, 14), (14, 14)):
        s.box(x, y, 7, 7)


ICONS: Mapping[str, Pen] = {
    name: _sketched(draw)
    for name, draw in {
        "pause": _pause,
        "go_on": _go_on,
        "redo": _redo,
        "step_back": _back_step,
        "speech": _speech,
        "bag": _bag,
        "flag": _flag,
        "sheet": _sheet,
        "board": _board,
        "history": _history,
        "note": _note,
        "bell": _bell,
        "scales": _scales,
        "keys": _keys,
        "sound": _sound,
        "silent": _silent,
        "globe": _globe,
        "turn": _turn,
        "sliders": _sliders,
        "leave": _leave,
        "larger": _larger,
        "smaller": _smaller,
        "people": _people,
        "cards": _cards,
        "coins": _coins,
        "podium": _podium,
        "swap": _swap,
        "judge": _judge,
        "cup": _cup,
        "trial": _trial,
        "question": _question,
        "grid": _grid,
    }.items()
}
"""How each icon is drawn, by its name."""
