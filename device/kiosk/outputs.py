"""What the kiosk needs of everything that shows or sounds beside the screen."""

from __future__ import annotations

from typing import Protocol

from device.kiosk.dimming import Level
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from device.settings.settings import Settings


class Outputs(Protocol):
    """Everything that shows or sounds beside the screen."""

    def face(self, side: int, face: OledContent, place: tuple[int, int]) -> None:
        """Show a face on an OLED, moved by so many pixels right and down."""

    def signal(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker."""

    @property
    def lit(self) -> bool:
        """Whether the screen has a light that can be set."""

    def apply(self, settings: Settings) -> None:
        """Other settings hold from now on."""

    def rest(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""

    def power_off(self, command: str) -> None:
        """Switch the device off."""
