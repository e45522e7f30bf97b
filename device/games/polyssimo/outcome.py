"""Typing the result where nobody tapped along to the end (P9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.graphics.actions import BACK, Do
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Next, Screen, View, call
from rules.polyssimo import events as e
from rules.polyssimo.state import Phase, State


@dataclass(frozen=True)
class Outcome(Screen[State]):
    """A row for each player: what each seat has ``left``, and which seat placed ``last``."""

    key = "outcome"
    left: tuple[int, ...]
    last: int | None = None

    @classmethod
    def of(cls, state: State) -> Outcome:
        """With what is left now."""
        if state.setup.polyssimo_counts == "cells" and state.phase is Phase.PICKING:
            return cls((0,) * len(state.seats))
        return cls(tuple(state.left(seat) for seat in state.seats))

    def valid(self, state: State) -> bool:
        """Where the device does not know what lies on the board, until the result is signed."""
        return not state.on_board and state.phase is not Phase.SIGNED

    def event(self, state: State, last: int) -> e.Outcome | e.Correct:
        """The result, or its correction."""
        kind = e.Correct if state.phase is Phase.RESULT else e.Outcome
        return kind(left=self.left, last=last + 1)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The rows, and the way on."""
        state = view.state
        head, body, foot = canvas.rows(canvas.area, (50, 330, 70))
        cells = state.setup.polyssimo_counts == "cells"
        title = t("How many cells are left?") if cells else t("How many pieces are left?")
        canvas.text(head, title, 26, "bold", canvas.look.palette.text, "center")
        for seat, band in zip(state.seats, canvas.rows(body, (1,) * 4), strict=False):
            self.row(canvas, state, seat, band, (-5, -1, 1, 5) if cells else (-1, 1))
        back, done = canvas.cols(foot, (1, 2))
        canvas.button(back, t("Back"), BACK)
        why = t("Say who placed last.") if self.last is None else None
        action = None if self.last is None else Do(self.event(state, self.last))
        canvas.button(done, t("Write the result"), action, style="primary", why=why)
        return body

    def row(self, canvas: Canvas, state: State, seat: int, band: Rect, steps: tuple[int, ...]) -> None:
        """One player."""
        u, p, half = canvas.u, canvas.look.palette, len(steps) // 2
        weights = (2.6, *(0.8,) * half, 1, *(0.8,) * half, 1.7)
        canvas.panel(band, p.panel)
        box = Rect(band.x + u(10), band.y + u(8), band.w - u(20), band.h - u(16))
        name, *numbers, last = canvas.cols(box, weights)
        if canvas.look.portrait:  # the name and who placed last above, the steps below
            upper, lower = canvas.rows(box, (1, 1))
            name, last = canvas.cols(upper, (2.6, 1.7))
            numbers = canvas.cols(lower, weights[1:-1])
        canvas.text(name, state.setup.players[seat], 24, "bold", p.players[seat])
        for by, place in zip(steps, (*numbers[:half], *numbers[half + 1 :]), strict=True):
            end = self.on_step(state, seat, by) == self
            why = (t("Fewer than none is not possible.") if by < 0 else t("There are no more.")) if end else None
            canvas.button(place, f"{by:+d}".replace("-", "−"), call(self.on_step, seat, by), size=22, why=why)
        canvas.text(numbers[half], str(self.left[seat]), 36, "bold", p.text, "center", digits=True)
        canvas.button(last, t("placed last"), call(self.placed_last, seat), selected=self.last == seat, size=17)

    def on_step(self, state: State, seat: int, by: int) -> Next[State]:
        """More or fewer left."""
        wanted = max(0, min(most_left(state, seat), self.left[seat] + by))
        return replace(self, left=(*self.left[:seat], wanted, *self.left[seat + 1 :]))

    def placed_last(self, state: State, seat: int) -> Next[State]:
        """Who placed last."""
        return replace(self, last=seat)


def most_left(state: State, seat: int) -> int:
    """The most that a seat can have left."""
    if state.phase is Phase.RESULT:
        return state.share(seat) * (1 if state.setup.polyssimo_counts == "pieces" else 6)
    if state.setup.polyssimo_counts == "pieces":
        return state.pieces_left(seat)
    return 6 * state.pieces_left(seat)
