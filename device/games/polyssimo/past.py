"""Polyssimo as it stood at a moment of the past: the middle of the table, the board or the placements, the players."""

from __future__ import annotations

from device.games.polyssimo.board_view import draw_board
from device.games.polyssimo.corrections_view import placements
from device.games.polyssimo.looks import cards
from device.games.polyssimo.play import middle
from device.games.polyssimo.result import signature, standing
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import tr
from rules.polyssimo.board import BOARD
from rules.polyssimo.report import outcome, over
from rules.polyssimo.state import Phase, State


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
