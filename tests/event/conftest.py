"""A broker for the tests that want one."""

from collections.abc import Iterator

import pytest

from tests.event.rig import Engine, running


@pytest.fixture
def engine(tmp_path) -> Iterator[Engine]:
    """A real broker with the project's files, without TLS."""
    yield from running(tmp_path / "broker")


@pytest.fixture
def secure_engine(tmp_path) -> Iterator[Engine]:
    """A real broker with TLS and a certificate of its own."""
    yield from running(tmp_path / "broker", tls=True)
