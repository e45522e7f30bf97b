"""Placing a move: whether it is legal, its words and points; against PyPI's package scrabble, and against one frame."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from scrabble import helpers, main

from device.bench.measure import Result, by_turns
from device.bench.search import FRAME
from rules.message import Refusal
from rules.scrabble import EMPTY_BOARD, SETS, At, Board, parse_at
from rules.scrabble.board import sums, unseen
from rules.scrabble.squares import EMPTY, SIZE, STRIDE

ENGLISH = SETS["en"]
GAME = ("H4 WINDY", "G3 GALE", "5C JAVELIN", "6B VOX", "J2 DONATES", "I7 EAU", "D2 ZAX", "1E LATINO", "B1 TIED")
"""A board as it is in the middle of a game: moves that lie there."""


def played() -> Board:
    """The board with those moves of the game that fit."""
    board = EMPTY_BOARD
    for move in GAME:
        at, word = move.split()
        try:
            board = board.lay(board.play(ENGLISH, parse_at(at), word))
        except Refusal:
            continue
    return board


def same_there(board: Board) -> Any:
    """The same tiles on a board of the other package; bonus squares under them are spent."""
    theirs = main.ScrabbleBoard()
    for row in range(SIZE):
        for column in range(SIZE):
            if (tile := board.tile(row, column)) != EMPTY:
                theirs[chr(ord("a") + column), row + 1] = main.ScrabbleTile(tile.upper())
                square = theirs.board_square_dict[chr(ord("a") + column), row + 1]
                square.letter_multiplier = square.word_multiplier = 1
    return theirs


def their_check(board: Any, letters: tuple[tuple[str, tuple[str, int]], ...]) -> int | None:
    """Whether the other package allows the move and what it scores; its board is as before."""
    if not helpers.move_is_legal(board, 1, set(letters)):
        return None
    for letter, location in letters:
        board[location] = main.ScrabbleTile(letter)
    points: int = helpers.score_move(set(letters), board)
    for _, location in letters:
        board[location] = None
    return points


def our_check(board: Board, at: At, word: str) -> int | None:
    """The same, by ours."""
    try:
        return board.play(ENGLISH, at, word).points
    except Refusal:
        return None


def keystroke(board: Board, at: At, tiles: str) -> None:
    """All that a screen asks after a letter: the word with what lies there, legality, points and their sum, unseen."""
    try:
        start, word = board.whole_word(at, tiles)
        tuple(str(one) for one in sums(ENGLISH, board.play(ENGLISH, start, word)))
    except Refusal:
        pass
    unseen(board, ENGLISH)


def compare() -> Iterator[Result]:
    """The same moves on the same board, whose points have to agree; then everything that a key on the screen asks."""
    board = played()
    theirs = same_there(board)
    moves = []
    for row in range(SIZE):
        for column in range(SIZE):
            at = At(row, column, down=(row + column) % 2 == 0)
            try:
                start, word = board.whole_word(at, "SAT")
                play = board.play(ENGLISH, start, word)
            except Refusal:
                continue
            places = [divmod(square, STRIDE) for square in play.squares]
            letters = tuple((tile, (chr(ord("a") + c), r + 1)) for tile, (r, c) in zip(play.tiles, places, strict=True))
            moves.append((start, word, letters))
    differ = [one for one in moves if our_check(board, one[0], one[1]) != their_check(theirs, one[2])]
    if differ or not moves:
        raise AssertionError(f"the two disagree about {differ[:3]}")
    ours, other = by_turns(
        lambda: [our_check(board, at, word) for at, word, _ in moves],
        lambda: [their_check(theirs, letters) for _, _, letters in moves],
        41,
    )
    yield Result(f"Scrabble: {len(moves)} moves placed and scored", ours, "the package scrabble", other, aim=0.1)
    worst = 0.0
    for row in range(SIZE):
        for tiles in ("S", "SA", "SATIREN"):
            best = FRAME
            for _ in range(3):
                begin = time.perf_counter()
                keystroke(board, At(row, 7, down=True), tiles)
                best = min(best, 1e3 * (time.perf_counter() - begin))
            worst = max(worst, best)
    yield Result("Scrabble: slowest check of a keystroke", worst, "one frame", FRAME, aim=1)
