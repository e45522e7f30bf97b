"""Choosing a Wi-Fi at the first start: a network in reach or a hidden one, and its password."""

from __future__ import annotations

from dataclasses import dataclass

from device.first_start.common.answers import Wifi, check_password, check_ssid
from device.first_start.common.networks import Network, missing_password
from device.graphics.canvas import Canvas
from device.graphics.lists import heading, page_of, pager
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.screen import Next, PagedScreen, SubScreen, View, call
from device.screens.settings.first_parts import AnswerScreen, FirstStart, LookForNetworks, TypingScreen, refuse
from device.screens.settings.pages import percent

LISTED = 8
"""Networks on a page."""


@dataclass(frozen=True)
class WifiList(SubScreen[FirstStart], PagedScreen[FirstStart]):
    """The networks in reach, the strongest first."""

    key = "first_wifi"
    parent: AnswerScreen

    def draw(self, canvas: Canvas, view: View[FirstStart]) -> Rect:
        """Networks, and what else there is: none, a hidden one, looking again."""
        found, p, tall = view.state.networks, canvas.look.palette, canvas.look.portrait
        head, body, turn, foot = canvas.rows(canvas.area, (56, 520, 60, 70) if tall else (52, 252, 52, 62))
        heading(canvas, head, t("Which Wi-Fi?"), t("the table plays without one, too"))
        if not isinstance(found, tuple):
            text = t("Looking for networks…") if found is None else tr(found)
            canvas.text(body, text, 24, "semibold", p.text, "center", lines=3)
        else:
            page = page_of(len(found), LISTED, self.page or 0)
            columns = 1 if tall else 2
            bands = canvas.rows(body, (1,) * (LISTED // columns))
            boxes = [box for band in bands for box in canvas.cols(band, (1,) * columns)]
            for one, box in zip(found[page.first : page.last], boxes, strict=False):
                self.network(canvas, box, one)
            if page.count > 1:
                pager(canvas, turn, page, (t("Back"), t("Next")), lambda page: call(self.on_page, page))
        none, hidden, again = canvas.cols(foot, (1, 1, 1))
        canvas.button(none, t("No Wi-Fi"), call(self.none), size=20)
        canvas.button(hidden, t("A hidden one"), call(self.hidden), sub=t("type its name"), size=20)
        why = t("It is being looked for.") if found is None else None
        canvas.button(again, t("Look again"), call(self.again), size=20, why=why)
        return body

    def network(self, canvas: Canvas, box: Rect, one: Network) -> None:
        """A network as a button."""
        sub = t("with a password") if one.secured else t("without a password")
        why = t("This network asks for an account of its company; a table has none.") if one.account else None
        canvas.button(box, one.ssid, call(self.choose, one), sub=f"{sub} · {percent(one.signal)}", size=20, why=why)

    def choose(self, state: FirstStart, one: Network) -> Next[FirstStart]:
        """Its password, or that was all."""
        if one.secured:
            return WifiPassword(self, self.parent, ssid=one.ssid)
        return self.parent.with_answers(wifi=Wifi(ssid=one.ssid))

    def none(self, state: FirstStart) -> Next[FirstStart]:
        """Without one, or with the one that is set up already."""
        return self.parent.with_answers(wifi=None)

    def hidden(self, state: FirstStart) -> Next[FirstStart]:
        """One that does not say its name."""
        return WifiName(self, self.parent)

    def again(self, state: FirstStart) -> Next[FirstStart]:
        """Look again."""
        return LookForNetworks(WifiList(self.parent))


@dataclass(frozen=True)
class WifiName(TypingScreen):
    """The name of a network that does not say its own."""

    key = "first_wifi_name"

    def title(self) -> str:
        """What is asked."""
        return t("Name of the hidden Wi-Fi")

    def on_done(self, state: FirstStart) -> Next[FirstStart]:
        """On to its password. Raises `Refusal` where it is no name."""
        refuse(check_ssid(self.text))
        return WifiPassword(self, self.overview, ssid=self.text, hidden=True)


@dataclass(frozen=True)
class WifiPassword(TypingScreen):
    """The password of the network ``ssid``; ``hidden``: it does not say its name."""

    key = "first_wifi_password"
    ssid: str = ""
    hidden: bool = False

    def title(self) -> str:
        """What is asked."""
        return t("Password of {name}", name=self.ssid)

    def note(self, state: FirstStart) -> str:
        """What becomes of it."""
        if self.hidden:
            return t("Leave it empty for an open one. It is tried after Done; a wrong one is said then.")
        return t("It is tried after everything is set up; a wrong one is said then.")

    def on_done(self, state: FirstStart) -> Next[FirstStart]:
        """That is it. Raises `Refusal` where it cannot be one."""
        refuse(missing_password(Network(self.ssid, 0, not self.hidden), self.text))
        refuse(check_password(self.text))
        return self.overview.with_answers(wifi=Wifi(ssid=self.ssid, password=self.text, hidden=self.hidden))
