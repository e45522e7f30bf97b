"""The 15 × 15 squares: premium squares, and how people write down where a word begins and which way it runs.

Rows and columns are counted from 0, from the upper left corner. A square's number is ``row * STRIDE + column``.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from rules.explain import quote
from rules.message import Refusal

SIZE = 15
"""Squares in a row, and rows."""
STRIDE = SIZE + 1
"""From a square to the one below it: a row ends with one place that is no square and always empty."""
EMPTY = " "
"""On a square where no tile lies."""
CENTRE = 7 * STRIDE + 7
"""The square that the first move covers."""

_QUARTER = (
    "T..d...T",
    ".D...t..",
    "..D...d.",
    "d..D...d",
    "....D...",
    ".t...t..",
    "..d...d.",
    "T..d...D",
)
_PREMIUM = "".join(
    "".join(_QUARTER[min(row, 14 - row)][min(column, 14 - column)] for column in range(SIZE)) + " "
    for row in range(SIZE)
)

PREMIUM_ROWS = tuple(_PREMIUM[start : start + SIZE].replace(".", " ") for start in range(0, SIZE * STRIDE, STRIDE))
"""The rows from the top: ``d`` and ``t`` count a letter two and three times, ``D`` and ``T`` a word."""
LETTER_TIMES = tuple({"d": 2, "t": 3}.get(sign, 1) for sign in _PREMIUM)
"""By square: how many times a new tile's value counts there."""
WORD_TIMES = tuple({"D": 2, "T": 3}.get(sign, 1) for sign in _PREMIUM)
"""By square: how many times a word counts that lays a new tile there."""
SQUARES = tuple(range(SIZE * STRIDE))
"""The squares row by row."""
TURNED = tuple(square % STRIDE * STRIDE + square // STRIDE for square in SQUARES)
"""The squares column by column; so, by square, its number where rows and columns have changed places, too."""

Notation = Literal["rows_lettered", "columns_lettered"]
"""How the board is marked: newer Czech boards letter the rows and number the columns; older ones, and the file format
GCG, the other way round."""

_AT = re.compile(r"(?:([A-Z])([0-9]{1,2})|([0-9]{1,2})([A-Z]))")


class At(Struct, frozen=True, gc=False):
    """Where a word begins, and whether it runs down (otherwise across)."""

    row: int
    column: int
    down: bool = False

    @property
    def square(self) -> int:
        """The number of its first square."""
        return self.row * STRIDE + self.column

    @property
    def step(self) -> int:
        """From a square of the word to the next."""
        return STRIDE if self.down else 1

    @property
    def other_way(self) -> At:
        """The same square, the other way."""
        return At(self.row, self.column, not self.down)


def parse_at(text: str, notation: Notation = "rows_lettered") -> At:
    """The place that people wrote down: the row first for a word that runs across, the column first for one down.

    On a board with lettered rows ``H8`` runs across and ``8H`` down; with lettered columns it is the other way round.
    Raises `Refusal`.
    """
    match = _AT.fullmatch("".join(text.split()).upper())
    if match is None:
        raise Refusal(
            "", "A square is a letter and a number, for example H8; {text} is not one.", text=quote(text) or "–"
        )
    letter_first = match[1] is not None
    letter = ord(match[1] or match[4]) - ord("A")
    number = int(match[2] or match[3]) - 1
    if not (0 <= letter < SIZE and 0 <= number < SIZE):
        raise Refusal("", "The board has no square {square}; it goes from A to O and from 1 to 15.", square=match[0])
    rows_lettered = notation == "rows_lettered"
    row, column = (letter, number) if rows_lettered else (number, letter)
    return At(row, column, down=letter_first != rows_lettered)


def names(notation: Notation = "rows_lettered") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the rows from the top are called, and the columns from the left."""
    letters, numbers = tuple(chr(ord("A") + n) for n in range(SIZE)), tuple(str(n + 1) for n in range(SIZE))
    return (letters, numbers) if notation == "rows_lettered" else (numbers, letters)


def write_at(at: At, notation: Notation = "rows_lettered") -> str:
    """The place as people write it; `parse_at` reads it."""
    rows_lettered = notation == "rows_lettered"
    letter, number = (at.row, at.column) if rows_lettered else (at.column, at.row)
    sign, digits = chr(ord("A") + letter), str(number + 1)
    return sign + digits if at.down != rows_lettered else digits + sign
