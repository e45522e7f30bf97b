"""Putting a table together: settings, journal, screen, edges; and what runs on top of it."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
from PIL import Image

from device import words
from device.edges import light
from device.edges.gpio import Gpio
from device.edges.light import Light
from device.edges.oled import NAMES, Display, Oleds, connect
from device.edges.power import Power
from device.edges.signals import Beep, Signals
from device.edges.sound import Sound
from device.games import ROOMS
from device.inputs import EdgeStatus, Quit, Saved
from device.journal import Journal, JournalTrouble
from device.kiosk import typefaces
from device.kiosk.kiosk import Kiosk
from device.kiosk.rest import Level, percent
from device.kiosk.stage import DisplayStage, Stage
from device.pods.desk import Desk
from device.pods.pairing import Pairing
from device.pods.pods import Pods
from device.service import Service
from device.settings import Oled, Settings
from rules.message import Message, msg

OLED_SHARE = {Level.AWAKE: 100, Level.CALM: 50, Level.RESTING: 12}
"""Percent of its contrast that an OLED keeps: half of it is still read across a table."""


class Edges:
    """Everything outside the screen: buttons and lamps, OLEDs, loudspeaker. They open in the background."""

    def __init__(
        self,
        settings: Settings,
        kiosk: Kiosk,
        factory: Any = None,
        connector: Callable[[Oled], Display] = connect,
        lights: Path | None = None,
    ) -> None:
        self._put = kiosk.post
        self._settings = settings
        self._level = Level.AWAKE
        self._now = kiosk.now
        self._factory = factory
        self._signals = Signals()
        self.gpio = self._board(settings)
        self.oleds = Oleds((settings.oled_a, settings.oled_b), kiosk.post, connector)
        self.pods = Pods(
            settings.pods.ports, settings.buttons.debounce_ms, Pairing(settings.pairing_path), kiosk.post, kiosk.clocks,
            kiosk.now, desk=Desk(settings.pods_socket),
        )  # fmt: skip
        kiosk.pods = self.pods
        self.sound = Sound(settings.volume, kiosk.post)
        self.light = Light(kiosk.post, lights)
        self.power = Power(kiosk.post)
        self._pins = settings.buttons.pin_factory != "none"
        self._beep: Any = None
        self._missed: Any = None

    def start(self) -> None:
        """Open all edges in the background; until they are there, they show as being connected."""
        if self._pins:
            self._put(EdgeStatus("buttons", msg("Clock buttons are being connected…"), connecting=True))
        for side in self.oleds.present:
            text = msg("Display {side} is being connected…", side="AB"[side])
            self._put(EdgeStatus(NAMES[side], text, connecting=True))
        if self._pins:
            self.gpio.start()
        self.pods.start()
        self.oleds.start()
        self.sound.start()
        self._shine()

    def apply(self, settings: Settings) -> None:
        """Other settings hold from now on; a new volume is heard."""
        old, self._settings = self._settings, settings
        if (settings.pins, settings.buttons.pin_factory) != (old.pins, old.buttons.pin_factory):
            self.gpio.close()
            self.gpio = self._board(settings)
            self.gpio.start()
            self.gpio.show(self._signals)
        self.pods.change(settings.buttons.debounce_ms)
        self.oleds.change(0, settings.oled_a)
        self.oleds.change(1, settings.oled_b)
        self._shine()
        if settings.volume != old.volume:
            self.sound.change(settings.volume)
            if not settings.silent:
                self.sound.play(Beep.LOW)

    def _board(self, settings: Settings) -> Gpio:
        return Gpio(settings.buttons.pin_factory, settings.pins, self._put, self._now, self._factory)

    def rest(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""
        self._level = level
        self._shine()

    def _shine(self) -> None:
        self.light.show(percent(self._level, self._settings.screen))
        self.oleds.dim(OLED_SHARE[self._level])

    def face(self, side: int, image: Image.Image) -> None:
        """Show a face on an OLED."""
        self.oleds.show(side, image)

    def signal(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker; silent leaves the lamps, and what came up meanwhile is not made up for."""
        if silent:
            self._missed = signals.beep
        elif signals.beep is not self._missed:
            self._missed = None
        quiet = replace(signals, beep=None) if silent or self._missed is not None else signals
        self._signals = quiet
        self.gpio.show(quiet)
        self.pods.show(quiet, silent)
        if quiet.beep is not None and quiet.beep is not self._beep:
            self.sound.play(quiet.beep)
        self._beep = quiet.beep

    def close(self) -> None:
        """Let everything go; the screen is left bright."""
        self.light.show(self._settings.screen.brightness)
        self.light.serve()
        self.gpio.close()
        self.pods.close()
        self.oleds.close()
        self.sound.close()


class LateOutputs:
    """Takes faces and signals until the edges are there, and hands the newest on."""

    def __init__(self) -> None:
        self.edges: Edges | None = None
        self._faces: dict[int, Image.Image] = {}
        self._signal: tuple[Signals, bool] | None = None

    def attach(self, edges: Edges) -> None:
        """The edges are there."""
        self.edges = edges
        for side, image in self._faces.items():
            edges.face(side, image)
        if self._signal is not None:
            edges.signal(*self._signal)

    @property
    def lit(self) -> bool:
        """Whether the screen has a light that can be set."""
        return self.edges is not None and self.edges.light.works

    def apply(self, settings: Settings) -> None:
        """Other settings hold from now on."""
        if self.edges is not None:
            self.edges.apply(settings)

    def rest(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""
        if self.edges is not None:
            self.edges.rest(level)

    def power_off(self, command: str) -> None:
        """Switch the device off."""
        if self.edges is not None:
            self.edges.power.off(command)

    def face(self, side: int, image: Image.Image) -> None:
        """Show a face on an OLED."""
        self._faces[side] = image
        if self.edges is not None:
            self.edges.face(side, image)

    def signal(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker."""
        self._signal = (signals, silent)
        if self.edges is not None:
            self.edges.signal(signals, silent)


def journal_of(path: Path) -> Callable[[Kiosk], Journal]:
    """A journal that tells the kiosk's queue what is safe and what is wrong.

    Where the file cannot be read it is left as it is, games are kept in one beside it, and the screen says so. Raises
    `JournalTrouble` where that cannot be used either, or another program holds the journal.
    """

    def make(kiosk: Kiosk) -> Journal:
        def trouble(message: Message | None) -> None:
            kiosk.post(EdgeStatus("journal", message))

        def opened(file: Path) -> Journal:
            return Journal(file, lambda game, n: kiosk.post(Saved(game, n)), trouble, patient=True)

        try:
            return opened(path)
        except JournalTrouble as error:
            if not error.unreadable:
                raise
        beside = path.with_name(f"{path.stem}-new{path.suffix}")
        text = msg("The journal {file} cannot be read and is left as it is; games are kept in {new}.",
                   file=path.name, new=beside.name)  # fmt: skip
        kiosk.post(EdgeStatus("journal file", text))
        return opened(beside)

    return make


def assemble(
    settings: Settings,
    stage: Stage,
    factory: Any = None,
    connector: Callable[[Oled], Display] = connect,
    now: Callable[[], int] = time.monotonic_ns,
    file: Path | None = None,
    lights: Path | None = None,
) -> tuple[Kiosk, Edges]:
    """A kiosk with its edges, not started yet. Raises `device.journal.JournalTrouble`.

    ``file`` is where changed settings are written (None: nowhere), ``lights`` the folder of the screens' lights.
    """
    outputs = LateOutputs()
    kiosk = Kiosk(settings, journal_of(settings.journal_path), ROOMS, stage, outputs, now)
    if file is not None:
        from device.settings_file import SettingsFile  # noqa: PLC0415 - brings tomlkit, which is slow to load

        kiosk.file = SettingsFile(file, kiosk.post)
    edges = Edges(settings, kiosk, factory, connector, lights)
    outputs.attach(edges)
    return kiosk, edges


def run_kiosk(settings: Settings, trouble: Message | None = None, file: Path | None = None) -> int:
    """The table's own program, until it is ended. ``trouble`` is what was wrong with the settings ``file``."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    faulthandler.enable()  # a watchdog's SIGABRT leaves in the log where every thread stood
    screen = settings.screen
    stage = DisplayStage((screen.width, screen.height), screen.fullscreen, time.monotonic_ns)
    return run(settings, stage, trouble, file=file, lights=light.ROOT)


def poor_letters() -> Message | None:
    """What to say where the font is not installed."""
    return (
        msg("The font is missing, so letters look poor; install font-source-sans-pro.") if typefaces.missing() else None
    )


def poor_words() -> Message | None:
    """What to say where the translations are not installed. English only: that is the trouble."""
    return msg("The translations are missing; install dvojtah again.") if words.missing() else None


def run(
    settings: Settings,
    stage: Stage,
    trouble: Message | None = None,
    factory: Any = None,
    connector: Callable[[Oled], Display] = connect,
    ready: Callable[[Kiosk, Edges], None] = lambda kiosk, edges: None,
    file: Path | None = None,
    lights: Path | None = None,
) -> int:
    """Run a table on ``stage``: first frame first, then the edges. Ends cleanly on SIGTERM and SIGINT."""
    service = Service.of_this_process()
    kiosk, edges = assemble(settings, stage, factory, connector, file=file, lights=lights)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: kiosk.post(Quit()))
    for name, said in (("settings", trouble), ("font", poor_letters()), ("words", poor_words())):
        if said is not None:
            kiosk.post(EdgeStatus(name, said))
    ready(kiosk, edges)
    kiosk.step(wait=False)
    service.ready()
    edges.start()
    kiosk.event.start()
    try:
        kiosk.run(service.turned)
    finally:
        service.ending()
        edges.close()
        if kiosk.file is not None:
            kiosk.file.close()
        kiosk.event.close()
        kiosk.journal.close()
        pygame.quit()
        service.close()
    return 0
