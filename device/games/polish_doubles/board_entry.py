"""A move written on the board: the first square, the direction, the letters; words and points build up as one types.

Optional at every move: what is laid down here goes into the move that is being written or corrected, as its squares.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from device.common import i18n
from device.common.i18n import t, tr
from device.games.polish_doubles.board_picture import Part, draw_board, draw_map, draw_tile, part_in
from device.graphics.actions import BACK, DONE, Drag, Grab, Motion
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, refusal_from
from device.graphics.keyboards import draw_key, letter_boxes
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Record, Screen, SubScreen, call
from rules.game import Event
from rules.message import Refusal, msgs
from rules.polish_doubles.state import State
from rules.polish_doubles.tiles import COUNT, CZECH
from rules.scrabble import CENTRE, RACK, SIZE, At, Board, Play, write_at
from rules.scrabble.board import sums
from rules.scrabble.squares import EMPTY, STRIDE

if TYPE_CHECKING:
    from device.games.polish_doubles.entry import MoveEntry

KEY = 43
"""Units: height of a letter key."""


class Small(NamedTuple):
    """The small board that a finger takes hold of: its corner and the side of its squares, in pixels."""

    x: int
    y: int
    side: int

    def square(self, x: int, y: int) -> tuple[int, int]:
        """The row and column there, or the nearest."""
        row, column = ((at - start) // self.side for at, start in ((y, self.y), (x, self.x)))
        return max(0, min(SIZE - 1, row)), max(0, min(SIZE - 1, column))


class PartOfMove(SubScreen[State]):
    """Something that is said of the move ``parent`` on a screen of its own."""

    parent: MoveEntry

    def valid(self, state: State) -> bool:
        """As long as the move is."""
        return self.parent.valid(state)


class BoardEntry(PartOfMove):
    """The move ``parent`` as it is laid on the board.

    ``at`` is the square that was tapped. ``letters`` are the new tiles as typed; or ``word`` is the whole word, where
    it was typed before, from its first square on. The part of the board that shows lies round ``centre``.
    """

    key = "board-entry"
    half_written = True
    at: At | None = None
    letters: str = ""
    word: str = ""
    centre: tuple[int, int] = divmod(CENTRE, STRIDE)

    # -- what lies -------------------------------------------------------------------------------------------------

    def board(self, state: State) -> Board:
        """What lies before this move."""
        return state.board_under(*self.parent.place(state)).board

    def whole(self, state: State) -> tuple[At, str]:
        """The whole word and its first square. Raises `Refusal` where it is not said yet, or the board ends."""
        if self.at is None:
            raise Refusal("", "Tap the square where the word begins.")
        if self.word:
            return self.at, self.word
        if not self.letters:
            raise Refusal("", "Type the new letters; those that lie on the board are used by themselves.")
        return self.board(state).whole_word(self.at, self.letters)

    def play(self, state: State) -> Play:
        """The move that this is. Raises `Refusal` where it does not fit the board."""
        return self.board(state).play(CZECH, *self.whole(state))

    def cursor(self, state: State) -> tuple[int, int] | None:
        """The square on which the next letter will lie; None where there is none."""
        if self.at is None or self.word:
            return None
        board, row, column = self.board(state), self.at.row, self.at.column
        left = len(self.letters)
        while row < SIZE and column < SIZE:
            if board.tile(row, column) == EMPTY:
                if not left:
                    return row, column
                left -= 1
            row, column = (row + 1, column) if self.at.down else (row, column + 1)
        return None

    def against(self, state: State) -> Callable[[str], Refusal | None]:
        """What stands against typing a letter."""
        board, typed = self.board(state), "" if self.word else self.letters
        full: Refusal | None = None
        if board.complete and len(typed) >= RACK:
            full = Refusal("S5", "A move lays at most 7 tiles; this one would lay {n}.", n=len(typed) + 1)
        elif len(typed) >= SIZE or (self.at is not None and not self.word and self.cursor(state) is None):
            full = Refusal("", "The word does not fit: the board ends before its last letter.")

        def against_letter(letter: str) -> Refusal | None:
            if letter not in COUNT:
                return Refusal("S3", "The set has no tile {letters}.", letters=letter)
            if board.across.count(letter) + typed.count(letter) >= COUNT[letter]:
                return Refusal("S3", "The set has no more tiles {letter}.", letter=letter)
            return full

        return against_letter

    # -- touches ---------------------------------------------------------------------------------------------------

    def on_tap(self, state: State, row: int, column: int) -> BoardEntry:
        """The word begins there, in the way in which it probably runs; the same square once more: the other way."""
        if self.at is not None and (self.at.row, self.at.column) == (row, column):
            return replace(self, at=self.at.other_way)
        return replace(self, at=self.board(state).likely_at(row, column))

    def on_turn(self, state: State) -> BoardEntry:
        """The other way."""
        return self if self.at is None else replace(self, at=self.at.other_way)

    def typed_text(self) -> str:
        """The letters so far."""
        return self.word or self.letters

    def on_text(self, state: State, text: str) -> Next[State]:
        """A letter, or backspace; a word that was typed before is typed anew. Raises `Refusal`."""
        if text == "\b":
            return replace(self, word="", letters="" if self.word else self.letters[:-1])
        if not text.isalpha() or len(text) != 1:
            return self
        if refusal := self.against(state)(text.upper()):
            raise refusal
        return replace(self, word="", letters=("" if self.word else self.letters) + text.upper())

    def on_clear(self, state: State) -> Next[State]:
        """Every letter is typed anew."""
        return replace(self, word="", letters="")

    def on_drag(self, state: State, drag: Drag) -> Next[State]:
        """A finger on the small board: that part of the board shows."""
        if drag.motion is Motion.UP:
            return self
        return replace(self, centre=drag.what.square(drag.x, drag.y))

    def forget(self, state: State) -> Next[State]:
        """The squares are not known after all."""
        return replace(self.parent, at=None)

    def by_hand(self, state: State) -> MoveEntry:
        """The move with this word and these squares, its points to be typed. Raises `Refusal` where they do not fit."""
        laid = self.play(state)
        return self.parent.on_board(laid.word, write_at(laid.at, state.setup.board_notation))

    def to_keep(self, state: State) -> Screen[State]:
        """The move with the letters as far as they are laid, for the other entry."""
        try:
            return self.by_hand(state)
        except Refusal:
            return replace(self.parent, word=self.word or self.letters)

    def on_done(self, state: State) -> Next[State]:
        """Write it with the points that the board counts; where people count them, they are typed. Raises `Refusal`."""
        move = self.by_hand(state)
        if not move.points:
            laid = self.play(state)
            if state.setup.computed_points != "shown" or laid.points is None:
                return move
            move = replace(move, points=str(laid.points))
        answer = move.on_done(state)
        return Record(answer, None, self) if isinstance(answer, Event) else answer

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """A part of the board, the move, the letter keys."""
        u, state, area = canvas.u, view.state, canvas.area
        keys_h, bar_h, gap = 5 * u(KEY) + 4 * u(4), u(52), u(8)
        if canvas.look.portrait:
            head_h, bar_h = u(83), u(47)
            left = Rect(area.x, area.y, area.w, area.h - keys_h - bar_h - head_h - 3 * gap)
            part = self.part(canvas, state, left)
            top = left.y + left.h + gap
            right = Rect(area.x, top, area.w, area.y + area.h - top)
        else:
            left = Rect(area.x, area.y, area.w - u(386) - gap, area.h)
            part = self.part(canvas, state, left)
            left = Rect(area.x, area.y, part.rect.w, area.h)
            part = self.part(canvas, state, left)
            start = left.x + left.w + gap
            right = Rect(start, area.y, area.x + area.w - start, area.h)
            head_h = right.h - keys_h - bar_h - 2 * gap
        head = Rect(right.x, right.y, right.w, head_h)
        keys = Rect(right.x, head.y + head.h + gap, right.w, keys_h)
        bar = Rect(right.x, keys.y + keys.h + gap, right.w, area.y + area.h - keys.y - keys.h - gap)
        self.squares(canvas, state, part)
        self.head(canvas, state, head, part)
        letter_keys(canvas, keys, self.against(state))
        self.bar(canvas, state, bar)
        return head

    def part(self, canvas: Canvas, state: State, rect: Rect) -> Part:
        """What of the board shows: round the centre, moved so that the next letter's square is seen."""
        return part_in(canvas, rect, self.centre, self.cursor(state))

    def fresh(self, state: State) -> Mapping[int, str]:
        """The new tiles by square, as far as they lie on the board."""
        try:
            at, word = self.whole(state)
        except Refusal:
            return {}
        board, tiles = self.board(state), {}
        for n, letter in enumerate(word):
            row, column = (at.row + n, at.column) if at.down else (at.row, at.column + n)
            if row < SIZE and column < SIZE and board.tile(row, column) == EMPTY:
                tiles[row * STRIDE + column] = letter
        return tiles

    def squares(self, canvas: Canvas, state: State, part: Part) -> None:
        """The squares, each a touch; the next one marked with the direction."""
        p = canvas.look.palette
        colour = p.pair[state.turns[self.parent.place(state)[0]].pair]
        fresh = self.fresh(state)
        draw_board(canvas, part, self.board(state), state.setup.board_notation, fresh, dict.fromkeys(fresh, colour))
        cursor = self.cursor(state)
        if cursor is not None and part.shows(*cursor) and self.at is not None:
            box = part.place(*cursor)
            canvas.panel(box, p.back, 5, colour)
            side = box.w // 2
            sign = Rect(box.x + (box.w - side) // 2, box.y + (box.h - side) // 2, side, side)
            canvas.shape(sign, "down" if self.at.down else "arrow", colour)
        for row in range(part.row, part.row + part.rows):
            for column in range(part.column, part.column + part.columns):
                canvas.touch(part.place(row, column), call(self.on_tap, row, column))

    def head(self, canvas: Canvas, state: State, rect: Rect, part: Part) -> None:
        """The small board, whose move it is, the word and what it brings."""
        u, p = canvas.u, canvas.look.palette
        index, place = self.parent.place(state)
        tall = canvas.look.portrait
        side = 0 if part.rows == part.columns == SIZE else rect.h
        small = Rect(rect.x, rect.y, side, side)
        if side:
            here = draw_map(canvas, small, self.board(state), self.fresh(state), part)
            canvas.touch(small, Grab(Small(here.x, here.y, here.side)))
        start = small.x + small.w + (u(6) if small.w else 0)
        paper = Rect(start, rect.y, rect.x + rect.w - start, rect.h)
        canvas.panel(paper, p.paper, 8)
        title = Rect(paper.x, paper.y, paper.w, canvas.lu(21) if tall else u(21))
        canvas.panel(title, p.pair[state.turns[index].pair], 6)
        inner = Rect(title.x + u(8), title.y, title.w - u(16), title.h)
        canvas.text(inner, self.parent.title(state, index, place), 15, "bold", p.pair_ink)
        body = Rect(paper.x + u(8), title.y + title.h, paper.w - u(16), paper.h - title.h)
        text, points = self.preview(state)
        upper, lower = canvas.rows(body, ((58, 42) if canvas.look.large_print else (70, 30)) if tall else (56, 44), 0)
        word, new = self.letters or self.word, self.fresh(state)
        fresh = [True] * len(word)
        with contextlib.suppress(Refusal):
            at, word = self.whole(state)
            fresh = [at.square + n * at.step in new for n in range(len(word))]
        if not word:
            canvas.text(body, text, 16, "regular", p.ink_muted, lines=2)
            return
        wide, points_box, ink = upper.w - u(78), Rect(upper.x + upper.w - u(78), upper.y, u(78), upper.h), p.ink
        if tall:  # the letters have the whole width, points stand above them
            wide, points_box, ink = upper.w, inner, p.pair_ink
        size = min(upper.h - u(2), wide // len(word))
        for n, letter in enumerate(word):
            box = Rect(upper.x + n * size, upper.y + (upper.h - size) // 2, size, size)
            draw_tile(canvas, box, letter, fresh=fresh[n])
        canvas.text(points_box, points, 18 if tall else 32, "bold", ink, "right", digits=True)
        canvas.text(lower, text, 14, "regular", p.ink_muted, lines=2)

    def preview(self, state: State) -> tuple[str, str]:
        """What is said of the move as it stands, and its points where they are to be shown."""
        try:
            laid = self.play(state)
        except Refusal as refusal:
            return i18n.tr(refusal.message), ""
        shown = state.setup.computed_points == "shown"
        return sum_text(laid, shown=shown), str(laid.points) if shown and laid.points is not None else ""

    def bar(self, canvas: Canvas, state: State, rect: Rect) -> None:
        """Back, the direction, points by hand or no squares, and the check mark."""
        back, about, turn, other, done = canvas.cols(rect, (46, 44, 80, 88, 96), canvas.u(6))
        canvas.help(about)
        canvas.button(back, "", BACK, icon="back")
        if self.at is None:
            canvas.button(turn, "–", call(self.on_turn), why=t("Tap the square where the word begins."))
        else:
            where = write_at(self.at, state.setup.board_notation)
            icon = "down" if self.at.down else "arrow"
            canvas.button(turn, where, call(self.on_turn), icon=icon, size=20)
        if self.parent.at is not None:
            canvas.button(other, t("Without squares"), call(self.forget), size=15, lines=2)
        else:
            refusal = refusal_from(self.play, state)
            why = None if refusal is None else i18n.tr(refusal.message)
            canvas.button(other, t("Other points"), call(self.by_hand), size=15, lines=2, why=why)
        canvas.button(done, "", DONE, style="primary", icon="check")


def letter_keys(canvas: Canvas, rect: Rect, against: Callable[[str], Refusal | None]) -> None:
    """The set's letters, eight in a row; one that cannot be laid says why."""
    for letter, box in letter_boxes(canvas, rect, canvas.u(4), narrow=True):
        refusal = None if letter == "\b" else against(letter)
        draw_key(canvas, box, letter, 22, None if refusal is None else i18n.tr(refusal.message))


def sum_text(laid: Play, *, shown: bool) -> str:
    """The words that a move forms, and how their points come about where these are ``shown``."""
    if not laid.exact:
        return t("Squares of earlier moves are missing: the board cannot count.")
    if not shown:
        return " · ".join(formed.word for formed in laid.words)
    if len(laid.words) == 1:
        parts = [str(next(sums(CZECH, laid)))]
    else:
        parts = [f"{formed.word} {formed.points}" for formed in laid.words]
    return " + ".join([*parts, *([str(laid.bonus)] if laid.bonus else [])])


class OtherPoints(PartOfMove):
    """The points that were typed are not those that the board counts, ``computed``: people say which stand (S12)."""

    key = "other-points"
    computed: int

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Both figures."""
        state, move = view.state, self.parent
        index, place = move.place(state)
        answers: list[Answer] = [
            (str(self.computed), t("as the board counts"), call(self.choose, self.computed), "primary"),
            (move.points, t("as you wrote"), call(self.choose, int(move.points)), "normal"),
            (t("Back"), t("to the move"), BACK, "normal"),
        ]
        line = tr(
            msgs(
                "{word}: the board counts {n} point, you wrote {points}.",
                "{word}: the board counts {n} points, you wrote {points}.",
                self.computed,
                word=move.word,
                points=move.points,
            )
        )
        colour = canvas.look.palette.pair[state.turns[index].pair]
        return draw_question(canvas, move.title(state, index, place), line, answers, colour)

    def choose(self, state: State, points: int) -> Next[State]:
        """Write it with these points."""
        return Record(replace(self.parent, points=str(points)).event(), None, self.parent)
