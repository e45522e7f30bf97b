"""A move that is being judged: where it lies, what a word list says of each word that it forms, and the answers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from device.common.address import Address
from device.common.i18n import t, tr
from device.games.act_screens import QuestionScreen
from device.games.polish_doubles.board_picture import LABELS, draw_board, part_in
from device.games.polish_doubles.parts import tile_strip
from device.graphics.actions import BACK, UNDO
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from rules.acts import Act, describe
from rules.needs import words_in
from rules.polish_doubles.acts import Objection, WordListUsed
from rules.polish_doubles.rows import EarlyState, Row
from rules.polish_doubles.state import State
from rules.scrabble import Play
from rules.scrabble.squares import STRIDE

if TYPE_CHECKING:
    from device.word_lists import WordLists
    from device.word_lists.store import WordSource

SQUARE = 36
"""Units: the largest side of a square of the part of the board, if the judged move has room then."""
FEW = 4
"""Words that stand below each other; more stand in two columns."""
LETTER = 20
"""Units: the least side of a letter's tile; a word of smaller ones is written."""
PARTS = ((240, 88), (476, 166))
"""Board with words, and answers, in proportion: on a wide screen and on a tall one."""
PARTS_ALONE = ((166, 162), (240, 402))
"""The same where a word stands alone, its squares not known."""
RING = 32
"""Units: the largest size of the round ground of an answer's sign."""
SIGNS = {"listed": "check", "not_listed": "cross"}


def draw_judged(canvas: Canvas, state: State, play: Play, rect: Rect) -> None:
    """The part of the board round the judged move, its tiles framed, rows and columns named."""
    place = judged_place(state)
    assert place is not None
    u, squares = canvas.u, play.squares
    strip = u(LABELS)
    here = Rect(rect.x + strip, rect.y + strip, rect.w - strip, rect.h - strip)
    (top, low), (first, last) = (
        (min(axis), max(axis)) for axis in zip(*(divmod(n, STRIDE) for n in squares), strict=True)
    )
    least = min(u(SQUARE), here.h // (low - top + 2), here.w // (last - first + 2))
    part = part_in(canvas, here, ((top + low) // 2, (first + last) // 2), least=least)
    board = state.board_before(place[0] + 1, 0).board
    frames = dict.fromkeys(squares, canvas.look.palette.danger)
    draw_board(canvas, part, board, state.setup.board_notation, framed=frames, beside=True)


def draw_advice(canvas: Canvas, rect: Rect, advice: Advice) -> None:
    """Each word with the answer, and which list gave it."""
    u, p = canvas.u, canvas.look.palette
    high = canvas.lu(20)
    words, caption = canvas.rows(rect, (rect.h - high - u(4), high), u(4))
    canvas.text(caption, source_text(advice), 16, "regular", p.muted, "center")
    columns = 1 if len(advice.words) <= FEW else 2
    rows = -(-len(advice.words) // columns)
    each = 112 if columns == 1 and canvas.look.portrait else 66
    high = min(u(each) * rows + u(6) * (rows - 1), words.h)
    bands = canvas.rows(Rect(words.x, words.y + (words.h - high) // 2, words.w, high), (1,) * rows, u(6))
    for n, (word, answer) in enumerate(advice.words):
        _word(canvas, canvas.cols(bands[n // columns], (1,) * columns, u(6))[n % columns], word, answer, advice)


def _word(canvas: Canvas, rect: Rect, word: str, answer: str, advice: Advice) -> None:
    """A word in tiles, and the answer by a sign and in words."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.paper, 8)
    inner = Rect(rect.x + u(8), rect.y, rect.w - u(14), rect.h)
    if rect.h >= u(96):  # the letters have the whole width
        letters, label = canvas.rows(inner, (60, 48), 0)
    else:
        letters, label = canvas.cols(inner, (5, 4), u(8))
    if letters.w // len(word) - u(4) >= u(LETTER):
        tile_strip(canvas, word, letters, min(u(54), letters.h - u(6)))
    else:
        canvas.text(letters, word, 20, "bold", p.ink)
    side = min(u(RING), rect.h - u(8), label.w // 4)
    sign = Rect(label.x, label.y + (label.h - side) // 2, side, side)
    fill = {"listed": p.ok, "not_listed": p.invalid}.get(answer, p.ink_muted)
    canvas.panel(sign, fill, RING // 2)
    margin = side // 5
    mark = Rect(sign.x + margin, sign.y + margin, side - 2 * margin, side - 2 * margin)
    if answer in SIGNS:
        canvas.shape(mark, SIGNS[answer], p.paper)
    else:
        canvas.text(sign, "?", 18, "bold", p.paper, "center")
    words = Rect(label.x + side + u(6), label.y, label.w - side - u(6), label.h)
    canvas.text(words, answer_text(answer, advice), 18, "semibold", p.ink, lines=2 if rect.h >= u(44) else 1)


def source_text(advice: Advice) -> str:
    """Which list answers, and that it decides nothing."""
    if advice.asked is None:
        return t("There is no word list; people decide.")
    if advice.dictionary:
        return t("A spelling dictionary, not a federation's list; people decide.")
    return t("{name}: advice only, people decide.", name=advice.asked.name)


def answer_text(answer: str, advice: Advice) -> str:
    """The answer in words; a dictionary's is never more than that the word is in it."""
    if advice.asked is None:
        return t("no list")
    if answer == "unknown":
        return t("cannot tell")
    if advice.dictionary:
        return t("in the dictionary") if answer == "listed" else t("not in the dictionary")
    return t("in the list") if answer == "listed" else t("not in the list")


log = logging.getLogger(__name__)

THREAD = "word-list"
"""Name of the thread that opens the lists."""
LISTS: Address[Callable[[Path], WordLists]] = Address("device.word_lists.store:open_lists")


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


def objected_row(state: State) -> tuple[int, int] | None:
    """Turn and row, from 0, of the move that is being judged after an objection; None where none is."""
    return None if state.judging is None else (state.judging[0], state.judging[1].move - 1)


def judged_place(state: State) -> tuple[int, int] | None:
    """Turn and row, from 0, of the move that is being judged, after an objection or early; None where none is."""
    if (objected := objected_row(state)) is not None:
        return objected
    if state.turns and (turn := state.turns[-1]).early is EarlyState.ASKED and turn.rows:
        return len(state.turns) - 1, 0
    return None


def judged_row(state: State) -> Row | None:
    """The move that is being judged; None where none is, or where it is not written yet."""
    place = judged_place(state)
    if place is None or place[1] >= len(rows := state.turns[place[0]].rows):
        return None
    return rows[place[1]]


def words_of(row: Row) -> tuple[str, ...]:
    """The words that a move forms by its squares; its own alone where these are not known."""
    play = row.placement.play
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
        try:
            self._lists = LISTS(self._folder)
        except (ImportError, OSError, RuntimeError) as error:
            log.warning("no word list can be asked: %s", error)

    def on(self, state: State) -> Advice:
        """What the list says of the move that is being judged; `NOTHING` where none is."""
        row = judged_row(state)
        if row is None or not (words := words_of(row)):
            return NOTHING
        asked = None if self._lists is None else self._lists.source()
        mark = None if asked is None else asked.sha256
        if self._kept is None or self._kept[:2] != (mark, words):
            self._kept = (mark, words, _answered(asked, words))
        return self._kept[2]


def _answered(asked: WordSource | None, words: tuple[str, ...]) -> Advice:
    if asked is None:
        return Advice(tuple((word, "unknown") for word in words))
    answers = tuple((word, asked.answer(word).value) for word in words)
    return Advice(answers, WordListUsed(name=asked.name[:80], sha256=asked.sha256), asked.dictionary)


class JudgingScreen(QuestionScreen):
    """What becomes of a judged move, under what is going on; ``advice`` is what the word list says.

    Where the squares of the move are known, the board round it shows with its tiles marked, and beside it each word
    that it forms with what the word list says. Where the game waits for it, the objection can be taken back.
    """

    advice: Advice = NOTHING

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The move, the words and the answers."""
        state, advice, row = view.state, self.advice, judged_row(view.state)
        play = None if row is None else row.placement.play
        if play is None and not advice.words:
            return super().draw(canvas, view)
        need, answers, tall = self.question(state), self.answers(canvas, view), canvas.look.portrait
        title, question = (tr(words_in(words, state)) for words in (need.title, need.line))
        parts: tuple[float, ...] = PARTS[tall] if play is not None or len(advice.words) > 1 else PARTS_ALONE[tall]
        if canvas.look.large_print:
            between, below = parts
            parts = (between - below * 0.1, below * 1.1)
        back = None if need.waits else BACK
        middle, bar = draw_heading(
            canvas, parts, question, title, fill=self.colour(canvas, state), more=True, back=back
        )
        if play is not None:
            board, middle = canvas.split(middle, (1, 1) if tall else (340, 436))
            draw_judged(canvas, state, play, board)
        if advice.words:
            draw_advice(canvas, middle, advice)
        weights = (
            (1,) * len(answers) if tall else (5, *(5 for _ in answers[2:]), 3 if answers[-1][3] == "normal" else 5)
        )
        for (label, sub, action, style), box in zip(answers, canvas.split(bar, weights), strict=True):
            canvas.button(box, label, action, sub=sub, style=style, size=24)
        return middle

    def answers(self, canvas: Canvas, view: Moment[State]) -> Sequence[Answer]:
        """Those of the act; the objection is taken back, or first what was written since."""
        answers = super().answers(canvas, view)
        if not self.question(view.state).waits:
            return answers
        last, sub = None if view.history is None else view.history.undoable, t("no objection was meant")
        if last is not None and not isinstance(last.event, Objection):
            sub = tr(describe(last.event))
        return [*answers, (t("Take back"), sub, UNDO, "normal")]

    def action_of(self, leads: Any, place: int) -> object:
        """A judgement names the word list that was asked."""
        if isinstance(leads, Act) and "word_list" in leads.__struct_fields__:
            leads = structs.replace(leads, word_list=self.advice.asked)
        return super().action_of(leads, place)
