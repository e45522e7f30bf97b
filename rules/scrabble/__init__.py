"""The board of Scrabble, for any game played on one: squares, tile sets, placing a move, the words and points it makes.

`board.Board` holds the tiles that lie, `board.Board.play` checks and reckons a move, `tile_sets` has the sets of tiles
by language. It knows neither pairs nor clocks; a game brings those.
"""

from rules.scrabble.board import EMPTY_BOARD, Board, Formed, Play, builds_on
from rules.scrabble.squares import CENTRE, SIZE, At, Notation, parse_at, write_at
from rules.scrabble.tile_sets import BLANK, RACK, SETS, TileSet

__all__ = [
    "BLANK",
    "CENTRE",
    "EMPTY_BOARD",
    "RACK",
    "SETS",
    "SIZE",
    "At",
    "Board",
    "Formed",
    "Notation",
    "Play",
    "TileSet",
    "builds_on",
    "parse_at",
    "write_at",
]
