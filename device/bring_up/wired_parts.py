"""The hardware of a table that is being brought up: lines, lamps, buzzer and displays, as a step wants them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.bring_up.needs import Needs, Picture
from device.bring_up.steps import Edge, Lines, Looked, SeenDisplay, WiringEvent
from device.common.settings.settings import OledSettings, Settings
from device.io.inputs import Input, RawEdge
from device.io.signals import Signals
from device.peripherals.gpio import ButtonPin, Gpio
from device.peripherals.oled import Display, connect
from device.peripherals.oled_probe import DEV, answering, buses, family_of, trial_picture

ROUND_S = 1.0
"""How often displays are looked for, and what could not be opened is tried again."""


class WiredParts:
    """Does in a thread of its own what `want` says, and puts what it sees into ``post``, from any thread.

    ``factory`` is a pin factory, ``connector`` opens a display, ``dev`` is where buses are: a test brings its own.
    """

    def __init__(
        self,
        post: Callable[[WiringEvent], None],
        factory: Any = None,
        connector: Callable[[OledSettings], Display] = connect,
        dev: Path = DEV,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._post, self._factory, self._connect, self._dev, self._now = post, factory, connector, dev, now
        self._wanted = Needs(Settings())
        self._wake = threading.Condition()
        self._changed = False
        self._closed = False
        self._thread: threading.Thread | None = None
        self._gpio: Gpio | None = None
        self._spare: list[ButtonPin] = []
        self._opened: object = None
        self._trouble: object = self
        self._shown: dict[int, tuple[Picture, Display]] = {}
        self._families: dict[tuple[int, int], str] = {}
        self._looked: Looked | None = None

    def start(self) -> None:
        """From now on."""
        self._thread = threading.Thread(target=self._work, name="bring-up", daemon=True)
        self._thread.start()

    def want(self, wanted: Needs) -> None:
        """Do this from now on; returns at once."""
        with self._wake:
            self._wanted, self._changed = wanted, True
            self._wake.notify()

    def close(self) -> None:
        """Let everything go."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(timeout=3)
        else:
            self._let_go()

    def _work(self) -> None:
        while not self._closed:
            self.serve()
            with self._wake:
                if not self._changed and not self._closed:
                    self._wake.wait(ROUND_S)
        self._let_go()

    def _let_go(self) -> None:
        self._let_lines_go()
        for side in tuple(self._shown):
            self._switch_off(side)

    def serve(self) -> None:
        """Bring everything once to what is wanted, and look round."""
        with self._wake:
            wanted, self._changed = self._wanted, False
        self._bring_lines(wanted)
        self._bring_pictures(wanted)
        if wanted.looks:
            self._look()
        else:
            self._looked = None

    # -- lines -----------------------------------------------------------------------------------------------------

    def _bring_lines(self, wanted: Needs) -> None:
        key = (wanted.settings.buttons, wanted.spare, wanted.outputs) if wanted.listens else None
        if key != self._opened:
            self._let_lines_go()
            if key is not None and self._open(wanted):
                self._opened = key
        if self._gpio is not None and wanted.outputs:
            self._gpio.show(wanted.signals)

    def _open(self, wanted: Needs) -> bool:
        """Open the lines, and say which are on ground already; whether all are there."""
        pins = wanted.settings.buttons
        numbers = (pins.button_a, pins.button_b)

        def on_button(item: Input) -> None:
            if isinstance(item, RawEdge):
                self._post(Edge(numbers[item.side], item.down))

        self._gpio = Gpio(pins, on_button, self._now, self._factory)
        trouble = self._gpio.open()
        if trouble is None and wanted.outputs:
            trouble = self._gpio.open_outputs()
        if trouble != self._trouble:
            self._trouble = trouble
            self._post(Lines(trouble))
        if trouble is not None:
            self._let_lines_go()
            return False
        for number in wanted.spare:
            with contextlib.suppress(Exception):  # somebody else's pin; every library has errors of its own
                self._spare.append(ButtonPin(self._gpio.factory, number, number, self._on_spare, self._now))
        for button, number in zip(self._gpio.buttons, numbers, strict=True):
            if button.is_down:
                self._post(Edge(number, True))
        return True

    def _on_spare(self, edge: RawEdge) -> None:
        self._post(Edge(edge.side, edge.down))

    def _let_lines_go(self) -> None:
        for pin in self._spare:
            with contextlib.suppress(Exception):
                pin.close()
        self._spare, self._opened = [], None
        if self._gpio is not None:
            self._gpio.show(Signals())
            self._gpio.close()
            self._gpio = None

    # -- displays --------------------------------------------------------------------------------------------------

    def _bring_pictures(self, wanted: Needs) -> None:
        pictures = {picture.side: picture for picture in wanted.pictures}
        for side, (shown, _) in tuple(self._shown.items()):
            if side not in pictures or pictures[side].oled != shown.oled:
                self._switch_off(side)
        for side, picture in pictures.items():
            if side in self._shown and self._shown[side][0] == picture:
                continue
            try:
                display = self._shown[side][1] if side in self._shown else self._connect(picture.oled)
                self._shown[side] = picture, display
                display.display(trial_picture(side, bright=picture.bright))
            except Exception:  # luma, smbus and the kernel each have errors of their own; `_look` says that it is away
                self._switch_off(side)

    def _switch_off(self, side: int) -> None:
        if side in self._shown:
            with contextlib.suppress(Exception):
                self._shown.pop(side)[1].cleanup()

    def _look(self) -> None:
        seen = tuple(SeenDisplay(*place, family=self._family(place)) for place in answering(self._dev))
        there = {display.place for display in seen}
        for side, (picture, _) in tuple(self._shown.items()):
            if (picture.oled.port, picture.oled.address) not in there:
                self._switch_off(side)  # plugged in again it knows nothing of what it showed
        self._families = {place: family for place, family in self._families.items() if place in there}
        looked = Looked(seen, tuple(buses(self._dev)))
        if looked != self._looked:
            self._looked = looked
            self._post(looked)

    def _family(self, place: tuple[int, int]) -> str:
        """What its chip says; asked until it has said something, since a bus in use answers anything."""
        if not self._families.get(place):
            self._families[place] = family_of(*place) or ""
        return self._families[place]
