"""Kouřící kočka on A4: everybody's letters of the word, the rounds, signatures, remarks."""

from __future__ import annotations

from device.common.exports import FiledGame
from device.common.exports.heading import begin, draw_signed
from device.common.exports.pdf import LEFT, PALE, RIGHT, Document
from device.common.exports.plain_pdf import draw_lines, draw_table
from device.common.i18n import t, tr
from device.games.kourici_kocka.outputs import seats_of
from rules.kourici_kocka.game import notes, rounds_table
from rules.kourici_kocka.state import SEAT, State

NAME = 52.0
"""Width of the players' names in mm."""
BOX = 9.0
"""Side of a letter's box in mm; smaller where the word is long."""
ROW = 12.0


def sheet_pdf(filed: FiledGame) -> bytes:
    """The whole game on as few pages as it needs. Raises `ExportError`."""
    state: State = filed.history.state
    document, y = begin(filed)
    y = _letters(document, state, y + 6)
    signers = [" · ".join(state.names[seat] for seat in seats_of(number)) for number in (0, 1)]
    y = draw_signed(document, filed, y + 2, signers)
    y = draw_table(document, rounds_table(state), y + 3)
    draw_lines(document, [tr(note) for note in notes(state)], y + 4)
    return document.finish()


def _letters(document: Document, state: State, y: float) -> float:
    """A row for each player: seat, name, a box for each letter of the word, shaded where it was collected."""
    space = RIGHT - LEFT - NAME
    side = min(BOX, space / len(state.letters) - 0.8)
    for seat, name in enumerate(state.names):
        document.text(LEFT, y + ROW * 0.6, SEAT[seat], 12, "bold")
        lost = state.loser == seat
        document.text(LEFT + 7, y + ROW * 0.6, name, 12, "bold" if lost else "regular", space=NAME - 10, least=6)
        if lost:
            document.text(LEFT + 7, y + ROW * 0.9, t("lost the game"), 7.5, grey=PALE)
        for n, letter in enumerate(state.letters):
            x, top = LEFT + NAME + n * (side + 0.8), y + (ROW - side) / 2
            has = n < state.got[seat]
            document.box(x, top, side, side, 0.8 if has else 0.3, 0.86 if has else None)
            size = min(13.0, side * 1.9 / (1 if len(letter) == 1 else 1.4))
            weight = "bold" if has else "regular"
            document.text(x + side / 2, top + side * 0.68, letter, size, weight, "center", grey=0.0 if has else 0.7)
        y += ROW
        document.line(LEFT, y, RIGHT, y, 0.25, PALE)
    return y
