"""The table's line to the broker, and a thread that never keeps anybody waiting.

The line's own thread (`device.common.event.mqtt_client`) holds the socket and connects again by itself; the link's
thread owns `EventSession` and sleeps until something comes in, the table says something, or something is due. The loop
of the table only ever puts things into a queue, and gets a `EventStatus` when what it may show has changed.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from device.common.event import tls
from device.common.event.messages import LARGEST, TableHealth, TableSnapshot
from device.common.event.mqtt_client import (
    PAHO,
    MqttCallbacks,
    MqttClientFactory,
    MqttOptions,
    OutgoingMessage,
    ReceivedMessage,
)
from device.common.event.ticket import Ticket
from device.event.session import EventSession
from device.event.status import EventStatus
from device.journal.outbox import Outbox
from rules.game import SECOND, Nanoseconds
from rules.message import Message, msg

log = logging.getLogger("dvojtah.event")

KEEPALIVE_S = 15
"""After one and a half of these without a word the broker says that the table is away."""
RETRY_S = (1, 4)
"""Seconds between attempts to connect, at first and at most. An attempt takes at most `CONNECT_S`: whatever had cut the
table off, it is back within ten seconds afterwards."""
CONNECT_S = 5
"""Seconds that an attempt to reach the broker may take."""
DEAD_MS = 8_000
"""How long (ms) the kernel keeps a connection whose other end confirms nothing: it asks less and less often, and a
network that comes back after a minute would be noticed half a minute later."""
ON_THE_WAY = 40
"""Messages that the line may hold for the broker; what it has not taken stays in the outbox."""
INBOX = 1000
"""Messages from the broker that may wait for the link's thread; more are dropped, for all of them come again."""
NOT_LET_IN = ("Not authorized", "Bad user name or password", "Bad authentication method", "Banned")

NO_BROKER = msg("No connection to the event; everything is kept and sent later.")
LOCKED_OUT = msg("The event does not let this table in; ask the organiser for a new code.")
ANOTHER = msg("The broker is not the one the code was made for; ask the organiser for a new code.")
NO_FILE = msg("The certificate file for the event cannot be read; look at the settings.")


class BrokerConnection:
    """The connection of one table to the broker. ``post`` takes `EventStatus` and what `EventSession` reports, from the
    thread of the connection.

    ``boot`` is this run of the program, ``device`` this device; ``health`` says how its machine is, in that thread.
    ``mqtt`` makes the MQTT client.
    Apart from `run` all methods return at once and may be called from any thread.
    """

    def __init__(
        self,
        ticket: Ticket,
        boot: str,
        device: str,
        store: Outbox,
        post: Callable[[Any], None],
        now: Callable[[], Nanoseconds] = time.monotonic_ns,
        version: str = "",
        health: Callable[[], TableHealth | None] = lambda: None,
        *,
        mqtt: MqttClientFactory = PAHO,
    ) -> None:
        self.ticket = ticket
        self._post = post
        self._now = now
        self._inbox: queue.SimpleQueue[Callable[[EventSession], None] | None] = queue.SimpleQueue()
        self._session = EventSession(ticket.event, ticket.table, boot, device, store, post, version, health)
        self._told: EventStatus | None = None
        self._client = mqtt(self._options(boot), self._callbacks())
        self._thread = threading.Thread(target=self._run, name="event", daemon=True)
        self._logged = ""
        self._closing = False
        self._locked_out = False

    def _options(self, boot: str) -> MqttOptions:
        """With a name that no other device has, so that two with one number do not throw each other out."""
        ticket = self.ticket
        return MqttOptions(
            client_id=f"{ticket.named_user}.{boot[:12]}",
            host=ticket.host,
            port=ticket.port,
            user=ticket.named_user,
            password=ticket.password,
            tls=partial(tls.context, ticket),
            keepalive_s=KEEPALIVE_S,
            connect_s=CONNECT_S,
            retry_s=RETRY_S,
            in_flight=ON_THE_WAY // 2,
            queued=ON_THE_WAY,
            clean_start=True,
            dead_ms=DEAD_MS,
            will=self._session.will,
        )

    def _callbacks(self) -> MqttCallbacks:
        return MqttCallbacks(
            on_connect=self._on_connect,
            on_refused=self._on_refused,
            on_connect_fail=self._on_connect_fail,
            on_disconnect=self._on_disconnect,
            on_message=self._on_message,
        )

    # -- for the table's loop --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Connect in the background, and go on trying."""
        self._thread.start()

    def on_more(self) -> None:
        """The outbox has got something."""
        self._inbox.put(lambda table: table.publisher.on_more())

    def restart(self) -> None:
        """The outbox was filled anew."""
        self._inbox.put(lambda table: table.publisher.restart())

    def show(self, state: TableSnapshot) -> None:
        """What runs now."""
        now = self._now()
        self._inbox.put(lambda table: table.show(state, now))

    def take(self, game: str) -> None:
        """Take up the game of that uid."""
        self._inbox.put(lambda table: table.take(game, self._now()))

    def claim(self, game: str) -> None:
        """The game stands on this device."""
        self._inbox.put(lambda table: table.claim(game, self._now()))

    def close(self) -> None:
        """Send that the table is gone, where there is a connection, and end."""
        self._closing = True
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=4)

    # -- the line's thread -----------------------------------------------------------------------------------------

    def _on_connect(self) -> None:
        self._locked_out = False
        self._log(logging.INFO, "connected to %s as table %d", self.ticket.host, self.ticket.table)
        self._client.subscribe(self._session.topics.for_table(self.ticket.table))
        self._inbox.put(lambda table: table.on_open(self._now()))

    def _on_refused(self, reason: str) -> None:
        self._log(logging.WARNING, "refused by the broker: %s", reason)
        self._locked_out = reason in NOT_LET_IN
        self._inbox.put(self._closed)

    def _on_connect_fail(self) -> None:
        self._log(logging.WARNING, "%s cannot be reached: %s", self.ticket.host, str(self._why()))
        self._inbox.put(self._closed)

    def _log(self, level: int, text: str, *about: object) -> None:
        """How the line stands, once for each change: it is tried again every few seconds."""
        line = text % about
        if line != self._logged:
            self._logged = line
            log.log(level, text, *about)

    def _on_disconnect(self, reason: str) -> None:
        if self._logged.startswith("connected") and not self._closing:  # an attempt that failed has said so already
            self._log(logging.WARNING, "connection lost: %s", reason)
        self._inbox.put(self._closed)

    def _on_message(self, message: ReceivedMessage) -> None:
        if len(message.payload) > LARGEST or self._inbox.qsize() > INBOX:
            log.warning("dropped a message of %s bytes on %s", len(message.payload), message.topic[:120])
            return
        topic, payload, retained, now = message.topic, bytes(message.payload), message.retain, self._now()
        self._inbox.put(lambda table: table.on_message(topic, payload, now, retained=retained))

    # -- the link's thread -----------------------------------------------------------------------------------------

    def _closed(self, table: EventSession) -> None:
        table.on_close(self._why())

    def _run(self) -> None:
        self._connect()
        self._tell()
        while True:
            due = self._session.due
            wait = None if due is None else max(0.0, (due - self._now()) / SECOND)
            with contextlib.suppress(queue.Empty):
                step = self._inbox.get(timeout=wait)
                while step is not None:
                    step(self._session)
                    step = self._inbox.get_nowait()
                return self._client.close()
            try:
                for out in self._session.poll(self._now()):
                    self._send(out)
                self._tell()
            except sqlite3.Error as error:  # the card is away for a moment; what it holds is asked for again
                log.warning("the outbox cannot be read: %s", error)
                self._session.publisher.restart()
                time.sleep(1)

    def _why(self) -> Message:
        """Why there is no connection."""
        if self._locked_out:
            return LOCKED_OUT
        return ANOTHER if self._client.met_another() else NO_BROKER

    def _connect(self) -> None:
        try:
            self._client.start()
        except (OSError, ValueError) as error:
            log.warning("the connection cannot be set up: %s", error)
            self._session.on_close(NO_FILE)

    def _send(self, out: OutgoingMessage) -> None:
        """Pass a message to the line; one that it does not take is not acknowledged, so it goes out again."""
        if refused := self._client.publish(out.topic, out.payload, retain=out.retain):
            log.warning("not taken by the client: %s", refused)

    def _tell(self) -> None:
        status = self._session.status(self._now())
        if status != self._told:
            self._told = status
            self._post(status)
