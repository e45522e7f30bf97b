"""The guest's hardware. Nothing here is patched: programs find it as they would on a Pi."""

from __future__ import annotations

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


def until(found: Callable[[], Any], what: str) -> Any:
    """Wait until ``found`` gives something."""
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        assert time.monotonic() < end, f"{what}: not within {PATIENCE:g} s"
        time.sleep(0.01)
    return value


def picture(name: str) -> Path:
    """Have the host take a picture of the guest's display."""
    place = OUT / f"{name}.png"
    place.unlink(missing_ok=True)
    print(f"\n##picture {name}", flush=True)
    until(place.exists, "a picture of the display")
    return place


@pytest.fixture(scope="session")
def header() -> Iterator[Header]:
    """The 40-pin header's GPIO chip, all lines pulled up."""
    one = Header()
    yield one
    one.close()


@pytest.fixture
def wires() -> Iterator[Wires]:
    """An I2C bus with both displays on it."""
    one = Wires()
    yield one
    one.close()
