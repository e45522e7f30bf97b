"""What whoever's turn it is writes: the figure of a turn, or of a box, by number keys or by one touch (R3, R4)."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import replace

from device.common.i18n import t
from device.games.rounds import ACCENT
from device.games.rounds.parts import number_text
from device.games.typed_figures import as_shown, typed_text, value_of
from device.graphics.actions import Do
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.keyboards import beside_numbers, number_keys
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen
from rules.message import Refusal
from rules.needs import FigureLimits
from rules.rounds import acts as e
from rules.rounds.state import Phase, State

USUAL = 6
"""Figures that are offered beside the keys."""
FEW = 12
"""Allowed figures that lie in large buttons; more are smaller."""
NUMBERS = 1000
"""Below it three digits are enough, and they are larger."""


class FigureScreen(Screen[State]):
    """A figure is chosen or typed (``text``) for who writes next; it is recorded by `event_of`."""

    key = ""
    half_written = True
    phases = (Phase.PLAY,)
    text: str = ""

    @abstractmethod
    def event_of(self, state: State, figure: int) -> e.Writes:
        """What is recorded."""

    def limits(self, state: State) -> FigureLimits:
        """What can be typed."""
        return e.limits(state)

    def title(self, state: State) -> str:
        """Who writes what."""
        return t("{name} writes", name=state.columns[state.next_column])

    def choices(self, state: State) -> tuple[int, ...]:
        """The only figures that can stand there; none where any within the limits can."""
        return ()

    def usual(self, state: State) -> tuple[int, ...]:
        """Figures that are offered beside the keys: those that were written most often."""
        written = Counter(figure for row in state.rows for figure in row if figure is not None)
        often = [figure for figure, _ in written.most_common(USUAL)]
        limits = self.limits(state)
        offered = sorted({0, *often[: USUAL - 1]}) if 0 not in often else sorted(often)
        return tuple(figure for figure in offered if limits.least <= figure <= limits.most)

    def subject(self, state: State) -> object:
        """Each turn has its own figure."""
        return state.turn, len(state.rows)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The figures that can stand there, or what is typed with the keys beside it."""
        state, p = view.state, canvas.look.palette
        (body,) = draw_heading(canvas, (1,), self.title(state), fill=p.accents[ACCENT])
        if choices := self.choices(state):
            columns = (4 if len(choices) <= FEW else 8) // (2 if canvas.look.portrait else 1)
            lines = max(3, -(-len(choices) // columns))
            for figure, box in zip(choices, canvas.grid(body, columns, lines), strict=False):
                size = 40 if len(choices) <= FEW else 26
                canvas.button(box, number_text(figure), Do(self.event_of(state, figure)), size=size)
            return body
        left, keys = beside_numbers(canvas, body)
        sheet, usual = canvas.rows(left, (200, 120))
        self._draw_typed(canvas, sheet, state)
        figures = self.usual(state)
        for figure, box in zip(figures, canvas.grid(usual, USUAL // 2, 2), strict=False):
            canvas.button(box, number_text(figure), Do(self.event_of(state, figure)), size=28)
        number_keys(canvas, keys, sign=self.limits(state).least < 0)
        return sheet

    def _draw_typed(self, canvas: Canvas, rect: Rect, state: State) -> None:
        p = canvas.look.palette
        canvas.panel(rect, p.paper, border=p.accents[ACCENT])
        figure, line = canvas.rows(canvas.inset(rect, 14, 8), (130, 40))
        ink = p.ink if self.text else p.ink_muted
        canvas.text(figure, as_shown(self.text) or "–", 90, "bold", ink, "center", digits=True)
        canvas.text(line, self.sum_line(state), 22, "semibold", p.ink, "center")

    def sum_line(self, state: State) -> str:
        """What the sum is, and what it will be."""
        column, figure = state.next_column, value_of(self.text)
        now = state.sums[column]
        event = None if figure is None else self.event_of(state, figure)
        if event is None or event.refusal(state) is not None:
            return t("sum: {n}", n=now)
        after = event.apply(state)
        if after.busts - state.busts:
            return t("sum: {n} · overshoots, counts nothing", n=now)
        return t("sum: {n} → {after}", n=now, after=after.sums[column])

    def typed_text(self) -> str:
        """The figure so far."""
        return as_shown(self.text)

    def on_text(self, state: State, text: str) -> Next[State]:
        """A digit, the sign, or backspace."""
        return replace(self, text=typed_text(self.text, text, self.limits(state)))

    def on_clear(self, state: State) -> Next[State]:
        """Typed anew."""
        return replace(self, text="")

    def on_done(self, state: State) -> Next[State]:
        """Record it. Raises `Refusal` where nothing was typed."""
        if (figure := value_of(self.text)) is None:
            raise Refusal("R3", "Points are numbers; type them on the number keys.")
        return self.event_of(state, figure)


class TurnForm(FigureScreen):
    """The figure of a turn (R3)."""

    key = "turn"

    def valid(self, state: State) -> bool:
        """On a sheet that is written in turn."""
        return super().valid(state) and state.terms.by_turns and not state.terms.boxes

    def event_of(self, state: State, figure: int) -> e.Writes:
        """The turn's figure."""
        return e.TurnScore(figure=figure)


class BoxForm(FigureScreen):
    """The figure of the box with the number ``box`` (from 1) (R4)."""

    key = "box"
    box: int = 1

    def valid(self, state: State) -> bool:
        """While whose turn it is has not filled that box."""
        return super().valid(state) and self.box - 1 in state.free_boxes(state.next_column)

    def event_of(self, state: State, figure: int) -> e.Writes:
        """The box is filled."""
        return e.Fill(box=self.box, figure=figure)

    def title(self, state: State) -> str:
        """Whose box it is."""
        return t("{name}: {box}", name=state.columns[state.next_column], box=state.terms.boxes[self.box - 1].name)

    def choices(self, state: State) -> tuple[int, ...]:
        """The figures that the box allows."""
        return state.terms.boxes[self.box - 1].allowed

    def limits(self, state: State) -> FigureLimits:
        """Those of the box."""
        least, most = state.terms.boxes[self.box - 1].bounds
        return FigureLimits(most, least)

    def usual(self, state: State) -> tuple[int, ...]:
        """Nothing scored, in one touch."""
        return (0,) if state.terms.boxes[self.box - 1].takes(0) else ()
