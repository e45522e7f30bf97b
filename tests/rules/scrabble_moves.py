"""Moves that a board takes, found at random: tiles from the bag, laid from somewhere near those that lie."""

from random import Random

from rules.message import Refusal
from rules.scrabble import EMPTY_BOARD, RACK, At, Board, Play, TileSet
from rules.scrabble.squares import EMPTY, STRIDE

TRIES = 30


def full_bag(tiles: TileSet, luck: Random) -> list[str]:
    """The set in no order; a blank is the letter, in lower case, that it will stand for."""
    bag = [letter for letter, n in tiles.count.items() for _ in range(n)]
    bag += [luck.choice(tiles.alphabet).lower() for _ in range(tiles.blanks)]
    luck.shuffle(bag)
    return bag


def find_play(board: Board, tiles: TileSet, bag: list[str], luck: Random) -> Play | None:
    """A move with the first tiles of the bag, still in it; None where none was found."""
    for _ in range(TRIES):
        own = "".join(bag[: luck.randint(2, RACK)])
        at = At(7, 7 - len(own) // 2) if board == EMPTY_BOARD else near(board, luck)
        try:
            return board.play(tiles, *board.whole_word(at, own))
        except Refusal:
            luck.shuffle(bag)
    return None


def near(board: Board, luck: Random) -> At:
    """A square at most four before one of the tiles that lie, and a way to run from it."""
    lying = [square for square, tile in enumerate(board.across) if tile != EMPTY]
    row, column = divmod(luck.choice(lying), STRIDE)
    before, down = luck.randint(0, 4), luck.random() < 0.5
    return At(max(0, row - before * down), max(0, column - before * (not down)), down)


def new_places(play: Play) -> set[int]:
    """The places in a play's word where it lays tiles."""
    return {(square - play.at.square) // play.at.step for square in play.squares}
