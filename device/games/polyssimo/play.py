"""Picking, placing where pieces are only counted, and typing the result (P5, P6, P8-P10)."""

from __future__ import annotations

from dataclasses import replace

from device import i18n
from device.games.act_menu import step_item
from device.games.polyssimo.looks import cards, laid_out, lying, picture, pressing, side_in
from device.games.table_parts import LINE, BarItem, draw_foot, draw_line, table_parts
from device.graphics.actions import BIG_CLOCK, MENU, UNDO, Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import draw_confirmation
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import May, Next, Screen, View, call, draw_panel
from rules.polyssimo import acts as e
from rules.polyssimo.shapes import KINDS
from rules.polyssimo.state import ALL, Phase, State


class OutcomeScreen(Screen[State]):
    """A row for each player: what each seat has ``left``, and which seat placed ``last``."""

    left: tuple[int, ...]
    last: int | None = None

    @classmethod
    def of(cls, state: State) -> OutcomeScreen:
        """With what is left now."""
        if state.setup.polyssimo_counts == "cells" and state.phase is Phase.PICKING:
            return cls((0,) * len(state.seats))
        return cls(tuple(state.left(seat) for seat in state.seats))

    def valid(self, state: State) -> bool:
        """Where the device does not know what lies on the board, until the result is signed."""
        return not state.on_board and state.phase is not Phase.SIGNED

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The rows, and the way on."""
        state = view.state
        cells = state.setup.polyssimo_counts == "cells"
        title = t("How many cells are left?") if cells else t("How many pieces are left?")
        body, foot = draw_heading(canvas, (330, 70), title)
        for seat, band in zip(state.seats, canvas.rows(body, (1,) * 4), strict=False):
            self._row(canvas, state, seat, band, (-5, -1, 1, 5) if cells else (-1, 1))
        kind = e.Correct if state.phase is Phase.RESULT else e.Outcome
        why = t("Say who placed last.") if self.last is None else None
        action = None if self.last is None else Do(kind(left=self.left, last=self.last + 1))
        canvas.button(foot, t("Write the result"), action, style="primary", why=why)
        return body

    def _row(self, canvas: Canvas, state: State, seat: int, band: Rect, steps: tuple[int, ...]) -> None:
        p, half = canvas.look.palette, len(steps) // 2
        weights = (2.6, *(0.8,) * half, 1, *(0.8,) * half, 1.7)
        box = draw_panel(canvas, band, p.panel, 10, 8)
        name, *numbers, last = canvas.cols(box, weights)
        if canvas.look.portrait:  # the name and who placed last above, the steps below
            upper, lower = canvas.rows(box, (1, 1))
            name, last = canvas.cols(upper, (2.6, 1.7))
            numbers = canvas.cols(lower, weights[1:-1])
        canvas.text(name, state.setup.players[seat], 24, "bold", p.players[seat])
        for by, place in zip(steps, (*numbers[:half], *numbers[half + 1 :]), strict=True):
            end = self.on_step(state, seat, by) == self
            why = (t("Fewer than none is not possible.") if by < 0 else t("There are no more.")) if end else None
            canvas.button(place, i18n.number(by, plus=True), call(self.on_step, seat, by), size=22, why=why)
        canvas.text(numbers[half], str(self.left[seat]), 36, "bold", p.text, "center", digits=True)
        canvas.button(last, t("placed last"), self.change(last=seat), selected=self.last == seat, size=17)

    def on_step(self, state: State, seat: int, by: int) -> Next[State]:
        """More or fewer left."""
        most = state.share(seat) if state.phase is Phase.RESULT else state.pieces_left(seat)
        if state.setup.polyssimo_counts == "cells":
            most *= 6
        wanted = max(0, min(most, self.left[seat] + by))
        return replace(self, left=(*self.left[:seat], wanted, *self.left[seat + 1 :]))


CARDS, LARGE_CARDS = 54, 68
"""Height of the players' cards, in units; in large print."""


def cards_high(canvas: Canvas) -> int:
    """Height of the players' cards, in units."""
    return LARGE_CARDS if canvas.look.large_print else CARDS


class PickScreen(Screen[State]):
    """The middle of the table (P3, P5); ``taker`` is whose the next piece is where they are shared by agreement."""

    phases = (Phase.PICKING,)
    taker: int = 0

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
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

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
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
            BarItem(t("Type the result"), call(self.type_result), played_on),
            BarItem(t("Undo"), UNDO),
            BarItem(t("More"), MENU),
        ]
        draw_foot(canvas, foot, items, first=1)
        return body

    def type_result(self, state: State) -> OutcomeScreen:
        """What is left, and who placed last."""
        return OutcomeScreen.of(state)


def stand_item(state: State, may: May, style: str = "normal") -> BarItem:
    """I can place nothing (P8)."""
    return step_item(e.Stand, Show(StandAside(state.turn)), may["stand"], style)


class StandAside(Screen[State]):
    """Asks before the player in ``seat`` stands aside for good (P8)."""

    key = "stand"
    seat: int

    def valid(self, state: State) -> bool:
        """While it is that player's turn to place."""
        return state.phase is Phase.PLACING and state.turn == self.seat

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The player, and what it means."""
        name = view.state.setup.players[self.seat]
        line = t("{name} places nothing more in this game. The others go on.", name=name)
        yes = t("Yes, {name} stands aside", name=name), t("for good")
        event, colour = e.Stand(player=self.seat + 1), canvas.look.palette.players[self.seat]
        return draw_confirmation(canvas, t("I can place nothing"), line, yes, event, colour)
