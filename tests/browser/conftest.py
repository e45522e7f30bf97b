"""A real Chromium and a page in it, as the organiser's tests have them; a table that runs as a program of its own."""

import pytest

from tests.browser.program import ServedTable
from tests.organiser.conftest import browser, chromium_program, pytest_collection_modifyitems  # noqa: F401 - fixtures


@pytest.fixture
def table(tmp_path):
    """``dvojtah serve`` on this machine alone."""
    one = ServedTable(tmp_path)
    yield one
    one.close()
