"""The result with both signatures (C9), and the chess clock as it stood at a moment of the past."""

from __future__ import annotations

from dataclasses import dataclass

from device import i18n
from device.games.action_bar import signing_panel
from device.games.chess_clock.cards import ACCENT, card, halves
from device.games.chess_clock.outputs import time_text
from device.games.chess_clock.play import WhoWon, standing_line
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import pocket_mark, reason, result_bar
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Screen, View
from rules.chess_clock import events as e
from rules.chess_clock.report import SCORES, outcome, score_of
from rules.chess_clock.state import Phase, State


@dataclass(frozen=True)
class ResultScreen(Screen[State]):
    """Who won, what was left, who has signed."""

    key = "result"

    def valid(self, state: State) -> bool:
        """Once there is a result."""
        return state.phase in (Phase.RESULT, Phase.SIGNED)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Both players, and how to sign."""
        state, p = view.state, canvas.look.palette
        tall = (60, 450, 140) if state.phase is Phase.SIGNED else (60, 500, 90)
        head, body, bar = canvas.rows(canvas.area, tall if canvas.look.portrait else (60, 316, 80))
        canvas.panel(head, p.accents[ACCENT])
        title = pocket_mark(canvas, head, "on_pair")
        canvas.text(title, i18n.tr(outcome(state)), 28, "bold", p.pair_ink, "center")
        for side, box in enumerate(halves(canvas, body)):
            half(canvas, state, side, box)
        own = result_bar(canvas, bar, t("undo · screen buttons"), signed=state.phase is Phase.SIGNED)
        why = reason(view.may["result"])
        canvas.button(own, t("Another result"), Show(WhoWon()), sub=t("before both have signed"), why=why)
        return body


def half(canvas: Canvas, state: State, side: int, rect: Rect) -> None:
    """One player: score, time, moves; the signature, or how to sign."""
    p, u = canvas.look.palette, canvas.u
    signed = side in state.signed
    canvas.panel(rect, p.panel, border=p.pair[side])
    inner = Rect(rect.x + u(14), rect.y + u(10), rect.w - u(28), rect.h - u(20))
    k = canvas.print_scale
    name, score, line, sign = canvas.rows(inner, (34 * k, 116, 30 * k, 80 * k), u(6) if k == 1 else u(2))
    canvas.text(name, state.setup.players[side], 24, "bold", p.pair[side], "center")
    canvas.text(score, SCORES[score_of(state, side)], 104, "bold", p.text, "center", digits=True)
    canvas.text(line, facts(state, side), 18, "regular", p.muted, "center")
    signing_panel(canvas, sign, side, signed=signed, border=p.pair[side])
    if signed:
        canvas.shape(Rect(sign.x + u(12), sign.y + (sign.h - u(30)) // 2, u(30), u(30)), "check", p.signal_ink)
        canvas.text(sign, t("Signed"), 26, "bold", p.signal_ink, "center")
        return
    text = t("Agreed? Hold clock button {side}.", side=e.SIDES[side])
    canvas.text(sign, text, 20, "semibold", p.text, "center", lines=2)


def facts(state: State, side: int) -> str:
    """What was left, how many moves were made, what overtime costs."""
    moves = t("moves: {n}", n=state.clock.budgets[side].moves)
    text = t("{time} left · {moves}", time=time_text(state.remaining(side)), moves=moves)
    points = state.setup.control.overtime_points * state.overtime(side)
    return t("{facts} · points: −{n}", facts=text, n=points) if points else text


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Both halves under one line."""
    over = state.phase in (Phase.RESULT, Phase.SIGNED)
    line, body = canvas.rows(rect, (30 * canvas.print_scale, 290))
    text = i18n.tr(outcome(state)) if over else standing_line(state, state.clock.advance(at))
    canvas.text(line, text, 20, "semibold", canvas.look.palette.text, "center")
    for side, box in enumerate(halves(canvas, body)):
        if over:
            half(canvas, state, side, box)
        else:
            card(canvas, state, side, box, at)
