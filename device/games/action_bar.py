"""What can be done now, as buttons beside each other at the bottom of a game's screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.kiosk.canvas import Canvas
from device.kiosk.dialogs import reason
from device.kiosk.widgets import Rect
from rules.message import Refusal


@dataclass(frozen=True, slots=True)
class BarItem:
    """One action: label, what it does, a second line; ``refusal`` greys it out."""

    label: str
    action: object
    sub: str = ""
    refusal: Refusal | None = None
    style: str = "normal"


def draw_bar(
    canvas: Canvas, rect: Rect, items: Sequence[BarItem], *, first: float = 1, size: float | None = None
) -> None:
    """The items beside each other, the first one ``first`` times as wide as the others."""
    weights = [first if n == 0 else 1 for n in range(len(items))]
    for item, box in zip(items, canvas.cols(rect, weights), strict=True):
        canvas.button(box, item.label, item.action, sub=item.sub, why=reason(item.refusal), style=item.style, size=size)
