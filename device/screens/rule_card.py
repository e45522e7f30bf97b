"""The words of a rule over whatever showed; clocks and clock buttons go on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from device.graphics.canvas import Canvas
from device.graphics.dialogs import heading
from device.graphics.lists import draw_page, page_bar, pages_of, size_of
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.host import Host
from device.kiosk.screen import PagedScreen, View, call
from device.kiosk.screen_controller import Controller, OverlayController
from device.rule_texts import text_of


@dataclass(frozen=True)
class RuleCard(PagedScreen[str]):
    """The rule whose number is the state; in large print a page of it."""

    key = "rule"

    def draw(self, canvas: Canvas, view: View[str]) -> Rect:
        """The number, the way back, and the words."""
        p, u = canvas.look.palette, canvas.u
        head, paper = canvas.rows(canvas.area, (72, 984) if canvas.look.portrait else (56, 350))
        heading(canvas, head, t("Rule {number}", number=view.state), fill=p.accents[0])
        canvas.panel(paper, p.paper)
        inner = Rect(paper.x + u(18), paper.y + u(12), paper.w - u(36), paper.h - u(24))
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
