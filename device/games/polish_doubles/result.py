"""The starting draw, and the result with its signatures (S4, S27, S29)."""

from __future__ import annotations

from dataclasses import replace

from device.common import i18n
from device.common.i18n import t
from device.games.polish_doubles.forms import FORMS, DisputeScreen
from device.games.polish_doubles.sheet import SheetScreen
from device.games.result_screen import Pane, ResultScreen, draw_panes
from device.games.table_parts import BarItem
from device.graphics.actions import HOME, Do, Show
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, call
from rules.polish_doubles import acts as e
from rules.polish_doubles.report import outcome, winner
from rules.polish_doubles.setup import LETTER, same_names
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import ALPHABET


class StartingDrawScreen(Screen[State]):
    """Who starts: each pair taps the letter it drew, or the starters are simply named (S4).

    ``starter``: the pair (0 or 1) whose turn it is, as drawn for an event or after a game before; it is offered first.
    """

    key = "draw"
    half_written = True
    letters: tuple[str, str] = ("", "")
    starter: int | None = None

    def valid(self, state: State) -> bool:
        """Until it is known who starts."""
        return state.phase is Phase.DRAWING

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The letters of both pairs."""
        state, look = view.state, canvas.look
        colours = look.palette
        head, body, foot = canvas.rows(canvas.area, (56, 300, 88))
        head, about = canvas.cols(head, (88, 12) if look.portrait else (93, 7))
        canvas.help(about)
        title = t("Who starts? Each pair draws a letter; nearest to A starts.")
        names = [pair.name for pair in state.setup.pairs]
        if self.starter is not None:
            title = t("{name} start. Or draw letters: nearest to A starts.", name=names[self.starter])
        if state.draws:
            title = t("Equal letters: draw again.")
        if twice := same_names(state.setup):
            head, remark = canvas.rows(head, (34, 22), 0)
            text = t("The name {name} is there twice.", name=twice[0])
            canvas.text(remark, text, 16, "semibold", colours.warn, "center")
        canvas.text(head, title, 24, "bold", colours.text, "center", lines=2)
        halves = canvas.rows(body, (1, 1)) if look.portrait else canvas.cols(body, (1, 1))
        for pair, half in enumerate(canvas.by_side(halves)):
            name_box, keys = canvas.rows(half, (40, 260))
            chosen = self.letters[pair]
            label = state.setup.pairs[pair].name + (f" · {chosen}" if chosen else "")
            canvas.text(name_box, label, 22, "bold", colours.pair[pair], "center")
            for letter, box in zip(ALPHABET, canvas.grid(keys, 8, -(-len(ALPHABET) // 8), canvas.u(4)), strict=False):
                drawn = call(self.drew, pair, letter)
                canvas.button(box, letter, drawn, style="key", selected=chosen == letter, size=22)
        boxes = canvas.cols(foot, (1, 1, 1))
        places = list(enumerate(canvas.by_side(boxes[:2])))
        for pair, box in sorted(places, key=lambda place: place[0] != self.starter):
            label, start = t("{name} starts", name=names[pair]), Do(e.Starters(pair=LETTER[pair]))
            if pair == self.starter:
                canvas.button(box, label, start, sub=t("it is their turn"), style="primary")
            else:
                canvas.button(box, label, start, sub=t("by agreement"))
        canvas.button(boxes[2], t("Leave"), HOME, sub=t("the game is kept"))
        return body

    def drew(self, state: State, pair: int, letter: str) -> Next[State]:
        """A pair drew that letter; it is recorded once both did."""
        a, b = (letter, self.letters[1]) if pair == 0 else (self.letters[0], letter)
        return e.Draw(a=a, b=b) if a and b else replace(self, letters=(a, b))


class DoublesResult(ResultScreen[State]):
    """Both sums with what the racks changed, who won, and how to sign or dispute."""

    phases = (Phase.RESULT, Phase.SIGNED)
    forms, sign, dispute = FORMS, e.Sign, DisputeScreen

    def outcome(self, state: State) -> str:
        """Who won."""
        return i18n.tr(outcome(state))

    def draw_tally(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """Both pairs."""
        p = canvas.look.palette
        best = winner(state)
        panes = [
            Pane(setup.name, i18n.tr(state.total(pair)), made_of(state, pair), p.pair[pair], pair == best)
            for pair, setup in enumerate(state.setup.pairs)
        ]
        draw_panes(canvas, rect, panes)

    def own(self, view: Moment[State]) -> BarItem:
        """The scoresheet."""
        about = t("signed by both pairs") if view.state.phase is Phase.SIGNED else t("corrections")
        return BarItem(t("Scoresheet"), Show(SheetScreen()), about)

    def again(self) -> str:
        """The seats stay; the pair that did not start this game starts."""
        return t("the others start")


def made_of(state: State, pair: int) -> list[str]:
    """How a pair's total came about."""
    settled = state.settlement(pair)
    racks = i18n.number(settled, plus=True)
    lines = [t("sum {n}", n=state.total(pair) - settled), t("racks {n}", n=racks)]
    return [*lines, t("crosses {n}", n=state.crosses[pair])] if state.crosses[pair] else lines
