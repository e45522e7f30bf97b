"""Help over what shows: what the screen is for, what each number there means, a rule in its own words.

The clocks and clock buttons go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from device.graphics.actions import ReadRule, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import heading
from device.graphics.lists import draw_page, page_bar, pages_of, size_of
from device.graphics.widgets import Rect
from device.help_texts import Help, help_of, in_words
from device.i18n import t
from device.kiosk.host import Host
from device.kiosk.screen import PagedScreen, View, call, draw_panel
from device.kiosk.screen_controller import Controller, OverlayController, ScreenController
from device.rule_texts import text_of

NOW = 34
"""Height of the line that says what holds now at the table, in units."""
DRAWN = 104
"""Height of a drawing, in units."""
CHIP = 58
"""Least width of the button of a number, in units."""


class HelpScreen(PagedScreen[Help]):
    """The help of a screen; ``chosen`` is which of its numbers is explained.

    In large print what the screen is for and the number take pages; ``page`` None: that where the number begins.
    """

    key = "help"
    chosen: int = 0

    def draw(self, canvas: Canvas, view: View[Help]) -> Rect:
        """What the screen is for; the numbers; one of them in players' words."""
        state, u, p = view.state, canvas.u, canvas.look.palette
        high = canvas.area.h
        head, body = canvas.rows(canvas.area, (u(56), high - u(64)))
        heading(canvas, head, state.title, fill=p.accents[0], helps=False)
        if state.now:
            line = canvas.lu(NOW)
            body, foot = canvas.rows(body, (body.h - line, line), u(6))
            words = draw_panel(canvas, foot, p.paper_foot, 16, 0)
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
        for n, (number, box) in enumerate(zip(state.rules, canvas.grid(middle, columns, lines), strict=False)):
            canvas.button(box, number, Show(HelpScreen(n, page=None)), selected=n == chosen, size=20)
        self.rule(canvas, lower, state.rules[chosen])
        return upper

    def pages(self, canvas: Canvas, body: Rect, state: Help) -> Rect:
        """In large print: the numbers, and above them a page of what the screen is for, or of one of them."""
        u, p = canvas.u, canvas.look.palette
        columns = max(1, min(len(state.rules), (body.w + u(8)) // u(CHIP + 8)))
        lines = -(-len(state.rules) // columns)
        paper, middle = canvas.rows(body, (body.h - lines * u(52), lines * u(52) - u(8))) if lines else (body, body)
        inner = draw_panel(canvas, paper, p.paper, 16, 8)
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
        for n, (rule, box) in enumerate(zip(state.rules, canvas.grid(middle, columns, lines), strict=False)):
            canvas.button(box, rule, Show(HelpScreen(n, page=None)), selected=in_rule and n == chosen, size=20)
        return paper

    def rule(self, canvas: Canvas, rect: Rect, number: str) -> None:
        """A rule in players' words, an example, and the way to the rule itself."""
        u, p = canvas.u, canvas.look.palette
        inner = draw_panel(canvas, rect, p.paper, 16, 8)
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
    p = canvas.look.palette
    inner = draw_panel(canvas, rect, p.paper, 16, 8)
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


class RuleCard(PagedScreen[str]):
    """The rule whose number is the state; in large print a page of it."""

    key = "rule"

    def draw(self, canvas: Canvas, view: View[str]) -> Rect:
        """The number, the way back, and the words."""
        p, u = canvas.look.palette, canvas.u
        head, paper = canvas.rows(canvas.area, (72, 984) if canvas.look.portrait else (56, 350))
        heading(canvas, head, t("Rule {number}", number=view.state), fill=p.accents[0])
        inner = draw_panel(canvas, paper, p.paper, 18, 12)
        text = text_of(view.state)
        size, lines = size_of(text, inner, canvas)
        if canvas.look.large_print:
            pages, leaf = pages_of(canvas, inner, text, size), self.page or 0
            if len(pages) > 1:
                inner, bar = canvas.rows(inner, (inner.h - u(60), u(52)))
                pages = pages_of(canvas, inner, text, size)
                page_bar(canvas, bar, min(leaf, len(pages) - 1), len(pages), lambda n: call(self.on_page, n))
            draw_page(canvas, inner, pages[min(leaf, len(pages) - 1)], size)
            return paper
        canvas.text(inner, text, size, "regular", p.ink, lines=lines)
        return paper


class RuleController(OverlayController[str]):
    """Shows the rule ``number`` over the controller ``under``."""

    first = RuleCard

    def __init__(self, host: Host, under: Controller, number: str) -> None:
        super().__init__(host, under)
        self.number = number

    @property
    def state(self) -> str:
        """The rule's number."""
        return self.number


Drawing = Callable[[Canvas, Rect], None]

LINE = 20
"""Height of a line of words in a drawing, in units."""
CROSS = 14
"""Side of a cross, in units."""


def crosses(canvas: Canvas, rect: Rect) -> None:
    """Two crosses cost nothing, the third one costs a move."""
    p, u = canvas.look.palette, canvas.u
    said = (t("nothing happens"), t("still nothing"), t("one move less"))
    for number, (words, box) in enumerate(zip(said, canvas.cols(rect, (1, 1, 1)), strict=True), start=1):
        side = u(CROSS)
        top, first, second, foot = canvas.rows(box, (CROSS, 26, 26, LINE), u(4))
        for n in range(number):
            canvas.shape(Rect(top.x + n * (side + u(6)), top.y, side, side), "cross", p.danger_button)
        for n, move in enumerate((first, second), start=1):
            canvas.panel(move, p.paper_foot, 5)
            if number == 3 and n == 2:
                inner = Rect(move.x + u(8), move.y + move.h // 2, move.w - u(16), u(3))
                canvas.line(inner, p.danger_button)
            else:
                label = Rect(move.x + u(6), move.y, move.w - u(8), move.h)
                canvas.text(label, t("move {n}", n=n), 15, "semibold", p.ink)
        canvas.text(foot, words, 13, "bold", p.ink)


def own_button(canvas: Canvas, rect: Rect) -> None:
    """Your own button stops your time, and the others' begins to run."""
    p, u = canvas.look.palette, canvas.u
    button, arrow, clock = canvas.cols(rect, (3, 1, 3))
    high = min(rect.h - u(LINE + 4), u(56))
    for box, colour, ink, words, sign in (
        (button, p.pair[0], p.pair_ink, t("your own button"), "down"),
        (clock, p.pair[1], p.pair_ink, t("their time runs"), "arrow"),
    ):
        place = Rect(box.x, box.y, box.w, high)
        canvas.panel(place, colour, 10)
        side = min(u(26), high - u(8))
        canvas.shape(Rect(place.x + (place.w - side) // 2, place.y + (high - side) // 2, side, side), sign, ink)
        canvas.text(Rect(box.x, box.y + high + u(2), box.w, u(LINE)), words, 13, "bold", p.ink, "center")
    side = min(arrow.w, u(24))
    canvas.shape(
        Rect(arrow.x + (arrow.w - side) // 2, arrow.y + (high - side) // 2, side, side), "forward", p.ink_muted
    )


def over_time(canvas: Canvas, rect: Rect) -> None:
    """What was announced before the limit stands; what comes after it does not."""
    p, u = canvas.look.palette, canvas.u
    words, signs, bar = canvas.rows(rect, (LINE, 24, 12), u(4))
    before, after = canvas.cols(words, (3, 2), u(4))
    canvas.text(before, t("announced in time"), 13, "bold", p.ink, "center")
    canvas.text(after, t("too late"), 13, "bold", p.ink, "center")
    for place, sign, colour in ((before, "check", p.ink), (after, "cross", p.danger_button)):
        side = u(20)
        canvas.shape(Rect(place.x + (place.w - side) // 2, signs.y, side, side), sign, colour)
    canvas.panel(Rect(before.x, bar.y, before.w, bar.h), p.ink_muted, 0)
    canvas.panel(Rect(after.x, bar.y, after.w, bar.h), p.danger_button, 0)
    limit = Rect(after.x - u(3), signs.y, u(3), bar.y + bar.h - signs.y)
    canvas.line(limit, p.ink)


DRAWINGS: Mapping[str, Drawing] = {
    "S8": own_button,
    "S10": own_button,
    "C1": own_button,
    "S15": crosses,
    "S28": over_time,
}
"""The drawing of a rule by its number; most rules have none."""
