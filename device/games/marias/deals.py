"""All deals of a round, for corrections."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.marias.entry import written_deal
from device.games.marias.parts import (
    deal_line,
)
from device.graphics.actions import BACK, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Locked, Next, Screen, View, call
from rules.marias.state import Phase, State


@dataclass(frozen=True)
class Deals(Screen[State]):
    """All deals of the round, page by page from the newest; a touch opens one for correction."""

    key = "deals"
    page: int = 0

    def valid(self, state: State) -> bool:
        """While there is a round to correct."""
        return state.phase in (Phase.PLAY, Phase.SLIP)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The list."""
        state, page = view.state, self.page
        u, p = canvas.u, canvas.look.palette
        body, bar = canvas.rows(canvas.area, (400, 56))
        canvas.panel(body, p.paper)
        head = Rect(body.x + u(14), body.y + u(6), body.w - u(28), u(22))
        canvas.text(head, t("DEALS OF THIS ROUND · tap one to put it right"), 13, "semibold", p.ink_muted)
        inner = Rect(head.x, head.y + head.h, head.w, body.h - u(12) - head.h)
        step = u(46)
        fits = max(1, inner.h // step)
        pages = max(1, -(-len(state.round.deals) // fits))
        end = len(state.round.deals) - page * fits
        for n, one in enumerate(state.round.deals[max(0, end - fits) : end]):
            box = Rect(inner.x, inner.y + n * step, inner.w, step)
            deal_line(canvas, one, Rect(box.x, box.y, box.w, box.h - u(4)))
            canvas.line(Rect(inner.x, box.y + step - u(2), inner.w, 1), p.paper_line)
            canvas.touch(Rect(box.x, box.y, box.w, step), call(self.on_open, one.number))
        if not state.round.deals:
            canvas.text(inner, t("No deal is written yet."), 20, "regular", p.ink_faint, "center")
        older, newer, back = canvas.cols(bar, (1, 1, 1))
        last = page + 1 >= pages
        canvas.button(older, t("Older"), Why(t("This is the start.")) if last else Show(Deals(page + 1)))
        canvas.button(newer, t("Newer"), Show(Deals(page - 1)) if page else Why(t("This is the newest row.")))
        canvas.button(back, t("Back"), BACK, style="primary")
        return body

    def on_open(self, state: State, number: int) -> Next[State]:
        """A deal for correction; one that the referee decided is changed behind the PIN."""
        entry = written_deal(state, number)
        return Locked(entry) if state.round.deals[number - 1].referee else entry
