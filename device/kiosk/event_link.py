"""What the kiosk needs of the event at which a table plays; `device.app` hands in what answers for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from device.event.client import EventClient

if TYPE_CHECKING:
    from device.event.actions import EventAction
    from device.graphics.look import Look
    from device.graphics.widgets import Scene
    from device.io.oled_content import OledContent
    from device.kiosk.host import Host
    from device.kiosk.screen_controller import Controller
    from device.table.table import Table


class EventLink(EventClient, ABC):
    """A table at an event, or at none: then there is nothing to show, and nothing happens.

    All of it belongs to the loop's thread. What views ask for changes nothing.
    """

    @abstractmethod
    def card(self, look: Look, table: Table) -> Scene:
        """What lies over any picture until somebody here has answered; empty where nothing does."""

    @abstractmethod
    def on_oleds(self, contents: tuple[OledContent, OledContent]) -> tuple[OledContent, OledContent]:
        """What both OLEDs show in place of ``contents``."""

    @abstractmethod
    def advance(self, table: Table, now: int) -> int | None:
        """Bring table and organiser together at device time ``now``: each learns what has changed at the other.

        The device time (ns) at which something shown changes by itself; None for never.
        """

    @abstractmethod
    def check_start(self, table: Table) -> None:
        """Raises `Refusal` while others are to sit down before the game on the table goes on."""

    @abstractmethod
    def answer(self, action: EventAction, host: Host, below: Controller) -> None:
        """Do what people answered to the event while ``below`` showed. Raises `Refusal`."""
