"""Whole systems are made only where they are asked for, by `make machines`."""

from __future__ import annotations

import os

import pytest

from tests.lab.debian import Missing

SUITES = os.environ.get("LAB_SUITES", "").split()
collect_ignore = [] if SUITES else ["test_installer.py", "test_packages.py", "test_services.py", "test_updates.py"]


@pytest.fixture(scope="session", params=SUITES)
def suite(request: pytest.FixtureRequest) -> str:
    """The Debian release that a system is made of."""
    return str(request.param)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef):
    """What is missing on this machine is said in one sentence."""
    try:
        return (yield)
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
