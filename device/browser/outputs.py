"""What shows or sounds beside the picture, in the browser: both small displays, the lamps, signals and spoken times."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from device.browser.audience import Audience
from device.browser.messages import note
from device.common.languages import LANGUAGES
from device.common.settings.settings import OledSettings, SecondOledSettings
from device.io.signals import Beep, Signals
from device.peripherals.oled import Display
from device.peripherals.sound import TONES

if TYPE_CHECKING:
    from PIL import Image


class BrowserOled:
    """A small display of a side in the browsers, in place of luma's device."""

    def __init__(self, audience: Audience, side: int) -> None:
        self._audience, self._side = audience, side
        self._sent = b""

    def display(self, image: Image.Image) -> None:
        """Show a picture of mode ``"1"``."""
        raw = image.tobytes()
        if raw != self._sent:
            self._sent = raw
            self._audience.tell(f"oled {self._side}", note("oled", self._side, raw), lasts=True)

    def contrast(self, level: int) -> None:
        """Browsers keep their own brightness."""

    def cleanup(self) -> None:
        """There is nothing to switch off."""


def oled_connector(audience: Audience) -> Callable[[OledSettings], Display]:
    """Opens the small displays of a table in its browsers (`device.app.composition.run`)."""
    return lambda settings: BrowserOled(audience, int(isinstance(settings, SecondOledSettings)))


class BrowserSpeaker:
    """The loudspeaker of a table in its browsers: signals as tones, words by the browser's own voice.

    In place of `device.peripherals.sound.Sound` and `device.peripherals.speech.Speech`.
    """

    def __init__(self, audience: Audience, volume: float) -> None:
        self._audience, self._volume = audience, volume

    def start(self) -> None:
        """Nothing has to be opened here."""

    def change(self, volume: float) -> None:
        """Sound as loud as ``volume`` says (0 to 1) from now on."""
        self._volume = volume

    def play(self, beep: Beep) -> None:
        """Sound the signal."""
        if self._volume:
            pitch, length, times = TONES[beep]
            self._audience.tell("beep", note("beep", pitch, length, times, self._volume))

    def say(self, words: str, language: str, *, cut: bool = False) -> None:
        """Say ``words``; ``cut``: in place of what is being spoken."""
        self._audience.tell("say", note("say", words, LANGUAGES[language].tag, cut, self._volume))

    def show(self, signals: Signals) -> None:
        """Bring both lamps to that state."""
        lamps = [lamp.value for lamp in (signals.lamp_a, signals.lamp_b)]
        self._audience.tell("lamps", note("lamps", *lamps), lasts=True)

    def close(self) -> None:
        """Nothing has to be closed here."""
