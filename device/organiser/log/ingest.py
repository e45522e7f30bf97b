"""From the broker into the store: what tables say is checked, committed in groups, and acknowledged only then.

Two threads. The line's own takes messages off the wire and puts them into a queue that is bounded, so that a store that
is slow slows the broker down; it answers questions about the time at once. The writer takes whatever has come
meanwhile, checks it, and commits it as one group; only after that the acknowledgements go out. Where the store takes
nothing, the writer keeps its group and tries again: nothing is acknowledged, so nothing is lost.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from device.common.event import messages, wire
from device.common.event.mqtt_client import (
    PAHO,
    MqttCallbacks,
    MqttClient,
    MqttClientFactory,
    MqttOptions,
    ReceivedMessage,
)
from device.common.event.ticket import PORT
from device.common.event.tls import pinned_context
from device.common.files.wall_clock import machine_vouches
from device.organiser.log.sorter import CommitBatch, IncomingMessage, Sorter
from device.organiser.store import EventStore, StoreTrouble
from device.organiser.store.event_clock import EventClock
from rules.message import Message

log = logging.getLogger("dvojtah.organiser")

WAITING = 20_000
"""Messages that wait for the writer, beyond which the broker has to wait."""
GROUP = 2000
"""Messages in one commit."""
KEEPALIVE_S = 20
"""After one and a half of these without a word the broker takes the organiser for gone."""
RETRY_S = (1, 4)
"""Seconds between attempts to connect, at first and at most."""
IN_FLIGHT = 4096
"""Messages that the broker may send before the first is confirmed."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where the broker is, and as whom to speak to it.

    ``pin`` is the beginning of its certificate's hash; without it there is no TLS.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    user: str = ""
    password: str = ""
    pin: str = ""


@dataclass(slots=True)
class IngestCounts:
    """Since the program began: messages off the wire, rows of the log sorted and committed, messages refused."""

    messages: int = 0
    rows: int = 0
    committed: int = 0
    refused: int = 0


@dataclass(eq=False)
class Ingest:
    """The organiser's end of the line: connects by itself, again and again, and never gives up.

    ``open_store`` makes the writer's own handle. ``asked`` is called from the writer's thread for each table that wants
    entries of a game, ``connected`` when the broker is reached (again), ``trouble`` with what is wrong where the store
    takes nothing, and with None once it does again. ``mqtt`` makes the MQTT client.
    """

    event: str
    open_store: Callable[[], EventStore]
    broker: BrokerAddress
    clock: EventClock
    asked: Callable[[int, messages.AskGame], None] = lambda table, ask: None
    connected: Callable[[], None] = lambda: None
    trouble: Callable[[Message | None], None] = lambda message: None
    mqtt: MqttClientFactory = PAHO

    def __post_init__(self) -> None:
        self.topics = wire.Topics(self.event)
        self._queue: queue.Queue[IncomingMessage | bool | None] = queue.Queue(WAITING)
        self.counts = IngestCounts()
        self.client = self._client(self.broker)
        self._writer = threading.Thread(target=self._write, name="ingest", daemon=True)

    def start(self) -> None:
        """Open the store (raises `StoreTrouble`), then begin to listen."""
        self._store = self.open_store()
        self._sorter = Sorter(self.event, self._store)
        self._writer.start()
        self.client.start()

    def close(self) -> None:
        """Stop listening, commit what has come, let the store go."""
        self.client.close()
        self._queue.put(None)
        self._writer.join(timeout=10)
        self._store.close()

    @property
    def waiting(self) -> int:
        """Messages that wait for the writer."""
        return self._queue.qsize()

    def reports(self) -> dict[int, messages.TableSnapshot]:
        """What each table last said of itself, by its number; from any thread once this was started."""
        return dict(self._sorter.reports)

    def publish(self, topic: str, message: msgspec.Struct, *, retain: bool = False) -> bool:
        """Say something to tables; False where the broker is away: whoever said it says it again."""
        if not self.client.is_connected():
            return False
        self.client.publish(topic, wire.encode(message), retain=retain)
        return True

    def _client(self, broker: BrokerAddress) -> MqttClient:
        options = MqttOptions(
            client_id=f"desk-{self.event}-{uuid.uuid4().hex[:8]}",
            host=broker.host,
            port=broker.port,
            user=broker.user,
            password=broker.password,
            tls=lambda: pinned_context(broker.pin) if broker.pin else None,
            keepalive_s=KEEPALIVE_S,
            retry_s=RETRY_S,
            in_flight=1000,
            queued=100_000,
            receive=IN_FLIGHT,
        )
        callbacks = MqttCallbacks(
            on_connect=self._on_connect,
            on_refused=lambda reason: log.error("the broker does not let the organiser in: %s", reason),
            on_disconnect=lambda reason: self._queue.put(False),
            on_message=self._on_message,
        )
        return self.mqtt(options, callbacks)

    def _on_connect(self) -> None:
        self.client.subscribe(self.topics.for_desk())
        self._queue.put(True)
        self.connected()

    def _on_message(self, message: ReceivedMessage) -> None:
        self.counts.messages += 1
        topic, payload = message.topic, bytes(message.payload)
        if topic.endswith("/ask-time"):
            self._tell_time(topic, payload)
            return
        self._queue.put(IncomingMessage(topic, payload, self.clock.now(), message.retain))

    def _tell_time(self, topic: str, payload: bytes) -> None:
        try:
            where, ask = wire.read(self.event, topic, payload)
        except wire.BadMessage:
            self._queue.put(IncomingMessage(topic, payload, self.clock.now(), False))  # refused with all others
            return
        wall = time.time_ns() if machine_vouches() else None
        now = messages.Time(boot=ask.boot, asked=ask.asked, now=self.clock.now(), clock=self.clock.id, wall=wall)
        self.publish(self.topics.of_desk(where.table, "time"), now)

    def _write(self) -> None:
        last = False
        looked = time.monotonic()
        while not last:
            batch: list[IncomingMessage] = []
            links: list[bool] = []
            with contextlib.suppress(queue.Empty):
                item = self._queue.get(timeout=1)
                while True:
                    if item is None:
                        last = True
                    elif isinstance(item, bool):
                        links.append(item)
                    else:
                        batch.append(item)
                    if last or len(batch) >= GROUP:
                        break
                    item = self._queue.get_nowait()
            group = self._sorter.sort(batch)
            if links:
                self._sorter.link(group, links[-1], self.clock.now())
            if time.monotonic() - looked > 5:
                looked = time.monotonic()
                self._sorter.fallen_silent(group, self.clock.now())
            if group.rows or group.refused:
                self._keep(group)
            self._acknowledge(group)

    def _keep(self, group: CommitBatch) -> None:
        """Commit a group, tried until the store takes it."""
        wait = 0.2
        self.counts.rows += len(group.rows)
        while True:
            try:
                self._store.append(group.rows, group.refused)
                self.counts.committed += len(group.rows)
                self.counts.refused += len(group.refused)
                return self.trouble(None)
            except StoreTrouble as trouble:
                log.error("%s", trouble)
                self.trouble(trouble.message)
            time.sleep(wait)
            wait = min(wait * 2, 3)

    def _acknowledge(self, group: CommitBatch) -> None:
        for (number, boot), seq in group.acks.items():
            ack = messages.Ack(boot=boot, seq=seq, store=self._store.nonce)
            self.publish(self.topics.of_desk(number, "ack"), ack)
        for table, ask in group.asked:
            self.asked(table, ask)
