"""Polyssimo on A4: the result with its signatures, the board as it lay or what was placed in which order, remarks."""

from __future__ import annotations

from device.common.exports import FiledGame
from device.common.exports.heading import begin, draw_signed
from device.common.exports.pdf import LEFT, PALE, RIGHT, Document
from device.common.exports.plain_pdf import draw_lines, draw_table
from device.common.i18n import t, tr
from rules.polyssimo.acts.placing import SOME_PIECE
from rules.polyssimo.board import BOARD, COLUMNS, PENTOMINO
from rules.polyssimo.game import outcome, players_table, remarks
from rules.polyssimo.state import PlacedPiece, State

CELL = 8.6
"""Side of a cell of the board in mm."""
LINE = 4.4
"""Height of a line of the list of placements."""
COLUMNS_OF_LIST = 3


def sheet_pdf(filed: FiledGame) -> bytes:
    """The whole game on one page, as long as its remarks fit. Raises `ExportError`."""
    state: State = filed.history.state
    document, y = begin(filed)
    y += 4
    document.text(LEFT, y + 5, tr(outcome(state)), 15, "bold", space=RIGHT - LEFT, least=8)
    y = draw_table(document, players_table(state), y + 9)
    y = draw_signed(document, filed, y + 3, [state.side_names(side) for side in (0, 1)]) + 2
    if state.on_board:
        _list(document, state, LEFT + BOARD.width * CELL + 12, y, 1)
        y = _board(document, state, y)
    else:
        y = _list(document, state, LEFT, y, COLUMNS_OF_LIST)
    draw_lines(document, [tr(note) for note in remarks(state)], y + 4)
    return document.finish()


def _board(document: Document, state: State, y: float) -> float:
    """The board with its coordinates; each piece outlined, with the number of its placement; where it ends."""
    left, top = LEFT + 5, y + 5
    for x in range(BOARD.width):
        document.text(left + (x + 0.5) * CELL, top - 1.2, COLUMNS[x], 7, align="center", grey=PALE)
    for row in range(BOARD.height):
        document.text(left - 1.5, top + (row + 0.65) * CELL, str(row + 1), 7, align="right", grey=PALE)
    for number, piece in enumerate(state.placed, start=1):
        _piece(document, piece, number, left, top)
    for x in range(BOARD.width + 1):
        document.line(left + x * CELL, top, left + x * CELL, top + BOARD.height * CELL, 0.15, 0.75)
    for row in range(BOARD.height + 1):
        document.line(left, top + row * CELL, left + BOARD.width * CELL, top + row * CELL, 0.15, 0.75)
    for piece in state.placed:
        _outline(document, piece, left, top)
    document.box(left, top, BOARD.width * CELL, BOARD.height * CELL, 1.2)
    return top + BOARD.height * CELL


def _piece(document: Document, piece: PlacedPiece, number: int, left: float, top: float) -> None:
    """The cells of a piece, light grey where it is a coloured one, chequered where it is black and white."""
    for n, (x, row) in enumerate(piece.cells):
        grey = 0.88 if len(piece.cells) == PENTOMINO else (0.6, 0.97)[(x + row) % 2]
        document.box(left + x * CELL, top + row * CELL, CELL, CELL, 0, grey)
        if n == len(piece.cells) // 2:
            document.text(left + (x + 0.5) * CELL, top + (row + 0.66) * CELL, str(number), 9, "bold", "center")


def _outline(document: Document, piece: PlacedPiece, left: float, top: float) -> None:
    """The edge of a piece: every side of a cell that has none of the piece beyond it."""
    cells = set(piece.cells)
    for x, row in cells:
        a, b = left + x * CELL, top + row * CELL
        for beyond, line in (
            ((x - 1, row), (a, b, a, b + CELL)),
            ((x + 1, row), (a + CELL, b, a + CELL, b + CELL)),
            ((x, row - 1), (a, b, a + CELL, b)),
            ((x, row + 1), (a, b + CELL, a + CELL, b + CELL)),
        ):
            if beyond not in cells:
                document.line(*line, 1.2)


def _list(document: Document, state: State, x: float, y: float, columns: int) -> float:
    """What was placed in which order, in so many columns; where the list ends."""
    document.text(x, y + 3, t("Placed, in order"), 10, "bold")
    rows = -(-len(state.placed) // columns)
    wide = (RIGHT - x) / columns
    for number, piece in enumerate(state.placed):
        left, top = x + number // rows * wide, y + 5 + number % rows * LINE
        document.text(left + 5, top + 3.4, f"{number + 1}.", 9, align="right", grey=PALE)
        text = f"{state.setup.players[piece.seat]} · {piece.piece or tr(SOME_PIECE)}"
        document.text(left + 6.5, top + 3.4, text, 9, space=wide - 8, least=5)
    if not state.placed:
        document.text(x, y + 8, t("Nothing is placed yet."), 9, grey=PALE)
        rows = 1
    return y + 5 + rows * LINE
