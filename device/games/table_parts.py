"""Where things stand on the screens on which a game is played, alike in all games: a line about it, and the foot."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from device.common import i18n
from device.common.i18n import t
from device.graphics.canvas import TARGET, Canvas
from device.graphics.dialogs import Against, reason
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Colour, Rect
from rules.game import SECOND

FOOT = (76, 150)
"""Height of the foot, in units: on a screen that is wider than high, and on a tall one, where it has two lines."""
MORE = 148
"""Width of the way to the menu with the help, in units: at the lower right of every table."""
LINE = 26
"""Height of the line about the game, in units."""


class BarItem(msgspec.Struct, frozen=True):
    """One action: label, what it does, a second line; what stands ``against`` it greys it out."""

    label: str
    action: object
    sub: str = ""
    against: Against = None
    style: str = "normal"


def draw_bar(canvas: Canvas, rect: Rect, items: Sequence[BarItem], *, first: float = 1) -> None:
    """The items beside each other, the first one ``first`` times as wide as the others."""
    boxes = canvas.cols(rect, [first if n == 0 else 1 for n in range(len(items))])
    for item, box in zip(items, boxes, strict=True):
        draw_item(canvas, box, item)


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
    )


def table_parts(canvas: Canvas, heights: Sequence[float]) -> list[Rect]:
    """Parts of the screen from top to bottom by ``heights``, and last the foot."""
    area, foot = canvas.area, canvas.u(FOOT[canvas.look.portrait])
    above = Rect(area.x, area.y, area.w, area.h - foot - canvas.u(GAP))
    return [*canvas.rows(above, heights), Rect(area.x, area.y + area.h - foot, area.w, foot)]


def more_place(canvas: Canvas, foot: Rect) -> tuple[list[Rect], Rect]:
    """Lines of the foot with room for what can be done, and the place of the way to the menu at the lower right."""
    lines = canvas.rows(foot, (1, 1)) if canvas.look.portrait and foot.h > canvas.u(2 * TARGET) else [foot]
    last, wide = lines.pop(), canvas.u(MORE)
    more = Rect(last.x + last.w - wide, last.y, wide, last.h)
    return [*lines, Rect(last.x, last.y, last.w - wide - canvas.u(GAP), last.h)], more


def draw_foot(canvas: Canvas, foot: Rect, items: Sequence[BarItem], *, first: float = 2.1) -> None:
    """What can be done: the next step ``first`` and as many times as wide as others; last of the items the menu."""
    *acts, menu = items
    helps, canvas.helps = canvas.helps, False  # it stands beside the way to the menu
    lines, more = more_place(canvas, foot)
    half = len(acts) if len(lines) == 1 else 1 + (len(acts) > 3)  # the next step has its line, or one beside it
    if acts[:half]:
        draw_bar(canvas, lines[0], acts[:half], first=first)
    if acts[half:]:
        draw_bar(canvas, lines[-1], acts[half:])
    elif len(lines) > 1:
        more = Rect(foot.x, more.y, foot.w, more.h)
    canvas.helps = helps
    draw_item(canvas, more, menu)


def pause_line(doubt: int) -> str:
    """That the game is paused; after a power loss, how much of its time (ns) is not known."""
    if doubt:
        return t("Paused after a power loss: up to {s} s not known.", s=i18n.number(doubt / SECOND, None))
    return t("Paused. Hold both buttons to go on.")


def draw_line(canvas: Canvas, rect: Rect, text: str, colour: Colour | None = None) -> None:
    """What is going on, and at the end whether everything is safe on disk."""
    p, u = canvas.look.palette, canvas.u
    canvas.text(Rect(rect.x + u(4), rect.y, rect.w - u(28), rect.h), text, 17, "semibold", colour or p.muted)
    dot = Rect(rect.x + rect.w - u(16), rect.y + (rect.h - u(10)) // 2, u(10), u(10))
    canvas.saved_mark(dot, p.ok, p.muted)
