"""The machine whose disks are folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files.usb_machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "block").mkdir()
    return Machine(tmp_path)
