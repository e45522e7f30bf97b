"""A table's link to its event, with the event's screens, which a table without one never loads."""

from __future__ import annotations

from collections.abc import Callable

from device.address import Address
from device.event.actions import EventAction
from device.event.client import EventClient
from device.graphics.look import Look
from device.graphics.widgets import Scene
from device.io.oled_content import OledContent
from device.kiosk.event_link import EventLink
from device.kiosk.host import Host
from device.kiosk.screen_controller import Controller
from device.table.table import Table

OledContents = tuple[OledContent, OledContent]
CARD: Address[Callable[[Look, EventClient, Table], Scene]] = Address("device.screens.event.screens:card")
ON_OLEDS: Address[Callable[[OledContents, EventClient], OledContents]] = Address(
    "device.screens.event.screens:on_oleds"
)
CHECK_START: Address[Callable[[EventClient, Table], None]] = Address("device.screens.event.next_round:check_start")
FOLLOW: Address[Callable[[EventClient, Table, int], None]] = Address("device.screens.event.next_round:follow")
ANSWER: Address[Callable[[EventClient, Host, Controller, EventAction], None]] = Address(
    "device.screens.event.screens:answer"
)


class TableLink(EventLink):
    """The client, and what people see of it."""

    def card(self, look: Look, table: Table) -> Scene:
        """What lies over any picture until somebody here has answered."""
        return () if self.status is None else CARD(look, self, table)

    def on_oleds(self, contents: OledContents) -> OledContents:
        """What both OLEDs show: that the referee is called, where he is."""
        return contents if self.status is None else ON_OLEDS(contents, self)

    def advance(self, table: Table, now: int) -> int | None:
        """The game's clock follows the organiser's, and the organiser is told what runs; when the countdown changes."""
        if self.status is not None:
            FOLLOW(self, table, now)
        self.show(table)
        return self.due()

    def check_start(self, table: Table) -> None:
        """Raises `Refusal` while others are to sit down first."""
        if self.status is not None:
            CHECK_START(self, table)

    def answer(self, action: EventAction, host: Host, below: Controller) -> None:
        """Do what was touched while ``below`` showed. Raises `Refusal`."""
        ANSWER(self, host, below, action)
