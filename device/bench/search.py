"""Polyssimo's exact search, against trying every cell of every placement."""

from __future__ import annotations

from collections.abc import Iterator

from device.bench.measure import Result, by_turns
from rules.polyssimo.board import BOARD
from rules.polyssimo.shapes import PROVISIONAL, pieces_of


def compare() -> Iterator[Result]:
    """Which of 24 pieces fit where every gap is too small: the answer that takes longest."""
    pieces = [piece.shape for piece in pieces_of(PROVISIONAL).values()]
    cells = {(x, y) for x in range(BOARD.width) for y in range(BOARD.height) if x % 3 < 2 and y % 3 < 2}
    free = BOARD.mask(cells)
    every = [list(BOARD.placements(BOARD.empty, shape)) for shape in pieces]

    def tried() -> int:
        return sum(any(all(cell in cells for cell in place) for place in places) for places in every)

    ours, theirs = by_turns(lambda: [BOARD.fits(free, shape) for shape in pieces], tried, 41)
    yield Result("Polyssimo: which of 24 pieces still fit", ours, "trying every cell of every placement", theirs)
