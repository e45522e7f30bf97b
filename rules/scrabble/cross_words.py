"""What a board answers for every move on it, looked up once: the letters across each square, and the tiles left.

Each is filled in when it is first asked for. A screen asks the same board at every letter that is typed; the move
generators of A. W. Appel and G. J. Jacobson (*The World's Fastest Scrabble Program*, 1988) keep cross-checks likewise.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.scrabble.squares import EMPTY, LETTER_TIMES, STRIDE, WORD_TIMES
from rules.scrabble.tile_sets import TileSet


class CrossWords(dict[int, tuple[int, int, tuple[str, str, int, int] | None]]):
    """By square: how many times more a new tile's value counts, how many times a word, and what lies across the move.

    That is the letters before and after the square in the line across, where that word begins, and the value of those
    letters; None where no tile lies next to the square in that line.

    ``text`` is the board line by line in that direction, ``down`` whether those lines are its columns.
    """

    def __init__(self, text: str, points: Mapping[str, int], *, down: bool) -> None:
        super().__init__()
        self.text, self.points, self.down = text, points, down

    def __missing__(self, square: int) -> tuple[int, int, tuple[str, str, int, int] | None]:
        text = self.text
        here = turned(square) if self.down else square
        found = None
        if text[here - 1] != EMPTY or text[here + 1] != EMPTY:
            begin = text.rfind(EMPTY, 0, here) + 1
            before, after = text[begin:here], text[here + 1 : text.find(EMPTY, here + 1)]
            first = turned(begin) if self.down else begin
            found = before, after, first, sum(map(self.points.__getitem__, before + after))
        one = self[square] = LETTER_TIMES[square] - 1, WORD_TIMES[square], found
        return one


class Left(dict[str, int]):
    """By letter: how many tiles of it the set has beside those that lie; 0 for what is no letter of the set."""

    def __init__(self, count: Mapping[str, int], lying: str) -> None:
        super().__init__()
        self.count, self.lying = count, lying

    def __missing__(self, letter: str) -> int:
        left = self[letter] = max(0, self.count.get(letter, 0) - self.lying.count(letter))
        return left


class Surroundings:
    """What moves on one board ask for, with one ``tile_set``.

    ``left`` and ``value`` answer for a tile; ``across`` and ``down`` are for a move that runs that way.
    """

    __slots__ = ("across", "down", "left", "tile_set", "value")

    def __init__(self, tile_set: TileSet, across: str, down: str) -> None:
        self.tile_set = tile_set
        self.value = tile_set.points.__getitem__
        self.left = Left(tile_set.count, across).__getitem__
        self.across = CrossWords(down, tile_set.points, down=True)
        self.down = CrossWords(across, tile_set.points, down=False)


def turned(square: int) -> int:
    """The number of ``square`` where rows and columns have changed places."""
    row, column = divmod(square, STRIDE)
    return column * STRIDE + row
