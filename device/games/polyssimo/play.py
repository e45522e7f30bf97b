"""Picking, and placing where pieces are only counted (P5, P6, P8, P10); how pieces and players look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from device.common.i18n import t, tr
from device.games.act_forms import screen_of
from device.games.act_menu import step_item
from device.games.act_screens import GameForms
from device.games.polyssimo import ACCENT
from device.games.table_parts import LINE, BarItem, draw_foot, draw_line, table_parts
from device.graphics.actions import BIG_CLOCK, MENU, UNDO, Do, PressArea, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect
from device.kiosk.moment import May, Moment
from device.kiosk.screen import Screen, draw_panel
from rules.polyssimo import acts as e
from rules.polyssimo.board import KINDS, PENTOMINO, Shape, forms
from rules.polyssimo.game import left_words
from rules.polyssimo.state import ALL, Phase, State, side_of

FORMS = GameForms(
    "device.games.polyssimo.controller",
    ACCENT,
    (1, 2, 3, 4),
    names=lambda state: state.setup.players,
    at_side=State.side_names,
    seat="player",
)
StandAside = screen_of(
    FORMS,
    e.Stand,
    "StandAside",
    key="stand",
    valid=lambda self, state: state.phase is Phase.PLACING and state.turn == self.seat,
)
OutcomeScreen = screen_of(FORMS, e.Outcome, "OutcomeScreen", phases=(Phase.PICKING, Phase.PLACING, Phase.RESULT))

WOOD: dict[str, Colour] = {
    "F": (224, 92, 74),
    "I": (72, 150, 226),
    "L": (240, 150, 52),
    "N": (122, 190, 82),
    "P": (196, 108, 196),
    "T": (60, 170, 160),
    "U": (238, 196, 64),
    "V": (140, 120, 220),
    "W": (228, 122, 160),
    "X": (206, 70, 110),
    "Y": (96, 196, 226),
    "Z": (116, 74, 44),
}
"""The colours of the twelve coloured pieces."""
BLACK: Colour = (16, 17, 20)
WHITE: Colour = (236, 236, 232)
EDGE: Colour = (8, 10, 14)
SEAM: Colour = (112, 128, 150)
"""The outline of a black-and-white piece on the board, seen on black and on white."""
TABLE: Colour = (186, 158, 112)
"""The board."""
TABLE_LINE: Colour = (160, 132, 88)
GOOD: Colour = (110, 255, 150)
"""The outline of a piece that may be put down."""


def colours_of(name: str, size: int) -> tuple[Colour, Colour]:
    """Both colours of a piece's squares: coloured ones have one, the others are chequered."""
    if size == PENTOMINO:
        return WOOD[name], WOOD[name]
    return BLACK, WHITE


@lru_cache(maxsize=512)
def lying(shape: Shape) -> Shape:
    """The form in which a piece is shown: wider than high."""
    return min(forms(shape), key=lambda form: (max(y for _, y in form), form))


def measures(shape: Shape) -> tuple[int, int]:
    """Columns and rows."""
    return max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1


def middle_of(rect: Rect, shape: Shape, side: int) -> tuple[int, int]:
    """The corner of a shape in the middle of ``rect``."""
    wide, high = measures(shape)
    return rect.x + (rect.w - wide * side) // 2, rect.y + (rect.h - high * side) // 2


def picture(canvas: Canvas, rect: Rect, name: str, shape: Shape, side: int) -> None:
    """A piece in the middle of ``rect``."""
    fill, other = colours_of(name, len(shape))
    edge = EDGE if len(shape) == PENTOMINO else canvas.look.palette.muted
    canvas.blocks(middle_of(rect, shape, side), shape, side, fill, edge, other)


def side_in(rect: Rect, wide: int = 6, high: int = 3) -> int:
    """The side of a square with which every piece, or pieces at most so wide and high, find their place in ``rect``."""
    return max(4, min((rect.w - 8) // wide, (rect.h - 8) // high))


def laid_out(canvas: Canvas, state: State, rect: Rect, names: Sequence[str]) -> tuple[list[Rect], int]:
    """A place in ``rect`` for each of these pieces, in as many columns as let them be largest; the side of a square."""
    sizes = [measures(lying(state.pieces[name].shape)) for name in names]
    wide, high = max((w for w, _ in sizes), default=1), max((h for _, h in sizes), default=1)

    def places(columns: int) -> list[Rect]:
        return canvas.grid(rect, columns, max(1, -(-len(names) // columns)), canvas.u(6))

    def side(boxes: list[Rect]) -> int:
        rim = canvas.u(8)
        return side_in(Rect(0, 0, boxes[0].w - rim, boxes[0].h - rim), wide, high)

    best_boxes = max(map(places, range(2, 9)), key=side)
    return best_boxes, min(side(best_boxes), canvas.u(64))


def columns_of(state: State, seat: int, most: int) -> tuple[int, int]:
    """Columns (up to ``most``) and lines for the pieces before a player: as large as all that he picked allow, so that
    none changes its size while they grow fewer."""
    picked = len(state.hands[seat])
    columns = min(most, max(3, -(-picked // 2)))
    return columns, max(2, -(-picked // columns))


def _status(state: State, seat: int) -> str:
    if state.phase is Phase.PICKING:
        if state.is_agreed:
            return t("has {n}", n=len(state.hands[seat]))
        return t("{n} of {share}", n=len(state.hands[seat]), share=state.share(seat))
    left = tr(left_words(state, state.left(seat)))
    if seat in state.aside:
        return t("{left} · aside", left=left)
    if state.phase is Phase.PLACING and state.on_board and not state.can_place(seat):
        return t("{left} · nothing fits", left=left)
    return left


def cards(
    canvas: Canvas, state: State, rect: Rect, action: Callable[[int], Any] = lambda seat: None, abreast: int = 4
) -> None:
    """A card for each player, up to so many ``abreast``, that of the player on turn in colour.

    They stand as people sit, clockwise. ``action`` is what a touch on one does.
    """
    u, p = canvas.u, canvas.look.palette
    in_turn = state.phase is Phase.PLACING or (state.phase is Phase.PICKING and not state.is_agreed)
    count = len(state.seats)
    lines = canvas.rows(rect, (1,) * -(-count // abreast), u(6))
    boxes = canvas.cols(lines[0], (1,) * min(count, abreast), u(6))
    if count > abreast:
        boxes += reversed(canvas.cols(lines[1], (1,) * (count - abreast), u(6)))
    for seat, box in zip(state.seats, boxes, strict=True):
        mine = in_turn and seat == state.turn
        colour = p.players[seat]
        inner = draw_panel(canvas, box, colour if mine else p.panel, 8, 3, border=None if mine else colour)
        name, line = canvas.rows(inner, (28, 26), 0)
        canvas.text(name, state.setup.players[seat], 19, "bold", p.pair_ink if mine else colour, "center")
        canvas.text(line, _status(state, seat), 15, "semibold", p.pair_ink if mine else p.text, "center")
        if (touch_action := action(seat)) is not None:
            canvas.touch(box, touch_action)


def pressing(canvas: Canvas, state: State) -> Callable[[int], Any]:
    """What a touch on a player's card does while pieces are placed: a press where the screen has the clock buttons, on
    that of the player on turn; else everybody's pieces over the whole screen."""
    if not canvas.look.press_areas:
        return lambda seat: BIG_CLOCK
    return lambda seat: PressArea(side_of(seat)) if seat == state.turn else None


CARDS, LARGE_CARDS = 54, 68
"""Height of the players' cards, in units; in large print."""


def cards_high(canvas: Canvas) -> int:
    """Height of the players' cards, in units."""
    return LARGE_CARDS if canvas.look.large_print else CARDS


class PickScreen(Screen[State]):
    """The middle of the table (P3, P5); ``taker`` is whose the next piece is where they are shared by agreement."""

    phases = (Phase.PICKING,)
    taker: int = 0

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Coloured pieces, black-and-white ones, and whose each one is by now."""
        state, u = view.state, canvas.u
        taker = self.taker if state.is_agreed else state.turn
        name, count = state.setup.players[taker], ALL - len(state.middle)
        players, line, body, foot = table_parts(canvas, (cards_high(canvas), LINE * canvas.print_scale, 290))
        items = [BarItem(t("Undo"), UNDO), BarItem(t("More"), MENU)]
        text = t("{name} picks · one piece each, clockwise · {n} of 24", name=name, n=count)
        if state.is_agreed:
            text = t("{name} takes · by agreement · {n} of 24", name=name, n=count)
            items.insert(0, step_item(e.Begin, against=view.may["begin"], style="primary"))
        agreed = state.is_agreed
        cards(canvas, state, players, lambda seat: self.change(taker=seat) if agreed else BIG_CLOCK)
        if agreed:
            box = canvas.cols(players, (1,) * len(state.seats), u(6))[taker]
            canvas.panel(Rect(box.x, box.y, box.w, u(5)), canvas.look.palette.text, radius=2)
        draw_line(canvas, line, text)
        middle(canvas, state, body, taker)
        draw_foot(canvas, foot, items)
        return body


def middle(canvas: Canvas, state: State, rect: Rect, taker: int) -> None:
    """All 24 pieces: the coloured ones, then the black-and-white ones."""
    names, left = list(state.pieces), frozenset(state.middle)
    halves = canvas.rows(rect, (1, 1)) if canvas.look.portrait else canvas.cols(rect, (1, 1))
    for block, half in zip((names[:KINDS], names[KINDS:]), halves, strict=True):
        for name, box in zip(block, canvas.grid(half, 4, 3, canvas.u(5)), strict=True):
            _middle_piece(canvas, state, name, box, taker if name in left else None)


def _middle_piece(canvas: Canvas, state: State, piece: str, box: Rect, taker: int | None) -> None:
    """``taker``: whose it is with a touch; None where somebody has it."""
    p = canvas.look.palette
    if taker is not None:
        canvas.panel(box, p.button)
        picture(canvas, box, piece, lying(state.pieces[piece].shape), side_in(box))
        canvas.touch(box, Do(e.Pick(piece=piece, player=taker + 1)))
        return
    owner = state.owner(piece)
    assert owner is not None
    canvas.panel(box, p.button_quiet)
    name = state.setup.players[owner]
    canvas.text(Rect(box.x + 2, box.y, box.w - 4, box.h), name, 15, "semibold", p.players[owner], "center")
    canvas.touch(box, Why(t("{name} has this piece (P3).", name=name)))


class CountScreen(Screen[State]):
    """The player on turn taps what he has placed; the clock button counts without asking which (P6, P8)."""

    def valid(self, state: State) -> bool:
        """While pieces are placed on the table."""
        return state.phase is Phase.PLACING and not state.on_board

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The pieces before the player."""
        state, seat = view.state, view.state.turn
        players, line, body, foot = table_parts(canvas, (cards_high(canvas), LINE * canvas.print_scale, 290))
        cards(canvas, state, players, pressing(canvas, state))
        name, by_button = state.setup.players[seat], state.setup.polyssimo_counts == "pieces"
        text = t("{name} places: tap the piece that was placed", name=name)
        if by_button:
            text = t("{name} places: tap the piece, or press your clock button", name=name)
        draw_line(canvas, line, text)
        # Room for all that were picked, so that none grows while they grow fewer.
        places, size = laid_out(canvas, state, body, state.hands[seat])
        for piece, box in zip(state.in_hand(seat), places, strict=False):
            canvas.panel(box, canvas.look.palette.button)
            picture(canvas, box, piece, lying(state.pieces[piece].shape), size)
            canvas.touch(box, Do(e.Place(piece=piece, player=seat + 1)))
        played_on = t("played on without the device")
        items = [
            stand_item(state, view.may),
            BarItem(t("Type the result"), Show(OutcomeScreen()), played_on),
            BarItem(t("Undo"), UNDO),
            BarItem(t("More"), MENU),
        ]
        draw_foot(canvas, foot, items, first=1)
        return body


def stand_item(state: State, may: May, style: str = "normal") -> BarItem:
    """I can place nothing (P8)."""
    return step_item(e.Stand, Show(StandAside(state.turn)), may["stand"], style)
