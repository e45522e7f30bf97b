"""What every screen has round it: the line about the event, a standing fault, both times, and a sentence over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.graphics.canvas import GAP, Canvas
from device.graphics.look import Look
from device.graphics.widgets import Rect, Scene, Touch
from device.kiosk.time_bar import SideTime, draw_time_bar, height_of
from device.rule_texts import number_in


def draw_framed(look: Look, sides: Sequence[SideTime], slim: bool, draw: Callable[[Canvas], Rect]) -> Scene:
    """What ``draw`` draws within the frame; it gives back where a sentence may lie.

    ``sides`` empty: no times; ``slim``: they take less of the screen.
    """
    canvas = Canvas(look)
    if sides:
        area, high = canvas.area, canvas.u(height_of(look, slim))
        draw_time_bar(canvas, Rect(area.x, area.y, area.w, high), sides)
        below = high + canvas.u(GAP)
        canvas.area = Rect(area.x, area.y + below, area.w, area.h - below)
    place = draw(canvas)
    if look.toast:
        canvas.banner(banner_place(canvas, place), look.toast, rule=number_in(look.toast))
    return canvas.scene()


def banner_place(canvas: Canvas, place: Rect) -> Rect:
    """Where the sentence lies: across the lower part of ``place`` unless it would cover the control that was touched.

    Then above it in the same place, else at the lower or the upper end of the screen. A control of a screen that
    has gone meanwhile is in nobody's way.
    """
    high, touched, area = canvas.u(62), canvas.look.touched, canvas.area
    lower = Rect(place.x, place.y + max(0, place.h - high), place.w, min(high, place.h))
    if touched is None or not any(isinstance(one, Touch) and one.rect == touched for one in canvas.scene()):
        return lower
    upper = Rect(place.x, place.y, place.w, lower.h)
    foot = Rect(area.x, area.y + area.h - high, area.w, high)
    head = Rect(area.x, area.y, area.w, high)
    return next((one for one in (lower, upper, foot, head) if not overlap(one, touched)), lower)


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two places have a pixel in common."""
    across = max(one.x, other.x) < min(one.x + one.w, other.x + other.w)
    return across and max(one.y, other.y) < min(one.y + one.h, other.y + other.h)
