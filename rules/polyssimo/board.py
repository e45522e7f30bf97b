"""The pieces as data, the board as bits, and the exact answer to "does this piece still fit?" (P2, P7, P8).

A shape in a record is its rows from top to bottom with ``/`` between them, ``X`` for a square and ``.`` for none:
``".XX/XX./.X."``.

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

from rules.explain import quote
from rules.message import Refusal

Square = tuple[int, int]
"""Column and row, from 0."""
Shape = tuple[Square, ...]
"""Squares of a body, sorted, its leftmost column and topmost row 0."""

PENTOMINOES = {
    "F": ".XX/XX./.X.",
    "I": "XXXXX",
    "L": "XXXX/X...",
    "N": "XXX./..XX",
    "P": "XXX/XX.",
    "T": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V": "XXX/X../X..",
    "W": "XX./.XX/..X",
    "X": ".X./XXX/.X.",
    "Y": "XXXX/.X..",
    "Z": "XX./.X./.XX",
}
"""All twelve bodies of five squares, by the letters that they are known by. The coloured pieces."""

PROVISIONAL = (
    "XXXXXX",
    "XXXXX/X....",
    "XXXXX/.X...",
    "XXXXX/..X..",
    "XXXX/XX..",
    "XXXX/X..X",
    "XXX/XXX",
    "XXXX/.XX.",
    "XX./.X./.X./.XX",
    "XXX./..XX/...X",
    "XX../.XX./..XX",
    ".X../XXXX/.X..",
)
"""Twelve of the 35 bodies of six squares, until the owner has traced those of the copy on the table.

The rules do not say which twelve are in the box.
"""
PROVISIONAL_NAME = "provisional"

PENTOMINO, HEXOMINO = 5, 6
"""Squares of a coloured piece, and of a black-and-white one."""
KINDS = 12
"""Pieces of each kind."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One of the 24 pieces: its word in a record (``"F"``, ``"H7"``) and its shape."""

    name: str
    shape: Shape

    @property
    def size(self) -> int:
        """Squares: five or six."""
        return len(self.shape)


def normal(squares: Sequence[Square]) -> Shape:
    """The same body moved to the corner, its squares sorted."""
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    return tuple(sorted((x - left, y - top) for x, y in squares))


def parse(text: str) -> Shape:
    """P2: the shape that ``text`` draws. Raises `Refusal` for other signs than ``X``, ``.`` and ``/``, or no square."""
    squares = []
    for y, row in enumerate(text.split("/")):
        for x, sign in enumerate(row):
            if sign not in "X.":
                raise Refusal(
                    "P2", "A shape is drawn with X and . and its rows are divided by /, not {sign}.", sign=quote(sign)
                )
            if sign == "X":
                squares.append((x, y))
    if not squares:
        raise Refusal("P2", "A shape needs squares.")
    return normal(squares)


def as_text(shape: Sequence[Square]) -> str:
    """The shape as text, rows divided by ``/``; `parse` reads it."""
    body = normal(shape)
    wide, high = max(x for x, _ in body) + 1, max(y for _, y in body) + 1
    squares = set(body)
    return "/".join("".join("X" if (x, y) in squares else "." for x in range(wide)) for y in range(high))


def turn(shape: Sequence[Square]) -> Shape:
    """A quarter turn clockwise."""
    return normal([(-y, x) for x, y in shape])


def flip(shape: Sequence[Square]) -> Shape:
    """Left and right changed places."""
    return normal([(-x, y) for x, y in shape])


@lru_cache(maxsize=512)
def forms(shape: Shape) -> tuple[Shape, ...]:
    """The shape turned and flipped in every way, each form once, sorted: up to eight (P7)."""
    shapes = set()
    now = normal(shape)
    for _ in range(4):
        shapes |= {now, flip(now)}
        now = turn(now)
    return tuple(sorted(shapes))


def same(shape: Shape, other: Shape) -> bool:
    """Whether two shapes are the same piece, turned or flipped."""
    return forms(shape)[0] == forms(other)[0]


def is_connected(shape: Sequence[Square]) -> bool:
    """Whether the squares hang together by their sides."""
    rest = set(shape)
    edge = [rest.pop()] if rest else []
    while edge:
        x, y = edge.pop()
        near = rest & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        rest -= near
        edge += near
    return not rest


def check_hexomino(shape: Shape) -> None:
    """Refuse what is no body of six squares (P2)."""
    if len(shape) != HEXOMINO:
        raise Refusal("P2", "A black-and-white piece has 6 squares, not {n}.", n=len(shape))
    if not is_connected(shape):
        raise Refusal("P2", "The squares of a piece have to touch by their sides.")


def check_set(shapes: Sequence[Shape]) -> None:
    """Refuse twelve shapes that are no set of black-and-white pieces (P2)."""
    if len(shapes) != KINDS:
        raise Refusal("P2", "The set has 12 black-and-white pieces, not {n}.", n=len(shapes))
    seen: dict[Shape, int] = {}
    for number, shape in enumerate(shapes, start=1):
        check_hexomino(shape)
        first = seen.setdefault(forms(shape)[0], number)
        if first != number:
            raise Refusal("P2", "Pieces H{n} and H{other} have the same shape.", n=first, other=number)


@lru_cache(maxsize=64)
def pieces_of(hexominoes: tuple[str, ...]) -> dict[str, Piece]:
    """All 24 pieces by name, the coloured ones first. Raises `Refusal` where the twelve others are no set (P2)."""
    shapes = tuple(parse(text) for text in hexominoes)
    check_set(shapes)
    five = [Piece(name, parse(text)) for name, text in PENTOMINOES.items()]
    six = [Piece(f"H{number}", shape) for number, shape in enumerate(shapes, start=1)]
    return {piece.name: piece for piece in (*five, *six)}


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
            places = self.places(free, form)
            while places:
                low = places & -places
                places ^= low
                y, x = divmod(low.bit_length() - 1, self.stride)
                yield tuple((x + dx, y + dy) for dx, dy in form)


def _places(free: int, shifts: tuple[int, ...]) -> int:
    places = -1
    for shift in shifts:
        places &= free >> shift
        if not places:
            return 0
    return places


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
