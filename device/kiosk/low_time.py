"""How little time is left, shown by the outline of a place and by how its area is filled; the colour stays its own.

Four levels, each of another shape, to be distinguished without colours and from ten metres: a full area; a
white frame; a chequered frame round the ground; stripes with the time on a plate in reverse. From the third level on
the colours of the pattern change places once a second, together with the digits: half a blink a second, far below
the three flashes a second that may harm (WCAG 2.2, 2.3.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from device.graphics.canvas import Canvas
from device.graphics.palette import Palette
from device.graphics.widgets import Colour, Rect
from rules.game import SECOND

FULL, LOW, LAST, OVER = range(4)
"""The levels: time enough, little, the last seconds, past the end."""


@dataclass(frozen=True, slots=True)
class Ink:
    """What a place is written on with: ``name`` for whose it is, ``text`` for words, ``digits`` for the time."""

    name: Colour
    text: Colour
    digits: Colour


def is_inverted(left: int) -> bool:
    """Whether the pattern's colours have changed places, with ``left`` ns on the clock; it changes with the digits."""
    return bool((-(-left // SECOND) if left > 0 else left // SECOND) % 2)


def ink_of(level: int, colour: Colour, palette: Palette) -> Ink:
    """The colours of words on a place of ``colour`` at that level."""
    if level in (FULL, LOW):
        return Ink(palette.pair_ink, palette.pair_ink, palette.pair_ink)
    return Ink(colour, palette.text, palette.text if level == LAST else palette.pair_ink)


def draw_standing(canvas: Canvas, rect: Rect, colour: Colour) -> Ink:
    """The place of who is on turn while the clock stands: nothing is filled, so that a pause is seen from afar."""
    p = canvas.look.palette
    canvas.panel(rect, p.panel, border=colour)
    return Ink(colour, p.text, p.muted)


def draw_place(canvas: Canvas, rect: Rect, level: int, colour: Colour, left: int, rim: int) -> Rect:
    """A place of ``colour`` at that level, with ``left`` ns on the clock; what of it is left to write on.

    ``rim`` is how wide the frame is, in pixels. Past the end words need a `plate` of their own.
    """
    p = canvas.look.palette
    inner = Rect(rect.x + rim, rect.y + rim, rect.w - 2 * rim, rect.h - 2 * rim)
    if level == FULL:
        canvas.panel(rect, colour)
        return rect
    if level == LOW:
        canvas.panel(rect, p.signal_ink, border=p.text)
        canvas.panel(inner, colour, 6)
    elif level == LAST:
        canvas.pattern(rect, "chequers", colour, p.pair_ink, rim, turned=is_inverted(left))
        inner = _within(rect, rim)
        canvas.panel(inner, p.pair_ink, 0)
    else:
        canvas.pattern(rect, "stripes", colour, p.pair_ink, rim, turned=is_inverted(left))
    return inner


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
