"""What lists and long texts are made of: bars that page, parts that fit a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from device.common.i18n import t
from device.graphics.actions import Why
from device.graphics.canvas import Canvas
from device.graphics.typefaces import break_lines
from device.graphics.widgets import Colour, Rect

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ListPage:
    """Which part of a list shows: its first and last index (from 0, exclusive), this page and all of them (from 0)."""

    first: int
    last: int
    number: int
    count: int


def page_of(length: int, fits: int, number: int) -> ListPage:
    """Page ``number`` of a list of ``length`` lines of which ``fits`` stand on a screen; the nearest there is."""
    fits = max(1, fits)
    count = max(1, -(-length // fits))
    number = max(0, min(count - 1, number))
    return ListPage(number * fits, min(length, (number + 1) * fits), number, count)


def pager(canvas: Canvas, rect: Rect, page: ListPage, labels: tuple[str, str], to: Callable[[int], object]) -> None:
    """To the start, back, which page it is, on, to the end.

    ``labels`` name the direction back and on; ``to`` gives the action that shows a page (from 0).
    """
    first, back, here, on, last = canvas.cols(rect, (1, 1.3, 0.9, 1.3, 1))
    start, end = _ends(page.number, page.count)
    canvas.button(first, t("To the start"), to(0), why=start, size=17)
    canvas.button(back, labels[0], to(page.number - 1), why=start)
    here_colour = canvas.look.palette.muted
    canvas.text(here, f"{page.number + 1} / {page.count}", 19, "semibold", here_colour, "center", digits=True)
    canvas.button(on, labels[1], to(page.number + 1), why=end)
    canvas.button(last, t("To the end"), to(page.count - 1), why=end, size=17)


def _ends(number: int, count: int) -> tuple[str | None, str | None]:
    """Why there is no way back from a page, and none on; None where there is one."""
    first, last = t("This is the start of the list."), t("This is the end of the list.")
    return first if number == 0 else None, last if number + 1 >= count else None


def older_newer(
    canvas: Canvas, boxes: Sequence[Rect], to: tuple[object, object], newest: str | None, *, oldest: bool
) -> None:
    """The actions ``to`` what is older, unless this is the ``oldest``, and newer, unless ``newest`` says why not."""
    canvas.button(boxes[0], t("Older"), to[0], why=t("This is the start.") if oldest else None)
    canvas.button(boxes[1], t("Newer"), to[1], why=newest)


def filters(
    canvas: Canvas, boxes: Sequence[Rect], options: Sequence[tuple[T, str]], now: T, to: Callable[[T], object]
) -> None:
    """Filters, each with its label; ``now`` is marked, ``to`` gives the action that sets another."""
    for (value, label), box in zip(options, boxes, strict=True):
        action = to(value) if value != now else Why(t("This is shown already."))
        canvas.button(box, label, action, selected=value == now, size=17)


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


def pages_of(canvas: Canvas, rect: Rect, text: str, size: float) -> list[str]:
    """The text in parts that each have room in ``rect``, its lines broken."""
    pixels = canvas.lu(size)
    lines = break_lines(text, "regular", pixels, rect.w)
    fits = max(1, int((rect.h / pixels - LAST) / LINE) + 1)
    even = -(-len(lines) // -(-len(lines) // fits))  # pages of equal length, no last one with a single line
    return ["\n".join(lines[n : n + even]) for n in range(0, len(lines), even)]


def draw_page(
    canvas: Canvas, rect: Rect, text: str, size: float, weight: str = "regular", ink: Colour | None = None
) -> int:
    """One of the parts, from the top of ``rect``; how high it is."""
    lines, pixels = text.count("\n") + 1, canvas.lu(size)
    high = min(rect.h, round(pixels * (LINE * (lines - 1) + LAST)))
    canvas.text(Rect(rect.x, rect.y, rect.w, high), text, size, weight, ink or canvas.look.palette.ink, lines=lines)
    return high


def flow(canvas: Canvas, rect: Rect, text: str, most: float, weight: str, ink: Colour) -> Rect:
    """Words from the top of ``rect``, of ``most`` units or as large as they have room for; what is left below them."""
    size = min(most, size_of(text, rect, canvas)[0])
    lines = break_lines(text, weight, canvas.lu(size), rect.w)
    high = draw_page(canvas, rect, "\n".join(lines), size, weight, ink)
    return Rect(rect.x, rect.y + high, rect.w, rect.h - high)


def page_bar(canvas: Canvas, rect: Rect, number: int, count: int, to: Callable[[int], object]) -> None:
    """Back, which page it is, and on. ``to`` gives the action of a page."""
    back, here, on = canvas.cols(rect, (1, 1, 1))
    first, last = _ends(number, count)
    canvas.button(back, t("Back"), to(number - 1), why=first, style="paper", size=18)
    canvas.text(here, f"{number + 1} / {count}", 19, "semibold", canvas.look.palette.ink, "center", digits=True)
    canvas.button(on, t("Next"), to(number + 1), why=last, style="paper", size=18)
