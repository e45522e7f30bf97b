"""A picture as a list of plain values, and what a touch on it means.

Screens build widgets and decide nothing about drawing; the painter draws them and decides nothing else. Widgets compare
by value, so the painter redraws only what changed; they are msgspec structs, because a picture makes and compares a
hundred and more of them. Sizes are pixels of the real screen.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

Colour = tuple[int, int, int]


class Rect(NamedTuple):
    """Place on the screen: left, top, width, height in pixels."""

    x: int
    y: int
    w: int
    h: int

    def contains(self, x: int, y: int) -> bool:
        """Whether the pixel lies inside."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    @property
    def middle(self) -> tuple[int, int]:
        """The pixel in its middle."""
        return self.x + self.w // 2, self.y + self.h // 2


class Panel(msgspec.Struct, frozen=True, gc=False):
    """A filled rectangle with round corners and perhaps a border."""

    rect: Rect
    fill: Colour
    radius: int = 0
    border: Colour | None = None


class Text(msgspec.Struct, frozen=True, gc=False):
    """Words in a place. They shrink to ``least`` before they are cut; ``digits`` gives all digits the same width.

    ``upturned``: upside down, for who sits across the table. ``narrow``: to how much of their own width (percent) the
    letters may be narrowed before they shrink; below 100 they may take more lines than ``lines``, too, where there is
    room.
    """

    rect: Rect
    text: str
    size: int
    least: int
    weight: str
    colour: Colour
    align: str = "left"
    lines: int = 1
    struck: bool = False
    digits: bool = False
    upturned: bool = False
    narrow: int = 100


class Figures(msgspec.Struct, frozen=True, gc=False):
    """A time that fills its place: as high as that, in figures that are narrowed where they would be too wide.

    ``tail`` follows in smaller figures on the same line. ``upturned``: upside down.
    """

    rect: Rect
    text: str
    colour: Colour
    tail: str = ""
    upturned: bool = False


class Shape(msgspec.Struct, frozen=True, gc=False):
    """A drawn sign (`device.graphics.glyphs`) in its place."""

    rect: Rect
    name: str
    colour: Colour
    upturned: bool = False


class SavedMark(Shape, frozen=True, gc=False, kw_only=True):
    """A dot that says that everything is safe on disk; ``waiting`` is the colour of the ring in its place until then.

    Which of them it is `with_saved` says last, so that a picture need not be composed anew for it.
    """

    waiting: Colour


class Blocks(msgspec.Struct, frozen=True, gc=False):
    """A body of squares on a grid, with an outline: ``squares`` are columns and rows from the place's corner.

    ``side`` is a square's side in pixels; every second square has the colour ``other``; ``line`` is the outline's
    thickness.
    """

    rect: Rect
    squares: tuple[tuple[int, int], ...]
    side: int
    fill: Colour
    other: Colour
    edge: Colour
    line: int


class Pattern(msgspec.Struct, frozen=True, gc=False):
    """A rectangle of two colours in a pattern that is seen without its colours: ``chequers`` or diagonal ``stripes``.

    ``step`` is the side of a chequer, or the width of a stripe, in pixels; with ``turned`` the colours change places.
    """

    rect: Rect
    name: str
    fill: Colour
    other: Colour
    step: int
    turned: bool = False


class QrCode(msgspec.Struct, frozen=True, gc=False):
    """A QR code: a row of ``#`` (dark) and ``.`` for each row of modules, each ``side`` pixels wide and high."""

    rect: Rect
    rows: tuple[str, ...]
    side: int
    colour: Colour


class Touch(msgspec.Struct, frozen=True):
    """An area that answers a touch; what it looks like is up to the widgets before it.

    ``chosen``: it is the one in force of several.
    """

    rect: Rect
    action: Any
    chosen: bool = False


Widget = Panel | Text | Figures | Shape | Blocks | Pattern | QrCode | Touch
Scene = tuple[Widget, ...]


def with_saved(scene: Scene, saved: bool) -> Scene:
    """The scene with each `SavedMark` as a dot where everything is ``saved``, as a ring where it is not yet."""
    widgets = list(scene)
    for n, widget in enumerate(scene):
        if type(widget) is SavedMark:
            name, colour = (widget.name, widget.colour) if saved else ("ring", widget.waiting)
            widgets[n] = Shape(widget.rect, name, colour, widget.upturned)
    return tuple(widgets)


class Frame(NamedTuple):
    """A picture, and which screen it is of: equal keys mean the same screen, drawn anew."""

    key: Hashable = None
    scene: Scene = ()


def control_at(scene: Sequence[Widget], x: int, y: int) -> Touch | None:
    """The topmost touch area under the pixel; None where there is none."""
    return next((touch for touch in reversed(scene) if isinstance(touch, Touch) and touch.rect.contains(x, y)), None)


def hit(scene: Sequence[Widget], x: int, y: int) -> Any:
    """Its action; None where there is none."""
    control = control_at(scene, x, y)
    return None if control is None else control.action


def place_of(scene: Scene, action: Any) -> tuple[int, int] | None:
    """The middle of the topmost area with ``action``: where a finger would go. None where there is none."""
    areas = (touch.rect for touch in reversed(scene) if isinstance(touch, Touch) and touch.action == action)
    return next((rect.middle for rect in areas), None)


def turn_scene(scene: Scene, within: Rect) -> Scene:
    """The scene turned by half a turn about the middle of ``within``: for who sits across the table."""

    def turn(widget: Widget) -> Widget:
        x, y, w, h = widget.rect
        rect = Rect(2 * within.x + within.w - x - w, 2 * within.y + within.h - y - h, w, h)
        if isinstance(widget, Text | Figures | Shape):
            return msgspec.structs.replace(widget, rect=rect, upturned=not widget.upturned)
        return msgspec.structs.replace(widget, rect=rect)

    return tuple(map(turn, scene))


@lru_cache(maxsize=2048)
def divide(rect: Rect, weights: tuple[float, ...], gap: int, *, down: bool) -> tuple[Rect, ...]:
    """Parts of ``rect`` in proportion to ``weights``, with ``gap`` between them. Kept: screens divide alike again."""
    room = (rect.h if down else rect.w) - gap * (len(weights) - 1)
    total = sum(weights)
    edges = [round(room * sum(weights[:n]) / total) for n in range(len(weights) + 1)]
    parts = [(edges[n] + n * gap, edges[n + 1] - edges[n]) for n in range(len(weights))]
    if down:
        return tuple(Rect(rect.x, rect.y + at, rect.w, size) for at, size in parts)
    return tuple(Rect(rect.x + at, rect.y, size, rect.h) for at, size in parts)
