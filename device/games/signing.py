"""Where a side of the table signs: green once it has, and until then a place that stands for its clock button."""

from __future__ import annotations

from device.graphics.actions import PressArea
from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect

BAR = 14
"""Height of the bar that shows how far the button is held, in units."""


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
