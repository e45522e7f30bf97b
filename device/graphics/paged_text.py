"""Sentences as large as they go, in large print a third larger than that, on as many pages as it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.graphics.actions import Why
from device.graphics.canvas import Canvas
from device.graphics.typefaces import break_lines
from device.graphics.widgets import Rect
from device.i18n import t

SIZES = (26, 23, 20, 18, 16, 14)
"""Of the words, in units: the largest in which all of them have room."""
LINE, LAST = 1.16, 1.27
"""From one line to the next, and the height of the last one, as shares of the size of the letters."""


def size_of(text: str, rect: Rect, canvas: Canvas) -> tuple[int, int]:
    """The size of the words in normal print, and for how many lines there is room."""
    for size in SIZES:
        lines = int(rect.h / (canvas.u(size) * 1.2))
        letters = rect.w / (canvas.u(size) * 0.5)
        if sum(-(-len(part) // letters) for part in text.split("\n")) <= lines:
            break
    return size, lines


def pages_of(canvas: Canvas, rect: Rect, text: str, size: float, weight: str = "regular") -> list[str]:
    """The text in parts that each have room in ``rect``, its lines broken."""
    pixels = canvas.lu(size)
    lines = break_lines(text, weight, pixels, rect.w)
    fits = max(1, int((rect.h / pixels - LAST) / LINE) + 1)
    even = -(-len(lines) // -(-len(lines) // fits))  # pages of equal length, no last one with a single line
    return ["\n".join(lines[n : n + even]) for n in range(0, len(lines), even)]


def draw_page(canvas: Canvas, rect: Rect, text: str, size: float) -> None:
    """One of the parts, from the top of ``rect``."""
    lines = text.count("\n") + 1
    pixels = canvas.lu(size)
    high = min(rect.h, round(pixels * (LINE * (lines - 1) + LAST)))
    canvas.text(Rect(rect.x, rect.y, rect.w, high), text, size, "regular", canvas.look.palette.ink, lines=lines)


def page_bar(
    canvas: Canvas,
    rect: Rect,
    number: int,
    count: int,
    to: Callable[[int], object],
    more: Sequence[tuple[str, object]] = (),
) -> None:
    """Back, which page it is, and on; ``more`` buttons stand behind them. ``to`` gives the action of a page."""
    p = canvas.look.palette
    back, here, on, *others = canvas.cols(rect, (1, 1, 1, *(1,) * len(more)))
    first = t("This is the start of the list.") if number == 0 else None
    last = t("This is the end of the list.") if number + 1 >= count else None
    canvas.button(back, t("Back"), Why(first) if first else to(number - 1), why=first, style="paper", size=18)
    canvas.text(here, f"{number + 1} / {count}", 19, "semibold", p.ink, "center", digits=True)
    canvas.button(on, t("Next"), Why(last) if last else to(number + 1), why=last, style="paper", size=18)
    for (label, action), box in zip(more, others, strict=True):
        canvas.button(box, label, action, style="paper", size=18)
