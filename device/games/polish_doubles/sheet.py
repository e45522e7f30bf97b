"""The whole scoresheet, for corrections (S12), and the board after each turn as the picture of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from device.common.i18n import t, tr
from device.games.polish_doubles.board_entry import BoardEntry
from device.games.polish_doubles.board_picture import draw_board, draw_legend, draw_tile, whole_in
from device.games.polish_doubles.entry import Correction, MoveEntry, written_move
from device.games.polish_doubles.forms import RacksForm
from device.games.polish_doubles.judging_view import objected_row
from device.games.polish_doubles.sheet_view import counted_racks, draw_sheet, ending_rects, lay_out
from device.graphics.actions import BACK, TURN, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, reason
from device.graphics.headings import below_heading, heading
from device.graphics.lists import older_newer
from device.graphics.widgets import Colour, Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen, SubScreen, call
from rules.message import msgs
from rules.polish_doubles.rows import Kind, Row, Turn
from rules.polish_doubles.state import State
from rules.polish_doubles.tiles import CZECH
from rules.scrabble import Board, write_at
from rules.scrabble.board import unseen

WAYS = 372
"""Units: width of the ways to other pages beside the title."""


class SheetScreen(Screen[State]):
    """The whole scoresheet, page by page from the newest (S12): a touch on a turn corrects its move, or asks which.

    A touch on the racks corrects these.
    """

    slim_times = True
    page: int = 0

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The page, and the way to the others: below it, or beside the title where the screen is low."""
        state, number = view.state, self.page
        title, hint = t("Scoresheet"), t("tap a row to put it right")
        if canvas.look.portrait:
            head, body, bar = below_heading(canvas, (344, 56))
            heading(canvas, head, title, hint)
        else:
            head, body = below_heading(canvas, (400,))
            bar = heading(canvas, head, title, hint, own=WAYS).own
        page = lay_out(canvas, state, body, number, foot=0)
        draw_sheet(canvas, state, page)
        for index, rect in page.turns:
            if state.turns[index].rows:
                canvas.touch(rect, self.way(state.turns[index], index))
        if page.ends and view.may["racks"] is None:
            for pair, box in enumerate(ending_rects(canvas, page)):
                canvas.touch(box, Show(RacksForm(counted_racks(state, pair))))
        *turns, board = canvas.cols(bar, (1, 1, 1))
        to, newest = (Show(SheetScreen(number + 1)), Show(SheetScreen(number - 1))), t("This is the newest row.")
        older_newer(canvas, turns, to, None if number else newest, oldest=number + 1 >= page.pages)
        canvas.button(board, t("Board"), Show(BoardView()), why=None if state.turns else t("Nothing is written yet."))
        return body

    def way(self, turn: Turn, index: int) -> object:
        """What a touch on a turn does: its one row is put right, or it is asked which, or it says why there is none."""
        rows = correctable(turn)
        if not rows:
            return Why(t("This move was lost to the clock; there is nothing to correct."))
        return Show(WhichRow(self, index)) if len(rows) > 1 else call(self.correct, index, rows[0])

    def correct(self, state: State, turn: int, row: int) -> Correction:
        """A row, to be put right."""
        return written_move(state, turn, row)


def correctable(turn: Turn) -> list[int]:
    """The rows of a turn, from 0, in which there is something to put right: not those lost to the clock."""
    return [place for place, row in enumerate(turn.rows) if row.kind is not Kind.LOST]


class WhichRow(SubScreen[State]):
    """Which row of turn ``index`` (from 0) is to be put right."""

    index: int

    def valid(self, state: State) -> bool:
        """While the turn has several."""
        return self.index < len(state.turns) and len(correctable(state.turns[self.index])) > 1

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Each row with its points."""
        turn = view.state.turns[self.index]
        answers: list[Answer] = [
            (tr(turn.rows[place].label), points_text(turn.rows[place]), call(self.correct, place), "normal")
            for place in correctable(turn)
        ]
        line = t("Which move of turn {n} is to be put right?", n=self.index + 1)
        return draw_question(canvas, t("Scoresheet"), line, answers, canvas.look.palette.pair[turn.pair])

    def correct(self, state: State, place: int) -> Correction:
        """That row, to be put right."""
        return written_move(state, self.index, place)


def points_text(row: Row) -> str:
    """The points of a row that has some."""
    if row.kind not in (Kind.WORD, Kind.POINTS):
        return ""
    return tr(msgs("{n} point", "{n} points", row.points))


LEGEND = 34
"""Units: height of a line that says what a premium square is."""
ROW = 44
"""Units: height of a move's line, which a finger may touch."""


def without_squares(state: State, until: int) -> list[tuple[int, int]]:
    """Turn and row, from 0, of each move up to turn ``until`` whose squares are not known, or do not fit any more."""
    return [
        (index, place)
        for index in range(min(until + 1, len(state.turns)))
        for place, row in enumerate(state.turns[index].rows)
        if row.on_board and row.counts and row.placement.play is None
    ]


def move_frames(state: State, index: int, colours: Sequence[Colour], objected: Colour) -> Mapping[int, Colour]:
    """The squares of turn ``index`` with the colour of its pair; those of the move that is judged with ``objected``."""
    turn, judged = state.turns[index], objected_row(state)
    frames: dict[int, Colour] = {}
    for place, row in enumerate(turn.rows):
        if row.counts and row.placement.play is not None:
            colour = objected if (index, place) == judged else colours[turn.pair]
            frames |= dict.fromkeys(row.placement.play.squares, colour)
    return frames


class BoardView(Screen[State]):
    """The board after turn ``turn``, from 0 (None: the newest), beside that turn's moves or the letters not seen."""

    key = "board"
    turn: int | None = None
    letters: bool = False

    def valid(self, state: State) -> bool:
        """From the first turn on, as long as the turn is there."""
        return bool(state.turns) and (self.turn is None or self.turn < len(state.turns))

    def turn_index(self, state: State) -> int:
        """The turn that is looked at."""
        return max(0, state.written - 1) if self.turn is None else self.turn

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The board, what was laid or what is left, and the ways through the game."""
        u, state, area, p = canvas.u, view.state, canvas.area, canvas.look.palette
        if canvas.look.portrait:
            high = min(area.w, area.h - u(260))
            place = Rect(area.x, area.y, area.w, high)
            beside = Rect(area.x, area.y + high + u(8), area.w, area.h - high - u(8))
        else:
            place = Rect(area.x, area.y, area.h, area.h)
            beside = Rect(area.x + area.h + u(8), area.y, area.w - area.h - u(8), area.h)
        index = self.turn_index(state)
        board = state.board_before(index + 1, 0).board
        frames = move_frames(state, index, p.pair, p.danger)
        draw_board(canvas, whole_in(canvas, place), board, state.setup.board_notation, framed=frames)
        unwritten = None if state.slot is not None else t("There is no move to write now.")
        canvas.touch(place, call(self.lay) if unwritten is None else Why(unwritten))
        bars = 2 * u(50) + u(6)
        body = Rect(beside.x, beside.y, beside.w, beside.h - bars - u(8))
        head = Rect(body.x, body.y, body.w, u(36))
        canvas.panel(head, p.pair[state.turns[index].pair], 8)
        title = t("Turn {n} · {name}", n=index + 1, name=state.names[state.turns[index].pair])
        canvas.text(Rect(head.x + u(10), head.y, head.w - u(20), head.h), title, 20, "bold", p.pair_ink)
        below = Rect(body.x, head.y + head.h + u(6), body.w, body.h - head.h - u(6))
        (self.unseen if self.letters else self.moves)(canvas, view, board, below)
        self.bar(canvas, state, Rect(beside.x, beside.y + beside.h - bars, beside.w, bars))
        return below

    def moves(self, canvas: Canvas, view: Moment[State], board: Board, rect: Rect) -> None:
        """The moves of the turn, and what the board does not know."""
        u, p, state = canvas.u, canvas.look.palette, view.state
        index = self.turn_index(state)
        y = rect.y
        for place, row in enumerate(state.turns[index].rows):
            self.line(canvas, view, place, row, Rect(rect.x, y, rect.w, u(ROW)))
            y += u(ROW) + u(4)
        low = u(2 * LEGEND + 4)
        if rect.y + rect.h - y >= low + u(24):
            draw_legend(canvas, Rect(rect.x, rect.y + rect.h - low, rect.w, low))
        if board.complete:
            return
        gaps = without_squares(state, index)
        text = tr(
            msgs(
                "The board is incomplete: {n} move has no squares.",
                "The board is incomplete: {n} moves have no squares.",
                len(gaps),
            )
        )
        if len(gaps) == 1:
            turn, place = gaps[0]
            word = tr(state.turns[turn].rows[place].label)
            text = t("The board is incomplete: {word} in turn {n} has no squares.", word=word, n=turn + 1)
        high = min(u(46), rect.y + rect.h - y)
        if high >= u(20):
            canvas.text(Rect(rect.x, y, rect.w, high), text, 17, "semibold", p.warn, lines=2 if high >= u(40) else 1)

    def line(self, canvas: Canvas, view: Moment[State], place: int, row: Row, rect: Rect) -> None:
        """A move of the turn; where its squares are missing, the way to add them."""
        u, p, index = canvas.u, canvas.look.palette, self.turn_index(view.state)
        canvas.panel(rect, p.paper, 8)
        fallen, judged = not row.counts, objected_row(view.state) == (index, place)
        ink = p.invalid if fallen or judged else p.ink
        missing = row.on_board and row.counts and row.placement.play is None
        wide = rect.w - u(20) - (u(120) if missing else 0)
        word = Rect(rect.x + u(10), rect.y, wide - u(106), rect.h)
        label = tr(row.label)
        if judged:
            label = t("{word}: objected to", word=label)
        canvas.text(word, label, 20, "semibold", ink, struck=fallen)
        if row.kind in (Kind.WORD, Kind.POINTS):
            where = Rect(word.x + word.w, rect.y, u(50), rect.h)
            if row.placement.at is not None:
                at = write_at(row.placement.at, view.state.setup.board_notation)
                canvas.text(where, at, 16, "regular", p.ink_muted, "right")
            points = Rect(where.x + where.w, rect.y, u(52), rect.h)
            canvas.text(points, str(row.points), 20, "bold", ink, "right", struck=fallen)
        if missing:
            button = Rect(rect.x + rect.w - u(118), rect.y, u(118), rect.h)
            why = reason(view.may["correct"])
            canvas.button(button, t("Add squares"), call(self.supply, index, place), style="paper", size=15, why=why)

    def unseen(self, canvas: Canvas, view: Moment[State], board: Board, rect: Rect) -> None:
        """The letters in the bag and on the racks, each with how many."""
        u, p = canvas.u, canvas.look.palette
        left = unseen(board, CZECH)
        if left is None:
            text = t("Unseen letters cannot be listed until every word is on the board.")
            canvas.text(rect, text, 19, "semibold", p.warn, lines=3)
            return
        head = Rect(rect.x, rect.y, rect.w, u(22))
        text = tr(
            msgs("In the bag and on the racks: {n} tile", "In the bag and on the racks: {n} tiles", sum(left.values()))
        )
        canvas.text(head, text, 16, "semibold", p.text)
        columns = 10 if canvas.look.portrait else 8
        rows = -(-len(CZECH.alphabet) // columns)
        body = Rect(rect.x, rect.y + u(24), rect.w, rect.h - u(24))
        for n, (letter, count) in enumerate(left.items()):
            wide, high = body.w // columns, body.h // rows
            row, column = divmod(n, columns)
            side = min(high, wide * 5 // 8)
            box = Rect(body.x + column * wide, body.y + row * high + (high - side) // 2, side, side)
            draw_tile(canvas, box, letter)
            number = Rect(box.x + side + u(2), body.y + row * high, wide - side - u(4), high)
            canvas.text(number, str(count), 17, "semibold", p.text)

    def bar(self, canvas: Canvas, state: State, rect: Rect) -> None:
        """Back and forth through the turns; letters not seen, the other side, back to the game."""
        index, newest = self.turn_index(state), len(state.turns) - 1
        upper, lower = canvas.rows(rect, (1, 1), canvas.u(6))
        older, newer, letters = canvas.cols(upper, (52, 52, 100), canvas.u(6))
        first = Why(t("This is the first turn."))
        canvas.button(older, "", Show(replace(self, turn=index - 1)) if index else first, icon="back")
        last = Why(t("This is the newest turn."))
        onward = Show(replace(self, turn=index + 1)) if index < newest else last
        canvas.button(newer, "", onward, icon="forward")
        label = t("Moves") if self.letters else t("Letters left")
        canvas.button(letters, label, Show(replace(self, letters=not self.letters)), size=18)
        turn, back = canvas.cols(lower, (1, 1), canvas.u(6))
        canvas.button(turn, t("To the other pair"), TURN, size=16)
        canvas.button(back, t("Back"), BACK, style="primary", size=20)

    def lay(self, state: State) -> BoardEntry:
        """The move that is due, to be laid."""
        return MoveEntry.begin(state).board(state)

    def supply(self, state: State, turn: int, row: int) -> BoardEntry:
        """A move's squares are added."""
        return written_move(state, turn, row).board(state)
