"""What the screen below is for, and what each number there means, with an example; the clocks go on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from device.graphics.actions import ReadRule
from device.graphics.canvas import Canvas
from device.graphics.dialogs import heading
from device.graphics.lists import draw_page, page_bar, pages_of, size_of
from device.graphics.widgets import Rect
from device.help_texts import Help, help_of, in_words
from device.i18n import t
from device.kiosk.host import Host
from device.kiosk.screen import Next, PagedScreen, View, call
from device.kiosk.screen_controller import CLOSE, OverlayController, ScreenController
from device.rule_texts import text_of
from device.screens.help_drawings import DRAWINGS

NOW = 34
"""Height of the line that says what holds now at the table, in units."""
DRAWN = 104
"""Height of a drawing, in units."""
CHIP = 58
"""Least width of the button of a number, in units."""


@dataclass(frozen=True)
class HelpScreen(PagedScreen[Help]):
    """The help of a screen; ``chosen`` is which of its numbers is explained.

    In large print what the screen is for and the number take pages; ``page`` None: that where the number begins.
    """

    key = "help"
    chosen: int = 0

    def on_back(self, state: Help) -> Next[Help]:
        """To the screen that was explained."""
        return CLOSE

    def choose(self, state: Help, number: int) -> Next[Help]:
        """Explain another number."""
        return HelpScreen(number, page=None)

    def draw(self, canvas: Canvas, view: View[Help]) -> Rect:
        """What the screen is for; the numbers; one of them in players' words."""
        state, u, p = view.state, canvas.u, canvas.look.palette
        high = canvas.area.h
        head, body = canvas.rows(canvas.area, (u(56), high - u(64)))
        heading(canvas, head, state.title, fill=p.accents[0], helps=False)
        if state.now:
            line = canvas.lu(NOW)
            body, foot = canvas.rows(body, (body.h - line, line), u(6))
            canvas.panel(foot, p.paper_foot)
            words = Rect(foot.x + u(16), foot.y, foot.w - u(32), foot.h)
            canvas.text(words, t("Now at your table: {line}", line=state.now), 17, "semibold", p.ink)
        if canvas.look.large_print:
            return self.pages(canvas, body, state)
        if not state.rules:
            _words(canvas, body, state.text)
            return body
        columns = max(1, min(len(state.rules), (body.w + u(8)) // u(CHIP + 8)))
        lines = -(-len(state.rules) // columns)
        chips = lines * u(52) - u(8)
        rest = body.h - chips - u(16)
        upper, middle, lower = canvas.rows(body, (rest * 40 // 100, chips, rest - rest * 40 // 100))
        _words(canvas, upper, state.text)
        chosen = min(self.chosen, len(state.rules) - 1)
        bands = canvas.rows(middle, (1,) * lines)
        for n, number in enumerate(state.rules):
            box = canvas.cols(bands[n // columns], (1,) * columns)[n % columns]
            canvas.button(box, number, call(self.choose, n), selected=n == chosen, size=20)
        self.rule(canvas, lower, state.rules[chosen])
        return upper

    def pages(self, canvas: Canvas, body: Rect, state: Help) -> Rect:
        """In large print: the numbers, and above them a page of what the screen is for, or of one of them."""
        u, p = canvas.u, canvas.look.palette
        columns = max(1, min(len(state.rules), (body.w + u(8)) // u(CHIP + 8)))
        lines = -(-len(state.rules) // columns)
        paper, middle = canvas.rows(body, (body.h - lines * u(52), lines * u(52) - u(8))) if lines else (body, body)
        canvas.panel(paper, p.paper)
        inner = Rect(paper.x + u(16), paper.y + u(8), paper.w - u(32), paper.h - u(16))
        inner, bar = canvas.rows(inner, (inner.h - u(56), u(48)))
        size, _ = size_of(state.text, inner, canvas)
        purpose = [(size, page) for page in pages_of(canvas, inner, state.text, size)]
        chosen = min(self.chosen, len(state.rules) - 1)
        number = state.rules[chosen] if state.rules else ""
        explained: list[tuple[int, str]] = []
        if number and (found := in_words(number)) is not None:
            text = f"{number}: {found.words}\n{t('Example: {words}', words=found.example)}"
            size, _ = size_of(text, inner, canvas)
            explained = [(size, page) for page in pages_of(canvas, inner, text, size)]
        leaf = min(len(purpose) if self.page is None else self.page, len(purpose) + len(explained) - 1)
        size, page = [*purpose, *explained][leaf]
        draw_page(canvas, inner, page, size)
        in_rule = leaf >= len(purpose)
        more = [(t("rule ›"), ReadRule(number))] if in_rule and text_of(number) else []
        page_bar(canvas, bar, leaf, len(purpose) + len(explained), lambda n: call(self.on_page, n), more)
        for n, rule in enumerate(state.rules):
            band = canvas.rows(middle, (1,) * lines)[n // columns]
            box = canvas.cols(band, (1,) * columns)[n % columns]
            canvas.button(box, rule, call(self.choose, n), selected=in_rule and n == chosen, size=20)
        return paper

    def rule(self, canvas: Canvas, rect: Rect, number: str) -> None:
        """A rule in players' words, an example, and the way to the rule itself."""
        u, p = canvas.u, canvas.look.palette
        canvas.panel(rect, p.paper)
        inner = Rect(rect.x + u(16), rect.y + u(8), rect.w - u(32), rect.h - u(16))
        found = in_words(number)
        wide = u(112) if text_of(number) else 0
        room = Rect(inner.x, inner.y, inner.w - wide, inner.h)
        if (drawing := DRAWINGS.get(number)) is not None:
            if canvas.look.portrait:
                room, place = canvas.rows(room, (room.h - u(DRAWN), u(DRAWN)), u(6))
            else:
                room, place = canvas.cols(room, (11, 9), u(16))
                place = Rect(place.x, place.y + (place.h - u(DRAWN)) // 2, place.w, min(place.h, u(DRAWN)))
            drawing(canvas, place)
        words, example = canvas.rows(room, (1, 1), u(6))
        if found is not None:
            size, lines = size_of(found.words, words, canvas)
            canvas.text(words, found.words, size, "semibold", p.ink, lines=lines)
            told = t("Example: {words}", words=found.example)
            size, lines = size_of(told, example, canvas)
            canvas.text(example, told, size, "regular", p.ink_muted, lines=lines)
        if wide:
            box = Rect(inner.x + inner.w - u(100), inner.y, u(100), u(48))
            canvas.button(box, t("rule ›"), ReadRule(number), style="paper", size=18)


def _words(canvas: Canvas, rect: Rect, text: str) -> None:
    """Sentences on paper, as large as they go."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.paper)
    inner = Rect(rect.x + u(16), rect.y + u(8), rect.w - u(32), rect.h - u(16))
    size, lines = size_of(text, inner, canvas)
    canvas.text(inner, text, size, "regular", p.ink, lines=lines)


class HelpController(OverlayController[Help]):
    """Explains the screen that ``under`` shows."""

    first = HelpScreen

    def __init__(self, host: Host, under: ScreenController[Any]) -> None:
        super().__init__(host, under)
        self.explained = under
        self.about = type(under.current_screen())

    @property
    def state(self) -> Help:
        """The help, in the language spoken now, with what holds now at this table."""
        found = help_of(self.about) or Help(t("Help"), t("Nothing is written about this screen."))
        chosen = self.screen.chosen if isinstance(self.screen, HelpScreen) else 0
        number = found.rules[min(chosen, len(found.rules) - 1)] if found.rules else ""
        return replace(found, now=self.explained.at_table(number))
