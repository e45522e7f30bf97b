"""One player's half of the screen: name, move, and the time as large as it goes; a touch is a press of the button."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.games.chess_clock.outputs import alarm, stage_text, time_text
from device.graphics.actions import PressArea
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk import low_time
from rules.chess_clock.clock import ChessClock
from rules.chess_clock.state import Phase, State

ACCENT = 4
"""The chess clock's among the palette's accents."""


RIM = 14
"""Width of the frame of a half with little time left, in units."""


def halves(canvas: Canvas, rect: Rect) -> Sequence[Rect]:
    """The halves of sides A and B: beside each other, or one above the other on a tall screen."""
    return canvas.by_side((canvas.rows if canvas.look.portrait else canvas.cols)(rect, (1, 1)))


def card(canvas: Canvas, state: State, side: int, rect: Rect, at: int) -> None:
    """The half of ``side``. Who is on move has a full half, the other an outline; so it is seen without colours.

    How little time is left is shown by its shape, in the side's own colour.
    """
    p, u = canvas.look.palette, canvas.u
    clock = state.clock.advance(at)
    budget = clock.budgets[side]
    moving = state.phase is Phase.PLAY and clock.mover == side
    level = alarm(clock, side) if state.phase is Phase.PLAY else 0
    if not clock.running and level != low_time.OVER:
        level = low_time.FULL
    colour = p.pair[side]
    if moving and not clock.running and not level:
        body, ink = rect, low_time.draw_standing(canvas, rect, colour)
    elif moving or level:
        body = low_time.draw_place(canvas, rect, level, colour, budget.left, u(RIM))
        ink = low_time.ink_of(level, colour, p)
    else:
        canvas.panel(rect, p.panel, border=colour)
        paused = state.phase is Phase.PLAY and not clock.running
        body, ink = rect, low_time.Ink(colour, p.text, p.muted if paused else p.text)
    pad = u(14) if body == rect else u(6)
    inner = Rect(body.x + pad, rect.y + u(18), body.w - 2 * pad, rect.h - u(34))
    head, digits, foot = canvas.rows(inner, (34, 206, 60), u(4))
    if canvas.look.large_print and head.h < u(34):  # a small picture, as of the past
        head, digits, foot = canvas.rows(inner, (46, 200, 80), 0)
    for row in (head, foot):
        low_time.plate(canvas, Rect(body.x, row.y - u(2), body.w, row.h + u(4)), level)
    low_time.plate(canvas, digits, level, digits=True)
    title, right = canvas.cols(head, (64, 36))
    if moving:
        canvas.shape(Rect(title.x, title.y + u(7), u(20), u(20)), "arrow" if clock.running else "pause", ink.text)
        title = Rect(title.x + u(28), title.y, title.w - u(28), title.h)
    canvas.text(title, state.setup.players[side], 24, "bold", ink.name)
    canvas.text(right, colour_text(state, side), 18, "regular", ink.text, "right")
    text = time_text(budget.left)
    canvas.text(digits, text, fitting(canvas, text, digits), "bold", ink.digits, "center", digits=True)
    line, more = canvas.rows(foot, (1, 1), 0 if canvas.look.large_print else u(2))
    canvas.text(line, standing_text(state, clock, side), 20, "semibold", ink.text, "center")
    canvas.text(more, stage_text(budget, moving=moving), 18, "regular", ink.text, "center")


def fitting(canvas: Canvas, text: str, rect: Rect) -> float:
    """The size in which the digits of ``text`` fill ``rect``: by its width, at most by its height."""
    ems = sum(0.56 if char.isdigit() else 0.3 for char in text)
    return min(rect.w / ems, rect.h * 0.9) / canvas.look.scale


def pressable(canvas: Canvas, state: State, rects: Sequence[Rect]) -> None:
    """Each half is its side's clock button, as long as a press means anything."""
    if state.phase in (Phase.READY, Phase.PLAY):
        for side, rect in enumerate(rects):
            canvas.touch(rect, PressArea(side))


def colour_text(state: State, side: int) -> str:
    """White or Black, where that is known."""
    if state.white is None:
        return ""
    return t("white") if state.white == side else t("black")


def standing_text(state: State, clock: ChessClock, side: int) -> str:
    """What has to be known of a side first: its flag and what it costs, else the move that it makes."""
    if clock.flags[side] is not None:
        text = t("flag fell first") if clock.first == side else t("flag fell")
        points = state.setup.control.overtime_points * clock.overtime(side, clock.last)
        return t("{text} · points: −{n}", text=text, n=points) if points else text
    if state.phase is Phase.READY:
        return t("a press starts the other clock")
    move = t("move {n}", n=clock.budgets[side].moves + 1)
    return t("pause · {line}", line=move) if state.is_paused and clock.mover == side else move


def step_text(seconds: int) -> str:
    """A step as people say it: minutes where they are whole."""
    text = f"{seconds // 60:+d} min" if seconds % 60 == 0 else f"{seconds:+d} s"
    return text.replace("-", "−")


def stepper(
    canvas: Canvas, rect: Rect, label: str, value: str, tap: Callable[[int], object], steps: Sequence[int]
) -> None:
    """A number between the buttons that change it; ``tap`` gives the action of a step, of which half go down."""
    p, half = canvas.look.palette, len(steps) // 2
    name, *boxes = canvas.cols(rect, (2.2, *(1,) * half, 1.7, *(1,) * half), canvas.u(6))
    canvas.text(name, label, 20, "semibold", p.text, lines=2)
    canvas.text(boxes.pop(half), value, 26, "bold", p.text, "center", lines=2, digits=True)
    for step, box in zip(steps, boxes, strict=True):
        canvas.button(box, f"{step:+d}".replace("-", "−"), tap(step), size=24)
