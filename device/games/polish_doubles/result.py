"""The starting draw, and the result with its signatures (S4, S27, S29)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device import i18n
from device.games.action_bar import signing_panel
from device.games.polish_doubles.choices import DisputeScreen
from device.games.polish_doubles.sheet import SheetScreen
from device.graphics.actions import HISTORY, HOME, MENU, REOPEN, Again, Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import pocket_mark
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Next, Screen, View, call
from rules.polish_doubles import events as e
from rules.polish_doubles.describe import reason_of
from rules.polish_doubles.opening import same_names
from rules.polish_doubles.report import outcome
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import ALPHABET


@dataclass(frozen=True)
class StartingDrawScreen(Screen[State]):
    """Who starts: each pair taps the letter it drew, or the starters are simply named (S4)."""

    key = "draw"
    letters: tuple[str, str] = ("", "")

    def valid(self, state: State) -> bool:
        """Until it is known who starts."""
        return state.phase is Phase.DRAWING

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The letters of both pairs."""
        state, look = view.state, canvas.look
        colours = look.palette
        head, body, foot = canvas.rows(canvas.area, (56, 300, 88))
        head, about = canvas.cols(head, (88, 12) if look.portrait else (93, 7))
        canvas.help(about)
        title = t("Who starts? Each pair draws a letter; nearest to A starts.")
        if state.draws:
            title = t("Equal letters: draw again.")
        if twice := same_names(state.setup):
            head, remark = canvas.rows(head, (34, 22), 0)
            text = t("The name {name} stands there twice.", name=twice[0])
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
        for pair, box in enumerate(canvas.by_side(boxes[:2])):
            name = state.setup.pairs[pair].name
            canvas.button(box, t("{name} start", name=name), Do(e.Starters(pair=e.LETTER[pair])), sub=t("by agreement"))
        canvas.button(boxes[2], t("Leave"), HOME, sub=t("the game is kept"))
        return body

    def drew(self, state: State, pair: int, letter: str) -> Next[State]:
        """A pair drew that letter; it is recorded once both did."""
        a, b = (letter, self.letters[1]) if pair == 0 else (self.letters[0], letter)
        return e.Draw(a=a, b=b) if a and b else replace(self, letters=(a, b))


@dataclass(frozen=True)
class ResultScreen(Screen[State]):
    """Both sums with what the racks changed, who won, and how to sign or dispute."""

    key = "result"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Both pairs, and what can be done."""
        state, look = view.state, canvas.look
        colours = look.palette
        head, body, bar = canvas.rows(canvas.area, (56, 310, 82))
        head = pocket_mark(canvas, head)
        canvas.text(head, i18n.tr(outcome(state)), 30, "bold", colours.text, "center", lines=2 if look.portrait else 1)
        halves = canvas.rows(body, (1, 1)) if look.portrait else canvas.cols(body, (1, 1))
        for pair, half in enumerate(canvas.by_side(halves)):
            side(canvas, state, pair, half)
        if state.phase is Phase.SIGNED:
            sheet, history, again, rematch, leave = canvas.cols(bar, (1, 1, 1, 1, 1))
            canvas.button(rematch, t("Rematch"), Again(), sub=t("sides changed"))
            canvas.button(history, t("History"), HISTORY, sub=t("every entry · copies"))
            canvas.button(again, t("Reopen"), REOPEN, sub=t("with a reason"))
            canvas.button(sheet, t("Scoresheet"), Show(SheetScreen()), sub=t("signed by both pairs"))
            canvas.button(leave, t("Done"), HOME, style="primary", sub=t("the game is kept"))
        else:
            boxes = canvas.cols(bar, (1, 1, 1, 1, 1))
            left, right = canvas.by_side((0, 1))
            canvas.button(boxes[0], t("Dispute"), Show(DisputeScreen(left)), sub=state.setup.pairs[left].name)
            canvas.button(boxes[1], t("Scoresheet"), Show(SheetScreen()), sub=t("corrections"))
            canvas.button(boxes[2], t("History"), HISTORY, sub=t("every entry · copies"))
            canvas.button(boxes[3], t("More"), MENU)
            canvas.button(boxes[4], t("Dispute"), Show(DisputeScreen(right)), sub=state.setup.pairs[right].name)
        return body


def side(canvas: Canvas, state: State, pair: int, rect: Rect) -> None:
    """One pair's sum, how it came about, and its signature."""
    u, colours = canvas.u, canvas.look.palette
    signed = pair in state.signed
    disputed = next((reason for who, reason in state.disputes if who == pair), None)
    border = colours.danger if disputed is not None else colours.ok if signed else None
    canvas.panel(rect, colours.panel, border=border)
    inner = Rect(rect.x + u(18), rect.y + u(12), rect.w - u(36), rect.h - u(24))
    setup = state.setup.pairs[pair]
    canvas.text(Rect(inner.x, inner.y, inner.w, u(32)), setup.name, 24, "bold", colours.pair[pair])
    total = state.total(pair)
    settled = state.settlement(pair)
    canvas.text(Rect(inner.x, inner.y + u(34), inner.w - u(150), u(110)), str(total), 100, "bold", colours.text)
    lines = [t("sum {n}", n=total - settled), t("racks {n}", n=f"{settled:+d}".replace("-", "−"))]
    if state.crosses[pair]:
        lines.append(t("crosses {n}", n=state.crosses[pair]))
    for n, line in enumerate(lines):
        box = Rect(inner.x + inner.w - u(150), inner.y + u(46) + n * u(28), u(150), u(28))
        canvas.text(box, line, 19, "regular", colours.muted, "right")
    area = Rect(inner.x, inner.y + inner.h - u(96), inner.w, u(96))
    signing_panel(canvas, area, pair, signed=signed, border=colours.pair[pair])
    if signed:
        canvas.shape(Rect(area.x + u(16), area.y + u(30), u(36), u(36)), "check", colours.signal_ink)
        box = Rect(area.x + u(64), area.y, area.w - u(72), area.h)
        canvas.text(box, t("Signed"), 28, "bold", colours.signal_ink)
        return
    if disputed is not None:
        text = t("Disputed: {reason}. Hold your button to agree after all.", reason=i18n.tr(reason_of(disputed)))
    else:
        text = t("Agreed? Hold your own clock button.")
    box = Rect(area.x + u(10), area.y, area.w - u(20), area.h)
    canvas.text(box, text, 22, "semibold", colours.text, "center", lines=2)
