"""What every screen has round it: both times and whose turn it is, and a sentence; and what is called of the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from device.common import i18n
from device.common.i18n import t, tr
from device.graphics.canvas import Canvas
from device.graphics.look import Look
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Colour, Rect, Scene, Touch
from device.kiosk import low_time
from device.rule_texts import number_in
from rules.game import SECOND
from rules.message import Message, msg

HEIGHT, SLIM = 72, 44
"""Of the bar, in units."""
SLIM_LARGE = 50
"""Of a slim bar in large print."""
NAMES = 24
"""Height of the names, in units: they stand above the digits on a screen that is taller than wide."""
RIM = 5
"""Width of the frame that says that time is low, in units."""
DIGITS = 70
"""Size of the digits, in units: as large as while a game is played; in a slim bar they shrink."""
LASTS = 2 * SECOND
"""For how long (ns) a call is true: after a pause nobody says once more what was left before it."""
WORDS = {
    300: msg("five minutes"),
    60: msg("one minute"),
    30: msg("thirty seconds"),
    10: msg("ten seconds"),
    5: msg("five seconds"),
}
"""What is left, in words, by its seconds."""
TIME = msg("time is up")
"""What is called past the end."""


class SideTime(msgspec.Struct, frozen=True):
    """One side's time: its name, which of the pairs' colours it has, what is left (ns), whether its turn is open.

    ``alarm``: 0 none, 1 low time, 2 the last seconds, 3 past the limit; ``running``: its clock runs. ``pair`` None: a
    clock for everybody, with the palette's accent ``accent``. ``time`` and ``words`` are how the time is written and
    what stands under the name; empty: minutes and seconds, and whose turn it is. ``player``: one of up to four single
    players, with that colour of the palette.
    """

    name: str
    pair: int | None
    left: int
    on_turn: bool = False
    running: bool = False
    alarm: int = 0
    time: str = ""
    words: str = ""
    accent: int = 0
    player: int | None = None

    @property
    def level(self) -> int:
        """What is shown of `alarm`: while the clock stands nothing is urgent, past the end it stays said."""
        return self.alarm if self.running or self.alarm == low_time.OVER else low_time.FULL


def height_of(look: Look, slim: bool) -> float:
    """Height of the bar, in units; ``slim``: over screens that are no part of playing, where there is room."""
    high = HEIGHT if not slim else SLIM_LARGE if look.large_print and not look.portrait else SLIM
    return high + NAMES * look.portrait * look.print_scale


def colour_of(canvas: Canvas, side: SideTime) -> Colour:
    """The side's own colour."""
    p = canvas.look.palette
    if side.player is not None:
        return p.players[side.player]
    return p.accents[side.accent] if side.pair is None else p.pair[side.pair]


def _draw_side(canvas: Canvas, rect: Rect, side: SideTime) -> None:
    u, p = canvas.u, canvas.look.palette
    colour = colour_of(canvas, side)
    level = side.level
    if level != low_time.FULL or (side.on_turn and side.pair is not None):
        body, ink = low_time.draw_place(canvas, rect, level, colour, side.left, u(RIM), runs=side.running)
    else:
        canvas.panel(rect, p.panel)
        body, ink = rect, low_time.Ink(colour, p.muted, p.text if side.running else p.muted)
    inner = Rect(body.x + u(10), body.y, body.w - u(18), body.h)
    if canvas.look.portrait:
        words = Rect(inner.x, inner.y, inner.w, canvas.lu(NAMES))
        digits = Rect(inner.x, inner.y + words.h, inner.w, inner.h - words.h)
        upper, lower = canvas.cols(words, (1, 1))
    else:
        digits = Rect(inner.x + inner.w - u(178), inner.y, u(178), inner.h)
        words = Rect(inner.x, inner.y, inner.w - digits.w - u(6), inner.h)
        upper, lower = canvas.rows(words, (19, 15) if canvas.look.large_print and rect.h < u(HEIGHT) else (1, 1), 0)
    low_time.plate(canvas, Rect(words.x - u(6), words.y, words.w + u(8), words.h), level)
    low_time.plate(canvas, Rect(digits.x - u(2), digits.y, digits.w + u(6), digits.h), level, digits=True)
    time = side.time or i18n.clock(side.left)
    canvas.text(digits, time, min(DIGITS, digits.h / u(1000) * 1000), "bold", ink.digits, "right", digits=True)
    canvas.text(upper, side.name, 19, "bold", ink.name)
    if side.on_turn and side.pair is not None:
        lower = canvas.sign_before(lower, sign_of(side, level), ink.text, 14, 6)
    canvas.text(lower, side.words or state_of(side), 15, "semibold", ink.text)


def sign_of(side: SideTime, level: int) -> str:
    """The sign beside what is said of the side on turn: that its clock runs, stands, or has little left."""
    return "warning" if level >= low_time.LAST else "arrow" if side.running else "pause"


def state_of(side: SideTime) -> str:
    """Whether the side is on turn, in a word."""
    if side.alarm == low_time.OVER:
        return t("over time!")
    if not side.on_turn:
        return t("waiting")
    return t("on move") if side.running else t("clock stopped")


def call_of(left: int, warnings: Sequence[int], over: Message = TIME) -> str:
    """What is called where ``left`` ns are left on a running clock that has these ``warnings`` (ns); often nothing.

    ``over`` is called once less than nothing is left.
    """
    for warning in warnings:
        if warning - LASTS < left <= warning:
            return tr(WORDS[warning // SECOND])
    return tr(over) if -LASTS <= left < 0 else ""


def draw_framed(look: Look, sides: Sequence[SideTime], slim: bool, draw: Callable[[Canvas], Rect]) -> Scene:
    """What ``draw`` draws within the frame; it gives back where a sentence may lie.

    ``sides`` empty: no times; ``slim``: they take less of the screen.
    """
    canvas = Canvas(look)
    if sides:
        area, high = canvas.area, canvas.u(height_of(look, slim))
        places = canvas.cols(Rect(area.x, area.y, area.w, high), (1,) * len(sides))
        for side, box in zip(sides, canvas.by_side(places), strict=True):
            _draw_side(canvas, box, side)
        below = high + canvas.u(GAP)
        canvas.area = Rect(area.x, area.y + below, area.w, area.h - below)
    place = draw(canvas)
    if look.toast:
        kind = "news" if look.is_news else "refusal"
        canvas.banner(banner_place(canvas, place), look.toast, kind, rule=number_in(look.toast))
    return canvas.scene()


def banner_place(canvas: Canvas, place: Rect) -> Rect:
    """Where the sentence lies: across the lower part of ``place`` unless it would cover the control that was touched.

    Then above it in the same place, else at the lower or the upper end of the screen. A control of a screen that
    has gone meanwhile is in nobody's way.
    """
    high, touched, area = canvas.u(62), canvas.look.touched, canvas.area
    lower = Rect(place.x, place.y + max(0, place.h - high), place.w, min(high, place.h))
    if touched is None or not any(isinstance(touch, Touch) and touch.rect == touched for touch in canvas.scene()):
        return lower
    upper = Rect(place.x, place.y, place.w, lower.h)
    foot = Rect(area.x, area.y + area.h - high, area.w, high)
    head = Rect(area.x, area.y, area.w, high)
    return next((candidate for candidate in (lower, upper, foot, head) if not overlap(candidate, touched)), lower)


def overlap(rect: Rect, other: Rect) -> bool:
    """Whether two places have a pixel in common."""
    across = max(rect.x, other.x) < min(rect.x + rect.w, other.x + other.w)
    return across and max(rect.y, other.y) < min(rect.y + rect.h, other.y + other.h)
