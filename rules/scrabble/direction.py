"""What a board answers for every move that runs one way: what lies in its line, and across each square.

Each is looked up when it is first asked for, and kept. A screen asks the same board at every letter that is typed; the
move generators of A. W. Appel and G. J. Jacobson (*The World's Fastest Scrabble Program*, 1988) keep cross-checks
likewise.
"""

from __future__ import annotations

from rules.scrabble.squares import EMPTY, LETTER_TIMES, SIZE, SQUARES, STRIDE, TURNED, WORD_TIMES
from rules.scrabble.tile_sets import TileSet

Run = tuple[int, int, str, int]
"""Letters that lie side by side: where they begin and end in the text of the board, the letters, their points."""
Cross = tuple[str, str, int, int]
"""What lies across a square: the letters before and after it, where that word begins, the letters' points."""
Spot = tuple[dict[str, int], int, Cross | None]
"""What a new tile counts there, how many times a word counts, and what lies across; None where nothing does."""


class Direction:
    """What moves that run one way over a board look up, with one ``tile_set``.

    ``lines`` is the board line by line in that direction and ``squares`` are the squares in that order. ``step`` leads
    along a word, ``crossing_step`` along one that crosses it. ``runs`` are known by line and ``spots`` by square; None
    is not looked up yet. Of the letters in ``spare`` the set is known to have one more.
    """

    __slots__ = (
        "_cross_lines",
        "_places",
        "crossing_step",
        "lines",
        "runs",
        "spare",
        "spots",
        "squares",
        "step",
        "tile_set",
    )

    def __init__(self, tile_set: TileSet, across: str, down: str, *, runs_down: bool) -> None:
        self.tile_set = tile_set
        self.spare: set[str] = set()
        self.runs: list[list[Run] | None] = [None] * SIZE
        self.spots: list[Spot | None] = [None] * (SIZE * STRIDE)
        if runs_down:
            self.lines, self.squares, self.step = down, TURNED, STRIDE
            self._cross_lines, self._places, self.crossing_step = across, SQUARES, 1
        else:
            self.lines, self.squares, self.step = across, SQUARES, 1
            self._cross_lines, self._places, self.crossing_step = down, TURNED, STRIDE

    def look_along(self, line: int) -> list[Run]:
        """The runs of letters in a line, from its beginning."""
        text, points, end = self.lines, self.tile_set.times[1], line * STRIDE
        runs = []
        for letters in text[end : end + SIZE].split():
            begin = text.index(letters, end)
            end = begin + len(letters)
            runs.append((begin, end, letters, sum([points[tile] for tile in letters])))
        self.runs[line] = runs
        return runs

    def look_across(self, square: int) -> Spot:
        """What an empty square holds for a tile."""
        text, here, times = self._cross_lines, self._places[square], self.tile_set.times
        cross = None
        if text[here - 1] != EMPTY or text[here + 1] != EMPTY:
            begin = text.rfind(EMPTY, 0, here) + 1
            before, after = text[begin:here], text[here + 1 : text.find(EMPTY, here + 1)]
            points = times[1]
            cross = before, after, self._places[begin], sum([points[tile] for tile in before + after])
        spot = self.spots[square] = times[LETTER_TIMES[square]], WORD_TIMES[square], cross
        return spot
