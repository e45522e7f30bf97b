"""The screens of a game of Polyssimo: which one each phase calls for, the result, what is put right (P5-P9)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.common.i18n import t, tr
from device.games.act_forms import NoteInWordsForm, screen_of
from device.games.act_menu import ActMenu, menu_item
from device.games.controller import GameController, GameViews
from device.games.menu_screen import MenuItem, big_clock_item
from device.games.polyssimo import ACCENT
from device.games.polyssimo import outputs as own_outputs
from device.games.polyssimo.board_view import BoardScreen, PlacementDraft, draw_board
from device.games.polyssimo.play import (
    FORMS,
    CountScreen,
    OutcomeScreen,
    PickScreen,
    cards,
    laid_out,
    lying,
    measures,
    middle,
    picture,
    side_in,
)
from device.games.result_screen import RankedPlayer, ResultScreen, draw_rows
from device.games.table_parts import BarItem
from device.graphics.actions import BACK, MENU, Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.kept import draw_cached
from device.graphics.widgets import Rect
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, call
from rules.game import Event
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, normal
from rules.polyssimo.game import by_tie_rule, left_words, outcome, over
from rules.polyssimo.state import Phase, PlacedPiece, State

DisputeForm = screen_of(FORMS, e.Dispute, "DisputeForm", phases=e.Dispute.phases)
ReopenScreen = screen_of(FORMS, e.Reopen, "ReopenScreen")
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)


def without_placement(state: State, number: int) -> State:
    """The game with placement ``number`` taken off the board and its player on turn, to lay it anew."""
    seat = state.placed[number - 1].seat
    return replace(state.without(number), turn=seat, aside=frozenset(), phase=Phase.PLACING)


class Placements(Screen[State]):
    """Every placement in its order; a touch puts one right."""

    key = "placed"

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The list."""
        title = t("Placed pieces · tap one to put it right") if view.state.placed else t("Placed pieces")
        (body,) = draw_heading(canvas, (1,), title, fill=canvas.look.palette.accents[ACCENT], more=True)
        for number, box in placements(canvas, view.state, body):
            canvas.touch(box, call(self.on_open, number))
        return body

    def on_open(self, state: State, number: int) -> Next[State]:
        """On the device's board the piece is taken up where it lies, else it is asked which it was."""
        piece = state.placed[number - 1]
        if not state.on_board or piece.piece is None:
            return WhichPiece(number)
        corner = (min(x for x, _ in piece.cells), min(y for _, y in piece.cells))
        return LiesElsewhere(PlacementDraft(piece.piece, normal(piece.cells), corner), number=number)


class LiesElsewhere(BoardScreen, kw_only=True):
    """Placement ``number`` (from 1) on the device's board, to be laid anew (P7)."""

    number: int

    def valid(self, state: State) -> bool:
        """While it stands on record, and its player has the piece."""
        return state.on_board and self.number <= len(state.placed) and self.has_piece(self.table(state))

    def table(self, state: State) -> State:
        """Without the placement."""
        return without_placement(state, self.number)

    def event(self, state: State) -> e.Correct:
        """The correction."""
        return e.Correct(place=self.number, piece=self.draft.piece, cells=self.cells)

    def line(self, state: State) -> str:
        """Which placement it is."""
        return t("Placement {n}: drag it where it really lies.", n=self.number)

    def items(self, view: Moment[State]) -> list[BarItem]:
        """The way back, and the menu."""
        return [BarItem(t("Back"), BACK, t("leave it as it was")), BarItem(t("More"), MENU)]


class WhichPiece(Screen[State]):
    """Which piece placement ``number`` (from 1) really was, where pieces are only counted (P6)."""

    key = "correct"
    number: int

    def valid(self, state: State) -> bool:
        """While it stands on record."""
        return self.number <= len(state.placed)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The pieces that its player had then."""
        state, number, p = view.state, self.number, canvas.look.palette
        placed_piece = state.placed[number - 1]
        title = t("Placement {n} of {name}: which piece was it?", n=number, name=state.setup.players[placed_piece.seat])
        (body,) = draw_heading(canvas, (1,), title, fill=p.players[placed_piece.seat])
        hand = without_placement(state, number).in_hand(placed_piece.seat)
        places, side = laid_out(canvas, state, body, hand)
        for piece, box in zip(hand, places, strict=False):
            was = piece == placed_piece.piece
            canvas.panel(box, p.key_accent if was else p.button, border=p.text if was else None)
            picture(canvas, box, piece, lying(state.pieces[piece].shape), side)
            canvas.touch(box, Do(e.Correct(place=number, piece=piece)))
        return body


class Swap(Screen[State]):
    """Two pieces change places: the one that was tapped (``first``), and the one that was meant (P5)."""

    first: str = ""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """All pieces, and whose each is."""
        state, first, u, p = view.state, self.first, canvas.u, canvas.look.palette
        title = t("Which piece was tapped by mistake?") if not first else t("And which one was meant?")
        (body,) = draw_heading(canvas, (1,), title, fill=p.accents[ACCENT])
        names = list(state.pieces)
        columns = 4 if canvas.look.portrait else 8
        for name, box in zip(names, canvas.grid(body, columns, len(names) // columns, u(5)), strict=True):
            self.piece(canvas, state, name, box)
        return body

    def piece(self, canvas: Canvas, state: State, name: str, box: Rect) -> None:
        """One piece."""
        first, seat, p = self.first, state.owner(name), canvas.look.palette
        border = p.text if name == first else None if seat is None else p.players[seat]
        canvas.panel(box, p.key_accent if name == first else p.button, border=border)
        heading_box, shown = canvas.rows(canvas.inset(box, 4, 4), (22, 70), 0)
        text, ink = (t("middle"), p.muted) if seat is None else (state.setup.players[seat], p.players[seat])
        canvas.text(heading_box, text, 14, "semibold", ink, "center")
        picture(canvas, shown, name, lying(state.pieces[name].shape), side_in(shown))
        if first and name != first:
            changed = Do(e.Correct(taken=first, piece=name))
            if canvas.look.refuses(changed):
                canvas.panel(box, p.back)
                canvas.text(heading_box, text, 14, "semibold", p.faint, "center")
            canvas.touch(box, changed)
        elif seat is None:
            canvas.touch(box, Why(t("Nobody has taken this piece.")))
        else:
            canvas.touch(box, Show(Swap("" if name == first else name)))


def placements(canvas: Canvas, state: State, rect: Rect) -> list[tuple[int, Rect]]:
    """A card for each placement: its number, whose, the piece; their numbers and places."""
    u, p = canvas.u, canvas.look.palette
    if not state.placed:
        canvas.text(rect, t("Nothing is placed yet."), 20, "regular", p.muted, "center")
        return []
    columns = max(3, min(6, rect.w // canvas.lu(112)))
    boxes = canvas.grid(rect, columns, max(3, -(-len(state.placed) // columns)), u(6))
    cells = list(enumerate(boxes[: len(state.placed)], start=1))
    for number, box in cells:
        _placement(canvas, state, number, state.placed[number - 1], box)
    return cells


def _placement(canvas: Canvas, state: State, number: int, piece: PlacedPiece, box: Rect) -> None:
    u, p = canvas.u, canvas.look.palette
    canvas.panel(box, p.button)
    canvas.panel(Rect(box.x, box.y, box.w, u(5)), p.players[piece.seat], radius=2)
    title = f"{number} · {state.setup.players[piece.seat]}"
    if box.h < canvas.lu(56):  # too low for a picture
        line = Rect(box.x + u(4), box.y + u(5), box.w - u(8), box.h - u(5))
        canvas.text(line, f"{title} · {piece.piece or '–'}", 14, "semibold", p.players[piece.seat], "center")
        return
    inner = Rect(box.x + u(6), box.y + u(6), box.w - u(12), box.h - u(10))
    name, shown = canvas.rows(inner, (24 * canvas.print_scale, 62), 0)
    canvas.text(name, title, 15, "semibold", p.players[piece.seat], "center")
    if piece.piece is None:
        canvas.text(shown, t("some piece"), 15, "regular", p.muted, "center", lines=2)
        return
    shape = lying(state.pieces[piece.piece].shape)
    picture(canvas, shown, piece.piece, shape, min(side_in(shown), (shown.h - 4) // measures(shape)[1]))


class PolyssimoResult(ResultScreen[State]):
    """The result."""

    phases = (Phase.RESULT, Phase.SIGNED)
    forms, sign, dispute = FORMS, e.Sign, DisputeForm

    def outcome(self, state: State) -> str:
        """Who won."""
        return tr(outcome(state))

    def remark(self, state: State) -> str:
        """Why, where as much is left of another."""
        return t("level; the last piece placed decides (P9)") if by_tie_rule(state) else ""

    def draw_tally(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """What everybody has left, the winners first."""
        names, colours, winners = state.setup.players, canvas.look.palette.players, state.winners()
        rows = [
            RankedPlayer(names[seat], tr(left_words(state, state.left(seat))), colours[seat], seat in winners)
            for seat in state.standing()
        ]
        draw_rows(canvas, rect, rows)

    def own(self, view: Moment[State]) -> BarItem:
        """What was placed."""
        unplaced = None if view.state.placed else t("Nothing is placed yet.")
        return BarItem(t("Placed pieces"), Show(Placements()), t("corrections"), unplaced)


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """What lay where, and how everybody stood; at the end who won, beside the board."""
    tall, u = canvas.look.portrait, canvas.u
    k = canvas.print_scale
    body, foot = canvas.rows(rect, (500, 60 * k) if tall else (240, 56 * k), u(5))
    if over(state):
        table, body = (canvas.rows if tall else canvas.cols)(rect, (1, 1), u(6))
        PolyssimoResult().draw_past(canvas, table, state)
    else:
        cards(canvas, state, foot)
    if state.phase is Phase.PICKING:
        middle(canvas, state, body, state.turn)
    elif state.on_board:
        side = min(body.w // BOARD.width, body.h // BOARD.height)
        wide, high = side * BOARD.width, side * BOARD.height
        place = Rect(body.x + (body.w - wide) // 2, body.y + (body.h - high) // 2, wide, high)
        draw_cached(canvas, draw_board, state.placed, place, side)
    else:
        placements(canvas, state, body)


def _result(view: Moment[State]) -> MenuItem:
    typing = Show(OutcomeScreen())
    if view.state.phase is Phase.RESULT and not view.state.on_board:
        return MenuItem("cup", t("Put the result right"), t("as counted on the table"), typing)
    return menu_item(e.Outcome, view.may, typing)


def _large(view: Moment[State]) -> MenuItem:
    return big_clock_item(in_play=view.state.phase is not Phase.RESULT, note=t("pieces, for the whole room"))


def _placements(view: Moment[State]) -> MenuItem:
    unplaced = None if view.state.placed else t("Nothing is placed yet.")
    return MenuItem("sheet", t("Placed pieces"), t("list · corrections"), Show(Placements()), unplaced)


class PolyssimoMenu(ActMenu):
    """The result, corrections, and notes."""

    entries = (_result, _large, _placements, e.Correct, e.Note)
    screens = MappingProxyType({e.Correct: Swap, e.Note: NoteForm})


class PolyssimoController(GameController[State]):
    """Screens of the game on the table.

    ``taker`` is who was last chosen to take pieces where they are shared by agreement; he goes on taking.
    """

    views = GameViews(own_outputs.oled_content, own_outputs.signals, large=own_outputs.big_times)
    menu = PolyssimoMenu()
    reopening = ReopenScreen()
    accent = ACCENT

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.taker = self.state.turn

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        if state.phase is Phase.PICKING:
            return PickScreen(self.taker)
        if state.phase is Phase.PLACING:
            return BoardScreen() if state.on_board else CountScreen()
        return PolyssimoResult()

    def show(self, screen: Screen[State] | None, *, locked: bool = False) -> None:
        """Keep in mind who takes pieces."""
        if isinstance(screen, PickScreen):
            self.taker = screen.taker
        super().show(screen, locked=locked)

    def screen_after(self, event: Event) -> Screen[State] | None:
        """After a piece was placed the screen says for whom that left no room (P8)."""
        state = self.state
        if isinstance(event, e.Place) and state.on_board and state.phase is Phase.PLACING:
            earlier = replace(state, free=state.free | BOARD.mask(state.placed[-1].cells))
            seats = filter(state.takes_part, state.seats)
            stuck = [seat for seat in seats if earlier.can_place(seat) and not state.can_place(seat)]
            if stuck:
                names = ", ".join(state.setup.players[seat] for seat in stuck)
                self.host.say(t("Nothing fits any more: {names} (P8).", names=names), self.host.table)
        return None
