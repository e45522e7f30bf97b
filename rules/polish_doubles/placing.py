"""Where the moves lie: squares of written moves, the board after each, and what follows from it (S12, S17, S18, S27).

Squares are optional. A move without them stands as good as any, but from then on the board is incomplete: legality,
unseen tiles and exact counts are not known until a correction supplies the squares. What stands on the sheet is never
refused later: a move that does not fit any more, because one before it was corrected, says so (`Placement.misfit`).
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from rules.message import Message, Refusal, msg
from rules.polish_doubles.tiles import CZECH
from rules.scrabble import EMPTY_BOARD, At, Board, Notation, Play, builds_on, parse_at
from rules.scrabble.board import unseen


class Placement(Struct, frozen=True, gc=False):
    """Where a written move lies: ``at`` as people said it, the ``play`` it is, and the ``board`` after it.

    ``play`` is None where its squares are not known; with ``misfit`` they are, and do not fit what lies there.
    """

    at: At | None = None
    play: Play | None = None
    board: Board = EMPTY_BOARD
    misfit: Message | None = None

    @property
    def tile_count(self) -> int | None:
        """How many tiles it lays exactly, None where the board does not say."""
        return len(self.play.squares) if self.play is not None and self.play.exact else None

    @property
    def points(self) -> int | None:
        """What it scores on the board, None where that is not known."""
        return None if self.play is None else self.play.points


NOWHERE = Placement()
"""Before anything lies."""


def checked_at(text: str | None, word: str | None, board: Board, notation: Notation) -> At | None:
    """S22: the squares that people said for ``word`` on ``board``. Raises `Refusal` where it cannot lie there."""
    if text is None:
        return None
    if word is None:
        raise Refusal("S22", "Squares belong to a word; write the word, too.")
    at = parse_at(text, notation)
    board.play(CZECH, at, word)
    return at


def place_move(before: Placement, at: At | None, word: str | None, *, on_board: bool, counts: bool) -> Placement:
    """Where a move lies after those that end with ``before``; ``on_board`` where it lays tiles at all.

    One that does not count was taken off again: the board after it is the one before.
    """
    board, play, misfit = before.board, None, None
    if on_board and at is not None and word is not None:
        try:
            play = board.play(CZECH, at, word)
        except Refusal as refusal:
            misfit = refusal.message
    if on_board and counts:
        board = board.lay(play) if play is not None else board.incomplete()
    if at is None and before.at is None and before.misfit is None and board is before.board:
        return before  # one value for all the moves of a game without squares
    return Placement(at, play, board, misfit)


def builds_by_squares(first: Placement, second: Placement) -> bool | None:
    """S18: whether the second move builds on the first; None where the squares do not say."""
    if first.play is None or second.play is None or not second.play.exact:
        return None
    return builds_on(second.play, first.play)


def against_racks(board: Board, racks: tuple[str | None, str | None], *, all_known: bool) -> Message | None:
    """S27: in what the tiles on the racks disagree with the board; None where they agree or it is not known.

    ``all_known``: the bag is empty and both racks stand, so that every unseen tile has to be on one of them.
    """
    left = unseen(board, CZECH)
    if left is None:
        return None
    held, there = Counter("".join(rack or "" for rack in racks)), Counter(left)
    if over := "".join((held - there).elements()):
        return msg("By the board these tiles cannot be on a rack: {tiles}.", tiles=over)
    if all_known and (missing := "".join((there - held).elements())):
        return msg("By the board these tiles are missing on the racks: {tiles}.", tiles=missing)
    return None
