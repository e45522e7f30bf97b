"""A real Chromium and a page in it, as the organiser's tests have them; a table that runs as a program of its own."""

import pytest

from device.common import i18n
from tests.browser.phones import World
from tests.browser.program import ServedTable


@pytest.fixture
def table(tmp_path):
    """``dvojtah serve`` on this machine alone."""
    served_table = ServedTable(tmp_path)
    yield served_table
    served_table.close()


@pytest.fixture
def english():
    """Pages and tables speak English."""
    before = i18n.language()
    i18n.use("en")
    yield
    i18n.use(before)


@pytest.fixture
def world(request, tmp_path, english):
    """Makes tables and telephones, and puts them away."""
    with World(request.getfixturevalue("chromium_program"), tmp_path) as world:
        yield world
