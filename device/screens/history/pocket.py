"""A game to take away in a telephone: its sheet as text in QR codes, or a page on this network for some minutes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.common.exports import FiledGame
from device.common.i18n import t, tr
from device.game_files.sheet_text import parts
from device.graphics.actions import BACK, Show
from device.graphics.canvas import Canvas
from device.graphics.lists import filters
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, ask, call, draw_panel
from device.kiosk.screen_controller import CLOSE
from device.pocket.codes import QUIET, modules
from device.screens.history.controller import HistoryController
from device.screens.history.state import PastGame
from rules.game import Progress
from rules.message import msgs


class PocketScreen(Screen[PastGame]):
    """The code ``number`` (from 0) of the sheet, or with ``page`` that of the page on this network.

    ``direct``: it was asked for from the game itself, and leads there.
    """

    number: int = 0
    direct: bool = False
    page: bool = False

    def draw(self, canvas: Canvas, view: Moment[PastGame]) -> Rect:
        """What to do on one side, the code on the other."""
        state, tall = view.state, canvas.look.portrait
        words, right = canvas.split(canvas.area, (292, 480) if tall else (44, 56))
        tab = canvas.u(44)
        self.tabs(canvas, Rect(right.x, right.y, right.w, tab))
        shown = Rect(right.x, right.y + tab + canvas.u(8), right.w, right.h - tab - canvas.u(8))
        canvas.panel(words, canvas.look.palette.panel)
        if self.page:
            self.draw_page(canvas, words, shown, state)
        else:
            self.draw_text(canvas, words, shown, state)
        return Rect(words.x, words.y, words.w, words.h - canvas.u(70))

    def tabs(self, canvas: Canvas, rect: Rect) -> None:
        """The text, or the page."""
        options = ((False, t("Text · no network")), (True, t("Page · PDF")))
        filters(canvas, canvas.cols(rect, (1, 1)), options, self.page, lambda page: Show(replace(self, page=page)))

    def draw_text(self, canvas: Canvas, words: Rect, shown: Rect, state: PastGame) -> None:
        """The sheet itself in codes."""
        sheet = sheet_of(state)
        number = self.number % len(sheet)
        advice = t("The sheet shows as text; keep it or send it.")
        if len(sheet) > 1:
            advice = t("Each square is a part of the sheet as text; tap it for the next.")
        steps = t("Open the camera of a telephone."), t("Point it at the square."), advice
        remark = t("No network: everything is in the code itself, nothing is sent.")
        bar = draw_words(canvas, words, state, steps, "alone", remark)
        against = state.writer.against_stick()
        canvas.button(bar, t("USB stick"), ask(HistoryController.write_stick), why=against, size=20)
        caption = t("the whole sheet is in this one code")
        if len(sheet) > 1:
            caption = t("{n} of {count} · tap for the next one", n=number + 1, count=len(sheet))
        draw_code(canvas, shown, sheet[number], caption)
        if len(sheet) > 1:
            canvas.touch(shown, call(self.on_page, number + 1))

    def draw_page(self, canvas: Canvas, words: Rect, shown: Rect, state: PastGame) -> None:
        """The address of the page, or how to open it."""
        p, page = canvas.look.palette, state.page
        steps = (
            t("Connect the telephone to the network of this device."),
            t("Point its camera at the square."),
            t("A page shows the sheet; PDF and record can be saved."),
        )
        remark = t("Only this game, only to read, only for whoever has the code.")
        bar = draw_words(canvas, words, state, steps, "network", remark)
        mine = page is not None and page.game_id == state.game_id
        against = None if mine else t("The page is not open.")
        canvas.button(bar, t("Close the page"), ask(HistoryController.end_page), why=against, size=20)
        if page is not None and mine and page.url:
            caption = tr(msgs("open for {n} more minute", "open for {n} more minutes", state.minutes_left))
            draw_code(canvas, shown, page.url, caption)
            return
        inner = draw_panel(canvas, shown, p.panel, 20, 20)
        upper, lower = canvas.rows(inner, (62, 38))
        if mine:
            canvas.text(inner, t("The page is being opened…"), 22, "semibold", p.text, "center", lines=2)
            return
        text = t("The page is closed. Open it, and telephones on this network can read this game.")
        if page is not None:
            text = t("The page of another game is open; it closes when this one is opened.")
        canvas.text(upper, text, 22, "semibold", p.text, "center", lines=5)
        off = None if state.page_minutes else t("The settings do not allow a page.")
        label = tr(msgs("Open it for {n} minute", "Open it for {n} minutes", state.page_minutes or 20))
        canvas.button(lower, label, ask(HistoryController.start_page), style="primary", why=off, size=24)

    def on_page(self, state: PastGame, number: int) -> Next[PastGame]:
        """Another code; after the last comes the first."""
        return replace(self, number=number % len(sheet_of(state)))

    def on_back(self, state: PastGame) -> Next[PastGame]:
        """To where one came from."""
        return CLOSE if self.direct else None


def draw_words(canvas: Canvas, rect: Rect, state: PastGame, steps: Sequence[str], sign: str, remark: str) -> Rect:
    """The game, how it stands, what to do with a telephone, a remark and the way back; where another button goes."""
    u, p = canvas.u, canvas.look.palette
    inner = Rect(rect.x + u(16), rect.y + u(12), rect.w - u(32), rect.h - u(20))
    heights = (22, 36, 22, 140, 24, 54) if canvas.look.portrait else (24, 66, 24, 190, 46, 54)
    if canvas.look.large_print:
        heights = (28, 46, 28, 120, 36, 50) if canvas.look.portrait else (26, 72, 26, 180, 46, 50)
    name, stands, how, body, below, bar = canvas.rows(inner, heights, u(6))
    history = state.timeline.history
    canvas.text(name, tr(history.game.title(history.setup)), 17, "semibold", p.muted)
    lines = 1 if canvas.look.portrait else 2
    canvas.text(stands, tr(history.game.summary(history.state)), 26, "bold", p.text, lines=lines)
    signed = history.game.progress(history.state) is Progress.SIGNED
    side = how.h
    canvas.shape(Rect(how.x, how.y, side, side), "check" if signed else "ring", p.text if signed else p.warn)
    text = t("signed") if signed else t("not signed")
    canvas.text(Rect(how.x + side + u(8), how.y, how.w - side - u(8), how.h), text, 17, "regular", p.muted)
    draw_steps(canvas, body, steps)
    canvas.shape(Rect(below.x, below.y, u(28), below.h), sign, p.muted)
    line = Rect(below.x + u(38), below.y, below.w - u(38), below.h)
    canvas.text(line, remark, 15, "regular", p.muted, lines=2)
    back, other = canvas.cols(bar, (1, 1))
    canvas.button(back, t("Back"), BACK, size=20)
    return other


def sheet_of(state: PastGame) -> tuple[str, ...]:
    """The texts of the codes."""
    return parts(FiledGame(state.game_id, state.timeline.history, state.created))


def draw_code(canvas: Canvas, rect: Rect, text: str, caption: str) -> None:
    """A code of ``text`` on white, with a line below it."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.code_paper)
    line = u(30)
    canvas.code(Rect(rect.x, rect.y, rect.w, rect.h - line), modules(text), QUIET)
    below = Rect(rect.x + u(10), rect.y + rect.h - line, rect.w - u(20), line - u(4))
    canvas.text(below, caption, 17, "semibold", p.code_ink, "center")


def draw_steps(canvas: Canvas, rect: Rect, steps: Sequence[str]) -> None:
    """What to do, numbered."""
    u, p, lines = canvas.u, canvas.look.palette, 1 if canvas.look.portrait else 2
    for n, (text, box) in enumerate(zip(steps, canvas.rows(rect, (1,) * len(steps), u(4)), strict=True), 1):
        canvas.text(Rect(box.x, box.y, u(28), box.h), str(n), 26, "bold", p.accents[0])
        canvas.text(Rect(box.x + u(38), box.y, box.w - u(38), box.h), text, 19, "semibold", p.text, lines=lines)
