"""The board as bits, and the exact answer to "does this piece still fit?" (P7, P8).

A board is an integer: bit ``row * (width + 1) + column`` is set where a cell is free. Each row has one guard bit that
is never set. A form of a piece fits with its corner at a bit where all its cells are free, so shifting the board by
each cell's offset and taking *and* of the results gives every place of the form at once: at most six shifts for a form,
eight forms for a piece. One guard is enough: a piece hangs together, so what would run over the right edge covers it.
A corner itself need not belong to the form, but each form has a cell in its first column and one in its first row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.message import Refusal
from rules.polyssimo.shapes import Shape, Square, forms

COLUMNS = "ABCDEFGHIJKL"
"""Letters of the columns, from the left."""


@dataclass(frozen=True, slots=True)
class PieceBoard:
    """The measures of a board; cells are (column, row) from 0, from the upper left corner."""

    width: int = 12
    height: int = 11

    @property
    def stride(self) -> int:
        """Bits in a row, the guard included."""
        return self.width + 1

    @property
    def empty(self) -> int:
        """The board on which every cell is free."""
        row = (1 << self.width) - 1
        return sum(row << y * self.stride for y in range(self.height))

    def bit(self, square: Square) -> int:
        """The bit of a cell on the board."""
        x, y = square
        return 1 << (y * self.stride + x)

    def contains(self, square: Square) -> bool:
        """Whether the cell lies on the board."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def mask(self, squares: Iterable[Square]) -> int:
        """The bits of cells that all lie on the board."""
        return sum(self.bit(square) for square in squares)

    def places(self, free: int, form: Shape) -> int:
        """The bits where the corner of ``form`` can lie so that it covers free cells only."""
        return _places(free, _shifts(form, self.stride))

    def fits(self, free: int, shape: Shape) -> bool:
        """Whether the piece fits anywhere, turned and flipped as it likes."""
        return any(_places(free, shifts) for shifts in _all_shifts(shape, self.stride))

    def placements(self, free: int, shape: Shape) -> Iterator[Shape]:
        """Every way to lay the piece on free cells, as the cells that it covers."""
        for form in forms(shape):
            found = self.places(free, form)
            while found:
                low = found & -found
                found ^= low
                y, x = divmod(low.bit_length() - 1, self.stride)
                yield tuple((x + dx, y + dy) for dx, dy in form)


def _places(free: int, shifts: tuple[int, ...]) -> int:
    found = -1
    for shift in shifts:
        found &= free >> shift
        if not found:
            return 0
    return found


@lru_cache(maxsize=4096)
def _shifts(form: Shape, stride: int) -> tuple[int, ...]:
    """How far the board is shifted for each cell of a form; the farthest first, because they rule out most."""
    return tuple(sorted((y * stride + x for x, y in form), reverse=True))


@lru_cache(maxsize=1024)
def _all_shifts(shape: Shape, stride: int) -> tuple[tuple[int, ...], ...]:
    return tuple(_shifts(form, stride) for form in forms(shape))


BOARD = PieceBoard()
"""The board of the game: 12 columns, 11 rows, 132 cells."""


def cell_name(square: Square) -> str:
    """A cell in words: its column's letter and its row's number from the top, ``"A1"`` in the upper left corner."""
    return f"{COLUMNS[square[0]]}{square[1] + 1}"


def cell_of(name: str) -> Square:
    """The cell with that name. Raises `Refusal` where the board has none (P7)."""
    column, row = name[:1], name[1:]
    if column in COLUMNS and column and row.isascii() and row.isdigit() and len(row) <= 2:
        square = (COLUMNS.index(column), int(row) - 1)
        if BOARD.contains(square):
            return square
    raise Refusal("P7", "There is no cell {cell} on the board; cells are A1 to L11.", cell=name)


def check_free(free: int, squares: Sequence[Square]) -> None:
    """Refuse cells that reach over the edge or onto another piece (P7)."""
    if not all(BOARD.contains(square) for square in squares):
        raise Refusal("P7", "The piece reaches over the edge of the board.")
    for square in squares:
        if not free & BOARD.bit(square):
            raise Refusal("P7", "The piece lies on another one, on {cell}.", cell=cell_name(square))
