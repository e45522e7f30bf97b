"""A hall of six devices and twenty-four browsers through everything that goes wrong at an event."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.hall import Hall
from tests.browser.test_event import course
from tests.organiser.chromium import Browser, Chromium, chromium
from tests.services import needs


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Six devices, twenty-four browsers."""
    new_hall = Hall(tmp_path, (6, 24))
    yield new_hall
    new_hall.close()


def test_nothing_is_lost_of_thirty_tables_whatever_fails(hall: Hall, tmp_path: Path, report: list[str]) -> None:
    """Broker, organiser, both disks, half of the network, a spare, a table killed: the board is right in the end."""
    needs(chromium(), "chromium")
    (tmp_path / "profile").mkdir()
    program = Chromium(tmp_path / "profile")
    try:
        report.append("6 devices and 24 browsers at one event:")
        course(hall, Browser(program), report.append)
    finally:
        program.close()
