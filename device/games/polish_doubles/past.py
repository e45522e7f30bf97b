"""Polish doubles as it stood at a moment of the past: the running game, the draw or the result, without its buttons."""

from __future__ import annotations

from device import i18n
from device.games.polish_doubles import play, result
from device.games.polish_doubles.sheet_view import draw_sheet, lay_out
from device.kiosk.canvas import Canvas
from device.kiosk.widgets import Rect
from rules.polish_doubles.report import outcome
from rules.polish_doubles.state import Phase, State


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Both pairs beside the scoresheet; once the racks were settled, both results with their signatures."""
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        head, body = canvas.rows(rect, (36, 270))
        canvas.text(head, i18n.tr(outcome(state)), 24, "bold", canvas.look.palette.text, "center")
        for pair, half in enumerate(
            canvas.by_side((canvas.rows if canvas.look.portrait else canvas.cols)(body, (1, 1)))
        ):
            result.side(canvas, state, pair, half)
        return
    if canvas.look.portrait:
        cards, sheet = canvas.rows(rect, (46, 54))
        left, right = canvas.cols(cards, (1, 1))
    else:
        left, sheet, right = canvas.cols(rect, (178, 412, 178))
    for pair, box in enumerate(canvas.by_side([left, right])):
        play.card(canvas, state, pair, box, at)
    draw_sheet(canvas, state, lay_out(canvas, state, sheet))
    line = play.standing_line(state)
    if line is not None and state.phase is not Phase.READY:
        canvas.banner(sheet, line, "calm")
