"""What the kiosk needs of everything that shows or sounds beside the screen."""

from __future__ import annotations

from typing import Protocol

from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.peripherals.dimming import Level
from device.settings.settings import Settings


class Outputs(Protocol):
    """Everything that shows or sounds beside the screen."""

    def show_oled(self, side: int, content: OledContent, shift: tuple[int, int]) -> None:
        """Show ``content`` on the OLED of ``side``, moved by so many pixels right and down."""

    def show_signals(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker."""

    def speak(self, words: str, language: str, *, cut: bool) -> None:
        """Say ``words`` aloud, if that is switched on; ``cut``: in place of what is being spoken. Returns at once."""

    @property
    def has_backlight(self) -> bool:
        """Whether the screen has a light that can be set."""

    def apply(self, settings: Settings) -> None:
        """Other settings hold from now on."""

    def dim(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""

    def power_off(self, command: str) -> None:
        """Run the command that switches the device off."""
