"""Many simulated tables on real connections, one for each, all in one thread: a selector over paho's sockets."""

from __future__ import annotations

import contextlib
import heapq
import logging
import selectors
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from typing import Any

from paho.mqtt.client import MQTT_ERR_SUCCESS, Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from device.common.event import wire
from device.common.event.tls import pinned_context
from device.organiser.log.ingest import BrokerAddress
from rules.game import SECOND
from tools.play.event.table import SimulatedTable

log = logging.getLogger("dvojtah.crowd")

KEEPALIVE_S = 60
AGAIN_S = 1.0
"""Seconds until a lost connection is tried again."""
A_STEP = 40
"""Connections opened between two looks at the others."""


class Connected:
    """A table and its connection."""

    def __init__(self, simulated: SimulatedTables, table: SimulatedTable, broker: BrokerAddress) -> None:
        self.table = table
        self.cut = False
        self.again = 0.0
        self._simulated = simulated
        self._broker = broker
        self._socket: Any = None
        self.client = self._made()

    def _made(self) -> Client:
        name = f"{self.table.event}-{self.table.number}-{self.table.device}"
        client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password)
        if self._broker.pin:
            client.tls_set_context(pinned_context(self._broker.pin))
        will = self.table.will
        client.will_set(will.topic, will.payload, qos=1, retain=will.retain)
        client.on_connect = self._connected
        client.on_disconnect = self._lost
        client.on_message = self._heard
        client.max_inflight_messages_set(100)
        return client

    def open(self) -> None:
        """Try to reach the broker."""
        self.again = time.monotonic() + AGAIN_S
        if self.cut:
            return
        try:
            self.client.connect(self._broker.host, self._broker.port, keepalive=KEEPALIVE_S)
        except (OSError, ValueError):
            return
        self._watch(self.client.socket())

    def pull(self) -> None:
        """The network is gone: nothing goes out or comes in until `plug`."""
        self.cut = True
        if isinstance(line := self.client.socket(), socket.socket):
            self._watch(None)
            with contextlib.suppress(OSError):
                socket.socket.shutdown(line, socket.SHUT_RDWR)  # TLS goes on reading what had arrived
            while self.client.socket() is not None:  # what had arrived is read away until the end shows
                self.client.loop_read()
        self.table.on_disconnect()

    def plug(self) -> None:
        """The network is back."""
        self.cut = False
        self.again = 0.0

    def serve(self, events: int) -> None:
        """Its socket can be read or written."""
        if events & selectors.EVENT_READ:
            self.client.loop_read()
            while isinstance(line := self.client.socket(), ssl.SSLSocket) and line.pending():
                self.client.loop_read()  # decrypted already: no selector would wake for it
        if events & selectors.EVENT_WRITE and self.client.socket() is not None:
            self.client.loop_write()
        self.arm()

    def tend(self) -> None:
        """Once a second: pings, and connections that are gone."""
        if self.client.socket() is None:
            self._watch(None)
            if time.monotonic() >= self.again:
                self.open()
        else:
            self.client.loop_misc()
        self.arm()

    def speak(self, now: int) -> None:
        """Publish what the table has to say."""
        for outgoing in self.table.speak(now):
            self.client.publish(outgoing.topic, outgoing.payload, qos=1, retain=outgoing.retain)
        self.arm()

    def arm(self) -> None:
        """Wait for the socket to be readable, and writable where something waits."""
        line = self.client.socket()
        if line is not self._socket:
            self._watch(line)
        if self._socket is not None:
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self.client.want_write() else 0)
            if self._simulated.selector.get_key(self._socket).events != events:
                self._simulated.selector.modify(self._socket, events, self)

    def _watch(self, line: Any) -> None:
        if self._socket is not None:
            with contextlib.suppress(KeyError, ValueError, OSError):
                self._simulated.selector.unregister(self._socket)
        self._socket = line
        if line is not None:
            self._simulated.selector.register(line, selectors.EVENT_READ, self)

    def _connected(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            log.error("table %d is not let in: %s", self.table.number, reason)
            return
        client.subscribe([(topic, 1) for topic in self.table.topics.for_table(self.table.number)[:2]])
        now = time.monotonic_ns()
        self.table.on_connect(now)
        self.speak(now)

    def _lost(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self.table.on_disconnect()

    def _heard(self, client: Client, data: Any, message: Any) -> None:
        if self.cut:
            return
        try:
            self.table.hear(message.topic, message.payload, time.monotonic_ns())
        except wire.BadMessage as error:
            log.warning("%s", error)
        self.speak(time.monotonic_ns())


class SimulatedTables:
    """All the tables. ``broker_of`` says how a table's number reaches the broker."""

    def __init__(self, tables: Sequence[SimulatedTable], broker_of: Callable[[int], BrokerAddress]) -> None:
        self.selector = selectors.DefaultSelector()
        self.members = [Connected(self, table, broker_of(table.number)) for table in tables]
        self._due = [(table.due, n) for n, table in enumerate(tables)]
        heapq.heapify(self._due)
        self._tended = 0.0
        self._opened = 0

    @property
    def tables(self) -> list[SimulatedTable]:
        """Every table."""
        return [member.table for member in self.members]

    def add(self, table: SimulatedTable, broker: BrokerAddress) -> Connected:
        """One more table."""
        member = Connected(self, table, broker)
        self.members.append(member)
        heapq.heappush(self._due, (table.due, len(self.members) - 1))
        return member

    def begin(self, spread: int) -> None:
        """Everybody begins to play, one after another within ``spread`` ns from now."""
        now = time.monotonic_ns()
        for n, table in enumerate(self.tables):
            table.begin_at(now + n * spread // len(self.members))
        self._due = [(table.due, n) for n, table in enumerate(self.tables)]
        heapq.heapify(self._due)

    def step(self, most: float = 0.05) -> None:
        """Do what is to be done, waiting for at most so many seconds."""
        now = time.monotonic_ns()
        while self._due and self._due[0][0] <= now:
            _, n = heapq.heappop(self._due)
            member = self.members[n]
            if member.table.play(now):
                member.speak(now)
            if not member.table.has_played_all:
                heapq.heappush(self._due, (member.table.due, n))
        for member in self.members[self._opened : self._opened + A_STEP]:
            member.open()
        self._opened = min(len(self.members), self._opened + A_STEP)
        if time.monotonic() - self._tended > 1:
            self._tended = time.monotonic()
            for member in self.members[: self._opened]:
                member.tend()
                member.speak(now)
        wait = most
        if self._opened < len(self.members):
            wait = 0.0
        elif self._due:
            wait = min(most, max(0.0, (self._due[0][0] - time.monotonic_ns()) / SECOND))
        for key, events in self.selector.select(wait):
            key.data.serve(events)

    def run(self, until: Callable[[], bool], seconds: float) -> bool:
        """Play until ``until`` says so; False where that did not come true within so many seconds."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                return False
            self.step()
        return True

    @property
    def all_acknowledged(self) -> bool:
        """Whether everything that was played is acknowledged."""
        return all(table.acked == len(table.rows) for table in self.tables)

    def close(self) -> None:
        """Say good bye."""
        for member in self.members:
            with contextlib.suppress(OSError):
                if member.client.disconnect() == MQTT_ERR_SUCCESS:
                    member.client.loop_write()
            member._watch(None)
        self.selector.close()
