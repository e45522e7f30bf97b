"""The guest's hardware. Nothing here is patched: programs find it as they would on a Pi."""

from __future__ import annotations

import array
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.models.cuse import Wires
from tests.lab.models.gpiosim import Header

OUT = Path(os.environ["LAB_OUT"])
PATIENCE = 300.0
"""Seconds after which something that should happen counts as failed; an emulated processor is slow."""


def until(condition: Callable[[], Any], awaited: str) -> Any:
    """Wait until ``condition`` gives something."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"{awaited}: not within {PATIENCE:g} s"
        time.sleep(0.01)
    return value


def picture(name: str, card: int = 0, connector: int = 0) -> Path:
    """Have the host take a picture of the display at a connector of one of the guest's cards."""
    place = OUT / f"{name}.png"
    place.unlink(missing_ok=True)
    print(f"\n##picture {name} card{card} {connector}", flush=True)
    until(place.exists, "a picture of the display")
    return place


ENOUGH, REST = 5000, 2048
"""Samples other than zero that a signal has at least, and those that QEMU may still have kept of an earlier one."""


class Recorder:
    """What one of the sound cards (tests/lab/vm.py) has played since: QEMU writes it into a file."""

    HEADER = 44
    """Bytes before the first sample."""

    def __init__(self, kind: str) -> None:
        self._file = OUT / f"sound-{kind}.wav"
        self._from = max(self.HEADER, self._file.stat().st_size) if self._file.exists() else self.HEADER

    def loud(self) -> int:
        """Samples other than zero."""
        played = self._file.read_bytes()[self._from :] if self._file.exists() else b""
        return sum(map(bool, array.array("h", played[: len(played) // 2 * 2])))


@pytest.fixture(scope="module")
def header() -> Iterator[Header]:
    """The 40-pin header's GPIO chip, all lines pulled up."""
    new_header = Header()
    yield new_header
    new_header.close()


@pytest.fixture
def wires() -> Iterator[Wires]:
    """An I2C bus with both displays on it."""
    new_wires = Wires()
    yield new_wires
    new_wires.close()
