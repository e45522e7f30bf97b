"""The lines of a table on gpiozero's own mock pins, in the place of those that a settings file names."""

import queue
import sys
import threading
import time

import pytest
from gpiozero.threads import GPIOThread

from device.common.settings.reading import load
from device.io.inputs import PeripheralStatus
from device.peripherals import gpio
from device.peripherals.gpio import Gpio

LIBRARIES = {"lgpio": "lgpio", "rpigpio": "RPi"}
"""Factories by name, and the module that each cannot do without."""
SOON = 5
"""Seconds after which a test gives up waiting for another thread."""


class Bench:
    """The lines of a table as its settings file names them, and the queue they report to."""

    def __init__(self, folder, lines, now=time.monotonic_ns, factory=None):
        path = folder / "settings.toml"
        path.write_text("[buttons]\n" + "\n".join(lines), encoding="utf-8")
        self.settings = load(path)
        self.queue = queue.SimpleQueue()
        self.gpio = Gpio(self.settings.buttons, self.queue.put, now, factory)

    def pin(self, name):
        """The mock pin behind a line of the settings: what a soldering iron would touch."""
        return self.gpio.factory.pin(getattr(self.settings.buttons, name))

    def open(self):
        """Open everything once; what is wrong, as people read it."""
        troubles = [self.gpio.open()]
        if troubles == [None]:
            troubles.append(self.gpio.open_outputs())
        return [str(trouble) for trouble in troubles if trouble is not None]

    def said(self, name):
        """What the queue hears next about that peripheral, as people read it; ``""`` where it is fine."""
        while True:
            status = self.queue.get(timeout=SOON)
            if isinstance(status, PeripheralStatus) and status.name == name:
                return "" if status.trouble is None else str(status.trouble)

    def heard(self):
        """Everything that the queue holds."""
        heard = []
        while not self.queue.empty():
            heard.append(self.queue.get())
        return heard

    def opened(self):
        """Wait until the thread that opens the lines has ended."""
        for thread in threading.enumerate():
            if thread.name == "gpio":
                thread.join(SOON)
                assert not thread.is_alive()


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """Makes benches from lines of the settings file, open unless asked otherwise, and clears them away."""
    benches = []

    def make(*lines, opened=True, **more):
        if MOCK in lines:
            monkeypatch.setitem(gpio.FACTORIES, "rpigpio", "gpiozero.pins.mock:MockFactory")
        new_bench = Bench(tmp_path, lines, **more)
        benches.append(new_bench)
        if opened:
            assert new_bench.open() == []
        return new_bench

    yield make
    for built in benches:
        built.gpio.close()
        built.opened()


@pytest.fixture
def no_library(monkeypatch, tmp_path):
    """A machine on which gpiozero finds none of the libraries it could drive real pins with."""
    monkeypatch.setenv("LG_WD", str(tmp_path))
    for name, module in LIBRARIES.items():
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, f"gpiozero.pins.{name}", raising=False)


@pytest.fixture
def blinks(monkeypatch):
    """gpiozero's blinking threads: how long each means to wait between its changes. The buzzer's do not wait."""

    class Stop(threading.Event):
        delays: queue.SimpleQueue

        def wait(self, timeout=None):
            self.delays.put(timeout)
            return super().wait(0 if timeout < 0.13 else timeout)

    class Blinking(GPIOThread):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            self.stopping = Stop()
            self.stopping.delays = queue.SimpleQueue()
            threads.append(self)

    threads = []
    monkeypatch.setattr("gpiozero.output_devices.GPIOThread", Blinking)
    return threads


MOCK = 'pin_factory = "rpigpio"  # mock pins'
"""The line of a settings file behind whose factory there are mock pins."""
