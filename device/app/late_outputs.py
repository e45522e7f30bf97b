"""Outputs that are there from the first frame on, before the peripherals behind them are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.peripherals.dimming import Level
from device.settings.settings import Settings

if TYPE_CHECKING:
    from device.app.peripherals import Peripherals


class LateOutputs:
    """Keeps the newest OLED contents and signals until the peripherals are there, then passes all on to them."""

    def __init__(self) -> None:
        self.peripherals: Peripherals | None = None
        self._contents: dict[int, tuple[OledContent, tuple[int, int]]] = {}
        self._signals: tuple[Signals, bool] | None = None
        self._off: str | None = None

    def attach(self, peripherals: Peripherals) -> None:
        """The peripherals are there."""
        self.peripherals = peripherals
        for side, (content, shift) in self._contents.items():
            peripherals.show_oled(side, content, shift)
        if self._signals is not None:
            peripherals.show_signals(*self._signals)
        if self._off is not None:
            peripherals.power.off(self._off)

    @property
    def has_backlight(self) -> bool:
        """Whether the screen has a light that can be set."""
        return self.peripherals is not None and self.peripherals.light.works

    def apply(self, settings: Settings) -> None:
        """Other settings hold from now on."""
        if self.peripherals is not None:
            self.peripherals.apply(settings)

    def dim(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""
        if self.peripherals is not None:
            self.peripherals.dim(level)

    def power_off(self, command: str) -> None:
        """Switch the device off."""
        if self.peripherals is None:
            self._off = command
        else:
            self.peripherals.power.off(command)

    def speak(self, words: str, language: str, *, cut: bool) -> None:
        """Say ``words``; nothing is spoken before the peripherals are there."""
        if self.peripherals is not None:
            self.peripherals.speak(words, language, cut=cut)

    def show_oled(self, side: int, content: OledContent, shift: tuple[int, int]) -> None:
        """Show ``content`` on an OLED, moved by so many pixels right and down."""
        self._contents[side] = content, shift
        if self.peripherals is not None:
            self.peripherals.show_oled(side, content, shift)

    def show_signals(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker."""
        self._signals = (signals, silent)
        if self.peripherals is not None:
            self.peripherals.show_signals(signals, silent)
