"""Small drawings for the help: a rule in a picture, where words alone are long."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t

Drawing = Callable[[Canvas, Rect], None]

LINE = 20
"""Height of a line of words in a drawing, in units."""
CROSS = 14
"""Side of a cross, in units."""


def crosses(canvas: Canvas, rect: Rect) -> None:
    """Two crosses cost nothing, the third one costs a move."""
    p, u = canvas.look.palette, canvas.u
    said = (t("nothing happens"), t("still nothing"), t("one move less"))
    for number, (words, box) in enumerate(zip(said, canvas.cols(rect, (1, 1, 1)), strict=True), start=1):
        side = u(CROSS)
        top, first, second, foot = canvas.rows(box, (CROSS, 26, 26, LINE), u(4))
        for n in range(number):
            canvas.shape(Rect(top.x + n * (side + u(6)), top.y, side, side), "cross", p.danger_button)
        for n, move in enumerate((first, second), start=1):
            canvas.panel(move, p.paper_foot, 5)
            if number == 3 and n == 2:
                inner = Rect(move.x + u(8), move.y + move.h // 2, move.w - u(16), u(3))
                canvas.line(inner, p.danger_button)
            else:
                label = Rect(move.x + u(6), move.y, move.w - u(8), move.h)
                canvas.text(label, t("move {n}", n=n), 15, "semibold", p.ink)
        canvas.text(foot, words, 13, "bold", p.ink)


def own_button(canvas: Canvas, rect: Rect) -> None:
    """Your own button stops your time, and the others' begins to run."""
    p, u = canvas.look.palette, canvas.u
    button, arrow, clock = canvas.cols(rect, (3, 1, 3))
    high = min(rect.h - u(LINE + 4), u(56))
    for box, colour, ink, words, sign in (
        (button, p.pair[0], p.pair_ink, t("your own button"), "down"),
        (clock, p.pair[1], p.pair_ink, t("their time runs"), "arrow"),
    ):
        place = Rect(box.x, box.y, box.w, high)
        canvas.panel(place, colour, 10)
        side = min(u(26), high - u(8))
        canvas.shape(Rect(place.x + (place.w - side) // 2, place.y + (high - side) // 2, side, side), sign, ink)
        canvas.text(Rect(box.x, box.y + high + u(2), box.w, u(LINE)), words, 13, "bold", p.ink, "center")
    side = min(arrow.w, u(24))
    canvas.shape(
        Rect(arrow.x + (arrow.w - side) // 2, arrow.y + (high - side) // 2, side, side), "forward", p.ink_muted
    )


def over_time(canvas: Canvas, rect: Rect) -> None:
    """What was announced before the limit stands; what comes after it does not."""
    p, u = canvas.look.palette, canvas.u
    words, signs, bar = canvas.rows(rect, (LINE, 24, 12), u(4))
    before, after = canvas.cols(words, (3, 2), u(4))
    canvas.text(before, t("announced in time"), 13, "bold", p.ink, "center")
    canvas.text(after, t("too late"), 13, "bold", p.ink, "center")
    for place, sign, colour in ((before, "check", p.ink), (after, "cross", p.danger_button)):
        side = u(20)
        canvas.shape(Rect(place.x + (place.w - side) // 2, signs.y, side, side), sign, colour)
    canvas.panel(Rect(before.x, bar.y, before.w, bar.h), p.ink_muted, 0)
    canvas.panel(Rect(after.x, bar.y, after.w, bar.h), p.danger_button, 0)
    limit = Rect(after.x - u(3), signs.y, u(3), bar.y + bar.h - signs.y)
    canvas.line(limit, p.ink)


DRAWINGS: Mapping[str, Drawing] = {
    "S8": own_button,
    "S10": own_button,
    "C1": own_button,
    "S15": crosses,
    "S28": over_time,
}
"""The drawing of a rule by its number; most rules have none."""
