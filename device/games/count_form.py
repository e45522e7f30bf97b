"""The form in which everybody's figures are touched or stepped, for acts that need that; nothing here names a game."""

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
BESIDE, ACROSS, UPRIGHT = 7, 14, 8
"""So many numbers have room in a line for thumbs: beside a name, below it, and on a tall screen."""


class CountForm(ActScreen):
    """A row for each player with the figure so far (none of ``figures``: as it stands), and who is chosen.

    Where all numbers that a player can have find room, one is touched; else the figure is stepped.
    """

    figures: tuple[int, ...] = ()
    seat: int | None = None

    def figures_in(self, state: Any) -> tuple[int, ...]:
        """Everybody's figure."""
        return self.figures or tuple(self.need.now(state, seat) for seat in range(len(self.forms.names(state))))

    def chosen_seat(self, state: Any) -> int | None:
        """The seat that is recorded with the figures: who was chosen, or whom they imply."""
        return self.seat if self.need.asks(state) else self.need.implied(state, self.figures_in(state))

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The rows, and the way on."""
        state, need = view.state, self.need
        title = tr(words_in(need.title, state))
        body, foot = draw_heading(canvas, (330, 70), title)
        figures, chosen = self.figures_in(state), self.chosen_seat(state)
        most = max(need.most(state, seat) for seat in range(len(figures)))
        lines = number_lines(canvas, len(figures), most)
        rows = len(figures) if lines else ROWS
        for seat, band in zip(range(len(figures)), canvas.rows(body, (1,) * rows), strict=False):
            box = draw_panel(canvas, band, canvas.look.palette.panel, 10, 8)
            if lines:
                self._numbers(canvas, state, seat, box, (lines, most + 1))
            else:
                self._steps(canvas, state, seat, box)
        name, _, unchosen = need.seat
        if chosen is None:
            why = tr(unchosen) if need.asks(state) else title
            canvas.button(foot, tr(need.done), None, style="primary", why=why)
        else:
            event = need.records(state)(**{need.into: figures, name: self.forms.seats[chosen]})
            canvas.button(foot, tr(need.done), Do(event), style="primary")
        if not lines:
            return body
        return Rect(body.x, canvas.area.y, body.w, body.y - canvas.area.y)  # no number

    def _numbers(self, canvas: Canvas, state: Any, seat: int, box: Rect, size: tuple[int, int]) -> None:
        """The name, and each number that can be, in so many lines of so many in all."""
        lines, count = size
        if canvas.look.portrait or len(self.figures_in(state)) < ROWS:
            upper, numbers = canvas.rows(box, (34, 50 * lines))
            name, chosen = canvas.cols(upper, (2, 1))
        else:
            name, numbers, chosen = canvas.cols(box, (170, 456, 130))
        self._who(canvas, state, seat, name, chosen)
        figure, columns = self.figures_in(state)[seat], -(-count // lines)
        for number, place in enumerate(canvas.grid(numbers, columns, lines, canvas.u(5))[:count]):
            why = t("There are no more.") if number > self.need.most(state, seat) else None
            action = call(self.on_figure, seat, number)
            canvas.button(place, str(number), action, size=24, selected=number == figure, why=why)

    def _steps(self, canvas: Canvas, state: Any, seat: int, box: Rect) -> None:
        """The name, the figure, and the steps on both sides of it."""
        p, steps, figure = canvas.look.palette, self.need.steps(state), self.figures_in(state)[seat]
        half = len(steps) // 2
        weights = (2.6, *(0.8,) * half, 1, *(0.8,) * half, 1.7)
        name, *numbers, chosen = canvas.cols(box, weights)
        if canvas.look.portrait:  # the name and who is chosen above, the steps below
            upper, lower = canvas.rows(box, (1, 1))
            name, chosen = canvas.cols(upper, (2.6, 1.7))
            numbers = canvas.cols(lower, weights[1:-1])
        self._who(canvas, state, seat, name, chosen)
        for by, place in zip(steps, (*numbers[:half], *numbers[half + 1 :]), strict=True):
            end = self.on_step(state, seat, by).figures_in(state) == self.figures_in(state)
            why = (t("Fewer than none is not possible.") if by < 0 else t("There are no more.")) if end else None
            canvas.button(place, i18n.number(by, plus=True), call(self.on_step, seat, by), size=22, why=why)
        canvas.text(numbers[half], str(figure), 36, "bold", p.text, "center", digits=True)

    def _who(self, canvas: Canvas, state: Any, seat: int, name: Rect, chosen: Rect) -> None:
        """A player's name, and whether it is the one who is chosen; a button where people say so."""
        p, caption = canvas.look.palette, tr(self.need.seat[1])
        canvas.text(name, tr(self.forms.names(state)[seat]), 24, "bold", p.players[seat])
        if self.need.asks(state):
            canvas.button(chosen, caption, self.change(seat=seat), selected=self.seat == seat, size=17)
        elif self.chosen_seat(state) == seat:
            canvas.text(chosen, caption, 17, "regular", p.text, "right")

    def on_step(self, state: Any, seat: int, by: int) -> CountForm:
        """A player's figure more or less, within its bounds."""
        return self.on_figure(state, seat, self.figures_in(state)[seat] + by)

    def on_figure(self, state: Any, seat: int, figure: int) -> CountForm:
        """A player's figure, within its bounds."""
        figures = self.figures_in(state)
        wanted = max(0, min(self.need.most(state, seat), figure))
        return replace(self, figures=(*figures[:seat], wanted, *figures[seat + 1 :]))


def number_lines(canvas: Canvas, players: int, most: int) -> int:
    """In how many lines the numbers up to ``most`` have room for so many players; 0: they have none."""
    if canvas.look.portrait:
        columns, room = UPRIGHT, 1 if players == ROWS else 2
    else:
        columns, room = BESIDE if players == ROWS else ACROSS, 1
    lines = -(-(most + 1) // columns)
    return lines if lines <= room else 0
