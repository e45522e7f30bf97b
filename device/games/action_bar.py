"""What stands at the bottom of a game's screens: buttons for what can be done now, places where sides sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.graphics.actions import PressArea
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Against, reason
from device.graphics.widgets import Colour, Rect

ABREAST = 4
"""Buttons for which there is room beside each other on a tall screen in large print."""
BAR = 14
"""Height of the bar that shows how far the button is held, in units."""


@dataclass(frozen=True, slots=True)
class BarItem:
    """One action: label, what it does, a second line; what stands ``against`` it greys it out."""

    label: str
    action: object
    sub: str = ""
    against: Against = None
    style: str = "normal"


def draw_bar(
    canvas: Canvas, rect: Rect, items: Sequence[BarItem], *, first: float = 1, size: float | None = None
) -> None:
    """The items beside each other, the first one ``first`` times as wide as the others."""
    weights = [first if n == 0 else 1 for n in range(len(items))]
    boxes = canvas.cols(rect, weights)
    if canvas.look.large_print and canvas.look.portrait and len(items) > ABREAST:  # in two lines
        half = -(-len(items) // 2)
        upper, lower = canvas.rows(rect, (1, 1))
        boxes = [*canvas.cols(upper, weights[: len(items) - half]), *canvas.cols(lower, weights[len(items) - half :])]
    for item, box in zip(items, boxes, strict=True):
        draw_item(canvas, box, item, size=size)


def draw_item(canvas: Canvas, rect: Rect, item: BarItem, *, size: float | None = None) -> None:
    """One of them."""
    canvas.button(rect, item.label, item.action, sub=item.sub, why=reason(item.against), style=item.style, size=size)


def signing_panel(
    canvas: Canvas, rect: Rect, side: int, *, signed: bool, border: Colour, open_to_sign: bool = True
) -> None:
    """The panel under the words about ``side``'s signature.

    While the button is held a bar grows along its foot, full when that is a signature. Where the screen's own press
    areas are on, and it is ``open_to_sign``, a touch on it presses the side's button.
    """
    p = canvas.look.palette
    canvas.panel(rect, p.ok if signed else p.button, border=None if signed else border)
    if open_to_sign and not signed and (held := canvas.look.holds[side]):
        high = canvas.u(BAR)
        canvas.panel(Rect(rect.x, rect.y + rect.h - high, max(high, round(rect.w * held)), high), p.ok, 6)
    if canvas.look.press_areas and open_to_sign and not signed:
        canvas.touch(rect, PressArea(side))
