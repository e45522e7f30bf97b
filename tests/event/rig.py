"""A real Mosquitto on a loopback port of its own, with the project's own files; killed and started at will."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from device.common.event import broker, wire
from device.common.event.broker import BrokerFiles
from device.common.event.ticket import read_code
from device.common.event.wire import Topics
from device.event.connection import BrokerConnection
from device.event.status import EventStatus
from device.journal import Journal
from rules.game import SECOND, Entry
from rules.polish_doubles.acts import Pause, Starters
from tests.ports import free_port

EVENT = "pisek"


def mosquitto() -> str:
    """The program; in CI it must be there."""
    program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("mosquitto is not installed; make test installs it")
        pytest.skip("mosquitto is not installed: sudo apt install mosquitto")
    return program


def until(condition: Callable[[], Any], seconds: float = 60.0, awaited: str = "") -> Any:
    """Wait for something to be so."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"not within {seconds} s: {awaited or condition}"
        time.sleep(0.01)
    return value


class Engine:
    """The broker's process."""

    def __init__(self, files: BrokerFiles) -> None:
        self.files = files
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        log = (self.files.folder / "log").open("ab")
        self._process = subprocess.Popen([mosquitto(), "-c", str(self.files.configuration)], stderr=log, stdout=log)

        def answers() -> bool:
            assert self._process is not None
            assert self._process.poll() is None, (self.files.folder / "log").read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.files.port), 1):
                return True
            return False

        until(answers, awaited="the broker listens")

    def kill(self) -> None:
        """As when somebody pulls the plug."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


def running(folder: Path, *, tables: int = 12, tls: bool = False, address: str = "127.0.0.1") -> Iterator[Engine]:
    engine = Engine(broker.make(folder, EVENT, tables, "127.0.0.1", free_port(), address=address, tls=tls))
    try:
        engine.start()
        yield engine
    finally:
        engine.kill()


class Person:
    """Anybody with a plain MQTT client: an organiser's stand-in, a stranger, a second table."""

    def __init__(self, files: BrokerFiles, user: str, password: str, subscribe: tuple[str, ...] = ()) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.connected = threading.Event()
        self.refused: list[str] = []
        self._lock = threading.Lock()
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self.client.username_pw_set(user, password)
        if files.pin:
            self.client.tls_set(ca_certs=str(files.folder / "broker.crt"))
        self.client.reconnect_delay_set(1, 1)
        subscribed = threading.Event()

        def on_connect(client, _data, _flags, reason, _properties):
            if reason.is_failure:
                self.refused.append(str(reason))
                return
            for topic in subscribe:
                client.subscribe(topic, 1)
            if not subscribe:
                subscribed.set()
            self.connected.set()

        def on_message(_client, _data, message):
            with self._lock:
                self.heard.append((message.topic, message.payload))
            self.on(message.topic, message.payload)

        self.client.on_connect = on_connect
        self.client.on_subscribe = lambda *_: subscribed.set()
        self.client.on_disconnect = lambda *_: self.connected.clear()
        self.client.on_message = on_message
        properties = Properties(PacketTypes.CONNECT)
        properties.SessionExpiryInterval = 0
        self.client.connect(files.host, files.port, keepalive=10, clean_start=True, properties=properties)
        self.client.loop_start()
        until(lambda: subscribed.is_set() or self.refused, awaited=f"{user} is connected")

    def on(self, topic: str, payload: bytes) -> None:
        """For those who answer."""

    def say(self, topic: str, payload: Any, *, retain: bool = False) -> None:
        body = payload if isinstance(payload, bytes) else wire.encode(payload)
        self.client.publish(topic, body, 1, retain).wait_for_publish(5)

    def of(self, word: str) -> list[bytes]:
        with self._lock:
            return [payload for topic, payload in self.heard if topic.endswith("/" + word)]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def table_person(files: BrokerFiles, table: int, password: str | None = None) -> Person:
    """Somebody with table ``table``'s own rights."""
    secret = files.given[table] if password is None else password
    return Person(files, wire.user_of(files.event, table), secret, Topics(files.event).for_table(table))


class TableAt:
    """A journal and its link; what the kiosk would be told is in ``told``."""

    def __init__(self, engine: Engine, path, table: int = 7, ticket=None, device: str = "", host: str = "") -> None:
        self.told = []
        self.journal = Journal(path)
        outbox = self.journal.outbox
        ticket = ticket or read_code(engine.files.code(table))
        ticket = msgspec.structs.replace(ticket, host=host or ticket.host)
        outbox.join(ticket.event, ticket.table)
        device = device or uuid.uuid4().hex
        self.link = BrokerConnection(ticket, self.journal.boot, device, outbox, self.told.append)
        outbox.on_more = self.link.on_more
        self.link.start()

    @property
    def status(self) -> EventStatus:
        return (
            [status for status in self.told if isinstance(status, EventStatus)][-1]
            if self.told
            else EventStatus("", 0, "")
        )

    @property
    def delivered(self) -> bool:
        """Whether everything is on disk and has left the outbox."""
        return self.journal.flush() and self.journal.outbox.count(EVENT) == 0

    def play(self, game: int, first: int, last: int) -> None:
        for n in range(first, last + 1):
            event = Starters(pair="A") if n % 2 else Pause()
            self.journal.append(game, Entry(n, n * SECOND, event), "touch", n)

    def enter(self, game: int, entries: Iterable[Entry]) -> None:
        """Entries of a record, as people enter them."""
        for entry in entries:
            self.journal.append(game, entry, "touch", entry.at)

    def close(self) -> None:
        self.link.close()
        self.journal.close()
