"""Polish doubles as it stood at a moment of the past: the running game, the draw or the result, without its buttons."""

from __future__ import annotations

from device import i18n
from device.games.polish_doubles import play, result
from device.games.polish_doubles.board_picture import draw_board, whole_in
from device.games.polish_doubles.board_view import move_frames
from device.games.polish_doubles.sheet_view import draw_sheet, lay_out
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t
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
    sheet = _between_cards(canvas, rect, state, at)
    draw_sheet(canvas, state, lay_out(canvas, state, sheet))
    line = play.standing_line(state)
    if line is not None and state.phase is not Phase.READY:
        canvas.banner(sheet, line, "calm")


def squares_known(state: State) -> bool:
    """Whether any move of the game has squares that can be shown."""
    return any(row.counts and row.placement.play is not None for turn in state.turns for row in turn.rows)


def past_board(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Both pairs beside the board as it lay then, the newest turn marked; under it, what the board does not know."""
    place = _between_cards(canvas, rect, state, at)
    index = max(0, state.written - 1)
    colours = canvas.look.palette
    newest = (colours.pair[0],) * 2  # without its hue, only one of the two stands out from a tile
    frames = move_frames(state, index, newest, colours.danger) if state.turns else {}
    board = state.board_before(index + 1, 0).board
    if not board.complete:
        place, line = canvas.rows(place, (place.h - canvas.u(24), canvas.u(20)), canvas.u(4))
        canvas.text(line, t("The board is incomplete."), 16, "semibold", colours.warn, "center")
    draw_board(canvas, whole_in(canvas, place), board, state.setup.board_notation, framed=frames)


def _between_cards(canvas: Canvas, rect: Rect, state: State, at: int) -> Rect:
    """Draw both pairs; gives back the place between them."""
    if canvas.look.portrait:
        cards, between = canvas.rows(rect, (46, 54))
        left, right = canvas.cols(cards, (1, 1))
    else:
        left, between, right = canvas.cols(rect, (178, 412, 178))
    for pair, box in enumerate(canvas.by_side([left, right])):
        play.card(canvas, state, pair, box, at)
    return between
