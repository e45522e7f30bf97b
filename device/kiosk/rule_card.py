"""The words of a rule over whatever showed; clocks and clock buttons go on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from device.i18n import t
from device.kiosk.canvas import Canvas
from device.kiosk.controllers import Controller, Host
from device.kiosk.dialogs import heading
from device.kiosk.overlay import OverlayController
from device.kiosk.screen import Screen, View
from device.kiosk.widgets import Rect
from device.rule_texts import text_of

SIZES = (26, 23, 20, 18, 16, 14)
"""Of the words, in units: the largest in which the whole rule has room."""


@dataclass(frozen=True)
class RuleCard(Screen[str]):
    """The rule whose number is the state."""

    key = "rule"

    def draw(self, canvas: Canvas, view: View[str]) -> Rect:
        """The number, the way back, and the words."""
        p, u = canvas.look.palette, canvas.u
        head, paper = canvas.rows(canvas.area, (56, 1000) if canvas.look.portrait else (56, 350))
        heading(canvas, head, t("Rule {number}", number=view.state), fill=p.accents[0])
        canvas.panel(paper, p.paper)
        inner = Rect(paper.x + u(18), paper.y + u(12), paper.w - u(36), paper.h - u(24))
        text = text_of(view.state)
        size, lines = size_of(text, inner, canvas)
        canvas.text(inner, text, size, "regular", p.ink, lines=lines)
        return paper


def size_of(text: str, rect: Rect, canvas: Canvas) -> tuple[int, int]:
    """The size of the words, and for how many lines there is room."""
    for size in SIZES:
        lines = int(rect.h / (canvas.u(size) * 1.2))
        letters = rect.w / (canvas.u(size) * 0.5)
        if sum(-(-len(part) // letters) for part in text.split("\n")) <= lines:
            break
    return size, lines


class RuleController(OverlayController[str]):
    """Shows the rule ``number`` over the controller ``under``."""

    def __init__(self, host: Host, under: Controller, number: str) -> None:
        super().__init__(host, under)
        self.number = number

    @property
    def state(self) -> str:
        """The rule's number."""
        return self.number

    def usual(self, state: str) -> RuleCard:
        """The only screen there is."""
        return RuleCard()
