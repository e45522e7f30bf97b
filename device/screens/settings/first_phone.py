"""The way to the questions of the first start from a phone: the Wi-Fi to join, as a code and in words, and the page."""

from __future__ import annotations

from dataclasses import dataclass

from device import i18n
from device.first_start.common.hotspot import Hotspot
from device.first_start.common.questions import LANGUAGES
from device.graphics.canvas import Canvas
from device.graphics.lists import heading
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import SubScreen, View
from device.pocket.codes import QUIET, modules
from device.screens.settings.first_parts import FirstStart


def draw_beside(canvas: Canvas, rect: Rect, hotspot: Hotspot) -> None:
    """The way beside the languages: the code, and the words in all of them, for nobody has chosen one yet."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.panel)
    code = _square(canvas, rect, hotspot.code)
    words = Rect(code.x + code.w + u(18), rect.y + u(8), rect.w - code.w - u(40), rect.h - u(16))
    lines, secret = [], []
    for language in (i18n.language(), *(one for one in LANGUAGES if one != i18n.language())):
        with i18n.speaking(language):
            lines.append(t("Or from a phone: join its Wi-Fi, and the page opens by itself."))
            secret.append(t("Password"))
    head, other, name, password, page = canvas.rows(words, (40, 40, 28, 28, 24), u(2))
    canvas.text(head, lines[0], 18, "semibold", p.text, lines=2)
    canvas.text(other, lines[1], 18, "regular", p.muted, lines=2)
    canvas.text(name, f"Wi-Fi: {hotspot.ssid}", 21, "bold", p.text)
    canvas.text(password, f"{' / '.join(secret)}: {hotspot.password}", 21, "bold", p.text)
    canvas.text(page, hotspot.url, 17, "semibold", p.muted)


def _square(canvas: Canvas, rect: Rect, text: str) -> Rect:
    """A code on its own white ground at the left of ``rect``."""
    u, p = canvas.u, canvas.look.palette
    side = min(rect.h - u(16), rect.w // 2)
    ground = Rect(rect.x + u(8), rect.y + (rect.h - side) // 2, side, side)
    canvas.panel(ground, p.code_paper)
    canvas.code(ground, modules(text), QUIET)
    return ground


@dataclass(frozen=True)
class PhoneWay(SubScreen[FirstStart]):
    """How a phone gets to the questions, step by step."""

    key = "first_phone"

    def draw(self, canvas: Canvas, view: View[FirstStart]) -> Rect:
        """Two steps, each with its code."""
        hotspot, p, tall = view.state.hotspot, canvas.look.palette, canvas.look.portrait
        head, body, foot = canvas.rows(canvas.area, (60, 620, 60) if tall else (52, 360, 36))
        heading(canvas, head, t("From a phone"), t("What is said there shows here."))
        if hotspot is None:
            closed = t("The hotspot is closed; the questions can be answered here.")
            canvas.text(body, closed, 24, "semibold", p.text, "center", lines=3)
            return body
        steps = (
            (t("Join this Wi-Fi: scan the code, or type the password."), hotspot.code, hotspot.ssid, hotspot.password),
            (
                t("The page with the questions opens by itself; if not, type this address."),
                hotspot.url,
                hotspot.url.removeprefix("http://"),
                "",
            ),
        )
        boxes = (canvas.rows if tall else canvas.cols)(body, (1, 1))
        for number, ((text, code, name, secret), box) in enumerate(zip(steps, boxes, strict=True), 1):
            self.step(canvas, box, f"{number}. {text}", code, (name, secret))
        note = t("Only while these questions are open; then this Wi-Fi is gone.")
        canvas.text(foot, note, 16, "regular", p.muted, "center", lines=2)
        return body

    def step(self, canvas: Canvas, box: Rect, text: str, code: str, names: tuple[str, str]) -> None:
        """What to do, its code, and the same to type."""
        u, p = canvas.u, canvas.look.palette
        canvas.panel(box, p.panel)
        inner = Rect(box.x + u(12), box.y + u(8), box.w - u(24), box.h - u(16))
        top, middle, name, secret = canvas.rows(inner, (64, 200, 32, 30), u(4))
        canvas.text(top, text, 19, "semibold", p.text, lines=2 if canvas.look.portrait else 3)
        side = min(middle.w, middle.h)
        ground = Rect(middle.x + (middle.w - side) // 2, middle.y, side, side)
        canvas.panel(ground, p.code_paper)
        canvas.code(ground, modules(code), QUIET)
        canvas.text(name, names[0], 24, "bold", p.text, "center")
        if names[1]:
            canvas.text(secret, t("password {password}", password=names[1]), 20, "semibold", p.text, "center")
