"""Help over what shows: what the screen is for, and the rules that stand on it, each by its title, with a drawing.

The clocks and clock buttons go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from device.common.i18n import t
from device.graphics.actions import BACK, ReadRule, Show
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.lists import draw_page, flow, page_bar, pages_of, size_of
from device.graphics.widgets import Rect
from device.help_texts import DEVICE, DrawnStep, Help, in_words, section
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.screen import PagedScreen, call, draw_panel
from device.kiosk.screen_controller import Controller, OverlayController
from device.rule_texts import text_of

MOST = 8
"""Titles below each other."""
BAND, TITLE, DRAWN, SIGN = 72, 40, 124, 68
"""Heights in units: of what holds now at the table, of the sheet's title, of a drawing, and of the signs in it."""
WORDS, EXAMPLE = 24, 20
"""Sizes of the words and of the example, in units, at most."""


class HelpScreen(PagedScreen[Help]):
    """The help of a screen; ``chosen`` is what the sheet explains: 0 the screen itself, then its rules in order."""

    chosen: int = 0

    def draw(self, canvas: Canvas, view: Moment[Help]) -> Rect:
        """The titles in a list, and the sheet that the chosen one grows into."""
        state, u, tall = view.state, canvas.u, canvas.look.portrait
        canvas.helps = False  # this is it
        titles = [t("What is on the screen"), *map(title_of, state.rules)]
        chosen = min(self.chosen, len(state.rules))
        if tall:
            lines = -(-(len(titles) + 1) // 2)
            column, sheet = canvas.rows(canvas.area, (lines * u(52), canvas.area.h - lines * u(52) - u(8)))
            back, *boxes = canvas.grid(column, 2, lines, u(6))
        else:
            column, sheet = canvas.cols(canvas.area, (228, 548))
            first, *others = canvas.rows(column, (1,) * max(MOST, len(titles)), u(5))
            back, own = canvas.cols(first, (48, 172))
            boxes = [own, *others]
        canvas.button(back, t("Back") if tall else "", BACK, icon="back")
        canvas.panel(sheet, canvas.look.palette.paper)
        for n, (title, box) in enumerate(zip(titles, boxes, strict=False)):
            draw_title(canvas, box, title, HelpScreen(n), here=n == chosen)
        self.sheet(canvas, sheet, state, state.rules[chosen - 1] if chosen else "")
        return sheet

    def sheet(self, canvas: Canvas, rect: Rect, state: Help, number: str) -> None:
        """Title, words, a drawing, an example; at the foot what holds now, and the way to the rule's own words."""
        u, p, explained = canvas.u, canvas.look.palette, in_words(number)
        title, words, example = state.title, state.text, ""
        if explained is not None:
            title, words, example = explained.title, explained.words, explained.example
        inner = Rect(rect.x + u(20), rect.y + u(10), rect.w - u(40), rect.h - u(20))
        if state.now or text_of(number):
            foot = Rect(rect.x, rect.y + rect.h - u(BAND), rect.w, u(BAND))
            draw_now(canvas, foot, number, state.now)
            inner = Rect(inner.x, inner.y, inner.w, foot.y - inner.y - u(8))
        head, body = canvas.rows(inner, (u(TITLE), inner.h - u(TITLE)), u(4))
        canvas.text(head, title, 28, "bold", p.ink)
        if canvas.look.large_print:
            sentences = f"{words}\n{t('Example: {words}', words=example)}" if example else words
            draw_pages(canvas, body, sentences, self.page, lambda n: call(self.on_page, n))
            return
        steps = () if explained is None else explained.steps
        drawn = u(DRAWN) if steps else 0
        room = body.h - drawn
        upper = Rect(body.x, body.y, body.w, room * 11 // 20 if example else room)
        below = flow(canvas, upper, words, WORDS, "regular", p.ink)
        if steps:
            draw_steps(canvas, Rect(body.x, below.y + u(8), body.w, drawn - u(4)), steps)
        if example:
            y = below.y + drawn + u(12)
            label, text = canvas.cols(Rect(body.x, y, body.w, body.y + body.h - y), (80, 420))
            flow(canvas, label, t("Example"), EXAMPLE - 2, "bold", p.ink_muted)
            flow(canvas, text, example, EXAMPLE, "regular", p.ink)


def draw_pages(canvas: Canvas, rect: Rect, text: str, page: int | None, to: Callable[[int], object]) -> None:
    """In large print: as much of the words as there is room for, and the way to the others."""
    size, _ = size_of(text, rect, canvas)
    pages = pages_of(canvas, rect, text, size)
    leaf = min(page or 0, len(pages) - 1)
    if len(pages) > 1:
        rect, bar = canvas.rows(rect, (rect.h - canvas.u(56), canvas.u(48)))
        pages = pages_of(canvas, rect, text, size)
        leaf = min(page or 0, len(pages) - 1)
        page_bar(canvas, bar, leaf, len(pages), to)
    draw_page(canvas, rect, pages[leaf], size)


def title_of(number: str) -> str:
    """What a rule is about; its number where no page says it."""
    words = in_words(number)
    return number if words is None else words.title


def draw_title(canvas: Canvas, box: Rect, title: str, screen: HelpScreen, *, here: bool) -> None:
    """A title that leads to ``screen``; that of the sheet is paper, and reaches into it."""
    u, p = canvas.u, canvas.look.palette
    reach = u(40) if here and not canvas.look.portrait else 0
    canvas.panel(Rect(box.x, box.y, box.w + reach, box.h), p.paper if here else p.button)
    words = canvas.inset(box, 8 if canvas.look.large_print else 14, 0)
    canvas.text(words, title, 18, "bold" if here else "semibold", p.ink if here else p.text, lines=2)
    if not here:
        canvas.touch(box, Show(screen))


def draw_now(canvas: Canvas, rect: Rect, number: str, now: str) -> None:
    """What holds now at the table, and the number of the rule, which leads to its words."""
    u, p = canvas.u, canvas.look.palette
    inner = draw_panel(canvas, rect, p.paper_foot, 20, 9)
    if text_of(number):
        box = Rect(inner.x + inner.w - u(104), inner.y, u(104), inner.h)
        canvas.button(box, t("Rule ›"), ReadRule(number), sub=number, style="sheet", size=18)
        inner = Rect(inner.x, inner.y, box.x - inner.x - u(12), inner.h)
    if now:
        upper, lower = canvas.rows(inner, (20 * canvas.print_scale, 36), 0)
        canvas.text(upper, t("Now at your table"), 15, "semibold", p.ink_muted)
        canvas.text(lower, now, 19, "bold", p.ink, lines=2)


class HelpController(OverlayController[Help]):
    """Explains the screen that ``under`` shows."""

    first = HelpScreen

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self.about = type(under.current_screen())

    @property
    def state(self) -> Help:
        """The help, in the language spoken now, with what holds now at this table."""
        nothing = Help(t("Help"), t("There is no help for this screen."))
        about = section(self.under.game or DEVICE, self.about.key) or nothing
        chosen = self.screen.chosen if isinstance(self.screen, HelpScreen) else 0
        number = about.rules[min(chosen, len(about.rules)) - 1] if chosen and about.rules else ""
        return replace(about, now=self.under.at_table(number))


class RuleCard(PagedScreen[str]):
    """The rule whose number is the state; in large print a page of it."""

    key = "rule"

    def draw(self, canvas: Canvas, view: Moment[str]) -> Rect:
        """The number, the way back, and the words."""
        p = canvas.look.palette
        (paper,) = draw_heading(canvas, (1,), t("Rule {number}", number=view.state), title_of(view.state))
        inner = draw_panel(canvas, paper, p.paper, 18, 12)
        text = text_of(view.state)
        if canvas.look.large_print:
            draw_pages(canvas, inner, text, self.page, lambda n: call(self.on_page, n))
        else:
            flow(canvas, inner, text, 26, "regular", p.ink)
        return paper


class RuleController(OverlayController[str]):
    """Shows the rule ``number``, its ``state``, over the controller ``under``."""

    first = RuleCard
    state = ""

    def __init__(self, host: Host, under: Controller, number: str) -> None:
        super().__init__(host, under)
        self.state = number


def draw_steps(canvas: Canvas, rect: Rect, steps: Sequence[DrawnStep]) -> None:
    """What a hand does, one thing after another from left to right: a sign each, with words below it."""
    u, p, sign_high = canvas.u, canvas.look.palette, canvas.u(SIGN)
    places = canvas.cols(rect, [weight for _ in steps for weight in (1.0, 0.16)][:-1], u(4))
    for arrow in places[1::2]:
        canvas.shape(Rect(arrow.x, arrow.y, arrow.w, sign_high), "forward", p.ink_muted)
    for step, box in zip(steps, places[::2], strict=True):
        card = Rect(box.x, box.y, box.w, sign_high)
        canvas.panel(card, p.paper_foot if step.side is None else p.pair[step.side], 10)
        canvas.shape(canvas.inset(card, 8, 12), step.sign, p.ink if step.side is None else p.pair_ink)
        words = Rect(box.x, box.y + sign_high + u(2), box.w, rect.h - sign_high - u(2))
        canvas.text(words, step.words, 17, "semibold", p.ink, "center", lines=2)
