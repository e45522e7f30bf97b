"""What stands at the bottom of a game's screens: buttons for what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.graphics.canvas import Canvas
from device.graphics.dialogs import Against, reason
from device.graphics.widgets import Rect


@dataclass(frozen=True, slots=True)
class BarItem:
    """One action: label, what it does, a second line; what stands ``against`` it greys it out."""

    label: str
    action: object
    sub: str = ""
    against: Against = None
    style: str = "normal"
    icon: str | None = None


def draw_bar(
    canvas: Canvas, rect: Rect, items: Sequence[BarItem], *, first: float = 1, size: float | None = None
) -> None:
    """The items beside each other, the first one ``first`` times as wide as the others."""
    boxes = canvas.cols(rect, [first if n == 0 else 1 for n in range(len(items))])
    for item, box in zip(items, boxes, strict=True):
        draw_item(canvas, box, item, size=size)


def draw_item(canvas: Canvas, rect: Rect, item: BarItem, *, size: float | None = None) -> None:
    """One of them."""
    canvas.button(
        rect,
        item.label,
        item.action,
        sub=item.sub,
        why=reason(item.against),
        style=item.style,
        size=size,
        icon=item.icon,
    )
