"""Devices and a stick, for the tests of carrying games."""

from __future__ import annotations

from pathlib import Path

import pytest

from device import i18n
from tests.carry.devices import Device


@pytest.fixture(autouse=True)
def _english():
    i18n.use("en")


@pytest.fixture
def devices(tmp_path):
    made: list[Device] = []

    def make(*names: str) -> Device:
        made.append(Device(tmp_path / f"device{len(made)}", *names))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def stick(tmp_path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder
