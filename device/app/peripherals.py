"""Everything outside the screen, together: buttons and lamps, OLEDs, pods, loudspeaker, the screen's light.

Loading all this takes longer than the first picture, so it is loaded once that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec.structs import replace

from device.bring_up.steps import WiringEvent
from device.bring_up.wired_parts import WiredParts
from device.common import i18n
from device.common.i18n import t
from device.common.settings.settings import OledSettings, Settings, pin_numbers
from device.input_devices.kernel import Kernel
from device.input_devices.watcher import InputDevices
from device.io.inputs import Input, PeripheralStatus
from device.io.oled_content import OledContent
from device.io.signals import Beep, Signals
from device.io.timebase import SideClocks
from device.peripherals import power
from device.peripherals.backlight import Backlight
from device.peripherals.dimming import Level, percent
from device.peripherals.gpio import Gpio
from device.peripherals.oled import NAMES, Display, Oleds, connect
from device.peripherals.power import Supply
from device.peripherals.sound import Sound
from device.peripherals.speech import Speech
from device.pods.pairing import PodPairing
from device.pods.pods import Pods
from device.pods.status import StatusServer
from rules.message import Message, msg

OLED_SHARE = {Level.BRIGHT: 100, Level.DIMMED: 50, Level.DARK: 12}
"""Percent of its contrast that an OLED keeps: half of it is still read across a table."""


class Speaker(Protocol):
    """What sounds, speaks and shows lamps somewhere else than on this device. Nothing waits; from the loop's thread."""

    def start(self) -> None:
        """From now on."""

    def change(self, volume: float) -> None:
        """Sound as loud as ``volume`` says (0 to 1) from now on."""

    def play(self, beep: Beep) -> None:
        """Sound a signal."""

    def say(self, words: str, language: str, *, cut: bool = False) -> None:
        """Say ``words``; ``cut``: in place of what is being spoken."""

    def show(self, signals: Signals) -> None:
        """Bring both lamps to that state."""

    def close(self) -> None:
        """No more."""


class Peripherals:
    """Everything outside the screen: buttons and lamps, OLEDs, loudspeaker. They open in the background.

    ``post`` takes inputs from any thread, ``now`` is the device's clock in ns; pods publish their time bases in
    ``clocks``. ``speaker`` sounds and shines elsewhere, in place of a loudspeaker here. ``troubles`` is what the
    table says is wrong, for other programs that ask; read from another thread.
    """

    def __init__(
        self,
        settings: Settings,
        post: Callable[[Input], None],
        now: Callable[[], int],
        clocks: SideClocks,
        factory: Any = None,
        connector: Callable[[OledSettings], Display] = connect,
        lights: Path | None = None,
        system: Kernel | None = None,
        supplies: Path = power.ROOT,
        speaker: Speaker | None = None,
        troubles: Callable[[], Mapping[str, Message]] = dict,
    ) -> None:
        self._post = post
        self._settings = settings
        self._level = Level.BRIGHT
        self._now = now
        self._factory, self._connector = factory, connector
        self._lent = False
        self._signals = Signals()
        self.gpio = self._board(settings)
        self.oleds = Oleds((settings.oled_a, settings.oled_b), post, connector)
        self.pods = Pods(
            settings.pods.ports,
            settings.buttons.debounce_ms,
            PodPairing(settings.pairing_path),
            post,
            clocks,
            now,
            desk=StatusServer(settings.pods_socket, troubles),
        )
        self.keys = InputDevices(settings.input_devices.keys, post, now, system)
        sound = Sound(settings.volume, post, settings.sound_card)
        self._speaker = speaker
        self.sound: Sound | Speaker = speaker or sound
        self.speech: Speech | Speaker = speaker or Speech(sound, post)
        self._ears = tuple(Speech(sound, post, side=side) for side in (0, 1))
        self.light = Backlight(post, lights)
        self.supply = Supply(post, now, supplies)
        self._pins = settings.buttons.pin_factory != "none"
        self._beep: Any = None
        self._missed: Any = None

    def start(self) -> None:
        """Open everything in the background; until they are there, they show as being connected."""
        self._start_lines()
        for start in (self.pods.start, self.keys.start, self.sound.start, self.supply.start):
            start()
        self._light_up()

    def apply(self, settings: Settings) -> None:
        """Other settings hold from now on; a new volume takes effect at once."""
        old, self._settings = self._settings, settings
        if not self._lent and (pin_numbers(settings), settings.buttons.factory) != (
            pin_numbers(old),
            old.buttons.factory,
        ):
            self.gpio.close()
            self.gpio = self._board(settings)
            self.gpio.start()
            self.gpio.show(self._signals)
        self.pods.debounce_ms = settings.buttons.debounce_ms
        if settings.input_devices != old.input_devices:
            self.keys.change(settings.input_devices.keys)
        if not self._lent:
            self.oleds.change(0, settings.oled_a)
            self.oleds.change(1, settings.oled_b)
        self._light_up()
        if settings.sound_card != old.sound_card and isinstance(self.sound, Sound):
            self.sound.choose(settings.sound_card, silent=settings.silent)
        if settings.volume != old.volume:
            self.sound.change(settings.volume)
            if not settings.silent:
                self.sound.play(Beep.LOW)
        if settings.speech and not old.speech:
            self.speak(t("Times are spoken."), cut=True)
        if not settings.speech and old.speech:
            for speech in (self.speech, *self._ears):
                speech.close()
            self._post(PeripheralStatus("speech", None))

    def lend(self, post: Callable[[WiringEvent], None]) -> WiredParts:
        """Let lines and displays go; what drives them meanwhile, not started yet."""
        self._lent = True
        self.gpio.close()
        self.oleds.close()
        return WiredParts(post, self._factory, self._connector, now=self._now)

    def take_back(self) -> None:
        """Open them again, by the settings as they are now."""
        self._lent = False
        self.gpio = self._board(self._settings)
        self.oleds = Oleds((self._settings.oled_a, self._settings.oled_b), self._post, self._connector)
        self._pins = self._settings.buttons.pin_factory != "none"
        for name in ("buttons", *NAMES):  # what was wrong before is so no more
            self._post(PeripheralStatus(name, None))
        self._start_lines()
        self._light_up()

    def _start_lines(self) -> None:
        if self._pins:
            self._post(PeripheralStatus("buttons", msg("Clock buttons are being connected…"), connecting=True))
        for side in self.oleds.present:
            text = msg("Display {side} is being connected…", side="AB"[side])
            self._post(PeripheralStatus(NAMES[side], text, connecting=True))
        if self._pins:
            self.gpio.start()
        self.oleds.start()

    def _board(self, settings: Settings) -> Gpio:
        return Gpio(settings.buttons, self._post, self._now, self._factory)

    @property
    def has_backlight(self) -> bool:
        """Whether the screen has a light that can be set."""
        return self.light.works

    def dim(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""
        self._level = level
        self._light_up()

    def _light_up(self) -> None:
        self.light.show(percent(self._level, self._settings.screen))
        self.oleds.dim(OLED_SHARE[self._level])

    def show_oled(self, side: int, content: OledContent, shift: tuple[int, int]) -> None:
        """Show ``content`` on an OLED, moved by so many pixels right and down."""
        self.oleds.show(side, content, shift)

    def show_signals(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker; silent leaves the lamps, and what came up meanwhile is not made up for."""
        if silent:
            self._missed = signals.beep
        elif signals.beep is not self._missed:
            self._missed = None
        quiet = replace(signals, beep=None) if silent or self._missed is not None else signals
        self._signals = quiet
        self.gpio.show(quiet)
        if self._speaker is not None:
            self._speaker.show(quiet)
        self.pods.show(quiet, silent)
        if quiet.beep is not None and quiet.beep is not self._beep:
            self.sound.play(quiet.beep)
        self._beep = quiet.beep

    def speak(self, words: str, *, cut: bool = False, side: int | None = None) -> None:
        """Say ``words``, where speech is switched on and the table is not silent; to a ``side`` in its ear."""
        for speech in self._speeches(side):
            speech.say(words, i18n.language(), cut=cut)

    def prepare(self, words: str, *, side: int | None = None) -> None:
        """Have ready what ``words`` begin with, where they may be said."""
        for speech in self._speeches(side):
            if isinstance(speech, Speech):
                speech.prepare(words, i18n.language())

    def _speeches(self, side: int | None) -> Sequence[Speech | Speaker]:
        """What speaks now: the ear phone of ``side`` or both (None), or the loudspeaker."""
        settings = self._settings
        if not settings.speech or not settings.volume or settings.silent:
            return ()
        if not settings.earphones or self._speaker is not None:
            return (self.speech,)
        return self._ears if side is None else (self._ears[side],)

    def close(self) -> None:
        """Let everything go; the screen is left bright."""
        self.light.show(self._settings.screen.brightness)
        self.light.serve()
        for part in (self.supply, self.gpio, self.pods, self.keys, self.oleds, self.sound, self.speech, *self._ears):
            part.close()
