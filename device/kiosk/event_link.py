"""What the kiosk needs of the event at which a table plays; `device.app` hands in what answers for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from device.event.actions import EventAction
    from device.event.messages import HeldGame, NextSeats, Pairing
    from device.graphics.look import Look
    from device.graphics.widgets import Scene
    from device.io.oled_content import OledContent
    from device.io.strip import Strip
    from device.kiosk.host import Host
    from device.kiosk.screen_controller import Controller
    from device.table.table import Table
    from rules.message import Message
    from rules.people import Newcomer


class EventLink(Protocol):
    """A table at an event, or at none: then there is nothing to show, and nothing happens.

    All of it belongs to the loop's thread. What views ask for changes nothing.
    """

    # -- for views -------------------------------------------------------------------------------------------------

    @property
    def trouble(self) -> Message | None:
        """Why this table is at no event although it was to be at one."""

    @property
    def number(self) -> int | None:
        """This table's number at its event; None: it plays at none."""

    @property
    def allows_telephones(self) -> bool:
        """Whether telephones may be clock buttons in the games that are played here."""

    @property
    def people(self) -> Iterable[Newcomer]:
        """Who takes part, as the organiser sent it last."""

    @property
    def offered_game(self) -> HeldGame | None:
        """A game that this device may take up."""

    @property
    def pairing(self) -> Pairing | None:
        """Who should play here next."""

    @property
    def next_seats(self) -> NextSeats | None:
        """Where those who sat here play next."""

    def strip(self) -> Strip | None:
        """The line at the top of every screen."""

    def card(self, look: Look, table: Table) -> Scene:
        """What lies over any picture until somebody here has answered; empty where nothing does."""

    def on_oleds(self, contents: tuple[OledContent, OledContent]) -> tuple[OledContent, OledContent]:
        """What both OLEDs show in place of ``contents``."""

    # -- what happens ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Connect, in the background."""

    def close(self) -> None:
        """Close the connection."""

    def advance(self, table: Table, now: int) -> int | None:
        """Bring table and organiser together at device time ``now``: each learns what has changed at the other.

        The device time (ns) at which something shown changes by itself; None for never.
        """

    def on_update(self, what: Any, table: Table) -> bool:
        """Something came over the line. True where the game on the table is another one now. Raises `Refusal`."""

    def check_start(self, table: Table) -> None:
        """Raises `Refusal` while others are to sit down before the game on the table goes on."""

    def answer(self, action: EventAction, host: Host, below: Controller) -> None:
        """Do what people answered to the event while ``below`` showed. Raises `Refusal`."""
