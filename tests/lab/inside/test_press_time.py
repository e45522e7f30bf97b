"""When was the button pressed? What the table records, beside the kernel's own stamp, while every processor is busy."""

import os
import random
import statistics
import subprocess
import sys
import time
from contextlib import closing
from queue import SimpleQueue

import pytest
from gpiozero.pins.lgpio import LGPIOPin

from device.common.settings.settings import Settings
from device.io.inputs import RawEdge
from device.peripherals.gpio import Gpio
from tests.lab.inside.conftest import OUT, until
from tests.lab.models.gpiosim import Header

PRESSES = 60
LEAST_SEEN = 0.8
"""Of the pulls. Where the machine under the guest halts one of its processors for longer than a pull lasts, its kernel
makes one event of two edges; every event that there is must be recorded."""
PINS = Settings().buttons


@pytest.fixture
def busy():
    """Twice as many programs that never rest as there are processors."""
    burners = [subprocess.Popen([sys.executable, "-Sc", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
    yield
    for burner in burners:
        burner.kill()
        burner.wait()


def test_a_busy_processor_does_not_move_a_press(header: Header, busy, monkeypatch):
    stamps, naive = [], []
    handed_over = LGPIOPin._call_when_changed

    def watched(self, chip, gpio, level, ticks):
        naive.append(time.monotonic_ns())
        stamps.append(ticks)
        handed_over(self, chip, gpio, level, ticks)

    monkeypatch.setattr(LGPIOPin, "_call_when_changed", watched)  # only looks on
    queue = SimpleQueue()
    pause, brackets = random.Random(1), []
    with closing(Gpio(PINS, queue.put)) as gpio:
        assert gpio.open() is None
        for n in range(PRESSES):
            brackets.append(header.pull(PINS.button_a, up=bool(n % 2)))
            time.sleep(pause.uniform(0.005, 0.05))
        until(lambda: stamps and stamps[-1] >= brackets[-1][0], "the last edge")
    header.pull(PINS.button_a, up=True)
    recorded = []
    while not queue.empty():
        event = queue.get()
        if isinstance(event, RawEdge):
            recorded.append(event.at)
    pulls = [sum(before <= stamp <= after for stamp in stamps) for before, after in brackets]
    assert sum(pulls) == len(stamps), "the kernel's stamp lies in the pull"
    assert max(pulls) == 1
    assert len(stamps) >= PRESSES * LEAST_SEEN
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
