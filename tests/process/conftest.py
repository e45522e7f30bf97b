"""Tests of the real program take turns: hands that press for a tenth of a second need a processor that listens."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("the real program"))
