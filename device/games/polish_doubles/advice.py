"""What a word list says of a move while it is judged, word by word (S14-S19). Advice: people decide.

The fold never reads a list; the verdict records which one people saw. No list is asked before a judgement is on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.games.polish_doubles.board_picture import draw_board, part_in
from device.i18n import t
from device.kiosk.canvas import Canvas
from device.kiosk.dialogs import Answer, draw_question
from device.kiosk.widgets import Colour, Rect
from rules.polish_doubles.events import WordListUsed
from rules.polish_doubles.rows import EarlyState, Row
from rules.polish_doubles.state import State
from rules.scrabble.squares import STRIDE

if TYPE_CHECKING:
    from device.word_lists import WordLists
    from device.word_lists.answers import Asked

log = logging.getLogger(__name__)

THREAD = "word-list"
"""Name of the thread that opens the lists."""

FEW, MANY = (64, 190, 202), (64, 250, 142)
"""Heading, question with the advice under it, and answers, in proportion; for one line of words, and for more."""
TALL = (64, 280, 172)
"""The same on a tall screen that shows the board above the question."""
SQUARE = 30
"""Units: the largest side of a square beside the question."""
COLUMNS = 3
"""Words beside each other where there is room."""


@dataclass(frozen=True)
class Advice:
    """The words that a judged move forms, each with the answer (``listed``, ``not_listed``, ``unknown``).

    ``asked`` is the list, None where there is none; ``dictionary``: it is one for spelling, whose answer is less.
    """

    words: tuple[tuple[str, str], ...] = ()
    asked: WordListUsed | None = None
    dictionary: bool = False


NOTHING = Advice()
"""Where no word is known."""


def judged_place(state: State) -> tuple[int, int] | None:
    """Turn and row, from 0, of the move that is being judged, after an objection or early; None where none is."""
    if state.judging is not None:
        index, objected = state.judging
        return index, objected.move - 1
    if state.turns and (turn := state.turns[-1]).early is EarlyState.ASKED and turn.rows:
        return len(state.turns) - 1, 0
    return None


def judged(state: State) -> Row | None:
    """The move that is being judged; None where none is."""
    place = judged_place(state)
    return None if place is None else state.turns[place[0]].rows[place[1]]


def words_of(row: Row) -> tuple[str, ...]:
    """The words that a move forms by its squares; its own alone where these are not known."""
    play = row.lying.play
    if play is not None and play.exact:
        return tuple(formed.word for formed in play.words)
    return () if row.word is None else (row.word,)


class Adviser:
    """Asks the word list of the device. It is opened in a thread of its own: a dictionary takes a second to load."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lists: WordLists | None = None
        self._kept: tuple[str | None, tuple[str, ...], Advice] | None = None
        threading.Thread(target=self._open, name=THREAD, daemon=True).start()

    def _open(self) -> None:
        from device.word_lists import Dictionary, WordLists  # noqa: PLC0415 - a library of its own, not before a game

        lists = WordLists(self._folder)
        try:
            if isinstance(asked := lists.asked(), Dictionary):
                asked.load()
        except (ImportError, OSError, RuntimeError) as error:
            log.warning("no word list can be asked: %s", error)
            return
        self._lists = lists

    def _asked(self) -> Asked | None:
        return None if self._lists is None else self._lists.asked()

    def on(self, state: State) -> Advice:
        """What the list says of the move that is being judged; `NOTHING` where none is."""
        row = judged(state)
        if row is None or not (words := words_of(row)):
            return NOTHING
        asked = self._asked()
        mark = None if asked is None else asked.sha256
        if self._kept is None or self._kept[:2] != (mark, words):
            self._kept = (mark, words, _answered(asked, words))
        return self._kept[2]


def _answered(asked: Asked | None, words: tuple[str, ...]) -> Advice:
    if asked is None:
        return Advice(tuple((word, "unknown") for word in words))
    answers = tuple((word, asked.answer(word).value) for word in words)
    return Advice(answers, WordListUsed(name=asked.name[:80], sha256=asked.sha256), asked.dictionary)


def judge(
    canvas: Canvas,
    title: str,
    line: str,
    answers: Sequence[Answer],
    colour: Colour,
    advice: Advice,
    state: State,
    *,
    back: bool = False,
) -> Rect:
    """The question about a move with what the word list says of its words; gives back where a sentence may lie.

    Where the squares of the move are known, its tiles show beside the question as they lie.
    """
    row = judged(state)
    beside = None if row is None or row.lying.play is None else partial(draw_judged, state)
    if not advice.words:
        return draw_question(canvas, title, line, answers, colour, back=back, beside=beside)
    parts = FEW if len(advice.words) <= COLUMNS else MANY
    if beside is not None and canvas.look.portrait:
        parts = TALL

    def below(canvas: Canvas, rect: Rect) -> None:
        draw_advice(canvas, rect, advice)

    return draw_question(canvas, title, line, answers, colour, below, back=back, parts=parts, beside=beside)


def draw_judged(state: State, canvas: Canvas, rect: Rect) -> Rect:
    """The part of the board round the judged move, its tiles framed; gives back what is left of ``rect``."""
    place, row = judged_place(state), judged(state)
    assert place is not None
    assert row is not None
    assert row.lying.play is not None
    u, squares = canvas.u, row.lying.play.squares
    if canvas.look.portrait:
        high = rect.h * 9 // 20
        here, left = Rect(rect.x, rect.y, rect.w, high), Rect(rect.x, rect.y + high, rect.w, rect.h - high)
    else:
        wide = rect.w * 9 // 25
        here = Rect(rect.x, rect.y, wide, rect.h)
        left = Rect(rect.x + wide + u(8), rect.y, rect.w - wide - u(8), rect.h)
    spans = [(min(axis), max(axis)) for axis in zip(*(divmod(one, STRIDE) for one in squares), strict=True)]
    (top, low), (first, last) = spans
    least = min(u(SQUARE), here.h // (low - top + 2), here.w // (last - first + 2))
    part = part_in(canvas, here, ((top + low) // 2, (first + last) // 2), least=least)
    board = state.board_before(place[0] + 1, 0).board
    frames = dict.fromkeys(squares, canvas.look.palette.danger)
    draw_board(canvas, part, board, state.setup.board_notation, framed=frames, named=False)
    return left


def draw_advice(canvas: Canvas, rect: Rect, advice: Advice) -> None:
    """Each word with the answer, and which list gave it."""
    u, p = canvas.u, canvas.look.palette
    caption = Rect(rect.x, rect.y, rect.w, u(19))
    if advice.asked is None:
        canvas.text(caption, t("There is no word list; people decide."), 15, "regular", p.muted, "center")
    else:
        line = t("{name}: advice only, people decide.", name=advice.asked.name)
        canvas.text(caption, line, 15, "regular", p.muted, "center")
    columns = min(2 if canvas.look.portrait or rect.w < u(640) else COLUMNS, len(advice.words))
    rows = -(-len(advice.words) // columns)
    wide = min(rect.w, columns * u(280))
    body = Rect(rect.x + (rect.w - wide) // 2, rect.y + u(20), wide, rect.h - u(20))
    for n, band in enumerate(canvas.rows(body, (1,) * rows, u(3))):
        words = advice.words[n * columns : (n + 1) * columns]
        for (word, answer), box in zip(words, canvas.cols(band, (1,) * columns, u(6)), strict=False):
            _word(canvas, box, word, answer, advice)


def _word(canvas: Canvas, rect: Rect, word: str, answer: str, advice: Advice) -> None:
    u, p = canvas.u, canvas.look.palette
    high = min(rect.h, u(40))
    box = Rect(rect.x, rect.y + (rect.h - high) // 2, rect.w, high)
    canvas.panel(box, p.paper, 6)
    sign, colour = {"listed": ("check", p.ok), "not_listed": ("cross", p.invalid)}.get(answer, ("ring", p.ink_muted))
    side = min(u(16), box.h - u(4))
    canvas.shape(Rect(box.x + u(6), box.y + (box.h - side) // 2, side, side), sign, colour)
    inner = Rect(box.x + side + u(12), box.y, box.w - side - u(16), box.h)
    left, right = canvas.cols(inner, (4, 5), u(4))
    canvas.text(left, word, 18, "bold", p.ink)
    canvas.text(right, told(answer, advice), 14, "regular", p.ink_muted, "right")


def told(answer: str, advice: Advice) -> str:
    """The answer in words; a dictionary's is never more than that the word is in it."""
    if advice.asked is None:
        return t("no list")
    if answer == "unknown":
        return t("cannot tell")
    if advice.dictionary:
        return t("in the dictionary") if answer == "listed" else t("not in the dictionary")
    return t("in the list") if answer == "listed" else t("not in the list")
