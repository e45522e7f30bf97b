"""Tests of the real program take turns: hands that press for a tenth of a second need a processor that listens."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.desktop import Desktop, needed


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups, wherever it was registered
def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here:
            item.add_marker(pytest.mark.xdist_group("the real program"))


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """An X server with nothing on it."""
    needed()
    new_desktop = Desktop()
    yield new_desktop
    new_desktop.close()
