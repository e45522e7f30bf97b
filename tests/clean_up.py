"""A clean-up that hangs ends its process with every thread's traceback, and pytest-xdist names the test.

pytest-timeout and pytest's own guard stop to look as soon as a test has failed: what failed may have left something
that its clean-up then waits for without end.
"""

import faulthandler
import os
from collections.abc import Generator

import pytest

PATIENCE_S = 120.0
WHERE = pytest.StashKey[int]()
"""The standard error as it is before pytest captures it."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep it."""
    config.stash[WHERE] = os.dup(2)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """Guard the clean-up, that of fixtures for many tests, too."""
    faulthandler.dump_traceback_later(PATIENCE_S, exit=True, file=item.config.stash[WHERE])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
