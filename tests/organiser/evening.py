"""An evening for tests: the real broker, the organiser's program as a program, simulated tables, and mischief."""

import contextlib
import http.client
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from device.common.event import broker as files
from device.common.event import messages
from device.common.event.tls import pinned_context
from device.common.i18n import speaking, tr
from device.common.specs.card import Card
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from rules.game import Progress
from rules.history import History
from rules.record import event_from, setup_from
from tests.ports import free_port
from tests.services import needs
from tests.without_extra import without
from tools.play.event.demo import access, mosquitto, reach
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import Connected, SimulatedTables

EVENT = "pisek-2026"
CARDS = """[...document.querySelectorAll('.card')].map(card => [card.id, card.classList.contains('signed'),
  [...card.querySelectorAll('.seat')].map(seat => [seat.querySelector('.name').textContent.trim(),
  seat.querySelector('.figure').textContent.trim()])])"""


class Evening:
    """Broker and organiser of an event of so many tables, over TLS as on a card."""

    def __init__(self, folder: Path, store: str, tables: int) -> None:
        with contextlib.suppress(Exception):
            mosquitto()
            self._there = True
        needs(getattr(self, "_there", False), "Mosquitto")
        self.folder, self.store = folder, store
        self.port, self.board_port, self.desk_port, self.door_port = (free_port() for _ in range(4))
        self.files = files.make(folder / "broker", EVENT, tables, "127.0.0.1", self.port, address="127.0.0.1", tls=True)
        self.broker: subprocess.Popen[bytes] | None = None
        self.organiser: subprocess.Popen[bytes] | None = None
        self.log = folder / "organiser.log"

    @property
    def board(self) -> str:
        return f"http://127.0.0.1:{self.board_port}"

    def start_broker(self) -> None:
        with (self.folder / "broker.log").open("ab") as log:
            self.broker = subprocess.Popen([mosquitto(), "-c", str(self.files.configuration)], stdout=log, stderr=log)
        reach(self.port)

    def start_organiser(self, environment: Mapping[str, str] = MappingProxyType({})) -> None:
        arguments = ["--lang", "cs", "organiser", "--event", EVENT, "--store", self.store, "run"]
        arguments += ["--broker-files", str(self.files.folder), "--board-host", "127.0.0.1"]
        for page, port in (("board", self.board_port), ("desk", self.desk_port), ("door", self.door_port)):
            arguments += [f"--{page}-port", str(port)]
        with self.log.open("ab") as log:
            self.organiser = subprocess.Popen(
                [sys.executable, "-m", "device", *arguments],
                stdout=log,
                stderr=log,
                env=without("table", self.log.parent) | {"DVOJTAH_DESK_PASSWORD": "heslo"} | dict(environment),
            )
        for port in (self.desk_port, self.board_port):
            reach(port, 90)

    def kill(self, program: str) -> None:
        process = getattr(self, program)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def desk(self) -> OrganiserDesk:
        return OrganiserDesk(open_store(self.store, EVENT))

    def close(self) -> None:
        for process in (self.organiser, self.broker):
            if process is not None and process.poll() is None:
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=60)
                process.kill()
                process.wait()

    @property
    def board_says_trouble(self) -> bool:
        """Whether the board says that the store takes nothing."""
        line = http.client.HTTPConnection("127.0.0.1", self.board_port, timeout=30)
        line.request("GET", "/cs/")
        return " hidden" not in re.search(r'<p id="trouble"[^>]*>', line.getresponse().read().decode())[0]

    def stranger(self, table: int) -> Client:
        """A plain client with a table's rights."""
        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        way = access(self.files, table)
        client.username_pw_set(way.user, way.password)
        client.tls_set_context(pinned_context(way.pin))
        client.connect("127.0.0.1", self.port)
        client.loop_start()
        return client


class FullDisk:
    """A disk of its own, so many MB, on which somebody else's file takes all the room. Only root may have one."""

    def __init__(self, folder: Path, megabytes: int = 2) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        how = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", folder]
        if os.geteuid() or subprocess.run(how, capture_output=True, check=False).returncode:
            pytest.skip("only root may mount a disk of its own")
        self.folder = folder
        self.url = str(folder / "event.db")

    def begin(self) -> None:
        with contextlib.suppress(OSError), (self.folder / "film").open("wb", buffering=0) as film:
            while True:
                film.write(b"x" * 4096)

    def end(self) -> None:
        (self.folder / "film").unlink()

    def close(self) -> None:
        subprocess.run(["umount", "-l", self.folder], check=True)


def say(client: Client, topic: str, payload: bytes) -> None:
    client.publish(topic, payload, qos=1).wait_for_publish(5)


class Mischief:
    """A network that doubles rows and changes their order; the seed makes it the same again.

    How many messages there are depends on the load of the machine, so the first two are never left to chance: they
    arrive in the other order, and twice.
    """

    def __init__(self, member: Connected, seed: int) -> None:
        self._random = random.Random(seed)
        self._member = member
        self._held: list[tuple[str, bytes, bool]] = []
        self.sent: list[tuple[str, bytes]] = []
        self.doubled = self.swapped = 0
        self._publish = member.client.publish
        member.client.publish = self.publish

    def publish(self, topic: str, payload: bytes, qos: int = 1, retain: bool = False) -> Any:
        if not topic.endswith("/rows"):
            return self._publish(topic, payload, qos=qos, retain=retain)
        self.sent.append((topic, payload))
        self._held.append((topic, payload, retain))
        first = not self.swapped
        if first and payload == self._held[0][1]:
            return None  # it waits for another one, which overtakes it
        if not first and self._random.random() < 0.4 and len(self._held) < 4:
            return None  # it waits, and others may overtake it
        before = list(self._held)
        if first:
            self._held.reverse()
        else:
            self._random.shuffle(self._held)
        self.swapped += before != self._held
        for message in self._held:
            for _ in range(2 if first else self._random.choice((1, 1, 2))):
                self._publish(message[0], message[1], qos=qos, retain=message[2])
                self.doubled += 1
        self.doubled -= len(self._held)
        self._held.clear()
        return None


def folded(table: SimulatedTable) -> list[tuple[str, History]]:
    """The table's own journal folded by the rules, game by game."""
    games: dict[str, History] = {}
    for row in table.rows:
        if isinstance(row, messages.SetupRow):
            game, setup = setup_from(msgspec.json.decode(row.setup))
            games[row.game] = History.begin(game, setup)
        elif isinstance(row, messages.EntryRow):
            history = games[row.game]
            assert row.n == len(history.entries) + 1
            games[row.game] = history.accept(event_from(history.game, msgspec.json.decode(row.event)), row.at)
    return list(games.items())


def playing(simulated: SimulatedTables, seconds: float) -> None:
    """Let the tables play for a while of real time."""
    end = time.monotonic() + seconds
    simulated.run(lambda: time.monotonic() > end, seconds + 1)


def shown_on_card(card: Card, progress: Progress) -> tuple[bool, list[list[str]]]:
    """What `CARDS` says of it."""
    with speaking("cs"):
        return progress is Progress.SIGNED, [[tr(seat.name), tr(seat.figure)] for seat in card.seats]
