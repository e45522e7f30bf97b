"""The chess clock as it stood at a moment of the past: both times, or the result."""

from __future__ import annotations

from device import i18n
from device.games.chess_clock.cards import card, halves
from device.games.chess_clock.play import standing_line
from device.games.chess_clock.result import half
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from rules.chess_clock.report import outcome
from rules.chess_clock.state import Phase, State


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
