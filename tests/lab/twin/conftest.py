"""The twin is made only where it is asked for, by `make twin`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab.debian import Missing
from tests.lab.twin.guest import Twin

OUT = Path("out/twin")
collect_ignore = [] if os.environ.get("LAB_TWIN") else ["test_twin.py"]


@pytest.fixture(scope="session")
def installed() -> Iterator[Twin]:
    """The twin, installed and not switched on."""
    try:
        twin = Twin(OUT)
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    yield twin
    twin.close()


@pytest.fixture(scope="session")
def twin(installed: Twin) -> Iterator[Twin]:
    """The twin, up, with somebody logged in."""
    installed.switch_on()
    yield installed
    (OUT / "journal.txt").write_text(installed.run("sudo journalctl -b --no-pager")[1])
