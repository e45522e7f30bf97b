"""The whole scoresheet, for corrections (S12)."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.polish_doubles.board_view import BoardView
from device.games.polish_doubles.entry import Correction, written_move
from device.games.polish_doubles.sheet_view import TOUCH_LINE, draw_sheet, lay_out
from device.graphics.actions import BACK, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Screen, View, call
from rules.polish_doubles.state import State


@dataclass(frozen=True)
class SheetScreen(Screen[State]):
    """The whole scoresheet, page by page from the newest; a touch on a row corrects it (S12)."""

    key = "sheet"
    page: int = 0

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The page, and the way to the others."""
        state, number = view.state, self.page
        body, bar = canvas.rows(canvas.area, (400, 56))
        page = lay_out(canvas, state, body, number, TOUCH_LINE)
        draw_sheet(canvas, state, page)
        for cell in page.cells:
            if cell.turn is not None and cell.line < len(state.turns[cell.turn].rows):
                canvas.touch(cell.rect, call(self.correct, cell.turn, cell.line))
        older, newer, board, back = canvas.cols(bar, (1, 1, 1, 1))
        first = number + 1 >= page.pages
        canvas.button(older, t("Older"), Why(t("This is the start.")) if first else Show(SheetScreen(number + 1)))
        canvas.button(newer, t("Newer"), Show(SheetScreen(number - 1)) if number else Why(t("This is the newest row.")))
        start = t("Nothing is written yet.")
        canvas.button(board, t("Board"), Show(BoardView()) if state.turns else Why(start))
        canvas.button(back, t("Back"), BACK, style="primary")
        return body

    def correct(self, state: State, turn: int, row: int) -> Correction:
        """A row, to be put right."""
        return written_move(state, turn, row)
