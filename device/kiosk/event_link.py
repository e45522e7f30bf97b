"""What the kiosk needs of the event at which a table plays; the event's screens lie above the kiosk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from device.common.address import Address
from device.event.client import EventClient

if TYPE_CHECKING:
    from device.event.actions import EventAction
    from device.graphics.look import Look
    from device.graphics.widgets import Scene
    from device.io.oled_content import OledContent
    from device.kiosk.host import Host
    from device.kiosk.screen_controller import Controller
    from device.table.table import Table

    OledContents = tuple[OledContent, OledContent]


class EventScreens(NamedTuple):
    """What people see of an event, and what they do there; a table without one never loads it."""

    card: Address[Callable[[Look, EventClient, Table], Scene]]
    on_oleds: Address[Callable[[OledContents, EventClient], OledContents]]
    check_start: Address[Callable[[EventClient, Table], None]]
    follow: Address[Callable[[EventClient, Table, int], None]]
    answer: Address[Callable[[EventClient, Host, Controller, EventAction], None]]


class EventLink(EventClient):
    """A table at an event, or at none: then there is nothing to show, and nothing happens.

    All of it belongs to the loop's thread. What views ask for changes nothing.
    """

    screens: ClassVar[EventScreens]

    def card(self, look: Look, table: Table) -> Scene:
        """What lies over any picture until somebody here has answered; empty where nothing does."""
        return () if self.status is None else self.screens.card(look, self, table)

    def on_oleds(self, contents: OledContents) -> OledContents:
        """What both OLEDs show in place of ``contents``: that the referee is called, where he is."""
        return contents if self.status is None else self.screens.on_oleds(contents, self)

    def advance(self, table: Table, now: int) -> None:
        """Bring the table's clock to the organiser's at device time ``now`` (ns)."""
        if self.status is not None:
            self.screens.follow(self, table, now)

    def on_shown(self, table: Table) -> None:
        """What there is to show of the ``table`` shows: tell the organiser what runs, where that has changed.

        At no event nobody is told, and a call for the referee is not kept for one that is joined later.
        """
        if self.status is None:
            self._calls_seen = table.calls_for_help
        else:
            self.show(table)

    def check_start(self, table: Table) -> None:
        """Raises `Refusal` while others are to sit down before the game on the table goes on."""
        if self.status is not None:
            self.screens.check_start(self, table)

    def answer(self, action: EventAction, host: Host, below: Controller) -> None:
        """Do what people answered to the event while ``below`` showed. Raises `Refusal`."""
        self.screens.answer(self, host, below, action)
