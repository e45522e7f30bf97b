"""The disk under SQLite, for one test at a time."""

from collections.abc import Iterator

import pytest

from tools.world.disk import Disk


@pytest.fixture
def disk() -> Iterator[Disk]:
    """The disk of this process, taken away again."""
    disk = Disk.install()
    disk.seed(0)
    yield disk
    disk.uninstall()
