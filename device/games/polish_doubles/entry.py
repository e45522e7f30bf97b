"""A move as it is written, with points, tiles laid and who played it; and its correction (S3, S12, S22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from msgspec import UNSET, UnsetType

from device.common.i18n import t, tr
from device.games.polish_doubles.board_entry import BoardEntry, OtherPoints, PartOfMove
from device.games.polish_doubles.parts import PlayerMove, head_of, one_to, tile_strip, type_letter
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.keyboards import BESIDE, beside_numbers, letter_keys, number_keys
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Record, call, draw_panel, type_number
from rules.game import Event
from rules.message import Refusal, msgs
from rules.polish_doubles import acts as e
from rules.polish_doubles.rows import Turn
from rules.polish_doubles.state import State
from rules.polish_doubles.tiles import CZECH, RACK
from rules.scrabble import Play, parse_at, write_at

BOARD = 92
"""Units that the way to the board takes in the heading."""
MOST_POINTS = 2000
"""More is a slip of the finger."""


class MoveEntry(PlayerMove):
    """The move that is due, as it has been typed so far.

    ``tiles`` None: not entered how many were laid; -1: not known. ``at``: the first square of the word, as it is
    written down; None: not entered.
    """

    key = "entry"
    half_written = True
    word: str = ""
    points: str = ""
    tiles: int | None = None
    at: str | None = None

    @property
    def tile_count(self) -> int | UnsetType | None:
        """Tiles laid as they will be recorded; None: not known, UNSET: not entered."""
        if self.tiles is None:
            return UNSET
        return None if self.tiles == -1 else self.tiles

    @property
    def most(self) -> int:
        """The most tiles that the move can have laid."""
        return min(RACK, len(self.word)) if self.word else RACK

    def typed_text(self) -> str:
        """The word so far, and its points."""
        return f"{self.word} {self.points}".strip()

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Word, points, tiles, and the keys."""
        state, look = view.state, canvas.look
        u, colours = canvas.u, look.palette
        index, place = self.place(state)
        turn = state.turns[index]
        title, line = self.title(state, index, place), self.line(turn, place)
        parts = (70, 310) if not look.portrait else (60, 500)
        form = head_of(canvas, turn.pair, title, line, parts, BOARD)
        field, keys = form.below
        canvas.button(form.own, t("Board"), call(self.board), sub=self.at or "", size=17)
        self.draw_players(canvas, state, turn.pair, form.players)
        letters, numbers = beside_numbers(canvas, keys)
        if look.portrait:  # the word has the whole width
            letters, below = canvas.rows(keys, (5, 4))
            beside, numbers = canvas.cols(below, (1, 2))
            word_box, (points_box, steps) = field, canvas.rows(beside, (1, 1))
            steps = draw_panel(canvas, steps, colours.paper, 6, 6)
        else:
            word_box, points_box = canvas.cols(field, BESIDE)
            steps = Rect(word_box.x + word_box.w - u(170), word_box.y + u(5), u(162), word_box.h - u(10))
        canvas.panel(word_box, colours.paper)
        wide = word_box.w - u(28) if look.portrait else word_box.w - u(190)
        strip = Rect(word_box.x + u(14), word_box.y, wide, word_box.h)
        if self.word:
            tile_strip(canvas, self.word, strip)
        else:
            canvas.text(strip, t("word (points alone will do)"), 17, "italic", colours.ink_faint)
        self.stepper(canvas, steps)
        number = draw_panel(canvas, points_box, colours.paper, 12, 0)
        if self.points:
            canvas.text(number, self.points, 46, "bold", colours.ink, "right", digits=True)
        else:
            canvas.text(number, t("points"), 20, "bold", colours.ink_faint, "right")
        letter_keys(canvas, letters)
        number_keys(canvas, numbers)
        area, words = canvas.area, form.words
        return Rect(area.x, words.y, area.w, words.h)  # neither word nor points

    def title(self, state: State, index: int, place: int) -> str:
        """Which move is written."""
        return t("Move {n} · {name}", n=place + 1, name=state.names[state.turns[index].pair])

    def line(self, turn: Turn, place: int) -> str:
        """The first move beside the second one."""
        if place != 1 or not turn.rows:
            return ""
        first = turn.rows[0]
        if not first.on_board:
            return t("move 1: {what}", what=tr(first.label))
        return t("move 1: {word} {points}", word=first.word or "–", points=first.points)

    def stepper(self, canvas: Canvas, rect: Rect) -> None:
        """How many tiles were laid: fewer, more, or not known."""
        u, colours = canvas.u, canvas.look.palette
        minus = Rect(rect.x, rect.y, u(50), rect.h)
        plus = Rect(rect.x + rect.w - u(50), rect.y, u(50), rect.h)
        canvas.button(minus, "−", call(self.more_tiles, -1), style="paper")
        canvas.button(plus, "+", call(self.more_tiles, 1), style="paper")
        count = self.tile_count if isinstance(self.tile_count, int) else self.most
        laid = str(count) if isinstance(self.tile_count, int) else "?"
        if self.tiles is None and self.word:
            count, laid = self.most, f"≤ {self.most}"  # nobody said: a word may use tiles that lie on the board
        middle = Rect(minus.x + minus.w, rect.y, rect.w - minus.w - plus.w, rect.h)
        part = middle.h * (65 if canvas.look.large_print else 60) // 100
        above = Rect(middle.x, middle.y, middle.w, part)
        canvas.text(above, laid, 24, "bold", colours.ink if self.tiles is not None else colours.ink_muted, "center")
        rest = middle.h - part if canvas.look.large_print else middle.h * 2 // 5
        below = Rect(middle.x, middle.y + part, middle.w, rest)
        canvas.text(below, tr(msgs("tile", "tiles", count)), 13, "regular", colours.ink_muted, "center")

    # -- touches ---------------------------------------------------------------------------------------------------

    def on_text(self, state: State, text: str) -> Next[State]:
        """A digit of the points, a letter, or backspace."""
        if text.isdigit():
            return replace(self, points=type_number(self.points, text))
        word = type_letter(self.word, text)
        if word == self.word:
            return self
        return replace(self.with_another_word(), word=word, at=self.at if word else None)

    def with_another_word(self) -> Self:
        """A number of tiles that was entered for another word is entered again."""
        return replace(self, tiles=None if self.tiles is not None and self.tiles >= 0 else self.tiles)

    def on_clear(self, state: State) -> Next[State]:
        """The points are typed anew."""
        return replace(self, points="")

    def more_tiles(self, state: State, by: int) -> Self:
        """One tile fewer or more; below one is *not known*, above what is possible is nothing."""
        if self.tiles is None:
            start = self.most if self.word else 0
            return replace(self, tiles=(start if by > 0 and self.word else start + by) or -1)
        return replace(self, tiles=max(0, min(self.most, max(0, self.tiles) + by)) or -1)

    def read_points(self) -> int:
        """The points. Raises `Refusal` where they are no number, or none that a move can bring."""
        if not self.points.isdigit():
            raise Refusal("S22", "Points are a number; type them on the number keys.")
        points = int(self.points)
        if points > MOST_POINTS:
            raise Refusal("S22", "{points} is more than a move can bring; check the points.", points=points)
        return points

    def board(self, state: State) -> BoardEntry:
        """The move is laid on the board; a word that is typed already lies from the square that will be tapped."""
        at = None if self.at is None else parse_at(self.at, state.setup.board_notation)
        return BoardEntry(self, at=at, word=self.word)

    def on_board(self, word: str, at: str) -> Self:
        """The move on these squares, which say how many tiles it laid."""
        return replace(self, word=word, at=at, tiles=None)

    def play(self, state: State) -> Play | None:
        """What the squares give; None where they are not entered. Raises `Refusal` where the word does not fit."""
        if self.at is None or not self.word:
            return None
        board = state.board_under(*self.place(state)).board
        return board.play(CZECH, parse_at(self.at, state.setup.board_notation), self.word)

    def on_done(self, state: State) -> Next[State]:
        """Write it. What is not clear is asked first: near the end of the bag how many tiles were laid, or which points
        stand where the board counts others than people did (``after_entry``). Raises `Refusal`."""
        points, laid = self.read_points(), self.play(state)
        if laid is not None and laid.points is not None:
            if laid.points != points and state.setup.computed_points == "after_entry":
                return OtherPoints(self, laid.points)
            return self.event()
        return TilesLaid(self) if self.tiles is None and tiles_matter(state) else self.event()

    def event(self) -> Event:
        """What will be recorded. Raises `Refusal` where the points are none."""
        word, points = self.word or None, self.read_points()
        return self.with_place(e.Move(word=word, points=points, tiles=self.tile_count, player=self.player, at=self.at))


class Correction(MoveEntry, kw_only=True):
    """A written move is put right (S12): of ``turn`` the ``row``, both from 0. ``announced``: it was announced so.

    ``without_points``: it stands as an exchange or a pass.
    """

    key = "correction"
    turn: int
    row: int
    announced: bool = False
    known_at: str | None = None
    without_points: bool = False

    def valid(self, state: State) -> bool:
        """While the row is there."""
        return self.turn < len(state.turns) and self.row < len(state.turns[self.turn].rows)

    def place(self, state: State) -> tuple[int, int]:
        """The row that is put right."""
        return self.turn, self.row

    def title(self, state: State, index: int, place: int) -> str:
        """Which move is put right."""
        return t("Correct move {n} of turn {turn}", n=place + 1, turn=index + 1)

    def line(self, turn: Turn, place: int) -> str:
        """What is written, where that is no move on the board."""
        row = turn.rows[place]
        return "" if row.on_board else tr(row.label)

    def draw_players(self, canvas: Canvas, state: State, pair: int, rect: Rect) -> None:
        """Whether it was no move on the board, and whether the players announced it wrongly."""
        other, rect = canvas.cols(rect, (1, 1))
        written = state.turns[self.turn].rows[self.row]
        stays = self.without_points and not (self.word or self.points)
        canvas.button(other, t("exchange, pass"), Show(WithoutPoints(self)), selected=stays, size=17, lines=2)
        known = written.misannounced
        why = t("This move is already on record as announced wrongly.") if known else None
        tap = self.change(announced=not self.announced)
        canvas.button(rect, t("announced wrongly"), tap, selected=self.announced or known, size=17, why=why, lines=2)

    def with_another_word(self) -> Self:
        """The number of tiles stays."""
        return self

    def on_done(self, state: State) -> Next[State]:
        """Put the row right. Raises `Refusal`."""
        return self.event()

    def on_board(self, word: str, at: str) -> Self:
        """The number of tiles that people entered stays, unless they entered another word."""
        return replace(self, word=word, at=at, tiles=self.tiles if word == self.word else None)

    def event(self) -> Event:
        """The row put right. Raises `Refusal`."""
        fields: dict[str, Any] = {"points": self.read_points(), "tiles": self.tile_count, "announced": self.announced}
        if self.word or self.without_points:
            fields["word"] = self.word
        if self.at != self.known_at:
            fields["at"] = self.at
        return e.Correct(turn=self.turn + 1, move=self.row + 1, **fields)


def written_move(state: State, turn: int, row: int) -> Correction:
    """A written move as it stands, to be put right."""
    old = state.turns[turn].rows[row]
    tiles = -1 if old.tiles is None else old.tiles if old.said else None
    at = None if old.placement.at is None else write_at(old.placement.at, state.setup.board_notation)
    move = Correction(word=old.word or "", tiles=tiles, at=at, turn=turn, row=row, known_at=at)
    return replace(move, points=str(old.points)) if old.on_board else replace(move, without_points=True)


def tiles_matter(state: State) -> bool:
    """Whether the bag may be near its end, so that tiles laid decide on exchanges, on being out and on closing."""
    return state.flow().bag_bounds.least <= 2 * RACK


class WithoutPoints(PartOfMove):
    """The written move ``parent`` was an exchange of some tiles, or a pass: one tap (S12, S24)."""

    key = "without-points"
    parent: Correction

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The numbers, and the pass."""
        state, move = view.state, self.parent
        index, place = move.place(state)
        fill = canvas.look.palette.pair[state.turns[index].pair]
        body, foot = draw_heading(canvas, (300, 80), move.title(state, index, place), fill=fill)
        text = t("No word was laid. How many tiles were exchanged?")
        one_to(canvas, body, text, RACK, lambda n: call(self.correct, n))
        canvas.button(foot, t("It was a pass"), call(self.correct, 0), sub=t("no tiles, no points"))
        return body

    def correct(self, state: State, tiles: int) -> Next[State]:
        """It was an exchange of so many tiles, 0: a pass."""
        move = self.parent
        laid = tiles or UNSET
        event = e.Correct(turn=move.turn + 1, move=move.row + 1, points=None, tiles=laid, announced=move.announced)
        return Record(event, None, self)


class TilesLaid(PartOfMove):
    """How many tiles the move ``parent`` laid, asked near the end of the bag: one tap (S24-S26)."""

    key = "tiles"

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The numbers."""
        state, move = view.state, self.parent
        index, _ = move.place(state)
        title = t("{word} {points}", word=move.word or t("(no word)"), points=move.points)
        body, foot = draw_heading(canvas, (300, 80), title, fill=canvas.look.palette.pair[state.turns[index].pair])
        text = t("How many tiles came from the rack? Those on the board do not count.")
        one_to(canvas, body, text, move.most, lambda n: call(self.set_tiles, n))
        canvas.button(foot, t("Nobody counted"), call(self.set_tiles, 0), sub=t("the bag is then an estimate"))
        return body

    def set_tiles(self, state: State, tiles: int) -> Next[State]:
        """Write the move with so many tiles, 0: nobody counted. Where it is refused, it can be mended."""
        return Record(replace(self.parent, tiles=tiles or None).event(), None, self.parent)
