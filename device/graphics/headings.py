"""The heading of a screen, alike on all of them, and what lies below it (docs/design.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from device.common.i18n import t
from device.graphics.actions import BACK, DONE, MENU
from device.graphics.canvas import Canvas
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Colour, Rect

HEAD = 56
"""Height of a heading, in units, whatever is below it."""
LARGE_UPRIGHT = 72
"""The same in large print on a tall screen, where a title has two lines."""
BACK_WIDE, HELP_WIDE = 56, 52
DONE_WIDE, MORE_WIDE = (168, 118), (104, 84)
"""Widths in units: on a screen that is wider than high, and on a tall one."""


class HeadingPlaces(NamedTuple):
    """Where a heading has its title, over which a sentence may lie, and what is left for the screen's own controls."""

    words: Rect
    own: Rect


def below_heading(canvas: Canvas, weights: Sequence[float], gap: int | None = None) -> list[Rect]:
    """The place of the heading, and what is below it from top to bottom by ``weights``."""
    look, area = canvas.look, canvas.area
    high = canvas.u(LARGE_UPRIGHT if look.large_print and look.portrait else HEAD)
    below = high + (canvas.u(GAP) if gap is None else gap)
    rest = Rect(area.x, area.y + below, area.w, area.h - below)
    return [Rect(area.x, area.y, area.w, high), *canvas.rows(rest, weights, gap)]


def heading(
    canvas: Canvas,
    rect: Rect,
    title: str,
    line: str = "",
    *,
    fill: Colour | None = None,
    back: object | None = BACK,
    done: str = "",
    why: str | None = None,
    more: bool = False,
    own: float = 0,
) -> HeadingPlaces:
    """The way back, a title over a second line, what finishes the screen or the way to the menu, and the help.

    ``back`` None: there is no way back. ``fill`` is the ground of the title where it belongs to a side or a game,
    ``done`` what finishes the screen (``why`` it cannot yet). ``own`` units after the title are left for the screen.
    """
    u, p, look = canvas.u, canvas.look.palette, canvas.look
    gap, tall = u(GAP), look.portrait
    if canvas.helps:
        canvas.help(Rect(rect.x + rect.w - u(HELP_WIDE), rect.y, u(HELP_WIDE), rect.h))
    end = rect.x + rect.w - u(HELP_WIDE) - gap
    if wide := u(DONE_WIDE[tall]) if done else u(MORE_WIDE[tall]) if more else 0:
        place = Rect(end - wide, rect.y, wide, rect.h)
        if done:
            canvas.button(place, done, DONE, style="primary", size=20, why=why)
        else:
            canvas.button(place, t("More"), MENU, size=18)
        end -= wide + gap
    start = rect.x
    if back is not None:
        canvas.button(Rect(start, rect.y, u(BACK_WIDE), rect.h), "", back, icon="back")
        start += u(BACK_WIDE) + gap
    room = u(own) if own else 0
    words = Rect(start, rect.y, end - start - (room + gap if room else 0), rect.h)
    ink, quiet = (p.text, p.muted) if fill is None else (p.pair_ink, p.pair_ink)
    inner = Rect(words.x + u(4), words.y, words.w - u(8), words.h)
    if fill is not None:
        canvas.panel(words, fill)
        inner = canvas.inset(words, 12, 2)
    if line:
        block = min(inner.h, canvas.lu(54))
        block_at = Rect(inner.x, inner.y + (inner.h - block) // 2, inner.w, block)
        inner, below = canvas.rows(block_at, (36, 18) if tall else (30, 20), 0)
        canvas.text(below, line, 15, "regular", quiet)
    canvas.text(inner, title, 22, "bold", ink, lines=2 if tall or not line else 1)
    return HeadingPlaces(words, Rect(end - room, rect.y, room, rect.h))


def draw_heading(canvas: Canvas, weights: Sequence[float], title: str, line: str = "", **how: Any) -> list[Rect]:
    """Draw a `heading` as ``how`` says; what is below it from top to bottom by ``weights``."""
    head, *below = below_heading(canvas, weights)
    heading(canvas, head, title, line, **how)
    return below
