"""Devices and a stick, for the tests of carrying games."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.carry.saving import save_to
from device.common import i18n
from tests.carry.devices import SHORT, Device, brought
from tools.play.gallery import SAMPLES, load_record


@pytest.fixture(autouse=True)
def _english():
    i18n.use("en")


@pytest.fixture
def devices(tmp_path):
    new_devices: list[Device] = []

    def make(*names: str) -> Device:
        new_devices.append(Device(tmp_path / f"device{len(new_devices)}", *names))
        return new_devices[-1]

    yield make
    for device in new_devices:
        device.close()


@pytest.fixture
def stick(tmp_path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def begun_on_both(devices, stick):
    """Two devices, the first five entries of a game on both, brought from one to the other; and the whole record."""
    old, new = devices(), devices()
    old.play(SHORT, upto=5)
    save_to(stick, old.journal.path)
    brought(new, stick)
    return old, new, load_record(SAMPLES / f"{SHORT}.jsonl")
