"""What a picture is put together from: places, cards, words and signs in the kiosk's own style, whose sizes scale."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self, TypeVar

from device.graphics.look import Look, letter_sizes, ruler
from device.graphics.widgets import (
    Blocks,
    Colour,
    Figures,
    Panel,
    Pattern,
    QrCode,
    Rect,
    SavedMark,
    Scene,
    Shape,
    Text,
    Widget,
    divide,
)

T = TypeVar("T")

GAP = 8
"""Space between things at the base size."""


class SceneBuilder:
    """Collects widgets that show something; `scene` returns them.

    ``u`` gives units of the base size in pixels, at least one; ``lu`` the same for heights of lines and sizes of
    letters, which large print makes ``print_scale`` times as large.
    """

    def __init__(self, look: Look) -> None:
        self.look = look
        self._scale = look.scale
        self.u = ruler(self._scale)
        self.print_scale = look.print_scale
        self.lu = ruler(self._scale * look.print_scale)
        self._letters = letter_sizes(self._scale, look.large_print)
        self._widgets: list[Widget] = []

    def rows(self, rect: Rect, weights: Sequence[float], gap: int | None = None) -> list[Rect]:
        """``rect`` divided from top to bottom by ``weights``."""
        return list(divide(rect, tuple(weights), self.u(GAP) if gap is None else gap, down=True))

    def cols(self, rect: Rect, weights: Sequence[float], gap: int | None = None) -> list[Rect]:
        """``rect`` divided from left to right by ``weights``."""
        return list(divide(rect, tuple(weights), self.u(GAP) if gap is None else gap, down=False))

    def grid(self, rect: Rect, columns: int, lines: int, gap: int | None = None) -> list[Rect]:
        """``rect`` divided into so many equal columns and lines, line by line."""
        bands = self.rows(rect, (1,) * lines, gap) if lines else ()
        return [box for band in bands for box in self.cols(band, (1,) * columns, gap)]

    def inset(self, rect: Rect, x: float, y: float) -> Rect:
        """``rect`` less ``x`` units on the left and on the right, ``y`` above and below."""
        above, below = (self.u(y), self.u(2 * y)) if y else (0, 0)
        return Rect(rect.x + self.u(x), rect.y + above, rect.w - self.u(2 * x), rect.h - below)

    def panel(self, rect: Rect, fill: Colour, radius: int = 12, border: Colour | None = None) -> None:
        """A card."""
        self._widgets.append(Panel(rect, fill, self.u(radius) if radius else 0, self._edge(fill, border)))

    def _edge(self, fill: Colour, border: Colour | None) -> Colour | None:
        """The border of a card or button: its own, or an edge without which it would not be seen."""
        p = self.look.palette
        dark = (p.panel, p.button, p.button_quiet, p.key_accent)
        return p.edge if border is None and p.edge is not None and fill in dark else border

    def line(self, rect: Rect, colour: Colour) -> None:
        """A straight line, as a thin rectangle."""
        self._widgets.append(Panel(rect, colour))

    def text(
        self,
        rect: Rect,
        text: str,
        size: float,
        weight: str,
        colour: Colour,
        align: str = "left",
        *,
        lines: int = 1,
        struck: bool = False,
        digits: bool = False,
        fills: bool = False,
    ) -> None:
        """Words of ``size`` units; they may shrink to two thirds, never below 11 units.

        ``fills``: they are as large as their place has room for, and large print does not change that; nor does it
        change what is large in normal print (`HUGE`).
        """
        most, least, narrow = self._letters(size, fills)
        self._widgets.append(Text(rect, text, most, least, weight, colour, align, lines, struck, digits, False, narrow))

    def figures(self, rect: Rect, text: str, colour: Colour, tail: str = "") -> None:
        """A time as high as its place, with ``tail`` in smaller figures after it."""
        self._widgets.append(Figures(rect, text, colour, tail))

    def shape(self, rect: Rect, name: str, colour: Colour) -> None:
        """A drawn sign."""
        self._widgets.append(Shape(rect, name, colour))

    def saved_mark(self, rect: Rect, saved: Colour, waiting: Colour) -> None:
        """Whether everything is safe on disk: a dot in the one colour, or a ring in the other."""
        self._widgets.append(SavedMark(rect, "dot", saved, waiting=waiting))

    def sign_before(self, rect: Rect, name: str, colour: Colour, side: float, gap: float) -> Rect:
        """A sign of ``side`` units, or as high as the line, at its beginning; the rest of it after ``gap``."""
        wide = min(self.u(side), rect.h)
        self.shape(Rect(rect.x, rect.y + (rect.h - wide) // 2, wide, wide), name, colour)
        taken = wide + self.u(gap)
        return Rect(rect.x + taken, rect.y, rect.w - taken, rect.h)

    def split(self, rect: Rect, weights: Sequence[float]) -> list[Rect]:
        """``rect`` divided from left to right, on a screen that is taller than wide from top to bottom."""
        return (self.rows if self.look.portrait else self.cols)(rect, weights)

    def blocks(
        self,
        corner: tuple[int, int],
        squares: Sequence[tuple[int, int]],
        side: int,
        fill: Colour,
        edge: Colour,
        other: Colour | None = None,
    ) -> None:
        """A body of squares with its upper left corner there (pixels)."""
        wide, high = (side * (max(square[axis] for square in squares) + 1) for axis in (0, 1))
        rect = Rect(corner[0], corner[1], wide, high)
        line = max(1, side // 10)
        self._widgets.append(Blocks(rect, tuple(squares), side, fill, fill if other is None else other, edge, line))

    def pattern(self, rect: Rect, name: str, fill: Colour, other: Colour, step: int, *, turned: bool = False) -> None:
        """A rectangle of ``chequers`` or ``stripes`` that are ``step`` pixels wide."""
        self._widgets.append(Pattern(rect, name, fill, other, step, turned))

    def code(self, rect: Rect, rows: Sequence[str], quiet: int) -> None:
        """A QR code with ``quiet`` empty modules around it, as large as goes into ``rect``.

        A module is at most 8 units wide, and a whole number of pixels.
        """
        p = self.look.palette
        count = len(rows) + 2 * quiet
        side = max(1, min(min(rect.w, rect.h) // count, self.u(8)))
        wide = len(rows) * side
        place = Rect(rect.x + (rect.w - wide) // 2, rect.y + (rect.h - wide) // 2, wide, wide)
        self._widgets.append(QrCode(place, tuple(rows), side, p.code_ink))

    def tile(self, rect: Rect, letter: str, value: str) -> None:
        """A letter tile with its value."""
        p = self.look.palette
        self._widgets.append(Panel(rect, p.tile_edge, self.u(6)))
        self._widgets.append(Panel(Rect(rect.x, rect.y, rect.w, rect.h - self.u(3)), p.tile, self.u(6)))
        body = Rect(rect.x, rect.y, rect.w, rect.h - self.u(4))
        self.text(body, letter, rect.h / self._scale * 0.72, "bold", p.ink, "center", fills=True)
        if rect.h >= self.u(34):
            corner = Rect(rect.x, rect.y + rect.h - self.u(18), rect.w - self.u(4), self.u(14))
            self.text(corner, value, 11, "semibold", p.ink, "right", fills=True)

    def by_side(self, places: Sequence[T]) -> Sequence[T]:
        """Places beside each other, or one above the other, as those of sides A and B: each beside its clock button."""
        return places[::-1] if self.look.swapped else places

    def new_part(self) -> Self:
        """An empty canvas of the same look, for a part of this one."""
        other = copy(self)
        other._widgets = []
        return other

    def paste(self, scene: Scene) -> None:
        """What another canvas drew."""
        self._widgets += scene

    def scene(self) -> Scene:
        """The finished scene."""
        return tuple(self._widgets)
