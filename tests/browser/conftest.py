"""A real Chromium and a page in it, as the organiser's tests have them; a table that runs as a program of its own."""

import pytest

from tests.browser.program import ServedTable
from tests.organiser.conftest import browser, chromium_program  # noqa: F401 - fixtures

BROWSER = {"browser", "chromium_program"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if BROWSER & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.xdist_group("browser and database"))


@pytest.fixture
def table(tmp_path):
    """``dvojtah serve`` on this machine alone."""
    one = ServedTable(tmp_path)
    yield one
    one.close()
