"""Placing on the device's own board: a piece is dragged from the hand, turned, flipped and put down (P6-P8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from device.common import i18n
from device.common.i18n import t
from device.games.polyssimo.play import (
    EDGE,
    GOOD,
    SEAM,
    TABLE,
    TABLE_LINE,
    cards,
    cards_high,
    colours_of,
    columns_of,
    lying,
    measures,
    middle_of,
    picture,
    pressing,
    side_in,
    stand_item,
)
from device.games.table_parts import FOOT, LINE, BarItem, draw_foot, draw_line, table_parts
from device.graphics.actions import MENU, UNDO, Do, Drag, Grab, Motion, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import refusal_from
from device.graphics.kept import draw_cached
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Say, Screen, call
from rules.message import Refusal
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, PENTOMINO, Shape, Square, cell_name, check_free, flip, normal, turn
from rules.polyssimo.state import Phase, PlacedPiece, State

LIFT = 0.7
"""How far above the finger, in cells, a piece floats that was taken from the hand, so that it can be seen."""


def _clamped(form: Shape, at: Square) -> Square:
    wide, high = measures(form)
    return max(0, min(BOARD.width - wide, at[0])), max(0, min(BOARD.height - high, at[1]))


@dataclass(frozen=True, slots=True)
class Hold:
    """What a finger takes hold of: ``piece`` of the hand, or the board (``""``).

    ``board`` is where the board lies (pixels), ``side`` that of its cells.
    """

    piece: str
    board: Rect
    side: int


@dataclass(frozen=True, slots=True)
class PlacementDraft:
    """The piece that is being placed: its form, the cell of its corner (None: not on the board), and while it is
    dragged the finger's place in the piece and, outside the board, where it floats (pixels)."""

    piece: str = ""
    form: Shape = ()
    at: Square | None = None
    grip: tuple[float, float] = (0, 0)
    floating: tuple[int, int] | None = None

    @property
    def cells(self) -> tuple[Square, ...]:
        """The cells that it covers."""
        assert self.at is not None
        return tuple((self.at[0] + x, self.at[1] + y) for x, y in self.form)

    def with_form(self, form: Shape) -> PlacementDraft:
        """In another form, its middle where it was."""
        if self.at is None:
            return replace(self, form=form)
        (old_w, old_h), (new_w, new_h) = measures(self.form), measures(form)
        moved = (self.at[0] + (old_w - new_w) // 2, self.at[1] + (old_h - new_h) // 2)
        return replace(self, form=form, at=_clamped(form, moved))

    def bring(self, hold: Hold, x: int, y: int) -> PlacementDraft:
        """The finger came down on the board, on the piece or elsewhere: then the piece comes there."""
        wide, high = measures(self.form)
        column, row = (x - hold.board.x) // hold.side, (y - hold.board.y) // hold.side
        at = self.at
        if at is None or not (-1 <= column - at[0] <= wide and -1 <= row - at[1] <= high):
            at = _clamped(self.form, (column - wide // 2, row - high // 2))
        left, top = hold.board.x + at[0] * hold.side, hold.board.y + at[1] * hold.side
        return replace(self, at=at, grip=((x - left) / hold.side, (y - top) / hold.side))

    def follow(self, hold: Hold, x: int, y: int) -> PlacementDraft:
        """It follows the finger; over the board it snaps to the cells and stays whole on it."""
        board, side = hold.board, hold.side
        left, top = x - self.grip[0] * side, y - self.grip[1] * side
        wide, high = measures(self.form)
        near = Rect(board.x - side, board.y - side, board.w + 2 * side, board.h + 2 * side)
        if near.contains(int(left + wide * side / 2), int(top + high * side / 2)):
            at = (round((left - board.x) / side), round((top - board.y) / side))
            return replace(self, at=_clamped(self.form, at), floating=None)
        return replace(self, at=None, floating=(int(left), int(top)))


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things lie on a screen."""

    board: Rect
    side: int
    players: Rect
    line: Rect
    hand: Rect
    tools: Rect
    foot: Rect

    def hold(self, piece: str) -> Hold:
        """A piece of the hand, or the board (``""``)."""
        return Hold(piece, self.board, self.side)


def plan(canvas: Canvas, state: State) -> Plan:
    """The board beside players, hand and foot; on a tall screen players above it, the others below."""
    u, area = canvas.u, canvas.area
    gap, line, card = u(GAP), LINE * canvas.print_scale, cards_high(canvas)
    if canvas.look.portrait:
        side = min(area.w // BOARD.width, int(area.h * 0.5) // BOARD.height)
        wide, high = side * BOARD.width, side * BOARD.height
        players, above, rest = canvas.rows(area, (card, line, area.h / canvas.look.scale - card - line))
        board = Rect(area.x + (area.w - wide) // 2, rest.y, wide, high)
        top = board.y + high + gap
        below = Rect(area.x, top, area.w, area.y + area.h - top)
        hand, tools, foot = canvas.rows(below, (160, 56, FOOT[0]))
        return Plan(board, side, players, above, hand, tools, foot)
    side = min(area.h // BOARD.height, int(area.w * 0.6) // BOARD.width)
    wide, high = side * BOARD.width, side * BOARD.height
    board = Rect(area.x, area.y, wide, high)
    right = Rect(area.x + wide + gap, area.y, area.w - wide - gap, area.h)
    *parts, foot = table_parts(canvas, ((card - 4) * -(-len(state.seats) // 2), line, 200, 56))
    players, above, hand, tools = (Rect(right.x, part.y, right.w, part.h) for part in parts)
    return Plan(board, side, players, above, hand, tools, Rect(right.x, foot.y, right.w, foot.h))


def against(state: State, draft: PlacementDraft) -> Refusal | None:
    """What stands against putting the piece down where it lies (P7)."""
    if draft.at is None:
        return Refusal("P7", "Drag the piece onto the board, or tap the board.")
    return refusal_from(check_free, state.free, draft.cells)


class BoardScreen(Screen[State]):
    """The board with what lies on it, and the hand of the player on turn; ``draft`` is the piece that is placed."""

    key = "board"
    draft: PlacementDraft = field(default_factory=PlacementDraft)

    def valid(self, state: State) -> bool:
        """While pieces are placed, and the player on turn still has the piece."""
        return state.on_board and state.phase is Phase.PLACING and self.has_piece(state)

    def has_piece(self, state: State) -> bool:
        """Whether the piece, if there is one, is in the hand of the player on turn."""
        return not self.draft.piece or self.draft.piece in state.in_hand(state.turn)

    def table(self, state: State) -> State:
        """The game as the board shows it."""
        return state

    def event(self, state: State) -> e.Place | e.Correct:
        """The piece is put down where it lies."""
        return e.Place(piece=self.draft.piece, cells=self.cells, player=state.turn + 1)

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells that the piece covers."""
        return tuple(cell_name(cell) for cell in sorted(self.draft.cells))

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The board, the hand, and the tools."""
        state, draft = self.table(view.state), self.draft
        where = plan(canvas, state)
        cards(canvas, state, where.players, pressing(canvas, state), 2 if not canvas.look.portrait else 4)
        draw_line(canvas, where.line, self.line(state))
        draw_cached(canvas, draw_board, state.placed, where.board, where.side)
        canvas.touch(where.board, Grab(where.hold("")))
        _hand(canvas, state, where, draft)
        self.tools(canvas, view.state, where.tools)
        draw_foot(canvas, where.foot, self.items(view))
        if draft.piece:
            draw_draft(canvas, state, where, draft)
        return where.hand

    def line(self, state: State) -> str:
        """What is to be done."""
        if not state.can_place(state.turn):
            return t("Nothing fits: press your button.")
        return t("Drag a piece onto the board.")

    def items(self, view: Moment[State]) -> list[BarItem]:
        """Standing aside, and the menu."""
        stuck = not view.state.can_place(view.state.turn)
        stand = stand_item(view.state, view.may, "primary" if stuck else "normal")
        return [stand, BarItem(t("More"), MENU)]

    def tools(self, canvas: Canvas, state: State, rect: Rect) -> None:
        """Turn, flip, put down."""
        turn, flip, undo, put = canvas.cols(rect, (1, 1, 0.6, 1.3))
        canvas.button(undo, "", UNDO, icon="undo")
        why = None if self.draft.piece else t("First choose a piece.")
        canvas.button(turn, t("Rotate"), call(self.turn), why=why, size=17)
        canvas.button(flip, t("Flip"), call(self.flip), why=why, size=17)
        if why is None and (refusal := against(self.table(state), self.draft)) is not None:
            why = i18n.refusal(refusal)
        action = Do(self.event(state)) if why is None else None
        canvas.button(put, t("Put down"), action, style="primary", why=why, size=19)

    # -- touches ---------------------------------------------------------------------------------------------------

    def turn(self, state: State) -> Next[State]:
        """A quarter turn."""
        return replace(self, draft=self.draft.with_form(turn(self.draft.form)))

    def flip(self, state: State) -> Next[State]:
        """The other side up."""
        return replace(self, draft=self.draft.with_form(flip(self.draft.form)))

    def on_drag(self, state: State, drag: Drag) -> Next[State]:
        """A piece is taken from the hand, or moved on the board."""
        hold, draft = drag.what, self.draft
        if drag.motion is Motion.DOWN:
            return self.take(self.table(state), hold, drag)
        if not draft.piece:
            return self
        moved = draft.follow(hold, drag.x, drag.y) if drag.motion is Motion.MOVE else replace(draft, floating=None)
        return replace(self, draft=moved)

    def take(self, state: State, hold: Hold, drag: Drag) -> Next[State]:
        """The finger goes down: on a piece of the hand, or on the board."""
        draft = self.draft
        if not hold.piece:
            if not draft.piece:
                return Say(t("First choose a piece."), self)
            return replace(self, draft=draft.bring(hold, drag.x, drag.y))
        if hold.piece not in state.in_hand(state.turn):
            return self
        if hold.piece != draft.piece:
            draft = PlacementDraft(hold.piece, lying(state.pieces[hold.piece].shape))
        wide, high = measures(draft.form)
        return replace(self, draft=replace(draft, grip=(wide / 2, high + LIFT)))  # it floats above the finger

    def on_text(self, state: State, text: str) -> Next[State]:
        """Space turns the piece, tab flips it."""
        if not self.draft.piece:
            return self
        return self.turn(state) if text == " " else self.flip(state) if text == "\t" else self

    def on_done(self, state: State) -> Next[State]:
        """Return puts the piece down. Raises `Refusal` where it cannot lie (P7)."""
        if self.draft.piece and (refusal := against(self.table(state), self.draft)) is not None:
            raise refusal
        return self.event(state) if self.draft.piece else self


def draw_board(canvas: Canvas, placed: Sequence[PlacedPiece], place: Rect, side: int) -> None:
    """Cells of ``side`` pixels and placed pieces."""
    canvas.panel(place, TABLE, radius=0)
    for x in range(1, BOARD.width):
        canvas.line(Rect(place.x + x * side, place.y, 1, place.h), TABLE_LINE)
    for y in range(1, BOARD.height):
        canvas.line(Rect(place.x, place.y + y * side, place.w, 1), TABLE_LINE)
    for piece in placed:
        if piece.piece is None or not piece.cells:
            continue
        left, top = min(x for x, _ in piece.cells), min(y for _, y in piece.cells)
        fill, other = colours_of(piece.piece, len(piece.cells))
        corner = (place.x + left * side, place.y + top * side)
        edge = EDGE if len(piece.cells) == PENTOMINO else SEAM
        canvas.blocks(corner, normal(piece.cells), side, fill, edge, other)


def draw_draft(canvas: Canvas, state: State, where: Plan, draft: PlacementDraft) -> None:
    """The piece that is being placed, green where it may lie and red where not; off the board as it floats."""
    p, side = canvas.look.palette, where.side
    fill, other = colours_of(draft.piece, len(draft.form))
    if draft.floating is not None:
        ends = zip(canvas.look.size, measures(draft.form), draft.floating, strict=True)
        x, y = (max(0, min(size - cells * side, at)) for size, cells, at in ends)
        canvas.blocks((x, y), draft.form, side, fill, p.text, other)
    elif draft.at is not None:
        corner = (where.board.x + draft.at[0] * side, where.board.y + draft.at[1] * side)
        if against(state, draft) is None:
            canvas.blocks(corner, normal(draft.form), side, fill, GOOD, other)
        else:
            canvas.blocks(corner, normal(draft.form), side, p.danger, p.warn, p.danger_button)


def _hand(canvas: Canvas, state: State, where: Plan, draft: PlacementDraft) -> None:
    p, u = canvas.look.palette, canvas.u
    pieces = state.in_hand(state.turn)
    columns, lines = columns_of(state, state.turn, 6 if canvas.look.portrait else 4)
    for name, box in zip(pieces, canvas.grid(where.hand, columns, lines, u(5)), strict=False):
        chosen = name == draft.piece
        shape = draft.form if chosen else lying(state.pieces[name].shape)
        side = min(side_in(box), (box.h - 8) // measures(shape)[1])
        if state.fits(name):
            canvas.panel(box, p.key_accent if chosen else p.button, border=p.text if chosen else None)
            picture(canvas, box, name, shape, side)
            canvas.touch(box, Grab(where.hold(name)))
        else:
            canvas.panel(box, p.button_quiet)
            pale = p.button if len(shape) == PENTOMINO else p.panel
            canvas.blocks(middle_of(box, shape, side), shape, side, pale, p.faint)
            canvas.touch(box, Why(t("This piece fits nowhere any more (P7).")))
