"""The parts of the first start: the device as it is, typing with every sign, the way from a phone, choosing a Wi-Fi."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Self

import msgspec

from device.common import i18n
from device.common.i18n import t, tr
from device.common.languages import LANGUAGES
from device.first_start.common.answers import WIFI_CHECKS, Answers, Wifi
from device.first_start.common.hotspot import Hotspot
from device.first_start.common.networks import Network, missing_password
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.keyboards import sign_keys
from device.graphics.lists import page_of, pager
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, PagedScreen, Screen, SubScreen, ask, call, draw_panel
from device.pocket.codes import QUIET, modules
from device.screens.settings.first_start_controller import FirstStart, FirstStartController
from device.screens.settings.rows import percent
from rules.message import Message, Refusal

NOTHING_SAID = Answers()
LONGEST_TEXT = 64
"""Signs of a name or a password."""


class AnswerScreen(Screen[FirstStart]):
    """The screen that the others belong to; ``answers``: what was entered on them."""

    answers: Answers = NOTHING_SAID

    def with_answers(self, **given: object) -> Self:
        """With another answer."""
        return replace(self, answers=msgspec.structs.replace(self.answers, **given))


class TypingScreen(SubScreen[FirstStart]):
    """A ``text`` for the ``overview``, on the keys that have every sign; ``layer`` of them shows."""

    overview: AnswerScreen
    text: str = ""
    layer: int = 0

    @abstractmethod
    def title(self) -> str:
        """What is asked."""

    def note(self, state: FirstStart) -> str:
        """A line below the text."""
        return ""

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """What is asked, the text, the keys."""
        p, tall = canvas.look.palette, canvas.look.portrait
        high = 84 if canvas.look.large_print else 62
        head, field, note, keys = below_heading(canvas, (70, 44, 400) if tall else (high, 30, 358 - high))
        heading(canvas, head, self.title(), done=t("Done"))
        inner = draw_panel(canvas, field, p.paper, 16, 6)
        half = LONGEST_TEXT // 2  # a password has no spaces where its line could break
        shown = self.text[:half] + ("\n" if len(self.text) > half else "") + self.text[half:] + "_"
        canvas.text(inner, shown, 28, "bold", p.ink, lines=2)
        canvas.text(note, self.note(view.state), 16, "regular", p.muted, "center", lines=2 if tall else 1)
        sign_keys(canvas, keys, self.layer, lambda layer: Show(replace(self, layer=layer)))
        return field

    def on_shift(self, state: FirstStart) -> Next[FirstStart]:
        """The shift key."""
        return replace(self, layer=int(self.layer == 0))

    def typed_text(self) -> str:
        """The text so far."""
        return self.text

    def on_text(self, state: FirstStart, text: str) -> Next[FirstStart]:
        """A sign, or backspace."""
        if text == "\b":
            return replace(self, text=self.text[:-1])
        return replace(self, text=self.text + text) if text.isprintable() and len(self.text) < LONGEST_TEXT else self


def refuse(trouble: Message | None) -> None:
    """Raises `Refusal` with that sentence, if there is one."""
    if trouble is not None:
        raise Refusal("", trouble)


def draw_beside(canvas: Canvas, rect: Rect, hotspot: Hotspot) -> None:
    """The way beside the languages: the code, and the words in all of them, for nobody has chosen one yet."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.panel)
    code = _square(canvas, rect, hotspot.code)
    words = Rect(code.x + code.w + u(18), rect.y + u(8), rect.w - code.w - u(40), rect.h - u(16))
    lines, secret = [], []
    for language in (
        i18n.language(),
        *(word_of_language for word_of_language in LANGUAGES if word_of_language != i18n.language()),
    ):
        with i18n.speaking(language):
            lines.append(t("Or from a phone: join its Wi-Fi, and the page opens by itself."))
            secret.append(t("Password") if hotspot.password else t("Code"))
    tall = canvas.look.portrait
    size, most = (15, 3) if tall else (18, 1)
    *line_places, name, password, page = canvas.rows(words, (*(54 if tall else 26,) * len(lines), 28, 28, 24), u(2))
    for n, (line, box) in enumerate(zip(lines, line_places, strict=True)):
        canvas.text(box, line, size, "regular" if n else "semibold", p.muted if n else p.text, lines=most)
    canvas.text(name, f"Wi-Fi: {hotspot.ssid}", 21, "bold", p.text)
    canvas.text(
        password, f"{' / '.join(dict.fromkeys(secret))}: {hotspot.password or hotspot.page_code}", 21, "bold", p.text
    )
    canvas.text(page, hotspot.url, 17, "semibold", p.muted)


def _square(canvas: Canvas, rect: Rect, text: str) -> Rect:
    """A code on its own white ground at the left of ``rect``."""
    u, p = canvas.u, canvas.look.palette
    side = min(rect.h - u(16), rect.w // 2)
    ground = Rect(rect.x + u(8), rect.y + (rect.h - side) // 2, side, side)
    canvas.panel(ground, p.code_paper)
    canvas.code(ground, modules(text), QUIET)
    return ground


class PhoneWay(SubScreen[FirstStart]):
    """How a phone gets to the questions, step by step."""

    key = "first_phone"

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """Two steps, each with its code."""
        hotspot, p, tall = view.state.hotspot, canvas.look.palette, canvas.look.portrait
        head, body, foot = below_heading(canvas, (620, 60) if tall else (360, 36))
        heading(canvas, head, t("From a phone"), t("Answers from the phone show here."))
        if hotspot is None:
            closed = t("The hotspot is closed; the questions can be answered here.")
            canvas.text(body, closed, 24, "semibold", p.text, "center", lines=3)
            return body
        join = t("Join this Wi-Fi: scan the code, or type the password.")
        page = t("The page with the questions opens by itself; if not, type this address.")
        password, page_code = t("password {password}", password=hotspot.password), ""
        if not hotspot.password:
            join = t("Join this Wi-Fi, which has no password.")
            password, page_code = "", t("code {code}", code=hotspot.page_code)
        steps = (
            (join, hotspot.code, hotspot.ssid, password),
            (page, hotspot.url, hotspot.url.removeprefix("http://"), page_code),
        )
        boxes = canvas.split(body, (1, 1))
        for number, ((text, code, name, secret), box) in enumerate(zip(steps, boxes, strict=True), 1):
            self.step(canvas, box, f"{number}. {text}", code, (name, secret))
        note = t("Only while these questions are open; then this Wi-Fi is gone.")
        canvas.text(foot, note, 16, "regular", p.muted, "center", lines=2)
        return body

    def step(self, canvas: Canvas, box: Rect, text: str, code: str, names: tuple[str, str]) -> None:
        """What to do, its code, and the same to type."""
        u, p = canvas.u, canvas.look.palette
        inner = draw_panel(canvas, box, p.panel, 12, 8)
        top, middle, name, secret = canvas.rows(inner, (64, 200, 32, 30), u(4))
        canvas.text(top, text, 19, "semibold", p.text, lines=2 if canvas.look.portrait else 3)
        side = min(middle.w, middle.h)
        ground = Rect(middle.x + (middle.w - side) // 2, middle.y, side, side)
        canvas.panel(ground, p.code_paper)
        canvas.code(ground, modules(code), QUIET)
        canvas.text(name, names[0], 24, "bold", p.text, "center")
        if names[1]:
            canvas.text(secret, names[1], 20, "semibold", p.text, "center")


LISTED = 8
"""Networks on a page."""


class WifiList(SubScreen[FirstStart], PagedScreen[FirstStart]):
    """The networks in reach, the strongest first."""

    key = "first_wifi"
    parent: AnswerScreen

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """Networks, and what else there is: none, a hidden one, looking again."""
        networks, p, tall = view.state.networks, canvas.look.palette, canvas.look.portrait
        head, body, turn, foot = below_heading(canvas, (520, 60, 70) if tall else (252, 52, 62))
        title_place, _ = heading(canvas, head, t("Which Wi-Fi?"), t("the table plays without one, too"))
        if not isinstance(networks, tuple):
            text = t("Looking for networks…") if networks is None else tr(networks)
            canvas.text(body, text, 24, "semibold", p.text, "center", lines=3)
        else:
            page = page_of(len(networks), LISTED, self.page or 0)
            columns = 1 if tall else 2
            boxes = canvas.grid(body, columns, LISTED // columns)
            for network, box in zip(networks[page.first : page.last], boxes, strict=False):
                self.network(canvas, box, network)
            if page.count > 1:
                pager(canvas, turn, page, (t("Back"), t("Next")), lambda page: call(self.on_page, page))
        none, hidden, again = canvas.cols(foot, (1, 1, 1))
        canvas.button(none, t("No Wi-Fi"), Show(self.parent.with_answers(wifi=None)), size=20)
        canvas.button(hidden, t("A hidden one"), Show(WifiName(self, self.parent)), sub=t("type its name"), size=20)
        why = t("It is being looked for.") if networks is None else None
        look = ask(FirstStartController.look_for_networks, WifiList(self.parent))
        canvas.button(again, t("Look again"), look, size=20, why=why)
        return title_place

    def network(self, canvas: Canvas, box: Rect, network: Network) -> None:
        """A network as a button."""
        sub = t("with a password") if network.secured else t("without a password")
        why = t("This network asks for a company account; a table has none.") if network.account else None
        canvas.button(
            box, network.ssid, call(self.choose, network), sub=f"{sub} · {percent(network.signal)}", size=20, why=why
        )

    def choose(self, state: FirstStart, network: Network) -> Next[FirstStart]:
        """Its password, or that was all."""
        if network.secured:
            return WifiPassword(self, self.parent, ssid=network.ssid)
        return self.parent.with_answers(wifi=Wifi(ssid=network.ssid))


class WifiName(TypingScreen):
    """The name of a network that does not say its own."""

    key = "first_wifi_name"

    def title(self) -> str:
        """What is asked."""
        return t("Name of the hidden Wi-Fi")

    def on_done(self, state: FirstStart) -> Next[FirstStart]:
        """On to its password. Raises `Refusal` where it is no name."""
        refuse(WIFI_CHECKS["ssid"](self.text))
        return WifiPassword(self, self.overview, ssid=self.text, hidden=True)


class WifiPassword(TypingScreen):
    """The password of the network ``ssid``; ``hidden``: it does not say its name."""

    key = "first_wifi_password"
    secret = True
    ssid: str = ""
    hidden: bool = False

    def title(self) -> str:
        """What is asked."""
        return t("Password of {name}", name=self.ssid)

    def note(self, state: FirstStart) -> str:
        """What becomes of it."""
        if self.hidden:
            return t(
                "Leave it empty for an open network. It is tried after Done; if it is wrong, the device says so then."
            )
        return t("It is tried once everything is set up; if it is wrong, the device says so then.")

    def on_done(self, state: FirstStart) -> Next[FirstStart]:
        """That is it. Raises `Refusal` where it cannot be one."""
        refuse(missing_password(Network(self.ssid, 0, not self.hidden), self.text))
        refuse(WIFI_CHECKS["password"](self.text))
        return self.overview.with_answers(wifi=Wifi(ssid=self.ssid, password=self.text, hidden=self.hidden))
