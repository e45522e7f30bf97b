"""Whatever cut a table off, it is back within ten seconds after the fault: its own connection, real brokers over TLS.

Counted is the first attempt to connect after the fault, which has to be the one that succeeds: when it begins is a
matter of the connection's own delays, while how long a handshake takes is one of the machine.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.common.event import broker
from device.event.connection import ANOTHER
from tests.event.rig import Engine, TableAt, running, until
from tests.event.test_line import DeskPerson
from tests.tournament.namespaces import NFT, in_a_network

BACK_S = 10
CUT_S = 14
"""A little more than until the kernel's sixth try to send something, so that the seventh is as much later again."""


class Watched(TableAt):
    """A table of which is known when it tried to connect."""

    def __init__(self, *all_: Any, **more: Any) -> None:
        self.attempts: list[float] = []
        super().__init__(*all_, **more)
        self.link._client.on_pre_connect = lambda *_: self.attempts.append(time.monotonic())

    def tries(self, times: int) -> None:
        """Wait until it has tried so often more: its next delay is as long as they get, and has just begun."""
        known = len(self.attempts)
        until(lambda: len(self.attempts) >= known + times, 120)

    def back_after(self, ended: float, condition: Callable[[], object]) -> float:
        """How long (s) after the fault it was back: when the attempt began that brought it."""
        until(condition, 120)
        later = [attempt for attempt in self.attempts if attempt > ended]
        assert len(later) <= 1, "the first attempt brings it back"
        return (later[0] if later else time.monotonic()) - ended


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A broker with TLS."""
    yield from running(tmp_path / "broker", tls=True)


def with_certificate_of(folder: Path, engine: Engine) -> None:
    """The broker shows that certificate from now on."""
    engine.kill()
    for name in (broker.CERTIFICATE, broker.KEY):
        shutil.copy(folder / name, engine.files.folder / name)
    engine.start()


@pytest.mark.parametrize("fault", ["killed", "another certificate"])
def test_a_broker_that_is_itself_again_is_found(tmp_path: Path, engine: Engine, fault: str) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    shutil.copytree(engine.files.folder, own)
    other.mkdir()
    broker.certificate(other, "127.0.0.1")
    with contextlib.closing(Watched(engine, tmp_path / "card.db")) as table:
        until(lambda: table.status.connected)
        if fault == "killed":
            engine.kill()
            table.tries(5)
            engine.start()
        else:
            with_certificate_of(other, engine)
            until(lambda: table.status.trouble == ANOTHER, 60)
            table.tries(4)
            with_certificate_of(own, engine)
        assert table.back_after(time.monotonic(), lambda: table.status.connected) < BACK_S


def cut_off(folder: Path) -> float:
    """How long (s) after a network that took everything and said nothing a table's entry had arrived."""
    with contextlib.ExitStack() as stack:
        engines = stack.enter_context(contextlib.closing(running(folder / "broker", tls=True, address="0.0.0.0")))
        engine = next(engines)
        person = stack.enter_context(contextlib.closing(DeskPerson(engine)))
        table = Watched(engine, folder / "card.db", table=3, host="127.0.0.2")
        stack.callback(table.close)
        until(lambda: table.status.answered)
        rules = "table inet cut { chain c { type filter hook input priority 0; ip daddr 127.0.0.2 drop; }; }"
        subprocess.run([NFT, rules], check=True)
        table.journal.outbox.say('{"row":"call","call":"' + "ab" * 8 + '"}')
        time.sleep(CUT_S)
        subprocess.run([NFT, "delete table inet cut"], check=True)
        return table.back_after(time.monotonic(), lambda: person.desk.books.calls)


def test_a_network_that_was_silent_is_noticed_before_the_kernel_tries_again(tmp_path: Path) -> None:
    assert in_a_network(cut_off, tmp_path) < BACK_S
