"""Placing on the device's own board: a piece is dragged from the hand, turned, flipped and put down (P6-P8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device import i18n
from device.games.polyssimo.looks import (
    EDGE,
    GOOD,
    SEAM,
    TABLE,
    TABLE_LINE,
    cards,
    colours_of,
    columns_of,
    lying,
    measures,
    picture,
    side_in,
)
from device.games.polyssimo.play import May, headline, stand_button
from device.i18n import t
from device.kiosk.actions import BACK, Do, Grab, PressArea, Put, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.widgets import Rect, Scene
from rules.message import Refusal
from rules.polyssimo import events as e
from rules.polyssimo.board import BOARD, cell_name, check_free
from rules.polyssimo.game import side_of
from rules.polyssimo.shapes import PENTOMINO, Shape, Square, flipped, normal, turned
from rules.polyssimo.state import State

BOARD_AREA = "board"
"""What is grabbed where the board is touched; a piece of the hand is grabbed by its name."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The piece that is being placed: its form, the cell of its corner (None: not on the board), and while it is
    dragged the finger's place in the piece and, outside the board, where it floats (pixels). ``target`` is the
    placement that it puts right, None: a new one."""

    piece: str = ""
    form: Shape = ()
    at: Square | None = None
    grip: tuple[float, float] = (0, 0)
    floating: tuple[int, int] | None = None
    target: int | None = None

    @property
    def cells(self) -> tuple[Square, ...]:
        """The cells that it covers; they may lie off the board."""
        assert self.at is not None
        return tuple((self.at[0] + x, self.at[1] + y) for x, y in self.form)

    def changed(self, form: Shape) -> Draft:
        """In another form, its middle where it was."""
        if self.at is None:
            return replace(self, form=form)
        (old_w, old_h), (new_w, new_h) = measures(self.form), measures(form)
        moved = (self.at[0] + (old_w - new_w) // 2, self.at[1] + (old_h - new_h) // 2)
        return replace(self, form=form, at=moved)

    def turned(self) -> Draft:
        """A quarter turn."""
        return self.changed(turned(self.form))

    def flipped(self) -> Draft:
        """The other face up."""
        return self.changed(flipped(self.form))


def taken(state: State, name: str) -> Draft:
    """A piece taken from the hand."""
    return Draft(name, lying(state.pieces[name].shape))


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things lie on a screen."""

    board: Rect
    side: int
    head: Rect
    hand: Rect
    tools: Rect
    bar: Rect
    foot: Rect

    def cell(self, x: float, y: float) -> Square:
        """The cell under a pixel, also off the board."""
        return int((x - self.board.x) // self.side), int((y - self.board.y) // self.side)


def plan(canvas: Canvas) -> Plan:
    """The board beside the hand, or above it on a tall screen."""
    u, area = canvas.u, canvas.area
    gap = u(8)
    if canvas.look.portrait:
        side = min(area.w // BOARD.width, int(area.h * 0.5) // BOARD.height)
        wide, high = side * BOARD.width, side * BOARD.height
        head = Rect(area.x, area.y, area.w, u(58))
        board = Rect(area.x + (area.w - wide) // 2, head.y + head.h + gap, wide, high)
        top = board.y + high + gap
        rest = Rect(area.x, top, area.w, area.y + area.h - top)
        hand, tools, bar, foot = canvas.rows(rest, (130, 56, 46, 50))
        return Plan(board, side, head, hand, tools, bar, foot)
    side = min((area.h - u(62)) // BOARD.height, int(area.w * 0.56) // BOARD.width)
    wide, high = side * BOARD.width, side * BOARD.height
    board = Rect(area.x, area.y, wide, high)
    foot = Rect(area.x, area.y + high + gap, wide, area.h - high - gap)
    right = Rect(area.x + wide + gap, area.y, area.w - wide - gap, area.h)
    head, hand, tools, bar = canvas.rows(right, (58, 266, 62, 56))
    return Plan(board, side, head, hand, tools, bar, foot)


def against(state: State, draft: Draft) -> Refusal | None:
    """What stands against putting the piece down where it lies (P7)."""
    if draft.at is None:
        return Refusal("P7", "Drag the piece onto the board, or tap the board.")
    try:
        check_free(state.free, draft.cells)
    except Refusal as refusal:
        return refusal
    return None


def opened(state: State, number: int) -> Draft:
    """Placement ``number`` taken up where it lies, to put it right."""
    one = state.placed[number - 1]
    assert one.piece is not None
    corner = (min(x for x, _ in one.cells), min(y for _, y in one.cells))
    return Draft(one.piece, normal(one.cells), corner, target=number)


def put_down(state: State, draft: Draft) -> e.Place | e.Correct:
    """The event of putting the piece down."""
    names = tuple(cell_name(cell) for cell in sorted(draft.cells))
    if draft.target is not None:
        return e.Correct(place=draft.target, piece=draft.piece, cells=names)
    return e.Place(piece=draft.piece, cells=names, player=state.turn + 1)


def board(state: State, may: May, look: Look, draft: Draft) -> Scene:
    """The board with what lies on it, the hand of the player on turn, and the tools."""
    canvas = Canvas(look)
    where = plan(canvas)
    seat, name = state.turn, state.setup.players[state.turn]
    stuck = draft.target is None and not state.can_place(seat)
    if draft.target is not None:
        title, line = f"{draft.target} · {name}", t("drag it where it really lies")
    elif stuck:
        title, line = t("{name}: nothing fits", name=name), t("stand aside: press, or tap below")
    else:
        title, line = t("{name} places", name=name), t("drag a piece onto the board")
    headline(canvas, where.head, title, line, seat, narrow=not look.portrait)
    draw_board(canvas, state, where.board, where.side)
    canvas.touch(where.board, Grab(BOARD_AREA))
    hand(canvas, state, where.hand, draft)
    tools(canvas, state, where.tools, draft)
    if draft.target is None:
        stand_button(canvas, where.bar, state, may, "primary" if stuck else "normal")
    else:
        canvas.button(where.bar, t("Back"), BACK, sub=t("leave it as it was"), size=17)
    side = side_of(seat)
    cards(canvas, state, where.foot, lambda s: PressArea(side) if look.press_areas and s == seat else None)
    if draft.piece:
        draw_draft(canvas, state, where, draft)
    if look.toast:
        canvas.banner(where.hand, look.toast)
    return canvas.scene()


def draw_board(canvas: Canvas, state: State, place: Rect, side: int) -> None:
    """Cells of ``side`` pixels and placed pieces."""
    canvas.panel(place, TABLE, radius=0)
    for x in range(1, BOARD.width):
        canvas.line(Rect(place.x + x * side, place.y, 1, place.h), TABLE_LINE)
    for y in range(1, BOARD.height):
        canvas.line(Rect(place.x, place.y + y * side, place.w, 1), TABLE_LINE)
    for one in state.placed:
        if one.piece is None or not one.cells:
            continue
        left, top = min(x for x, _ in one.cells), min(y for _, y in one.cells)
        fill, other = colours_of(one.piece, len(one.cells))
        corner = (place.x + left * side, place.y + top * side)
        edge = EDGE if len(one.cells) == PENTOMINO else SEAM
        canvas.blocks(corner, normal(one.cells), side, fill, edge, other)


def draw_draft(canvas: Canvas, state: State, where: Plan, draft: Draft) -> None:
    """The piece that is being placed, green where it may lie and red where not; off the board as it floats."""
    p, side = canvas.look.palette, where.side
    fill, other = colours_of(draft.piece, len(draft.form))
    if draft.floating is not None:
        wide, high = measures(draft.form)
        size = canvas.look.size
        x = max(0, min(size[0] - wide * side, draft.floating[0]))
        y = max(0, min(size[1] - high * side, draft.floating[1]))
        canvas.blocks((x, y), draft.form, side, fill, p.text, other)
        return
    if draft.at is None:
        return
    shown = [cell for cell in draft.cells if BOARD.contains(cell)]
    if not shown:
        return
    good = against(state, draft) is None
    left, top = min(x for x, _ in shown), min(y for _, y in shown)
    corner = (where.board.x + left * side, where.board.y + top * side)
    if good:
        canvas.blocks(corner, normal(shown), side, fill, GOOD, other)
    else:
        canvas.blocks(corner, normal(shown), side, p.danger, p.warn, p.danger_button)


def hand(canvas: Canvas, state: State, rect: Rect, draft: Draft) -> None:
    """The pieces before the player; those that fit nowhere any more are pale and say so."""
    p, u = canvas.look.palette, canvas.u
    pieces = state.in_hand(state.turn)
    columns, lines = columns_of(state, state.turn, 6 if canvas.look.portrait else 4)
    for row, band in enumerate(canvas.rows(rect, (1,) * lines, u(5))):
        for name, box in zip(pieces[row * columns :], canvas.cols(band, (1,) * columns, u(5)), strict=False):
            chosen = name == draft.piece
            shape = draft.form if chosen else lying(state.pieces[name].shape)
            side = min(side_in(box), (box.h - 8) // measures(shape)[1])
            if state.fits(name):
                canvas.panel(box, p.key_accent if chosen else p.button, border=p.text if chosen else None)
                picture(canvas, box, name, shape, side)
                canvas.touch(box, Grab(name))
            else:
                canvas.panel(box, p.button_quiet)
                wide, high = measures(shape)
                corner = (box.x + (box.w - wide * side) // 2, box.y + (box.h - high * side) // 2)
                pale = p.button if len(shape) == PENTOMINO else p.panel
                canvas.blocks(corner, shape, side, pale, p.faint)
                canvas.touch(box, Why(t("This piece fits nowhere any more (P7).")))


def tools(canvas: Canvas, state: State, rect: Rect, draft: Draft) -> None:
    """Turn, flip, put down."""
    turn, flip, put = canvas.cols(rect, (1, 1, 1.4))
    why = None if draft.piece else t("First choose a piece.")
    canvas.button(turn, t("Rotate"), Put("turn", True), why=why, size=17)
    canvas.button(flip, t("Flip"), Put("flip", True), why=why, size=17)
    if why is None and (refusal := against(state, draft)) is not None:
        why = i18n.refusal(refusal)
    action = Put("put", True) if why is not None else Do(put_down(state, draft))
    canvas.button(put, t("Put down"), action, style="primary", why=why, size=19)
