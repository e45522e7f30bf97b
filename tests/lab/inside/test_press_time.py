"""When was the button pressed? What the table records, beside the kernel's own stamp, while every processor is busy."""

import os
import random
import statistics
import subprocess
import sys
import time
from queue import SimpleQueue

import pytest
from gpiozero.pins.lgpio import LGPIOPin

from device.peripherals.gpio import Gpio
from device.settings.settings import Settings
from device.table.inputs import RawEdge
from tests.lab.inside.conftest import OUT, until
from tests.lab.models.gpiosim import Header

PRESSES = 60
PINS = Settings().pins


@pytest.fixture
def busy():
    """Twice as many programs that never rest as there are processors."""
    burners = [subprocess.Popen([sys.executable, "-Sc", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
    yield
    for one in burners:
        one.kill()
        one.wait()


def test_a_busy_processor_does_not_move_a_press(header: Header, busy, monkeypatch):
    stamps, naive = [], []
    handed_over = LGPIOPin._call_when_changed

    def watched(self, chip, gpio, level, ticks):
        naive.append(time.monotonic_ns())
        stamps.append(ticks)
        handed_over(self, chip, gpio, level, ticks)

    monkeypatch.setattr(LGPIOPin, "_call_when_changed", watched)  # only looks on
    queue = SimpleQueue()
    gpio = Gpio("lgpio", PINS, queue.put)
    assert gpio.open() is None
    pause, brackets = random.Random(1), []
    for n in range(PRESSES):
        brackets.append(header.pull(PINS.button_a, up=bool(n % 2)))
        time.sleep(pause.uniform(0.005, 0.05))
    until(lambda: len(stamps) == PRESSES, "every edge")
    gpio.close()
    header.pull(PINS.button_a, up=True)
    recorded = []
    while not queue.empty():
        one = queue.get()
        if isinstance(one, RawEdge):
            recorded.append(one.at)
    recorded = recorded[:PRESSES]
    for (before, after), stamp in zip(brackets, stamps, strict=True):
        assert before <= stamp <= after, "the kernel's stamp lies in the pull"
    table = {
        "recorded by the table": [abs(at - stamp) / 1e6 for at, stamp in zip(recorded, stamps, strict=True)],
        "read in the callback": [(at - stamp) / 1e6 for at, stamp in zip(naive, stamps, strict=True)],
    }
    lines = [
        f"{name:<22} median {statistics.median(off):8.3f} ms   worst {max(off):8.3f} ms" for name, off in table.items()
    ]
    print("\n" + "\n".join(lines))
    (OUT / "press-time.txt").write_text("\n".join(lines) + "\n")
    assert max(table["recorded by the table"]) < 1
    assert max(table["read in the callback"]) > 5 * max(table["recorded by the table"])
