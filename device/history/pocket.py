"""A game to take away in a telephone: its sheet as text in QR codes, which need no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.exports import Filed
from device.history.effects import WriteStick
from device.history.state import PastGame
from device.i18n import t, tr
from device.kiosk.actions import BACK
from device.kiosk.canvas import Canvas
from device.kiosk.overlay import CLOSE
from device.kiosk.screen import Next, Screen, View, call
from device.kiosk.widgets import Rect
from device.pocket.codes import QUIET, modules
from device.pocket.text import parts
from rules.game import Progress


@dataclass(frozen=True)
class PocketScreen(Screen[PastGame]):
    """The code ``number`` (from 0) of the sheet. ``direct``: it was asked for from the game itself, and leads there."""

    key = "pocket"
    number: int = 0
    direct: bool = False

    def draw(self, canvas: Canvas, view: View[PastGame]) -> Rect:
        """What to do on one side, the code on the other."""
        state, tall = view.state, canvas.look.portrait
        split, weights = (canvas.rows, (336, 436)) if tall else (canvas.cols, (44, 56))
        words, shown = split(canvas.area, weights)
        sheet = sheet_of(state)
        number = self.number % len(sheet)
        self.explain(canvas, words, state, len(sheet))
        caption = t("the whole sheet is in this one code")
        if len(sheet) > 1:
            caption = t("{n} of {count} · tap for the next one", n=number + 1, count=len(sheet))
        draw_code(canvas, shown, sheet[number], caption)
        if len(sheet) > 1:
            canvas.touch(shown, call(self.turned, number + 1))
        return words

    def explain(self, canvas: Canvas, rect: Rect, state: PastGame, count: int) -> None:
        """The game, how it stands, and what to do with a telephone."""
        u, p = canvas.u, canvas.look.palette
        canvas.panel(rect, p.panel)
        inner = Rect(rect.x + u(16), rect.y + u(12), rect.w - u(32), rect.h - u(20))
        name, stands, how, steps, alone, bar = canvas.rows(
            inner, (24, 40, 24, 160, 30, 54) if canvas.look.portrait else (24, 66, 24, 190, 46, 54), u(6)
        )
        history = state.timeline.history
        canvas.text(name, tr(history.game.name), 17, "semibold", p.muted)
        canvas.text(stands, tr(history.game.summary(history.state)), 26, "bold", p.text, lines=2)
        signed = history.game.stage(history.state) is Progress.SIGNED
        side = how.h
        canvas.shape(Rect(how.x, how.y, side, side), "check" if signed else "ring", p.text if signed else p.warn)
        said = t("signed") if signed else t("not signed")
        canvas.text(Rect(how.x + side + u(8), how.y, how.w - side - u(8), how.h), said, 17, "regular", p.muted)
        draw_steps(
            canvas,
            steps,
            (
                t("Open the camera of a telephone."),
                t("Point it at the square."),
                t("The sheet shows as text; keep it or send it.")
                if count == 1
                else t("Each square is a part of the sheet as text; tap it for the next."),
            ),
        )
        self.remark(canvas, alone)
        back, stick = canvas.cols(bar, (1, 1))
        canvas.button(back, t("Back"), BACK, size=20)
        canvas.button(stick, t("USB stick"), WriteStick(), why=state.writer.against_stick(), size=20)

    def remark(self, canvas: Canvas, rect: Rect) -> None:
        """That nothing is sent anywhere."""
        u, p = canvas.u, canvas.look.palette
        canvas.shape(Rect(rect.x, rect.y, u(28), rect.h), "alone", p.muted)
        words = Rect(rect.x + u(38), rect.y, rect.w - u(38), rect.h)
        text = t("No network: everything is in the code itself, nothing is sent.")
        canvas.text(words, text, 15, "regular", p.muted, lines=2)

    def turned(self, state: PastGame, number: int) -> Next[PastGame]:
        """Another code; after the last comes the first."""
        return replace(self, number=number % len(sheet_of(state)))

    def back(self, state: PastGame) -> Next[PastGame]:
        """To where one came from."""
        return CLOSE if self.direct else None


def sheet_of(state: PastGame) -> tuple[str, ...]:
    """The texts of the codes."""
    return parts(Filed(state.game_id, state.timeline.history, state.created))


def draw_code(canvas: Canvas, rect: Rect, text: str, caption: str) -> None:
    """A code of ``text`` on white, with a line below it."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.code_paper)
    line = u(30)
    canvas.code(Rect(rect.x, rect.y, rect.w, rect.h - line + u(8)), modules(text), QUIET)
    below = Rect(rect.x + u(10), rect.y + rect.h - line, rect.w - u(20), line - u(4))
    canvas.text(below, caption, 17, "semibold", p.code_ink, "center")


def draw_steps(canvas: Canvas, rect: Rect, steps: Sequence[str]) -> None:
    """What to do, numbered."""
    u, p = canvas.u, canvas.look.palette
    for n, (text, box) in enumerate(zip(steps, canvas.rows(rect, (1,) * len(steps), u(4)), strict=True), 1):
        canvas.text(Rect(box.x, box.y, u(28), box.h), str(n), 26, "bold", p.accents[0])
        canvas.text(Rect(box.x + u(38), box.y, box.w - u(38), box.h), text, 19, "semibold", p.text, lines=3)
