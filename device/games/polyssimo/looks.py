"""How pieces and players look: colours, pictures of pieces, the cards of the players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from device.graphics.actions import BIG_CLOCK, PressArea
from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect
from device.i18n import t, tr
from device.kiosk.screen import draw_panel
from rules.polyssimo.game import side_of
from rules.polyssimo.report import left_words
from rules.polyssimo.shapes import PENTOMINO, Shape, forms
from rules.polyssimo.state import Phase, State

ACCENT = 2
"""Polyssimo's among the palette's accents."""

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

    found = max(map(places, range(2, 9)), key=side)
    return found, min(side(found), canvas.u(64))


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
        if (what := action(seat)) is not None:
            canvas.touch(box, what)


def pressing(canvas: Canvas, state: State) -> Callable[[int], Any]:
    """What a touch on a player's card does while pieces are placed: a press where the screen has the clock buttons, on
    that of the player on turn; else everybody's pieces over the whole screen."""
    if not canvas.look.press_areas:
        return lambda seat: BIG_CLOCK
    return lambda seat: PressArea(side_of(seat)) if seat == state.turn else None
