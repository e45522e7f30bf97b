"""A broker for the tests that want one."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from device.event import connection
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.store import open_store
from tests.event.rig import EVENT, Engine, TableAt, running, until
from tests.event.table_rig import Evening
from tests.organiser.commands import command
from tests.ports import free_port
from tests.without_extra import without
from tools.play.event.demo import reach


@pytest.fixture
def engine(tmp_path) -> Iterator[Engine]:
    """A real broker with the project's files, as a card has them: with TLS and a certificate of its own."""
    yield from running(tmp_path / "broker", tls=True)


class OrganiserProgram:
    """The program `dvojtah organiser`, running; call it to do something at the desk, at the same store."""

    def __init__(self, folder: Path, broker_files: Path) -> None:
        self.store, self.log, self._port = str(folder / "store.db"), folder / "organiser.log", free_port()
        base = [sys.executable, "-m", "device", "organiser", "--event", EVENT, "--store", self.store, "run"]
        places = ["--board-host", "127.0.0.1", "--board-port", str(self._port), "--desk-port", str(free_port())]
        places += ["--door-port", str(free_port())]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*base, "--broker-files", str(broker_files), *places],
                env=without("table", folder) | {"HOME": str(folder)},
                stdout=log,
                stderr=log,
            )
        until(Path(self.store).exists, 60, "the organiser runs")

    def __call__(self, *arguments: str) -> str:
        return command(self.store, *arguments)

    @property
    def state(self) -> EventState:
        """The event as its log has it."""
        return OrganiserDesk(open_store(self.store, EVENT, read_only=True)).read()

    def board(self, path: str) -> Any:
        """What the board gives to other programs, once it has read the store."""
        reach(self._port, 60)
        return until(partial(self._ask, path), 60, f"the board answers {path}")

    def _ask(self, path: str) -> Any:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/api/v1/{path}", timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 503 and error.headers["Retry-After"]:
                return None
            raise

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture
def organiser(engine, tmp_path) -> Iterator[OrganiserProgram]:
    """The organiser's own program, on the real broker."""
    program = OrganiserProgram(tmp_path, engine.files.folder)
    yield program
    program.close()


@pytest.fixture
def tables(tmp_path):
    """Makes tables and closes them."""
    tables_at = []

    def make(engine, name="journal.db", **more):
        tables_at.append(TableAt(engine, tmp_path / name, **more))
        return tables_at[-1]

    yield make
    for table in tables_at:
        table.close()


@pytest.fixture
def evening():
    """A table in virtual time, not connected yet."""
    return Evening()


@pytest.fixture
def online(evening):
    """The same, connected."""
    evening.table.on_open(evening.now)
    return evening


@pytest.fixture
def quick(monkeypatch):
    """Connecting again takes a second at most, so that a killed broker is not waited for."""
    monkeypatch.setattr(connection, "RETRY_S", (1, 1))
