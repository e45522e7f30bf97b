"""A room that lies over another one: the clocks, the OLEDs and the lamps go on as the room below says."""

from __future__ import annotations

from device.kiosk.controllers import Controller, Host
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals


class Overlay:
    """What the rooms of the history and the settings have in common: nothing that runs below them stops."""

    def __init__(self, host: Host, under: Controller) -> None:
        self.host = host
        self.under = under

    def close(self) -> None:
        """Back to the room below."""
        self.host.enter(self.under)

    def next_change(self, at: int) -> int | None:
        """When something below changes, for OLEDs and lamps."""
        return self.under.next_change(at)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """What the room below shows on the OLEDs."""
        return self.under.oled_contents(at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer of the room below."""
        return self.under.signals(at)
