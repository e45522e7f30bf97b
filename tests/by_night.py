"""Tests marked ``by_night`` take long: they are left out, and counted as deselected, unless all are asked for."""

from __future__ import annotations

import pytest

MARK = "by_night"


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all``: make test-all."""
    parser.addoption("--all", action="store_true", help=f"with the tests that a night has time for ({MARK})")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave them out, unless everything is asked for, or just they."""
    if config.getoption("--all") or MARK in config.option.markexpr:
        return
    left = [item for item in items if item.get_closest_marker(MARK) is not None]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item.get_closest_marker(MARK) is None]
