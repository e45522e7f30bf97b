"""What a word list says of a move while it is judged, word by word (S14-S19). Advice: people decide.

The fold never reads a list; the verdict records which one people saw. No list is asked before a judgement is on.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.i18n import t
from device.kiosk.canvas import Canvas
from device.kiosk.widgets import Rect
from rules.polish_doubles.events import WordListUsed
from rules.polish_doubles.state import EarlyState, Row, State

if TYPE_CHECKING:
    from device.word_lists import WordLists
    from device.word_lists.answers import Asked

log = logging.getLogger(__name__)

THREAD = "word-list"
"""Name of the thread that opens the lists."""

FEW, MANY = (64, 190, 202), (64, 250, 142)
"""Heading, question with the advice under it, and answers, in proportion; for one line of words, and for more."""
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


def judged(state: State) -> Row | None:
    """The move that is being judged, after an objection or early; None where none is."""
    if state.judging is not None:
        index, objected = state.judging
        return state.turns[index].rows[objected.move - 1]
    if state.turns and (turn := state.turns[-1]).early is EarlyState.ASKED and turn.rows:
        return turn.rows[0]
    return None


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


def draw_advice(canvas: Canvas, rect: Rect, advice: Advice) -> None:
    """Each word with the answer, and which list gave it."""
    u, p = canvas.u, canvas.look.palette
    caption = Rect(rect.x, rect.y, rect.w, u(19))
    if advice.asked is None:
        canvas.text(caption, t("There is no word list; people decide."), 15, "regular", p.muted, "center")
    else:
        line = t("{name}: advice only, people decide.", name=advice.asked.name)
        canvas.text(caption, line, 15, "regular", p.muted, "center")
    columns = min(2 if canvas.look.portrait else COLUMNS, len(advice.words))
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
