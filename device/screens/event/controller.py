"""Joining an event and leaving it: what the event's screens ask of their controller."""

from __future__ import annotations

import threading
from collections.abc import Callable

from device.common.address import Address
from device.common.event.ticket import Ticket, read_address, read_code
from device.common.i18n import tr
from device.event.client import EventClient
from device.event.code_file import codes_on_stick, found_words
from device.io.inputs import Input, Redraw, ShowMessage
from device.kiosk.host import Host
from device.kiosk.screen import Screen
from device.kiosk.screen_controller import Controller, OverlayController
from device.screens.event.short_code import ShortCodeJoin
from rules.message import Message, Refusal

EventScreen = Address[Callable[..., Screen[EventClient]]]
ENTER_CODE: EventScreen = Address("device.screens.event.join_screens:EnterCode")
CHOOSE_CODE: EventScreen = Address("device.screens.event.join_screens:ChooseCode")
JOIN_PROGRESS: EventScreen = Address("device.screens.event.join_screens:JoinProgress")
ENTER_ADDRESS: EventScreen = Address("device.screens.event.join_screens:EnterAddress")
OVERVIEW: EventScreen = Address("device.screens.event.screens:EventOverview")


class StickReader:
    """Reads codes from a stick beside the loop; ``post`` takes the sentence that says what came of it."""

    def __init__(self, post: Callable[[Input], None]) -> None:
        self.codes: tuple[Ticket, ...] = ()
        self._post = post
        self._busy = threading.Lock()

    def begin(self) -> None:
        """Begin to read. Raises `Refusal` where that is still going on."""
        if not self._busy.acquire(blocking=False):
            raise Refusal("", "The stick is being read; wait a moment.")
        threading.Thread(target=self._work, name="usb", daemon=True).start()

    def _work(self) -> None:
        try:
            codes = codes_on_stick()
            if not isinstance(codes, Message):
                self.codes, codes = codes, found_words(codes)
            self._post(ShowMessage(codes))
        finally:
            self._busy.release()


class EventController(OverlayController[EventClient]):
    """How this table stands with its event; without one, the keys for the code."""

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self._reader = StickReader(host.post)
        self._joining: ShortCodeJoin | None = None
        self._code = self._address = ""

    @property
    def state(self) -> EventClient:
        """The event."""
        return self.host.event

    def usual(self, state: EventClient) -> Screen[EventClient]:
        """The codes that were found on a stick, how far joining is, else how it stands, or the keys."""
        if (joining := self._joining) is not None:
            return JOIN_PROGRESS(joining.found, joining.asked, joining.nobody)
        if self._reader.codes:
            return CHOOSE_CODE(self._reader.codes)
        return ENTER_CODE() if state.status is None else OVERVIEW()

    def join(self, ticket: Ticket) -> None:
        """Join an event. Raises `Refusal` where the disk does not keep it."""
        self.host.event.join(ticket, self.host.table)
        self._reader.codes = ()
        self.show(None)

    def read_stick(self) -> None:
        """Look for codes on a USB stick. Raises `Refusal` where that is still going on."""
        self._reader.begin()
        self.show(None)

    def forget_codes(self) -> None:
        """None of the codes from the stick, after all."""
        self._reader.codes = ()
        self.show(None)

    def join_shortly(self, code: str) -> None:
        """Join with this short code, at the address that somebody typed, else at an organiser that is looked for."""
        joining = self._begin(code)
        if self._address:
            joining.ask(*read_address(self._address), self._address)
        else:
            joining.search()

    def ask_organiser(self, host: str, port: int, name: str) -> None:
        """Ask the organiser at that address."""
        if self._joining is not None:
            self._joining.ask(host, port, name)

    def type_address(self) -> None:
        """Type the organiser's address."""
        self._give_up()
        self.show(ENTER_ADDRESS(self._address))

    def use_address(self, text: str) -> None:
        """The organiser is at that address, as typed. Raises `Refusal` where it is none."""
        address = read_address(text)
        self._address = text
        self._begin(self._code).ask(*address, text)

    def type_anew(self) -> None:
        """The code is typed anew."""
        self._give_up()
        self._address = ""
        self.show(ENTER_CODE())

    def _begin(self, code: str) -> ShortCodeJoin:
        self._give_up()
        self._code = code
        self._joining = ShortCodeJoin(code, self.host.event.device, lambda: self.host.post(Redraw()))
        self.show(None)
        return self._joining

    def _give_up(self) -> None:
        if self._joining is not None:
            self._joining.close()
            self._joining = None

    def advance(self) -> None:
        """Take the ticket that an organiser gave, or say why there is none; the code is typed anew then."""
        joining = self._joining
        if joining is None or not (joining.ticket or joining.trouble):
            return
        self._give_up()
        if joining.trouble is not None:
            self.show(ENTER_CODE())
            self.host.say(tr(joining.trouble))
            return
        try:
            self.host.event.join(read_code(joining.ticket), self.host.table)
        except Refusal as refused:
            self.host.say(tr(refused.message))
        self._address = ""
        self.show(None)

    def leave(self) -> None:
        """Back to the controller below."""
        self._give_up()
        super().leave()

    def leave_event(self) -> None:
        """Leave the event; what was not sent is kept."""
        self.host.event.leave()
        self.leave()
