"""Placing a move: whether it is legal, its words and points; against PyPI's package scrabble, and against one frame.

Two ways in which boards are asked: many moves on one; and a game typed letter by letter, where every move lies on a
board that is new. A board may keep what it looked up, so the first is the faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import Struct
from scrabble import helpers, main

from rules.message import Refusal
from rules.scrabble import EMPTY_BOARD, SETS, At, Board, parse_at
from rules.scrabble.board import sums, unseen
from rules.scrabble.squares import EMPTY, SIZE, STRIDE
from tools.bench.measure import Result, by_turns, in_a_frame, slowest

ENGLISH = SETS["en"]
GAME = (
    *("H4 WINDY", "G3 GALE", "5C JAVELIN", "6B VOX", "J2 DONATES", "I7 EAU", "D4 ZAX", "1E LATINO", "2B TEIID"),
    *("1A WEB", "K5 SAT", "F4 RED", "3A CAN", "2H FUD", "G8 RILL", "11E RELIgION", "12K MURK", "O8 ARIOSE"),
    *("N6 COY", "12D GET", "B6 VERB", "A7 PEA", "13B QUOTH", "14A HIM", "N12 KaFS"),
)
"""A game that people played: gcgio/testdata/doug_v_emely.gcg of github.com/domino14/macondo, as squares and words."""
MIDDLE = 8
"""So many of its moves lie on the board on which many others are tried."""
ROUNDS = 41

Letters = tuple[tuple[str, tuple[str, int]], ...]


class Asked(Struct, frozen=True):
    """A move that a board is asked for: whole word and first square, ``letters`` for the other package, its points."""

    board: Board
    at: At
    word: str
    letters: Letters
    points: int | None


def asked(board: Board, at: At, tiles: str) -> Asked:
    """The move that lays ``tiles`` from a square on. Raises `Refusal` where it does not fit."""
    start, word = board.whole_word(at, tiles)
    play = board.play(ENGLISH, start, word)
    return Asked(board, start, word, letters_there(zip(play.tiles, play.squares, strict=True)), play.points)


def letters_there(tiles: Iterable[tuple[str, int]]) -> Letters:
    """Tiles on squares as the other package takes them."""
    places = [(tile, *divmod(square, STRIDE)) for tile, square in tiles]
    return tuple(("*" if tile.islower() else tile, (chr(ord("a") + c), r + 1)) for tile, r, c in places)


def game() -> list[list[Asked]]:
    """Each move of the game as it grows letter by letter, as far as that is a move; its last is what was played."""
    board, moves = EMPTY_BOARD, []
    for move in GAME:
        at, word = move.split()
        play = board.play(ENGLISH, parse_at(at), word)
        row, column = divmod(play.squares[0], STRIDE)
        grown = []
        for count in range(1, len(play.tiles) + 1):
            with suppress(Refusal):
                grown.append(asked(board, At(row, column, play.at.down), play.tiles[:count]))
        moves.append(grown)
        board = board.lay(play)
    return moves


def everywhere(board: Board) -> Iterator[Asked]:
    """The same three letters from every square on, across or down, where that is a move."""
    for row in range(SIZE):
        for column in range(SIZE):
            with suppress(Refusal):
                yield asked(board, At(row, column, down=(row + column) % 2 == 0), "SAT")


def same_there(board: Board) -> Any:
    """The same tiles on a board of the other package; a premium square is put right that version 1.3 has a row off."""
    theirs = main.ScrabbleBoard()
    squares = theirs.board_square_dict
    squares["m", 4].word_multiplier, squares["m", 3].word_multiplier = 1, 2
    letters = letters_there((tile, square) for square, tile in enumerate(board.across) if tile != EMPTY)
    lay_there(theirs, letters)
    for _, location in letters:  # premium squares under tiles count no more
        squares[location].letter_multiplier = squares[location].word_multiplier = 1
    return theirs


def lay_there(theirs: Any, letters: Letters) -> None:
    """Lay tiles on a board of the other package."""
    for letter, location in letters:
        theirs[location] = main.ScrabbleTile(letter)


def our_check(board: Board, move: Asked) -> int | None:
    """Whether the move is legal and what it scores, with the words that it forms, by the rules of this project."""
    try:
        return board.play(ENGLISH, move.at, move.word).points
    except Refusal:
        return None


def their_check(theirs: Any, move: Asked, number: int = 1) -> int | None:
    """The same by the other package, whose board is as before. ``number``: how many moves came before."""
    letters, points = set(move.letters), None
    if helpers.move_is_legal(theirs, number, letters):
        lay_there(theirs, move.letters)
        points = int(helpers.score_move(letters, theirs))
    for _, location in move.letters:
        theirs[location] = None
    return points


def our_typing(game: list[list[Asked]]) -> list[int | None]:
    """The points at each letter of each move of a game, on a board that is new for each move."""
    points = []
    for grown in game:
        board = Board(grown[-1].board.across, grown[-1].board.down)
        points += [our_check(board, move) for move in grown]
    return points


def their_typing(boards: list[Any], game: list[list[Asked]]) -> list[int | None]:
    """The same by the other package."""
    numbered = enumerate(zip(boards, game, strict=True))
    return [their_check(theirs, move, number) for number, (theirs, grown) in numbered for move in grown]


Points = Callable[[], list[int | None]]


def against(label: str, moves: list[Asked], ours: Points, theirs: Points, aim: float | None = None) -> Result:
    """Both have to say what the moves score; then how long they take."""
    for points in (ours(), theirs()):
        pairs = zip(moves, points, strict=True)
        if wrong := [(move.at, move.word, counted) for move, counted in pairs if counted != move.points]:
            raise AssertionError(f"the two disagree about {wrong[:3]}")
    mine, other = by_turns(ours, theirs, ROUNDS, time.thread_time)
    return Result(f"Scrabble: {len(moves)} {label}", mine, "the package scrabble", other, aim=aim)


def keystroke(board: Board, at: At, tiles: str) -> None:
    """All that a screen asks after a letter: the word with what lies there, legality, points and their sum, unseen."""
    try:
        start, word = board.whole_word(at, tiles)
        tuple(str(word_sum) for word_sum in sums(ENGLISH, board.play(ENGLISH, start, word)))
    except Refusal:
        pass
    unseen(board, ENGLISH)


def compare() -> Iterator[Result]:
    """The same moves on the same boards, whose points have to agree; then everything that a key on the screen asks."""
    moves = game()
    played = [grown[-1] for grown in moves]
    board = played[MIDDLE].board
    theirs = same_there(board)
    tried = list(everywhere(board))
    yield against(
        "moves tried on one board",
        tried,
        lambda: [our_check(board, move) for move in tried],
        lambda: [their_check(theirs, move) for move in tried],
        aim=0.1,
    )
    boards = [same_there(move.board) for move in played]
    every = [move for grown in moves for move in grown]
    yield against("letters typed, 25 boards", every, lambda: our_typing(moves), lambda: their_typing(boards, moves))
    worst = slowest(
        partial(keystroke, board, At(row, 7, down=True), tiles)
        for row in range(SIZE)
        for tiles in ("S", "SA", "SATIREN")
    )
    yield in_a_frame("Scrabble: slowest check of a keystroke", worst)
