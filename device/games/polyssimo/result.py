"""The result with its signatures (P9), and the game as it stood at a moment of the past."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.polyssimo.board_view import draw_board
from device.games.polyssimo.corrections_view import Placements, placements
from device.games.polyssimo.looks import cards
from device.games.polyssimo.outputs import side_names
from device.games.polyssimo.play import middle
from device.games.signing import signing_panel
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import pocket_mark, result_bar
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.screen import Screen, View
from rules.polyssimo.board import BOARD
from rules.polyssimo.report import by_tie_rule, left_words, outcome, over
from rules.polyssimo.state import Phase, State


@dataclass(frozen=True)
class Result(Screen[State]):
    """The result."""

    key = "result"
    phases = (Phase.RESULT, Phase.SIGNED)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who won and why, everybody's rest, and both signatures."""
        state, p, portrait = view.state, canvas.look.palette, canvas.look.portrait
        tall = portrait and state.phase is Phase.SIGNED
        head, body, bar = canvas.rows(canvas.area, (76, 280, 92) if tall else (76, 308, 64))
        big, small = canvas.rows(head, (48, 24), 0)
        winners = state.winners()
        colour = p.players[winners[0]] if len(winners) == 1 else p.text
        big = pocket_mark(canvas, big)
        canvas.text(big, tr(outcome(state)), 38, "bold", colour, "center")
        if by_tie_rule(state):
            why = t("as many left as another, but placed last (P9)")
            canvas.ruled_text(small, why, 18, "regular", p.text, "center")
        table, signs = canvas.rows(body, (1, 1)) if portrait else canvas.cols(body, (1, 1))
        standing(canvas, state, table)
        for side, box in enumerate(canvas.by_side(canvas.rows(signs, (1, 1)))):
            signature(canvas, state, side, box)
        rows = result_bar(canvas, bar, t("undo · put it right"), signed=state.phase is Phase.SIGNED)
        unplaced = None if state.placed else t("Nothing is placed yet.")
        canvas.button(rows, t("Placed pieces"), Show(Placements()), sub=t("corrections"), why=unplaced)
        return table


def standing(canvas: Canvas, state: State, rect: Rect) -> None:
    """The players from best to worst with what each has left."""
    u, p = canvas.u, canvas.look.palette
    for seat, band in zip(state.standing(), canvas.rows(rect, (1,) * 4), strict=False):
        canvas.panel(band, p.panel)
        canvas.panel(Rect(band.x, band.y, u(10), band.h), p.players[seat], radius=5)
        box = Rect(band.x + u(22), band.y, band.w - u(36), band.h)
        half = box.w // 2
        canvas.text(Rect(box.x, box.y, half, box.h), state.setup.players[seat], 24, "bold", p.players[seat])
        left = tr(left_words(state, state.left(seat)))
        canvas.text(Rect(box.x + half, box.y, box.w - half, box.h), left, 20, "semibold", p.text, "right")


def signature(canvas: Canvas, state: State, side: int, rect: Rect) -> None:
    """One side of the table signs by holding its button."""
    u, p = canvas.u, canvas.look.palette
    signed = "AB"[side] in state.signed
    signing_panel(canvas, rect, side, signed=signed, border=p.pair[side])
    inner = canvas.inset(rect, 14, 8)
    if canvas.look.large_print and rect.h < canvas.lu(84):  # a small picture, as of the past
        sign = Rect(inner.x, inner.y + (inner.h - u(30)) // 2, u(30), u(30))
        if signed:
            canvas.shape(sign, "check", p.signal_ink)
        place = canvas.inset(inner, 36, 0)
        canvas.text(place, side_names(state, side), 24, "bold", p.signal_ink if signed else p.pair[side], "center")
        return
    if canvas.look.large_print:
        inner = canvas.inset(rect, 8, 2)
    names, line = canvas.rows(inner, (34, 66), 0)
    canvas.text(names, side_names(state, side), 24, "bold", p.signal_ink if signed else p.pair[side], "center")
    if signed:
        sign = Rect(line.x + line.w // 2 - u(76), line.y + line.h // 2 - u(16), u(32), u(32))
        canvas.shape(sign, "check", p.signal_ink)
        canvas.text(Rect(line.x + line.w // 2 - u(34), line.y, u(130), line.h), t("Signed"), 26, "bold", p.signal_ink)
        return
    canvas.text(line, t("Agreed? Hold your own clock button."), 20, "semibold", p.text, "center", lines=2)


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """What lay where, and how everybody stood; at the end who won, beside the board."""
    tall, u = canvas.look.portrait, canvas.u
    k = canvas.print_scale
    body, foot = canvas.rows(rect, (500, 60 * k) if tall else (240, 56 * k), u(5))
    if over(state):
        head, body = canvas.rows(body, (1, 12) if tall else (1, 7), u(4))
        canvas.text(head, tr(outcome(state)), 22, "bold", canvas.look.palette.text, "center")
        table, body = (canvas.rows if tall else canvas.cols)(body, (2, 3) if tall else (3, 5), u(6))
        standing(canvas, state, table)
        for side, box in enumerate(canvas.by_side(canvas.cols(foot, (1, 1)))):
            signature(canvas, state, side, box)
    else:
        cards(canvas, state, foot)
    if state.phase is Phase.PICKING:
        middle(canvas, state, body, state.turn)
    elif state.on_board:
        side = min(body.w // BOARD.width, body.h // BOARD.height)
        wide, high = side * BOARD.width, side * BOARD.height
        draw_board(canvas, state, Rect(body.x + (body.w - wide) // 2, body.y + (body.h - high) // 2, wide, high), side)
    else:
        placements(canvas, state, body)
