"""Picking, and placing where pieces are only counted (P5, P6, P8, P10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.games.polyssimo.looks import cards, laid_out, lying, picture, side_in
from device.i18n import t
from device.kiosk.actions import UNDO, Do, Go, PressArea, Put, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import reason
from device.kiosk.widgets import Rect, Scene
from rules.message import Refusal
from rules.polyssimo import events as e
from rules.polyssimo.game import side_of
from rules.polyssimo.shapes import KINDS
from rules.polyssimo.state import State

May = Mapping[str, Refusal | None]


def headline(canvas: Canvas, rect: Rect, title: str, line: str, seat: int, narrow: bool = False) -> None:
    """Whose turn it is and what is to be done; undo and the menu beside it."""
    p, u = canvas.look.palette, canvas.u
    words_box, undo, more = canvas.cols(rect, (58, 20, 22) if narrow else (64, 18, 18))
    colour = canvas.look.palette.players[seat]
    canvas.panel(words_box, p.panel)
    canvas.panel(Rect(words_box.x, words_box.y, u(10), words_box.h), colour, radius=5)
    inner = Rect(words_box.x + u(20), words_box.y + u(2), words_box.w - u(26), words_box.h - u(4))
    big, small = canvas.rows(inner, (30, 20), 0)
    canvas.text(big, title, 25, "bold", colour)
    canvas.text(small, line, 15, "regular", p.text)
    canvas.button(undo, "" if narrow else t("Undo"), UNDO, icon="undo" if narrow else None, size=17)
    canvas.button(more, t("More"), Go("menu"), size=17)


def pick(state: State, may: May, look: Look, taker: int) -> Scene:
    """The middle of the table: coloured pieces, black-and-white ones, and whose each one is by now (P3, P5)."""
    canvas = Canvas(look)
    p, u = look.palette, canvas.u
    head, body, foot = canvas.rows(canvas.area, (58, 330, 60))
    count = 24 - len(state.middle)
    if state.agreed:
        begin, head = canvas.cols(head, (24, 76))
        title = t("{name} takes", name=state.setup.players[taker])
        headline(canvas, head, title, t("by agreement · {n} of 24", n=count), taker)
        why = reason(may["begin"])
        canvas.button(begin, t("Start placing"), Do(e.Begin()), style="primary", why=why, size=17)
    else:
        title = t("{name} picks", name=state.setup.players[state.turn])
        headline(canvas, head, title, t("clockwise, one piece each · {n} of 24", n=count), state.turn)
    middle(canvas, state, body, taker)
    if state.agreed:
        cards(canvas, state, foot, lambda seat: Put("taker", seat))
        box = canvas.cols(foot, (1,) * len(state.seats), u(6))[taker]
        canvas.panel(Rect(box.x, box.y, box.w, u(5)), p.text, radius=2)
    else:
        cards(canvas, state, foot)
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def middle(canvas: Canvas, state: State, rect: Rect, taker: int) -> None:
    """All 24 pieces: the coloured ones, then the black-and-white ones."""
    names = list(state.pieces)
    halves = canvas.rows(rect, (1, 1)) if canvas.look.portrait else canvas.cols(rect, (1, 1))
    for block, half in zip((names[:KINDS], names[KINDS:]), halves, strict=True):
        for row, band in enumerate(canvas.rows(half, (1, 1, 1), canvas.u(5))):
            for name, box in zip(block[row * 4 : row * 4 + 4], canvas.cols(band, (1,) * 4, canvas.u(5)), strict=True):
                middle_piece(canvas, state, name, box, taker)


def middle_piece(canvas: Canvas, state: State, name: str, box: Rect, taker: int) -> None:
    """A piece that lies in the middle, or whose it is now."""
    p = canvas.look.palette
    if name in state.middle:
        canvas.panel(box, p.button)
        picture(canvas, box, name, lying(state.pieces[name].shape), side_in(box))
        canvas.touch(box, Do(e.Pick(piece=name, player=taker + 1)))
        return
    owner = next(seat for seat in state.seats if name in state.hands[seat])
    canvas.panel(box, p.button_quiet)
    canvas.text(
        Rect(box.x + 2, box.y, box.w - 4, box.h),
        state.setup.players[owner],
        15,
        "semibold",
        canvas.look.palette.players[owner],
        "center",
    )
    canvas.touch(box, Why(t("{name} has this piece (P3).", name=state.setup.players[owner])))


def count(state: State, may: May, look: Look) -> Scene:
    """The player on turn taps what he has placed; the clock button counts without asking which (P6, P8)."""
    canvas = Canvas(look)
    seat = state.turn
    name = state.setup.players[seat]
    head, body, bar, foot = canvas.rows(canvas.area, (58, 262, 60, 60))
    by_button = state.setup.polyssimo_counts == "pieces"
    line = t("tap the piece, or press your clock button") if by_button else t("tap the piece that was placed")
    headline(canvas, head, t("{name} places", name=name), line, seat)
    hand = state.in_hand(seat)
    places, size = laid_out(canvas, state, body, state.hands[seat])  # of all, so that none grows while they grow fewer
    for piece, box in zip(hand, places, strict=False):
        canvas.panel(box, look.palette.button)
        picture(canvas, box, piece, lying(state.pieces[piece].shape), size)
        canvas.touch(box, Do(e.Place(piece=piece, player=seat + 1)))
    stand, told = canvas.cols(bar, (3, 2))
    stand_button(canvas, stand, state, may)
    canvas.button(told, t("Type the result"), Go("outcome"), sub=t("played on without the device"), size=17)
    side = side_of(seat)
    cards(canvas, state, foot, lambda s: PressArea(side) if look.press_areas and s == seat else None)
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def stand_button(canvas: Canvas, rect: Rect, state: State, may: May, style: str = "normal") -> None:
    """I can place nothing (P8)."""
    why = reason(may["stand"])
    event: Any = e.Stand(player=state.turn + 1)
    canvas.button(
        rect, t("I can place nothing"), Do(event), sub=t("stands aside for good"), why=why, style=style, size=17
    )
