"""The time over the whole screen, to be read across a hall: for every game whose sides have times."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from device.common import i18n
from device.common.i18n import t
from device.graphics.actions import BACK, HELP, PressArea
from device.graphics.canvas import Canvas
from device.graphics.figures import length
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Frame, Rect, turn_scene
from device.io.oled_content import OledContent
from device.kiosk import low_time
from device.kiosk.host import Host
from device.kiosk.moment import Moment, OverlayViews
from device.kiosk.screen import Screen, ask
from device.kiosk.screen_controller import Controller, OverlayController
from device.kiosk.time_bar import SideTime, colour_of, state_of

RIM = 28
"""Width of the frame that shows little time, in units: twice that of a pane, for ten metres."""
WAITING = 204
"""Height of the band of who waits, in units: its figures are a third of the screen."""
LEAST = 169
"""Height of that band without its words where there is less room, in units: its figures are still a third."""
AIR, FRAMED_AIR, COLUMN = 22, 16, 150
"""Room around the figures, and above and below them within a frame; width of the column that says whose they are."""
HEAD = 24
"""Height of the name above the figures, in units."""
UPRIGHT_HEAD, UPRIGHT_SIGN = 40, 64
"""Heights on a tall screen, in units: of the name above the figures, and of the sign below them."""
NARROWEST = 0.72
"""How far figures are narrowed on a tall screen before they get lower, as a share of their own width."""
PARTS = re.compile(r"(−?\d+:\d\d|\d+(?=/))(.*)")
"""A time: what is written large, and seconds beside hours, or tenths, behind it; or a count and of how many it is."""


@dataclass(frozen=True, slots=True)
class Times:
    """What the big clock shows: the sides in the order in which they sit; whether the upper one stands on its head."""

    sides: tuple[SideTime, ...]
    upturned: bool = False


@dataclass(frozen=True, slots=True)
class BigClockState:
    """Over which screen of the game the big clock lies, and whether its upper half stands on its head."""

    over: type[Screen[Any]]
    upturned: bool


class BigClock(Screen[BigClockState]):
    """Both times, one above the other. A touch leads back, or presses where bands are clock buttons."""

    shows_time = True

    def draw(self, canvas: Canvas, view: Moment[BigClockState]) -> Rect:
        """The bands, and at the side the way back."""
        times, u = Times(tuple(view.below.views.big_times(view.below)), view.state.upturned), canvas.u
        if canvas.look.portrait:
            body, tools = canvas.rows(canvas.area, (canvas.area.h - u(72), u(64)))
        else:
            body, tools = canvas.cols(canvas.area, (canvas.area.w - u(72), u(64)))
        boxes = _bands(canvas, body, times)
        for n, (side, box) in enumerate(zip(canvas.by_side(times.sides), boxes, strict=True)):
            _band(canvas, box, side, turned=times.upturned and n == 0, times=times, low=_low(canvas))
            canvas.touch(box, PressArea(side.pair) if side.pair is not None and canvas.look.press_areas else BACK)
        self.tools(canvas, tools, times)
        return boxes[-1]

    def tools(self, canvas: Canvas, rect: Rect, times: Times) -> None:
        """The way back, and turning the upper half."""
        buttons: list[tuple[str, str, object]] = [("smaller", t("smaller"), BACK)]
        if len(times.sides) == 2:
            words = t("upright") if times.upturned else t("turn the upper half")
            buttons.insert(0, ("turn", words, ask(BigClockController.turn_upper)))
        split = canvas.cols if canvas.look.portrait else canvas.rows
        canvas.helps = False
        buttons.append(("question", t("help"), HELP))
        for (icon, words, action), box in zip(buttons, split(rect, (1,) * len(buttons)), strict=True):
            _tool(canvas, box, icon, words, action)


def _bands(canvas: Canvas, rect: Rect, times: Times) -> list[Rect]:
    """A band for each side; that of who is on turn is the higher one."""
    sides = canvas.by_side(times.sides)
    if len(sides) > 2:
        return canvas.grid(rect, 2, max(2, -(-len(sides) // 2)))[: len(sides)]
    if len(sides) != 2 or not any(side.on_turn for side in sides):
        return canvas.rows(rect, (1,) * len(sides))
    room = rect.h - canvas.u(GAP)
    least = room * 45 // 100 if canvas.look.portrait else min(canvas.u(WAITING), room * 45 // 100)
    if _low(canvas):
        least = min(canvas.u(LEAST) + canvas.lu(HEAD), room * 48 // 100)
    return canvas.rows(rect, [room - least if side.on_turn else least for side in sides])


def _low(canvas: Canvas) -> bool:
    """Whether lines above the bands, or large print in them, take room from the figures."""
    look = canvas.look
    return not look.portrait and (look.large_print or look.strip is not None or bool(look.trouble))


def _shared(side: SideTime) -> bool:
    """Whether the time is everybody's."""
    return side.pair is None and side.player is None


def _band(canvas: Canvas, rect: Rect, side: SideTime, *, turned: bool, times: Times, low: bool) -> None:
    """One side. Whose turn it is has a full band with a triangle, the other an outline; ``low``: room is scarce."""
    if turned:
        sheet = Canvas(replace(canvas.look, strip=None, trouble=""))
        _band(sheet, rect, side, turned=False, times=times, low=low)
        canvas.paste(turn_scene(sheet.scene(), rect))
        return
    u, p = canvas.u, canvas.look.palette
    colour = colour_of(canvas, side)
    level = side.level
    if level != low_time.FULL or (side.on_turn and not _shared(side)):
        body, ink = low_time.draw_place(canvas, rect, level, colour, side.left, u(RIM), runs=side.running)
    else:
        canvas.panel(rect, p.panel, border=None if _shared(side) else colour)
        runs = any(time.running for time in times.sides)
        body, ink = rect, low_time.Ink(colour, p.text, p.text if runs else p.muted)
    if len(times.sides) == 2 and not _shared(side):
        if level == low_time.OVER:  # the stripes stay at the edge
            low_time.plate(canvas, body, level, digits=True)
            ink = low_time.Ink(p.pair_ink, p.pair_ink, p.pair_ink)
        (_below if canvas.look.portrait else _beside)(canvas, body, side, ink, times, low=low)
        return
    plain = body == rect
    pad = u(14) if plain else u(6)
    above, both = (5, 12) if plain and not low else (2, 5) if plain else (2, 4)
    inner = Rect(body.x + pad, body.y + u(above), body.w - 2 * pad, body.h - u(both))
    head = Rect(inner.x, inner.y, inner.w, u(40) if canvas.look.portrait and side.on_turn else canvas.lu(HEAD))
    digits = Rect(inner.x, head.y + head.h + u(4), inner.w, inner.h - head.h - u(4))
    if level == low_time.OVER:
        low_time.plate(canvas, Rect(body.x, head.y, body.w, head.h), level)
        low_time.plate(canvas, Rect(body.x, digits.y, body.w, body.y + body.h - digits.y), level, digits=True)
        digits = Rect(digits.x, digits.y + u(2), digits.w, digits.h - u(4))
    signed = canvas.look.portrait and side.on_turn and (not _shared(side) or not side.running)
    name, words = canvas.cols(head, (1, 1), head.h + u(8) if signed and canvas.look.large_print else None)
    canvas.text(name, side.name, 20, "bold", ink.name)
    canvas.text(words, side.words or state_of(side), 18, "semibold", ink.text, "right")
    if signed:
        place = Rect(head.x + (head.w - head.h) // 2, head.y, head.h, head.h)
        canvas.shape(place, "down" if side.running else "pause", ink.text)
    elif side.on_turn and not canvas.look.portrait:
        digits = _sign(canvas, digits, side, ink, times)
    _figures(canvas, digits, side, ink)


def _figures(canvas: Canvas, rect: Rect, side: SideTime, ink: low_time.Ink) -> None:
    """The time, its seconds beside hours and its tenths smaller."""
    match = PARTS.fullmatch(side.time or i18n.clock(side.left))
    large, tail = (match[1], match[2]) if match else (side.time, "")
    canvas.figures(rect, large, ink.digits, tail)


def _below(canvas: Canvas, body: Rect, side: SideTime, ink: low_time.Ink, times: Times, *, low: bool) -> None:
    """One side of two on a tall screen: whose time it is above the figures, and below them the sign and its words."""
    u, lu = canvas.u, canvas.lu
    inner = canvas.inset(body, 14, 10)
    head, foot = lu(UPRIGHT_HEAD), u(UPRIGHT_SIGN)
    canvas.text(Rect(inner.x, inner.y, inner.w, head), side.name, 30, "bold", ink.name, "center")
    below = Rect(inner.x, inner.y + inner.h - foot, inner.w, foot)
    words = Rect(below.x, below.y, below.w, below.h)
    if side.on_turn:
        place = Rect(below.x, below.y, foot, foot)
        name = "down" if side.running else "pause"
        canvas.shape(place, name, ink.text if name == "pause" else ink.digits)
        words = Rect(below.x + foot, below.y, below.w - 2 * foot, below.h)
    canvas.text(words, side.words or state_of(side), 26, "semibold", ink.text, "center")
    room = Rect(inner.x, inner.y + head + u(8), inner.w, inner.h - head - foot - u(16))
    text = side.time or i18n.clock(side.left)
    high = min(room.h, int(room.w / (length(text, 1) * NARROWEST)))
    _figures(canvas, Rect(room.x, room.y + (room.h - high) // 2, room.w, high), side, ink)


def _beside(canvas: Canvas, body: Rect, side: SideTime, ink: low_time.Ink, times: Times, *, low: bool) -> None:
    """One side of two: whose time it is in a column of its own, and the figures with air around them."""
    u = canvas.u
    air = u(8 if low else AIR if side.level == low_time.FULL else FRAMED_AIR)
    column = Rect(body.x + u(16), body.y + u(10), u(COLUMN), body.h - u(20))
    name, sign, words = canvas.rows(column, (56, 80, 44) if not low else (60, 50, 52), 0)
    canvas.text(name, side.name, 22, "bold", ink.name, lines=2)
    if side.on_turn:
        side_long = min(sign.h - u(8), u(64))
        place = Rect(sign.x, sign.y + (sign.h - side_long) // 2, side_long, side_long)
        canvas.shape(place, _sign_of(canvas, side, times), ink.text if not side.running else ink.digits)
    canvas.text(words, side.words or state_of(side), 18, "semibold", ink.text, lines=2)
    left = column.x + column.w + u(8)
    _figures(canvas, Rect(left, body.y + air, body.x + body.w - left - u(AIR), body.h - 2 * air), side, ink)


def _sign_of(canvas: Canvas, side: SideTime, times: Times) -> str:
    """The sign of who is on turn: a triangle towards that player, or that the clock stands."""
    at_right = side.player is not None or (side.pair == 1) != canvas.look.swapped
    return "pause" if not side.running else "down" if times.upturned else "arrow" if at_right else "left"


def _sign(canvas: Canvas, rect: Rect, side: SideTime, ink: low_time.Ink, times: Times) -> Rect:
    """Who is on turn of others than two sides, or that everybody's clock stands; the rest is for the figures."""
    if _shared(side) and side.running:
        return rect
    wide = min(canvas.u(76), rect.w // 4)
    place = Rect(rect.x, rect.y + (rect.h - wide) // 2, wide, wide)
    canvas.shape(place, _sign_of(canvas, side, times), ink.digits if side.running else ink.text)
    taken = wide + canvas.u(16)
    return Rect(rect.x + taken, rect.y, rect.w - taken, rect.h)


def _tool(canvas: Canvas, rect: Rect, icon: str, words: str, action: Any) -> None:
    """A tall narrow button: a sign above its words."""
    p, u = canvas.look.palette, canvas.u
    if canvas.look.portrait:
        canvas.button(rect, words, action, icon=icon)
        return
    canvas.panel(rect, p.button, 10)
    side, high = u(30), u(40)
    top = rect.y + (rect.h - side - high) // 2
    canvas.shape(Rect(rect.x + (rect.w - side) // 2, top, side, side), icon, p.text)
    canvas.text(Rect(rect.x + u(2), top + side, rect.w - u(4), high), words, 14, "semibold", p.text, "center", lines=2)
    canvas.touch(rect, action)


class BigClockViews(OverlayViews):
    """What shows of the big clock, or of the game below where that asks for something."""

    def gives_way(self, moment: Moment[BigClockState]) -> bool:
        """Whether the game shows something else now, or no times."""
        below = moment.below
        return type(below.screen) is not moment.state.over or not below.views.big_times(below)

    def frame(self, moment: Moment[BigClockState]) -> Frame:
        """The big clock, or the screen below."""
        below = moment.below
        return below.views.frame(below) if self.gives_way(moment) else super().frame(moment)

    def oled_contents(self, moment: Moment[BigClockState]) -> tuple[OledContent, OledContent]:
        """The time alone, as large as an OLED has room for."""
        left, right = super().oled_contents(moment)
        if self.gives_way(moment):
            return left, right
        return structs.replace(left, large=True), structs.replace(right, large=True)


class BigClockController(OverlayController[BigClockState]):
    """Shows the big clock over the usual screen of ``under``.

    Where the game asks for something, and where its clocks are no longer in play, that shows instead.
    """

    first = BigClock
    views: BigClockViews = BigClockViews()

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        under.show(None)
        self.over = type(under.current_screen())

    @property
    def state(self) -> BigClockState:
        """How it stands."""
        return BigClockState(self.over, self.under.upturned)

    @property
    def gives_way(self) -> bool:
        """Whether the game shows something else now, or no times."""
        return self.views.gives_way(self.moment(self.host.now(), self.host.screen.look))

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal`."""
        if self.gives_way:
            self.leave()
            self.under.act(action)
        else:
            super().act(action)

    def on_text(self, text: str) -> None:
        """A key. Raises `Refusal`."""
        if self.gives_way:
            self.leave()
            self.under.on_text(text)
        else:
            super().on_text(text)

    def turn_upper(self) -> None:
        """Turn the upper half by half a turn."""
        self.under.upturned = not self.under.upturned
