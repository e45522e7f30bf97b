"""Shows the screens of the first start, looks for networks beside the loop, and reads what came of the answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.common import i18n
from device.common.address import Address
from device.first_start.common import asking, hotspot
from device.first_start.common.answers import Answers, Degrees
from device.first_start.common.asking import FirstStartOutcome, read_outcome
from device.first_start.common.networks import Network, networks
from device.first_start.common.questions import time_zones, zone_of
from device.first_start.common.system import CardSystem
from device.io.inputs import Redraw, ShowMessage
from device.kiosk.host import Host
from device.kiosk.moment import Moment, OverlayViews, soonest
from device.kiosk.screen import Screen
from device.kiosk.screen_controller import Controller, OverlayController
from rules.game import SECOND
from rules.message import Message, Refusal, msg

if TYPE_CHECKING:
    from device.screens.settings.first_start import CornerChoice, LanguageChoice, Overview, SetUpScreen

WIFI_S = 120
"""For how many seconds after these screens it is waited for what becomes of the Wi-Fi."""
PHONE_ANSWERED = msg("A phone has set this device up; the language applies from the next start.")
PATIENCE = 30 * SECOND
"""After how long (ns) without an answer the screen says so."""


@dataclass(frozen=True, slots=True)
class FirstStart:
    """The device as it is: ``host`` name, time ``zone``, whether it is ``asked`` for the first time.

    ``networks`` in reach (None: they are being looked for; a message: why there are none), ``zones`` that the system
    knows; ``outcome`` is what came of the answers; ``silent``: nothing does. ``hotspot`` is open for a phone.
    ``awaits``: more is to come of the answers, or of a phone.
    """

    host: str = ""
    zone: str = ""
    asked: bool = False
    networks: tuple[Network, ...] | Message | None = None
    zones: tuple[str, ...] = ()
    outcome: FirstStartOutcome | None = None
    silent: bool = False
    hotspot: hotspot.Hotspot | None = None
    awaits: bool = False


CORNER: Address[type[CornerChoice]] = Address("device.screens.settings.first_start:CornerChoice")
LANGUAGE: Address[type[LanguageChoice]] = Address("device.screens.settings.first_start:LanguageChoice")
OVERVIEW: Address[type[Overview]] = Address("device.screens.settings.first_start:Overview")
SET_UP: Address[type[SetUpScreen]] = Address("device.screens.settings.first_start:SetUpScreen")


class FirstStartViews(OverlayViews):
    """What shows of setting the device up."""

    def next_change(self, moment: Moment[FirstStart]) -> int | None:
        """What comes of the answers is looked at every second, at a first start also those of a phone."""
        below = super().next_change(moment)
        return soonest(below, moment.at + SECOND) if moment.state.awaits else below


class FirstStartController(OverlayController[FirstStart]):
    """The screens over the list of games (at a first start, ``asked``) or over the settings."""

    views = FirstStartViews()

    def __init__(self, host: Host, under: Controller, system: CardSystem = asking.HERE, *, asked: bool = False) -> None:
        super().__init__(host, under)
        self._system = system
        self._asked = asked
        self._turned = host.settings.screen.rotate != 0
        self._zones = time_zones(system)
        self._host_name = host.facts().host
        self._networks: tuple[Network, ...] | Message | None = ()
        self._token = ""
        self._before = read_outcome(system).request
        self._since = 0
        self._outcome: FirstStartOutcome | None = None
        self.thread: threading.Thread | None = None
        self.wait: Callable[[float], object] = time.sleep

    @property
    def state(self) -> FirstStart:
        """The device as it is, and how far it is being set up."""
        return FirstStart(
            self._host_name,
            zone_of(self._system),
            self._asked,
            self._networks,
            self._zones,
            self._outcome,
            self._outcome is None and bool(self._token) and self.host.now() >= self._since + PATIENCE,
            hotspot.current_hotspot(self._system),
            self._asked or self._is_under_way,
        )

    @property
    def _is_under_way(self) -> bool:
        """Whether more is to come of the answers."""
        return bool(self._token) and (self._outcome is None or bool(self._outcome.wifi))

    def usual(self, state: FirstStart) -> Screen[FirstStart]:
        """At the first start the way up of a tall display, then the language; else the overview."""
        if not state.asked:
            return OVERVIEW()
        return LANGUAGE() if self._turned or not self.host.screen.look.portrait else CORNER()

    def turn_picture(self, degrees: Degrees) -> None:
        """Turn the picture by so many ``degrees`` from now on, then ask for the language."""
        self._turned = True
        self.host.change("screen", "rotate", degrees)
        self.show(LANGUAGE())

    def speak(self, language: str) -> None:
        """Speak ``language`` from now on, then show the overview."""
        before = self.current_screen()
        self.host.change("", "language", language)
        self.show(before if isinstance(before, OVERVIEW.load()) else OVERVIEW())

    def look_for_networks(self, then: Screen[FirstStart]) -> None:
        """Look in a thread which networks are in reach, and show ``then``."""
        if self.thread is None or not self.thread.is_alive():
            self._networks = None
            self.thread = threading.Thread(target=self._look, name="wifi", daemon=True)
            self.thread.start()
        self.show(then)

    def _look(self) -> None:
        networks_seen: tuple[Network, ...] | Message = ()
        try:
            networks_seen = networks(self._system)
        finally:
            self._networks = networks_seen
            self.host.post(Redraw())

    def carry_out(self, answers: Answers) -> None:
        """Leave the answers to the system. Raises `Refusal` where it takes none."""
        shown = self.current_screen()
        try:
            self._token = asking.ask(answers, self._system)
        except OSError:
            raise Refusal("", "This machine cannot be set up from here; use its own settings.") from None
        except ValueError as error:
            raise Refusal("", error.args[0]) from None
        self._outcome, self._since = None, self.host.now()
        overview = OVERVIEW.load()
        self.show(SET_UP.load()(shown if isinstance(shown, overview) else overview(answers)))

    def leave(self) -> None:
        """Back to the controller below; where the Wi-Fi is still being tried, what comes of it shows later."""
        if self._outcome is not None and self._outcome.wifi:
            known = len(self._outcome.troubles)
            self.thread = threading.Thread(target=self._await_wifi, args=(known,), name="wifi", daemon=True)
            self.thread.start()
        elif self._asked and not self._token:
            self.thread = threading.Thread(target=self._await_phone, name="wifi", daemon=True)
            self.thread.start()
        super().leave()

    def _await_phone(self) -> None:
        """These screens were left for later: while a phone can answer, wait for one, and say so."""
        is_open = True
        while is_open:
            is_open = hotspot.current_hotspot(self._system) is not None
            outcome = read_outcome(self._system)
            if outcome.phone and outcome.request != self._before:
                self.host.post(ShowMessage(PHONE_ANSWERED))
                return
            self.wait(2.0)

    def _await_wifi(self, known: int) -> None:
        """Wait until the system has tried the Wi-Fi, and say what it found beyond the troubles that are ``known``."""
        for _ in range(WIFI_S):
            outcome = asking.outcome_of(self._token, self._system)
            if outcome is None:
                return  # somebody has answered anew meanwhile
            if not outcome.wifi:
                for trouble in outcome.troubles[known:]:
                    self.host.post(ShowMessage(trouble.message))
                return
            self.wait(1.0)

    def advance(self) -> None:
        """What came of it, as long as there is more to come; at a first start also what a phone has answered."""
        if self._asked:
            self._read_phone()
        if self._is_under_way:
            self._outcome = asking.outcome_of(self._token, self._system)
            if self._outcome is not None:
                time.tzset()  # this process does not see by itself that it is another one
                self._host_name = self._outcome.hostname or self._host_name

    def _read_phone(self) -> None:
        """A phone has answered: what comes of that shows here, in its language."""
        outcome = read_outcome(self._system)
        if not outcome.phone or outcome.request in (self._token, self._before):
            return
        self._token, self._outcome, self.screen = outcome.request, None, SET_UP.load()(OVERVIEW())
        if outcome.language and outcome.language != i18n.language():
            self.host.change("", "language", outcome.language)
