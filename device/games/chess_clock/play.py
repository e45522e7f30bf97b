"""The chess clock as it is played: both halves of the screen, who won and how, the signed result (C1, C9, C10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from device.common import i18n
from device.common.i18n import t, tr
from device.games.act_forms import screen_of
from device.games.act_menu import step_item
from device.games.act_screens import FollowUpScreen, GameForms
from device.games.chess_clock import ACCENT
from device.games.chess_clock.outputs import alarm, stage_text, time_text
from device.games.result_screen import Pane, ResultScreen, draw_panes
from device.games.table_parts import LINE, BarItem, draw_foot, draw_line, pause_line, table_parts
from device.graphics.actions import AREAS, BIG_CLOCK, MENU, Do, PressArea, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.kiosk import low_time
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen
from rules.chess_clock import acts as e
from rules.chess_clock.clock import ChessClock
from rules.chess_clock.control import label
from rules.chess_clock.game import SCORES, outcome, score_of
from rules.chess_clock.state import Phase, State
from rules.game import SIDES

FORMS = GameForms(__name__, ACCENT, state_at=lambda state, at: structs.replace(state, clock=state.clock.advance(at)))
How = screen_of(FORMS, e.Result, "How", FollowUpScreen, ends_game=True)
WhoWon = screen_of(FORMS, e.Result, "WhoWon", ends_game=True, follow_up=How)

RIM = 14
"""Width of the frame of a half with little time left, in units."""


def halves(canvas: Canvas, rect: Rect) -> Sequence[Rect]:
    """The halves of sides A and B: beside each other, or one above the other on a tall screen."""
    return canvas.by_side(canvas.split(rect, (1, 1)))


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
    if moving or level:
        body, ink = low_time.draw_place(canvas, rect, level, colour, budget.left, u(RIM), runs=clock.running)
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
    canvas.text(title, tr(state.names[side]), 24, "bold", ink.name)
    canvas.text(right, colour_text(state, side), 18, "regular", ink.text, "right")
    if canvas.look.press_areas and state.phase in (Phase.READY, Phase.PLAY):
        foot, press = canvas.cols(foot, (2, 1))
        canvas.panel(press, p.pair_ink, 10, p.text)
        canvas.text(press, t("PRESS"), 22, "bold", p.text, "center")
    text = time_text(budget.left)
    canvas.text(digits, text, fitting(canvas, text, digits), "bold", ink.digits, "center", digits=True)
    line, more = canvas.rows(foot, (1, 1), 0 if canvas.look.large_print else u(2))
    canvas.text(line, standing_text(state, clock, side), 20, "semibold", ink.text, "center")
    canvas.text(more, stage_text(budget, moving=moving), 18, "regular", ink.text, "center")


def fitting(canvas: Canvas, text: str, rect: Rect) -> float:
    """The size in which the digits of ``text`` fill ``rect``: by its width, at most by its height."""
    ems = sum(0.56 if char.isdigit() else 0.3 for char in text)
    return min(rect.w / ems, rect.h * 0.9) / canvas.look.scale


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
    if seconds % 60:
        return t("{n} s", n=i18n.number(seconds, plus=True))
    return t("{n} min", n=i18n.number(seconds // 60, plus=True))


def stepper(
    canvas: Canvas, rect: Rect, label: str, value: str, tap: Callable[[int], object], steps: Sequence[int]
) -> None:
    """A number between the buttons that change it; ``tap`` gives the action of a step, of which half go down."""
    p, half = canvas.look.palette, len(steps) // 2
    name, *boxes = canvas.cols(rect, (2.2, *(1,) * half, 1.7, *(1,) * half), canvas.u(6))
    canvas.text(name, label, 20, "semibold", p.text, lines=2)
    canvas.text(boxes.pop(half), value, 26, "bold", p.text, "center", lines=2, digits=True)
    for step, box in zip(steps, boxes, strict=True):
        canvas.button(box, i18n.number(step, plus=True), tap(step), size=24)


class PlayScreen(Screen[State]):
    """Both clocks, and a bar below them."""

    shows_time = True
    phases = (Phase.READY, Phase.PLAY)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The halves, a line about the game, the bar."""
        state, at = view.state, view.at
        clock = state.clock.advance(at)
        body, line, bar = table_parts(canvas, (580 if canvas.look.portrait else 346, LINE))
        boxes = halves(canvas, body)
        for side, box in enumerate(boxes):
            card(canvas, state, side, box, at)
        for side, box in enumerate(boxes):
            canvas.touch(box, PressArea(side) if canvas.look.press_areas else BIG_CLOCK)
        draw_line(canvas, line, standing_line(state, clock))
        draw_foot(canvas, bar, self.items(canvas, state, clock), first=1.5)
        return body

    def items(self, canvas: Canvas, state: State, clock: ChessClock) -> list[BarItem]:
        """The bar: what is likely next first."""
        more = BarItem(t("More"), MENU)
        if state.phase is Phase.READY:
            name = tr(state.names[0 if state.white is None else state.white])
            hint = Why(t("Black's press starts White's clock."))
            first = BarItem(t("Press a clock button"), hint, t("{name} moves first", name=name), style="hint")
            on = BarItem(t("Screen buttons"), AREAS, t("each half is a button"))
            return [first, more] if canvas.look.press_areas else [first, on, more]
        if clock.first is not None and clock.flag_stands:
            winner = 1 - clock.first
            won = Do(e.Result(winner=SIDES[winner], how="time"))
            text = t("{name} won on time", name=tr(state.names[winner]))
            other = BarItem(t("Result"), Show(WhoWon()), t("something else"))
            return [BarItem(text, won, t("both then sign"), style="primary"), other, more]
        large = BarItem(t("Big clock"), BIG_CLOCK, t("for the whole hall"))
        if state.is_paused:
            go_on = step_item(e.Resume, style="primary")
            return [go_on, BarItem(t("Result"), Show(WhoWon()), t("who won?")), large, more]
        return [step_item(e.Pause), large, more]


def standing_line(state: State, clock: ChessClock) -> str:
    """The game in one line."""
    control = label(state.setup.control)
    if state.is_paused and clock.doubt:
        return pause_line(clock.doubt)
    if clock.first is not None:
        return t("{control} · the flag of {name} fell first", control=control, name=tr(state.names[clock.first]))
    if state.is_paused:
        return t("{control} · paused; hold both buttons to go on", control=control)
    if clock.mover is not None and state.phase is Phase.PLAY:
        return t("{control} · {name} is on move", control=control, name=tr(state.names[clock.mover]))
    return t("{control} · clocks stop at the flag", control=control)


class ClockResult(ResultScreen[State]):
    """Who won, what was left, who has signed."""

    phases = (Phase.RESULT, Phase.SIGNED)
    forms, sign = FORMS, e.Sign

    def outcome(self, state: State) -> str:
        """The result, and how."""
        return tr(outcome(state))

    def draw_tally(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """Scores, with time and moves."""
        p, points = canvas.look.palette, [score_of(state, side) for side in (0, 1)]
        panes = [
            Pane(name, SCORES[points[side]], facts(state, side), p.pair[side], points[side] > points[1 - side])
            for side, name in enumerate(map(tr, state.names))
        ]
        draw_panes(canvas, rect, panes)

    def again(self) -> str:
        """The same two, with the other colours."""
        return t("colours changed")

    def own(self, view: Moment[State]) -> BarItem:
        """Another result."""
        return BarItem(t("Another result"), Show(WhoWon()), t("before both have signed"), view.may["result"])


def facts(state: State, side: int) -> list[str]:
    """What was left, how many moves were made, what overtime costs."""
    lines = [
        t("{time} left", time=time_text(state.remaining(side))),
        t("moves: {n}", n=state.clock.budgets[side].moves),
    ]
    points = state.setup.control.overtime_points * state.overtime(side)
    return [*lines, t("points: −{n}", n=points)] if points else lines


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Both halves under one line; at the end of the game its result."""
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        ClockResult().draw_past(canvas, rect, state)
        return
    line, body = canvas.rows(rect, (30 * canvas.print_scale, 290))
    text = standing_line(state, state.clock.advance(at))
    canvas.text(line, text, 20, "semibold", canvas.look.palette.text, "center")
    for side, box in enumerate(halves(canvas, body)):
        card(canvas, state, side, box, at)
