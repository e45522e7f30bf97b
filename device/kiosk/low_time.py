"""How little time is left, shown by the outline of a place and by how its area is filled; the colour stays its own.

Four levels, each of another shape, to be distinguished without colours and from ten metres: a full area; a
white frame; a chequered frame round the ground; stripes with the time on a plate in reverse. From the third level on
the colours of the pattern change places once a second, together with the digits: half a blink a second, far below
the three flashes a second that may harm (WCAG 2.2, 2.3.1).
"""

from __future__ import annotations

import msgspec

from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect
from rules.game import SECOND

FULL, LOW, LAST, OVER = range(4)
"""The levels: time enough, little, the last seconds, past the end."""


class Ink(msgspec.Struct, frozen=True):
    """What a place is written on with: ``name`` for whose it is, ``text`` for words, ``digits`` for the time."""

    name: Colour
    text: Colour
    digits: Colour


def is_inverted(left: int) -> bool:
    """Whether the pattern's colours have changed places, with ``left`` ns on the clock; it changes with the digits."""
    return bool((-(-left // SECOND) if left > 0 else left // SECOND) % 2)


def draw_place(
    canvas: Canvas, rect: Rect, level: int, colour: Colour, left: int, rim: int, *, runs: bool = True
) -> tuple[Rect, Ink]:
    """A place of ``colour`` at that level, with ``left`` ns on the clock; what of it is left to write on, and in what.

    ``rim`` is how wide the frame is, in pixels. Past the end words need a `plate` of their own. Where the clock does
    not run and time is enough, nothing is filled, so that a pause is seen from afar.
    """
    p = canvas.look.palette
    if level == FULL and not runs:
        canvas.panel(rect, p.panel, border=colour)
        return rect, Ink(colour, p.text, p.muted)
    ink = Ink(p.pair_ink, p.pair_ink, p.pair_ink)
    if level == FULL:
        canvas.panel(rect, colour)
        return rect, ink
    inner = Rect(rect.x + rim, rect.y + rim, rect.w - 2 * rim, rect.h - 2 * rim)
    if level == LOW:
        canvas.panel(rect, p.signal_ink, border=p.text)
        canvas.panel(inner, colour, 6)
    elif level == LAST:
        canvas.pattern(rect, "chequers", colour, p.pair_ink, rim, turned=is_inverted(left))
        inner = _within(rect, rim)
        canvas.panel(inner, p.pair_ink, 0)
        ink = Ink(colour, p.text, p.text)
    else:
        canvas.pattern(rect, "stripes", colour, p.pair_ink, rim, turned=is_inverted(left))
        ink = Ink(colour, p.text, p.pair_ink)
    return inner, ink


def _within(rect: Rect, rim: int) -> Rect:
    """What the outermost chequers leave, which are about ``rim`` wide: as many as fill ``rect`` whole."""
    across, down = max(3, round(rect.w / rim)), max(3, round(rect.h / rim))
    x, y = rect.w // across, rect.h // down
    return Rect(rect.x + x, rect.y + y, (across - 1) * rect.w // across - x, (down - 1) * rect.h // down - y)


def plate(canvas: Canvas, rect: Rect, level: int, *, digits: bool = False) -> None:
    """What words stand on where the place itself is striped; ``digits``: the time's, which stands out from the rest."""
    if level == OVER:
        p = canvas.look.palette
        canvas.panel(rect, p.text if digits else p.pair_ink, 6)
