"""The screen of bringing a table up: the header with the wires of this step, what to do, what can be answered."""

from __future__ import annotations

from device.bring_up.steps import BringUp, WiringReply, WiringStep
from device.bring_up.words import StepWords, progress, words_of
from device.common.i18n import t, tr
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Colour, Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen, ask, draw_panel
from device.screens.settings.wiring_controller import WiringController

COLUMNS = 20
"""Places of the header in a row: the even ones above, the odd ones below."""


class WiringScreen(Screen[BringUp]):
    """A step."""

    key = "wiring"

    def draw(self, canvas: Canvas, view: Moment[BringUp]) -> Rect:
        """Header, text, answers."""
        state, p, tall = view.state, canvas.look.palette, canvas.look.portrait
        words, large = words_of(state), canvas.look.large_print
        done = state.step is WiringStep.DONE
        lines = 2 if tall and len(words.offers) > 2 else 1
        weights = (150, 210, 190, 76 * lines) if tall else (92, 104, 100, 76 if large else 66)
        head, board, body, trouble, foot = below_heading(canvas, weights)
        number, count = progress(state)
        step = t("step {n} of {count}", n=number, count=count)
        if done:
            step = t("what is left can be done later") if state.skipped else ""
        heading(canvas, head, tr(words.title), step)
        self.header(canvas, board, words)
        inner = draw_panel(canvas, body, p.panel, 16, 6)
        canvas.text(inner, tr(words.text), 22, "semibold", p.text, lines=6 if tall else 3)
        if words.wrong is not None:
            inner = draw_panel(canvas, trouble, p.panel, 16, 6, border=p.warn)
            canvas.text(inner, tr(words.wrong), 19, "semibold", p.warn, lines=7 if tall else 3)
        self.answers(canvas, foot, state, words, lines)
        return body

    def header(self, canvas: Canvas, rect: Rect, words: StepWords) -> None:
        """The 40 places, those of this step marked and named; the hole of the board is by place 1."""
        p, u = canvas.look.palette, canvas.u
        inner = draw_panel(canvas, rect, p.panel, 12, 6)
        side = min((inner.w - u(30)) // COLUMNS, (inner.h * 3 // 5) // 2)
        left, top = inner.x + (inner.w - side * COLUMNS) // 2 + u(12), inner.y
        hole = Rect(left - u(26), top + side // 2, min(side, u(22)), min(side, u(22)))
        canvas.shape(hole, "ring", p.muted)
        marked = {wire.place: self.colour(canvas, wire.name) for wire in words.wires}
        for place in range(1, 2 * COLUMNS + 1):
            column, lower = divmod(place - 1, 2)
            box = Rect(left + column * side, top + (0 if lower else side), side - u(3), side - u(3))
            colour = marked.get(place)
            canvas.panel(box, p.button if colour is None else colour, 4)
            if colour is not None:
                canvas.text(box, str(place), 17, "bold", p.primary_ink, "center", fills=True)
        names = [(wire.name if isinstance(wire.name, str) else tr(wire.name), wire.place) for wire in words.wires]
        line = " · ".join(f"{name} {place}" for name, place in names)
        below = Rect(inner.x, top + 2 * side, inner.w, inner.y + inner.h - top - 2 * side)
        text = line or t("no new wire")
        canvas.text(below, text, 18, "semibold", p.text if line else p.muted, "center", lines=2)

    @staticmethod
    def colour(canvas: Canvas, name: object) -> Colour:
        """Of a wire: ground as muted text, supply as a warning, signals as what is to be touched."""
        p = canvas.look.palette
        word = str(name)
        return p.muted if word in ("ground", "GND") else p.warn if word == "VCC" else p.primary

    def answers(self, canvas: Canvas, rect: Rect, state: BringUp, words: StepWords, lines: int) -> None:
        """The replies, the most usual first, and the way back to the step before."""
        first = progress(state)[0] == 1
        if state.step is WiringStep.DONE:
            places = canvas.cols(rect, (2, 1))
            canvas.button(places[0], t("Play a first game"), ask(WiringController.play), style="primary", size=24)
        else:
            columns = -(-(len(words.offers) + 1) // lines)
            places = canvas.grid(rect, columns, lines)
        usual = WiringReply.YES
        for (reply, text), box in zip(words.offers, places, strict=False):
            style = "primary" if reply is usual else "normal"
            canvas.button(box, tr(text), ask(WiringController.reply, reply), style=style, size=20, lines=2)
        why = t("This is the first step.") if first and state.step is not WiringStep.DONE else None
        back = ask(WiringController.reply, WiringReply.BACK)
        canvas.button(places[-1], t("Step back"), back, size=20, lines=2, why=why)
