"""The browser and the database server that a process of the tests starts once, for all folders that need them.

A plugin: imported into a folder's conftest.py, a fixture would be another one, and start another program.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import pytest

from tests.organiser.chromium import Browser, Chromium, chromium
from tests.organiser.postgres import Postgres, installed


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who needs them is where they run."""
    for item in items:
        names = {*getattr(item, "fixturenames", ())}
        if "evening" in names:  # who looks at an evening is where it is played, with a browser of its own
            continue
        if "chromium_program" in names:
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif "postgres" in names or ("store_url" in names and "[postgresql" in item.name):
            item.add_marker(pytest.mark.xdist_group("database"))


def needs(program: object, name: str) -> None:
    """A part of the machine that `make test` installs: on a machine of one's own it may be missing, in CI not."""
    if not program:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is missing; `make test` installs it as root")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of its own on a socket of its own."""
    needs(installed(), "PostgreSQL")
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """An empty database, gone with the test if nothing uses it any more: all of them together would fill a memory."""
    import psycopg

    name = f"event_{os.urandom(4).hex()}"
    with psycopg.connect(postgres.url, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    yield postgres.url.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres.url, autocommit=True) as db, contextlib.suppress(psycopg.errors.ObjectInUse):
        db.execute(f"DROP DATABASE {name}")


@pytest.fixture(scope="session")
def chromium_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """The program takes longer to start than most tests to run; what a test leaves in it goes with its page."""
    needs(chromium(), "chromium")
    program = Chromium(tmp_path_factory.mktemp("chromium"))
    yield program
    program.close()


@pytest.fixture
def browser(chromium_program: Chromium) -> Iterator[Browser]:
    page = Browser(chromium_program)
    yield page
    page.close()
