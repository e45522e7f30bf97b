"""What screens of the device share: the way back to a parent, pages, the card of a side's clock button."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self, TypeVar

from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect
from device.i18n import t
from device.kiosk.screen import Next, Screen

S = TypeVar("S")


@dataclass(frozen=True)
class SubScreen(Screen[S]):
    """A screen that was opened from ``parent`` and leads back to it."""

    parent: Screen[S]

    def on_back(self, state: S) -> Next[S]:
        """To where one came from; nothing was entered."""
        return self.parent


@dataclass(frozen=True, kw_only=True)
class PagedScreen(Screen[S]):
    """A screen that shows one ``page`` at a time (from 0); None: the one with which it begins."""

    page: int | None = 0

    def on_page(self, state: S, page: int) -> Self:
        """Another page."""
        return replace(self, page=page)


def draw_panel(canvas: Canvas, rect: Rect, fill: Colour, across: int, down: int) -> Rect:
    """A panel; the place inside it, so many units from its sides and from its top and bottom."""
    u = canvas.u
    canvas.panel(rect, fill)
    return Rect(rect.x + u(across), rect.y + u(down), rect.w - u(2 * across), rect.h - u(2 * down))


def grid(canvas: Canvas, rect: Rect, columns: int, lines: int, gap: int | None = None) -> list[Rect]:
    """Places beside and below each other, line by line; ``gap`` in pixels, as in `Canvas.rows`."""
    bands = canvas.rows(rect, (1,) * lines, gap) if lines else ()
    return [box for band in bands for box in canvas.cols(band, (1,) * columns, gap)]


def draw_side_card(canvas: Canvas, rect: Rect, side: int) -> tuple[Rect, Rect]:
    """A card in the colour of ``side``, headed by its clock button; the heading's line and the place below it."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.panel)
    canvas.panel(Rect(rect.x, rect.y, rect.w, u(44)), p.pair[side])
    pad = u(14)
    head = Rect(rect.x + pad, rect.y, rect.w - 2 * pad, u(44))
    canvas.text(head, t("Clock button {side}", side="AB"[side]), 22, "bold", p.pair_ink)
    return head, Rect(rect.x + pad, rect.y + u(50), rect.w - 2 * pad, rect.h - u(50) - pad // 2)
