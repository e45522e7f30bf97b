"""A broker for the tests that want one."""

from collections.abc import Iterator

import pytest

from device.event import connection
from tests.event.rig import Engine, TableAt, running


@pytest.fixture
def engine(tmp_path) -> Iterator[Engine]:
    """A real broker with the project's files, as a card has them: with TLS and a certificate of its own."""
    yield from running(tmp_path / "broker", tls=True)


@pytest.fixture
def plain_engine(tmp_path) -> Iterator[Engine]:
    """The same without TLS."""
    yield from running(tmp_path / "broker")


@pytest.fixture
def tables(tmp_path):
    """Makes tables and closes them."""
    made = []

    def make(engine, name="journal.db", **more):
        made.append(TableAt(engine, tmp_path / name, **more))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def quick(monkeypatch):
    """Connecting again takes a second at most, so that a killed broker is not waited for."""
    monkeypatch.setattr(connection, "RETRY_S", (1, 1))
