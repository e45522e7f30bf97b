"""Tiles on the board: whether a move is legal, the words it forms, what it scores, and the board after it.

The board is kept twice as text, row by row and column by column, so that a word in either direction is a slice. An
empty square and the place behind the last one of a row are a space: a word ends at either.

A board is *complete* while the squares of every move are known. Where those of one are not, what lies is known in part:
then whether a move connects, how many of its letters are new and what it scores cannot be said, and is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from rules.message import Refusal
from rules.scrabble.direction import Direction
from rules.scrabble.squares import CENTRE, EMPTY, LETTER_TIMES, SIZE, STRIDE, TURNED, WORD_TIMES, At
from rules.scrabble.tile_sets import BINGO, BLANK, RACK, TileSet


class Formed(Struct, frozen=True, gc=False):
    """A word that a move forms, from ``square`` on in steps of ``step``, and its ``points``."""

    word: str
    square: int
    step: int
    points: int

    @property
    def squares(self) -> range:
        """Where its letters lie."""
        return range(self.square, self.square + len(self.word) * self.step, self.step)


class Play(Struct, frozen=True, gc=False):
    """A move that fits the board: ``word`` at ``at``, and the ``tiles`` that it lays on ``squares``, in their order.

    ``words`` are the words it forms, its own first, and ``points`` what they score with the bonus for seven tiles. On
    an incomplete board both are unknown (empty and None), and ``squares`` are those where no tile is known to lie.
    """

    at: At
    word: str
    squares: tuple[int, ...]
    tiles: str
    words: tuple[Formed, ...] = ()
    points: int | None = None

    @property
    def exact(self) -> bool:
        """Whether it is known which tiles were laid and what they score."""
        return self.points is not None

    @property
    def bonus(self) -> int:
        """What all seven tiles in one move bring."""
        return BINGO if self.exact and len(self.squares) == RACK else 0


class Board(Struct, frozen=True, dict=True):
    """The tiles that lie: ``across`` row by row, ``down`` column by column; ``complete`` as the module says."""

    across: str
    down: str
    complete: bool = True

    def tile(self, row: int, column: int) -> str:
        """The tile on a square, `EMPTY` where none is known to lie."""
        return self.across[row * STRIDE + column]

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows from the top, 15 characters each."""
        return tuple(self.across[start : start + SIZE] for start in range(0, SIZE * STRIDE, STRIDE))

    @property
    def tiles(self) -> str:
        """Every tile that is known to lie."""
        return self.across.replace(EMPTY, "")

    def incomplete(self) -> Board:
        """The board after a move whose squares nobody said."""
        return replace(self, complete=False) if self.complete else self

    def lay(self, play: Play) -> Board:
        """The board with the tiles of ``play``."""
        return self._with(play.squares, play.tiles)

    def take_off(self, play: Play) -> Board:
        """The board without the tiles of ``play``, which lie on it."""
        return self._with(play.squares, EMPTY * len(play.squares))

    def _with(self, squares: Iterable[int], tiles: str) -> Board:
        across, down = self.across, self.down
        for square, tile in zip(squares, tiles, strict=True):
            turned = TURNED[square]
            across = across[:square] + tile + across[square + 1 :]
            down = down[:turned] + tile + down[turned + 1 :]
        return Board(across, down, self.complete)

    def whole_word(self, at: At, tiles: str) -> tuple[At, str]:
        """The word that new ``tiles`` form, laid from ``at`` on over the letters that lie there: its first square too.

        Letters that lie before, between and behind the tiles belong to it. Raises `Refusal` where the board ends first.
        """
        line, text, start = self._line(at)
        pieces, place = [], start
        for tile in tiles:
            while place < SIZE and text[line + place] != EMPTY:
                pieces.append(text[line + place])
                place += 1
            if place >= SIZE:
                raise Refusal("", "The word does not fit: the board ends before its last letter.")
            pieces.append(tile)
            place += 1
        end = text.index(EMPTY, line + place)
        first = text.rfind(EMPTY, 0, line + start) + 1
        before = text[first : line + start]
        moved = start - len(before)
        word = before + "".join(pieces) + text[line + place : end]
        return (At(moved, at.column, True) if at.down else At(at.row, moved)), word

    def likely_at(self, row: int, column: int) -> At:
        """A word that begins on that square, in the way in which it probably runs.

        That is where it lies against letters sooner, then where letters lie in its line and not beside it, then where
        it has more room, then across. A word that begins on a tile crosses the one in which that tile lies.
        """
        return min((At(row, column, down) for down in (False, True)), key=self._unlikelihood)

    def _unlikelihood(self, at: At) -> tuple[bool, bool, int, bool, int]:
        """How little speaks for a word that begins there, to be compared with that for the other way."""
        line, text, start = self._line(at)
        room = SIZE - start
        if text[line + start] != EMPTY:
            along = text[line + start - 1] != EMPTY or text[line + start + 1] != EMPTY
            return room < 2, along, 0, False, -room
        beside = self.across if at.down else self.down
        for free in range(min(room, RACK)):
            here = line + start + free
            if text[here + 1] != EMPTY or (not free and text[here - 1] != EMPTY):
                return room < 2, False, free, False, -room
            if beside[TURNED[here] - 1] != EMPTY or beside[TURNED[here] + 1] != EMPTY:
                return room < 2, False, free, True, -room
        return room < 2, False, SIZE, False, -room

    def play(self, tile_set: TileSet, at: At, word: str) -> Play:
        """S3, S5: the move that lays ``word``, whole, at ``at``. Raises `Refusal` where it does not fit the board.

        A letter in lower case is a blank that stands for it; over a tile that lies there either case will do.
        """
        known: Direction | None = self.__dict__.get("moves_down" if at.down else "moves_across")
        if known is None or known.tile_set is not tile_set:
            known = self._look_up(tile_set, at)
        line, start = (at.column, at.row) if at.down else (at.row, at.column)
        text, length = known.lines, len(word)
        first = line * STRIDE + start
        last = first + length
        if not 2 <= length <= SIZE:
            raise Refusal("S3", "A word has 2 to 15 letters; this one has {n}.", n=length)
        if start + length > SIZE:
            raise Refusal("", "The word does not fit: the board ends before its last letter.")
        if text[first - 1] != EMPTY or text[last] != EMPTY:
            begin = text.rfind(EMPTY, 0, first) + 1
            whole = text[begin:first] + word + text[last : text.index(EMPTY, last)]
            raise Refusal("", "More letters lie next to it: the word is {whole}.", whole=whole.upper())
        tiles, lying, here = "", 0, first
        squares: tuple[int, ...] = ()
        runs = known.runs[line]
        for begin, end, letters, value in known.look_along(line) if runs is None else runs:
            if first <= begin < last:
                if not word.startswith(letters, begin - first):
                    word = self._over(word, text[first:last])
                if here < begin:
                    tiles += word[here - first : begin - first]
                    squares += known.squares[here:begin]
                lying += value
                here = end
        tiles += word[here - first :]
        squares += known.squares[here:last]
        if not tiles:
            raise Refusal("", "{word} lies there already; a move lays at least one tile.", word=word.upper())
        if not self.complete:
            self._check_set(tile_set, tiles)
            return Play(at, word, squares, tiles)
        if len(tiles) > RACK:
            raise Refusal("S5", "A move lays at most 7 tiles; this one would lay {n}.", n=len(tiles))
        return self._scored(known, at, word, tiles, squares, lying)

    def _scored(self, known: Direction, at: At, word: str, tiles: str, squares: tuple[int, ...], lying: int) -> Play:
        """The move that lays ``tiles`` on ``squares`` of a complete board, with the words it forms and its points.

        ``lying`` is what the other letters of the word are worth.
        """
        letters = set(tiles)
        if len(letters) < len(tiles) or not letters <= known.spare:
            self._check_set(known.tile_set, tiles)
            if tiles.isupper():  # a blank may stand for any letter, so one that is left says nothing of the next
                known.spare |= letters
        spots = known.spots
        points, times, total = lying, 1, 0
        crossing: list[Formed] = []
        for n, square in enumerate(squares):
            tile = tiles[n]
            worths, word_times, cross = spots[square] or known.look_across(square)
            worth = worths[tile]
            points += worth
            times *= word_times
            if cross is not None:
                before, after, begin, rest = cross
                crossed = (rest + worth) * word_times
                total += crossed
                crossing.append(Formed(before + tile + after, begin, known.crossing_step, crossed))
        if not crossing and len(tiles) == len(word):
            if self.across != EMPTY_BOARD.across:
                raise Refusal("", "The move touches no tile on the board.")
            if CENTRE not in squares:
                raise Refusal("", "The first move covers the square in the centre of the board.")
        points *= times
        own = Formed(word, at.row * STRIDE + at.column, known.step, points)
        return Play(at, word, squares, tiles, (own, *crossing), points + total + (BINGO if len(tiles) == RACK else 0))

    def _look_up(self, tile_set: TileSet, at: At) -> Direction:
        """What moves that run like ``at`` look up, kept with the board from now on."""
        direction = Direction(tile_set, self.across, self.down, runs_down=at.down)
        self.__dict__["moves_down" if at.down else "moves_across"] = direction
        return direction

    def _line(self, at: At) -> tuple[int, str, int]:
        """Where the line of ``at`` begins, in which text, and the place of ``at`` in that line."""
        if at.down:
            return at.column * STRIDE, self.down, at.row
        return at.row * STRIDE, self.across, at.column

    def _over(self, word: str, lies: str) -> str:
        """``word`` with the tiles that lie as they lie. Raises `Refusal` where another letter lies."""
        letters = list(word)
        for place, tile in enumerate(lies):
            if tile in (EMPTY, word[place]):
                continue
            if tile.upper() != word[place].upper():
                shown = word.upper()
                raise Refusal(
                    "", "{tile} lies where {word} needs {letter}.", tile=tile, word=shown, letter=shown[place]
                )
            letters[place] = tile
        return "".join(letters)

    def _check_set(self, tile_set: TileSet, tiles: str) -> None:
        """S3: whether the set has those tiles beside the ones that lie. Raises `Refusal`."""
        count, lie = tile_set.count, self.across.count
        blanks = 0
        for tile in tiles:
            have = count.get(tile)
            if have is None:
                if tile.upper() not in count:
                    raise Refusal("S3", "The set has no tile {letters}.", letters=tile)
                blanks += 1
                continue
            n = lie(tile) + tiles.count(tile)
            if n > have:
                raise Refusal(
                    "S3",
                    "That would be {n} tiles {letter} on the board, and the set has {count}.",
                    n=n,
                    letter=tile,
                    count=have,
                )
        if blanks and blanks + sum(tile.islower() for tile in self.tiles) > tile_set.blanks:
            raise Refusal("S3", "The set has only {count} blanks.", count=tile_set.blanks)


EMPTY_BOARD = Board(EMPTY * (SIZE * STRIDE), EMPTY * (SIZE * STRIDE))
"""Before the first move."""


def builds_on(later: Play, earlier: Play) -> bool:
    """S18: whether ``later`` forms a word that contains a tile of ``earlier``."""
    laid = set(earlier.squares)
    return any(not laid.isdisjoint(formed.squares) for formed in later.words)


class WordSum(Struct, frozen=True, gc=False):
    """How a word's points come about: each letter's value and how many times it counts; then the whole word's times."""

    word: str
    letters: tuple[tuple[int, int], ...]
    times: int

    def __str__(self) -> str:
        """As people write it: ``(4+1+1+2·1)×3``."""
        parts = "+".join(f"{times}·{value}" if times > 1 else str(value) for value, times in self.letters)
        return f"({parts})×{self.times}" if self.times > 1 else parts


def sums(tile_set: TileSet, play: Play) -> Iterator[WordSum]:
    """How the points of each word of ``play`` come about."""
    new = set(play.squares)
    for formed in play.words:
        letters, times = [], 1
        for tile, square in zip(formed.word, formed.squares, strict=True):
            fresh = square in new
            letters.append((tile_set.points[tile], LETTER_TIMES[square] if fresh else 1))
            times *= WORD_TIMES[square] if fresh else 1
        yield WordSum(formed.word, tuple(letters), times)


def unseen(board: Board, tile_set: TileSet) -> dict[str, int] | None:
    """The tiles in the bag and on the racks, by letter in the order of the alphabet, blanks last.

    None where the board is incomplete.
    """
    if not board.complete:
        return None
    lie = board.tiles
    left = {letter: count - lie.count(letter) for letter, count in tile_set.count.items()}
    if tile_set.blanks:
        left[BLANK] = tile_set.blanks - sum(tile.islower() for tile in lie)
    return {letter: count for letter, count in left.items() if count}
