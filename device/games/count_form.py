"""The form in which everybody's figures are counted up and down, for acts that need that; nothing here names a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.common import i18n
from device.common.i18n import t, tr
from device.games.act_screens import ActScreen
from device.graphics.actions import Do
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import call, draw_panel
from rules.needs import words_in

ROWS = 4
"""So many players have room below each other."""


class CountForm(ActScreen):
    """A row for each player with the figure so far (none of ``figures``: as it stands), and who is chosen."""

    figures: tuple[int, ...] = ()
    seat: int | None = None

    def figures_in(self, state: Any) -> tuple[int, ...]:
        """Everybody's figure."""
        return self.figures or tuple(self.need.now(state, seat) for seat in range(len(self.forms.names(state))))

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The rows, and the way on."""
        state, need = view.state, self.need
        body, foot = draw_heading(canvas, (330, 70), tr(words_in(need.title, state)))
        figures = self.figures_in(state)
        for seat, band in zip(range(len(figures)), canvas.rows(body, (1,) * ROWS), strict=False):
            self._row(canvas, state, seat, figures[seat], band)
        name, _, unchosen = need.seat
        if self.seat is None:
            canvas.button(foot, tr(need.done), None, style="primary", why=tr(unchosen))
        else:
            event = need.records(state)(**{need.into: figures, name: self.forms.seats[self.seat]})
            canvas.button(foot, tr(need.done), Do(event), style="primary")
        return body

    def _row(self, canvas: Canvas, state: Any, seat: int, figure: int, band: Rect) -> None:
        p, steps = canvas.look.palette, self.need.steps(state)
        half = len(steps) // 2
        weights = (2.6, *(0.8,) * half, 1, *(0.8,) * half, 1.7)
        box = draw_panel(canvas, band, p.panel, 10, 8)
        name, *numbers, chosen = canvas.cols(box, weights)
        if canvas.look.portrait:  # the name and who is chosen above, the steps below
            upper, lower = canvas.rows(box, (1, 1))
            name, chosen = canvas.cols(upper, (2.6, 1.7))
            numbers = canvas.cols(lower, weights[1:-1])
        canvas.text(name, tr(self.forms.names(state)[seat]), 24, "bold", p.players[seat])
        for by, place in zip(steps, (*numbers[:half], *numbers[half + 1 :]), strict=True):
            end = self.on_step(state, seat, by).figures_in(state) == self.figures_in(state)
            why = (t("Fewer than none is not possible.") if by < 0 else t("There are no more.")) if end else None
            canvas.button(place, i18n.number(by, plus=True), call(self.on_step, seat, by), size=22, why=why)
        canvas.text(numbers[half], str(figure), 36, "bold", p.text, "center", digits=True)
        caption = tr(self.need.seat[1])
        canvas.button(chosen, caption, self.change(seat=seat), selected=self.seat == seat, size=17)

    def on_step(self, state: Any, seat: int, by: int) -> CountForm:
        """A player's figure more or less, within its bounds."""
        figures = self.figures_in(state)
        wanted = max(0, min(self.need.most(state, seat), figures[seat] + by))
        return replace(self, figures=(*figures[:seat], wanted, *figures[seat + 1 :]))
