"""Updates on the screen: found on a USB stick or the network, brought onto the card, asked for, reported.

Never while a game is on the table, for the table is started anew at the end. While an update is brought and installed
this screen stays, so that nobody begins a game that would be cut off.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from device.common.i18n import t, tr
from device.common.updates import asking, offers
from device.common.updates.asking import News
from device.common.updates.offers import Offer
from device.common.version import version
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Rect
from device.io.inputs import Redraw
from device.kiosk.host import Host
from device.kiosk.moment import Moment, OverlayViews, soonest
from device.kiosk.screen import Next, Screen, ask, draw_panel
from device.kiosk.screen_controller import CLOSE, Controller, OverlayController
from device.updates.ordered import NO_SYSTEM, NOT_TAKEN_UP
from rules.game import SECOND
from rules.message import Message, Refusal, msg

MEGABYTE = 1_000_000
PATIENCE = 60 * SECOND
"""After how long (ns) an update that nobody took up is given up: the system takes it up within a second."""


@dataclass(frozen=True, slots=True)
class UpdateState:
    """How far it is: ``looking``, ``bringing`` (so many of the ``offer``'s bytes are ``there``), ``asked``.

    ``message`` is why there is nothing or why it did not go well; ``news`` what the system says of the update;
    ``playing``: a game is on the table.
    """

    own: str = ""
    looking: bool = False
    bringing: bool = False
    asked: bool = False
    offer: Offer | None = None
    there: int = 0
    message: Message | None = None
    news: News | None = None
    playing: bool = False

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return self.looking or self.bringing or self.is_under_way

    @property
    def is_under_way(self) -> bool:
        """Whether the system has been asked, and has not answered yet."""
        return self.asked and (self.news is None or self.news.stage != "done")

    @property
    def is_over(self) -> bool:
        """Whether the screen is to report what came of it."""
        return self.news is not None and self.news.stage == "done"


class UpdateScreen(Screen[UpdateState]):
    """Which version runs, what is offered, how far it is, and what came of it."""

    def draw(self, canvas: Canvas, view: Moment[UpdateState]) -> Rect:
        """One thing at a time: what came of it, how far it is, what is offered, or where to look."""
        state, p, tall = view.state, canvas.look.palette, canvas.look.portrait
        head, middle, body, foot = below_heading(canvas, (200, 340, 90) if tall else (120, 170, 84))
        heading(canvas, head, t("Update"), t("version {version} runs here", version=state.own))
        canvas.text(middle, self.title(state), 30, "bold", p.text, "center", lines=3)
        inner = draw_panel(canvas, body, p.panel, 20, 12)
        if state.bringing and state.offer is not None:
            upper, bar = canvas.rows(inner, (1, 1))
            canvas.text(upper, self.line(state), 22, "regular", p.text, "center", lines=3)
            self.progress(canvas, bar, state.there, state.offer.size)
        else:
            canvas.text(inner, self.line(state), 22, "regular", p.text, "center", lines=4)
        self.controls(canvas, foot, state)
        return inner

    def title(self, state: UpdateState) -> str:
        """The main thing."""
        if state.news is not None and state.is_over:
            return t("The update is done.") if state.news.ok else t("The update did not go well.")
        if state.asked:
            return t("The update is being installed. Leave the device on.")
        if state.offer is not None:
            return t("Version {old} → {new}", old=state.own, new=state.offer.version)
        if state.looking:
            return t("Looking for an update…")
        return t("Where is the update?")

    def line(self, state: UpdateState) -> str:
        """What goes with it."""
        if state.news is not None and (state.is_over or state.asked):
            return tr(state.news.message)
        if state.asked:
            return t("Asking the system…")
        if state.bringing and state.offer is not None:
            return t(
                "{there} of {all} MB are on the card.", there=megabytes(state.there), all=megabytes(state.offer.size)
            )
        if state.message is not None:
            return tr(state.message)
        if state.offer is not None:
            return t(
                "{size} MB. Games and settings stay. The table restarts by itself, which takes some minutes; if the "
                "new version does not start, this one comes back.",
                size=megabytes(state.offer.size),
            )
        return t("Only what the builder of this table has signed is installed.")

    def progress(self, canvas: Canvas, rect: Rect, there: int, most: int) -> None:
        """How much of it is on the card."""
        p, u = canvas.look.palette, canvas.u
        bar = Rect(rect.x, rect.y + (rect.h - u(18)) // 2, rect.w, u(18))
        canvas.panel(bar, p.button)
        if there and most:
            canvas.panel(Rect(bar.x, bar.y, max(bar.h, bar.w * min(there, most) // most), bar.h), p.primary)

    def controls(self, canvas: Canvas, rect: Rect, state: UpdateState) -> None:
        """What can be done now."""
        if state.is_over:
            canvas.button(rect, t("Go on"), ask(UpdateController.mark_read), style="primary", size=26)
            return
        playing = t("First leave the game on the table; an update restarts the table.") if state.playing else None
        why = playing or (t("Wait until this is done.") if state.is_busy else None)
        stick, network, install = canvas.cols(rect, (1, 1, 1.3))
        for box, words, on_network in ((stick, t("USB stick"), False), (network, t("Network"), True)):
            look = ask(UpdateController.look_for_update, on_network)
            canvas.button(box, words, look, sub=t("look there"), size=22, why=why)
        none = t("First look on a USB stick or the network.") if state.offer is None else None
        canvas.button(install, t("Install"), ask(UpdateController.install), style="primary", size=26, why=why or none)

    def on_back(self, state: UpdateState) -> Next[UpdateState]:
        """To where one came from, while nothing is being installed. Raises `Refusal`."""
        if state.is_under_way or state.bringing:
            raise Refusal("", "The update is being installed; the table restarts by itself.")
        return ask(UpdateController.mark_read) if state.is_over else CLOSE


def megabytes(size: int) -> int:
    """Whole megabytes, at least one."""
    return max(1, size // MEGABYTE)


class UpdateViews(OverlayViews):
    """What shows of an update."""

    def next_change(self, moment: Moment[UpdateState]) -> int | None:
        """What the system says is looked at every second."""
        below = super().next_change(moment)
        return soonest(below, moment.at + SECOND) if moment.state.is_under_way else below


class UpdateController(OverlayController[UpdateState]):
    """The screen; what takes time is done beside the loop, one thing at a time.

    ``folder`` is where the table keeps its games, and the system its news. ``on_stick``, ``on_network`` and ``bring``
    are for who brings others.
    """

    first = UpdateScreen
    views = UpdateViews()

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self.folder: Path = host.settings.journal_path.parent
        self.on_stick: Callable[[], Offer | Message] = offers.find_on_stick
        self.on_network: Callable[[], Offer | Message] = offers.find_on_network
        self.bring: Callable[[Offer, Path, Callable[[int], None]], Path | Message] = offers.bring
        self.ask: Callable[[Path], str] = asking.ask
        self._now = UpdateState(own=version(), news=asking.unread_news(self.folder))
        self._token = ""
        self._since = 0
        self.thread: threading.Thread | None = None

    @classmethod
    def under_way(cls, host: Host, under: Controller, token: str) -> UpdateController:
        """The screen while the system installs what was asked for with ``token`` (the organiser ordered it)."""
        controller = cls(host, under)
        controller._token, controller._since = token, host.now()
        controller._now = replace(controller._now, asked=True, news=None)
        return controller

    @property
    def state(self) -> UpdateState:
        """How far it is."""
        return replace(self._now, playing=self.host.table.history is not None)

    def look_for_update(self, network: bool) -> None:
        """Look for an update on a USB stick, or on the ``network``, where the builder keeps them."""
        where = self.on_network if network else self.on_stick
        self._begin(replace(self._now, looking=True, offer=None, message=None), lambda: self._look(where))

    def install(self) -> None:
        """Bring what is offered onto the card, and ask for it."""
        offer = self._now.offer
        if offer is None:
            raise Refusal("", "First look on a USB stick or the network.")
        self._begin(replace(self._now, bringing=True, there=0, message=None), lambda: self._bring(offer))

    def mark_read(self) -> None:
        """People have read what came of it."""
        asking.dismiss_news(self.folder)
        self.leave()

    def _begin(self, now: UpdateState, work: Callable[[], None]) -> None:
        if self.host.table.history is not None:
            raise Refusal("", "First leave the game on the table; an update restarts the table.")
        if self._now.is_busy:
            raise Refusal("", "Wait until this is done.")
        self._now = now
        self.thread = threading.Thread(target=self._run, args=(work,), name="update", daemon=True)
        self.thread.start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # whatever it is, the screen does not stay at "looking"
            message = msg("The update could not be fetched ({error}).", error=type(error).__name__)
            self._now = replace(self._now, message=message)
        finally:
            self._now = replace(self._now, looking=False, bringing=False)
            self.host.post(Redraw())

    def _look(self, where: Callable[[], Offer | Message]) -> None:
        answer = where()
        if isinstance(answer, Offer):
            self._now = replace(self._now, offer=answer)
        else:
            self._now = replace(self._now, message=answer)

    def _bring(self, offer: Offer) -> None:
        brought = self.bring(offer, self.folder, self._progressed)
        if isinstance(brought, Message):
            self._now = replace(self._now, message=brought)
            return
        if self.host.table.history is not None:  # somebody took a pairing up meanwhile
            self._now = replace(
                self._now, message=msg("First leave the game on the table; an update restarts the table.")
            )
            return
        try:
            self._token = self.ask(brought)
        except OSError:
            self._now = replace(self._now, message=NO_SYSTEM)
            return
        self._since = self.host.now()
        self._now = replace(self._now, asked=True, news=None)

    def _progressed(self, there: int) -> None:
        self._now = replace(self._now, there=there)
        self.host.post(Redraw())

    def advance(self) -> None:
        """What the system says, as long as there is more to come."""
        if not self._now.is_under_way:
            return
        news = asking.news_of(self._token, self.folder)
        if news is not None:
            self._now = replace(self._now, news=news)
        elif self.host.now() >= self._since + PATIENCE:
            self._now = replace(self._now, asked=False, message=NOT_TAKEN_UP)
