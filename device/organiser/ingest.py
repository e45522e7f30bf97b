"""From the broker into the store: what tables say is checked, committed in groups, and acknowledged only then.

Two threads. paho's own takes messages off the wire and puts them into a queue that is bounded, so that a store that is
slow slows the broker down; it answers questions about the time at once. The writer takes whatever has come meanwhile,
checks it, and commits it as one group; only after that the acknowledgements go out. Where the store takes nothing, the
writer keeps its group and tries again: nothing is acknowledged, so nothing is lost.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from device.event import messages, wire
from device.event.ticket import PORT
from device.event.tls import pinned
from device.organiser import decisions
from device.organiser.event_clock import EventClock
from device.organiser.rows import BEGUN, CALL, ENTRY, LINK, SEEN, Unreadable, check
from device.organiser.store import DESK, Refused, Row, Store, StoreTrouble
from device.table.calendar import machine_vouches
from rules.game import SECOND
from rules.message import Message

log = logging.getLogger("dvojtah.organiser")

WAITING = 20_000
"""Messages that wait for the writer, beyond which the broker has to wait."""
GROUP = 2000
"""Messages in one commit."""
AHEAD = 8
"""Messages of one boot that may wait for an earlier one that is still on its way."""
SILENT_S = 180
"""Seconds without a word, after which a table that did not say good bye counts as away."""
MOVED = SECOND // 2
"""How far (ns) the start of a game's time must seem to have moved to be logged again."""
REFUSALS_A_SECOND = 50
"""Refusals that are kept in a second; more are passed over."""
REFUSALS = 20_000
"""Refusals that one run of the program keeps: some 10 MB; whoever sends nonsense for hours does not fill the store."""
PARKED = 1000
"""Messages that may wait for an earlier one, of all boots together: at most 64 MB. Their tables send them again."""
BOOTS = 20_000
"""Boots whose last state is remembered; of a forgotten one it is logged again."""
IN_FLIGHT = 4096
"""Messages that the broker may send before the first is confirmed."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and as whom to speak to it.

    ``pin`` is the beginning of its certificate's hash, ``ca`` a file with its authority; with neither there is no TLS.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    user: str = ""
    password: str = ""
    pin: str = ""
    ca: str = ""


class Heard(NamedTuple):
    """A message as it came off the wire."""

    topic: str
    payload: bytes
    heard: int
    retained: bool


class _Group:
    """What one commit will hold, and what is to be said once it stands."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.refused: list[Refused] = []
        self.acks: dict[tuple[str, str], int] = {}
        self.asked: list[tuple[int, messages.AskGame]] = []


class Sorter:
    """Turns messages into rows: no network, no disk but `Store.bodies`, so that tests feed it as they like.

    ``counts`` say how far each boot is. Everything here belongs to the writer's thread.
    """

    def __init__(self, event: str, store: Store) -> None:
        self.event = event
        self._store = store
        self._own = "@" + uuid.uuid4().hex[:16]
        self._seq = 0
        self._high = {key: counts.high for key, counts in store.counts().items()}
        self._ahead: dict[tuple[str, str], dict[int, list[Row]]] = defaultdict(dict)
        self._seen: dict[tuple[str, str], decisions.Seen] = {}
        self._last: dict[tuple[str, str], int] = {}
        self._logged: tuple[int, int] = (0, 0)
        self._refusals = 0

    def sort(self, heard: Sequence[Heard]) -> _Group:
        """The group that these messages make."""
        group = _Group()
        for message in heard:
            try:
                where, content = wire.read(self.event, message.topic, message.payload)
                if isinstance(content, messages.Rows):
                    self._rows(group, where.table, content, message)
                elif isinstance(content, messages.State):
                    self._state(group, where.table, content, message)
                elif isinstance(content, messages.AskGame):
                    if content.taken:
                        taken = decisions.Seen(device=content.device, game=content.game, taken=True)
                        self._note_seen(group, where.table, content.boot, taken, message.heard)
                    else:
                        group.asked.append((where.table, content))
            except (wire.BadMessage, UnicodeDecodeError, Unreadable) as error:
                self.refuse(group, message, str(error))
        return group

    def link(self, group: _Group, up: bool, heard: int) -> None:
        """Note whether the broker is reached."""
        self._own_row(group, DESK, LINK, decisions.Link(up=up), heard)

    def fallen_silent(self, group: _Group, now: int) -> None:
        """Note the tables of which nothing was heard for too long."""
        for key, seen in self._seen.items():
            if seen.online and now - self._last.get(key, now) > SILENT_S * SECOND:
                gone = msgspec.structs.replace(seen, online=False, silent=True, taken=False)
                self._seen[key] = gone
                self._row(group, key[0], key[1], SEEN, msgspec.json.encode(gone).decode(), now)

    def refuse(self, group: _Group, message: Heard, reason: str) -> None:
        """Note a message that is not taken, and why."""
        second, count = self._logged
        now = message.heard // SECOND
        self._logged = (now, 1) if now != second else (second, count + 1)
        if self._logged[1] > REFUSALS_A_SECOND or self._refusals >= REFUSALS:
            return
        self._refusals += 1
        sample = message.payload[:200].decode("utf-8", "backslashreplace")
        log.warning("refused %d bytes on %s: %s", len(message.payload), message.topic[:120], reason)
        group.refused.append(Refused(message.heard, message.topic, reason, len(message.payload), sample))

    def _rows(self, group: _Group, table: int, content: messages.Rows, message: Heard) -> None:
        key = (str(table), content.boot)
        rows = [
            _kept(key, seq, row, message.heard) for seq, row in enumerate(content.rows, start=content.first)
        ]  # all of it is read before any of it is kept
        self._last[key] = message.heard
        high = self._high.get(key, 0)
        if content.first <= high:
            self._compare(group, key, rows, high, message)
        ahead = self._ahead[key]
        if content.first <= high + 1 or (len(ahead) < AHEAD and sum(map(len, self._ahead.values())) < PARKED):
            ahead[content.first] = rows
        while (following := next((first for first in ahead if first <= high + 1), None)) is not None:
            new = [row for row in ahead.pop(following) if row.seq > high]
            group.rows.extend(new)
            high += len(new)
        if not ahead:
            del self._ahead[key]
        self._high[key] = high
        group.acks[key] = high

    def _compare(self, group: _Group, key: tuple[str, str], rows: list[Row], high: int, message: Heard) -> None:
        """A row that is here already must say what it said; what differs is refused and the first stays."""
        again = [row for row in rows if row.seq <= high]
        try:
            kept = self._store.bodies(*key, [row.seq for row in again])
        except StoreTrouble:
            return  # the first stays in any case
        kept |= {row.seq: row.body for row in group.rows if (row.table, row.boot) == key}
        for row in again:
            if kept.get(row.seq, row.body) != row.body:
                self.refuse(group, message, f"row {row.seq} of boot {row.boot} says something else than before")
                return

    def _state(self, group: _Group, table: int, content: messages.State, message: Heard) -> None:
        offset = (
            message.heard - content.at if content.game is not None and not message.retained and content.online else None
        )
        seen = decisions.Seen(device=content.device, online=content.online, game=content.game, offset=offset)
        if content.online and not message.retained:
            self._last[str(table), content.boot] = message.heard
        self._note_seen(group, table, content.boot, seen, message.heard)

    def _note_seen(self, group: _Group, table: int, boot: str, seen: decisions.Seen, heard: int) -> None:
        key = (str(table), boot)
        before = self._seen.get(key)
        if before is not None and not seen.taken:
            same = msgspec.structs.replace(before, offset=None, taken=False)
            moved = seen.offset is not None and (before.offset is None or abs(seen.offset - before.offset) > MOVED)
            if same == msgspec.structs.replace(seen, offset=None) and not moved:
                return
            if seen.offset is None and seen.game == before.game:
                seen = msgspec.structs.replace(seen, offset=before.offset)
        self._seen.pop(key, None)
        self._seen[key] = seen
        if len(self._seen) > BOOTS:
            gone = next(iter(self._seen))
            del self._seen[gone]
            self._last.pop(gone, None)
        self._row(group, key[0], boot, SEEN, msgspec.json.encode(seen).decode(), heard)

    def _row(self, group: _Group, table: str, boot: str, kind: str, body: str, heard: int) -> None:
        """A row about a boot that the organiser wrote, with an id of this program's."""
        self._seq += 1
        group.rows.append(Row(0, table, f"{self._own}.{boot}", self._seq, kind, "", 0, 0, heard, body))

    def _own_row(self, group: _Group, table: str, kind: str, body: msgspec.Struct, heard: int) -> None:
        self._seq += 1
        text = msgspec.json.encode(body).decode()
        group.rows.append(Row(0, table, self._own, self._seq, kind, "", 0, 0, heard, text))


def _kept(key: tuple[str, str], seq: int, row: messages.AnyRow, heard: int) -> Row:
    """A table's row as the log keeps it. Raises UnicodeDecodeError; `Unreadable` where no reader could read it."""
    kind, n, at = BEGUN, 0, 0
    if isinstance(row, messages.Entered):
        kind, n, at = ENTRY, row.n, row.at
    elif isinstance(row, messages.Called):
        kind = CALL
    kept = Row(0, *key, seq, kind, row.game or "", n, at, heard, _body(row))
    check(kept)
    return kept


def _body(row: messages.AnyRow) -> str:
    """What is kept of a row: an event as it came, a setup with what belongs to it, a call. UnicodeDecodeError."""
    if isinstance(row, messages.Entered):
        return bytes(row.event).decode()
    if isinstance(row, messages.Begun):
        begun = {"setup": bytes(row.setup).decode(), "pairing": row.pairing, "created": row.created}
        return msgspec.json.encode(begun).decode()
    return msgspec.json.encode(row).decode()


class Ingest:
    """The organiser's end of the line: connects by itself, again and again, and never gives up.

    ``open_store`` makes the writer's own handle. ``committed`` is called from the writer's thread after each commit,
    ``asked`` for each table that wants entries of a game, ``connected`` when the broker is reached (again), ``trouble``
    with what is wrong where the store takes nothing, and with None once it does again.
    """

    def __init__(
        self,
        event: str,
        open_store: Callable[[], Store],
        broker: Broker,
        clock: EventClock,
        committed: Callable[[], None] = lambda: None,
        asked: Callable[[int, messages.AskGame], None] = lambda table, ask: None,
        connected: Callable[[], None] = lambda: None,
        trouble: Callable[[Message | None], None] = lambda what: None,
    ) -> None:
        self.event = event
        self._trouble = trouble
        self.topics = wire.Topics(event)
        self.clock = clock
        self._open_store = open_store
        self._committed = committed
        self._asked = asked
        self._connected = connected
        self._queue: queue.Queue[Heard | bool | None] = queue.Queue(WAITING)
        self._broker = broker
        self.client = self._client(broker)
        self._writer = threading.Thread(target=self._write, name="ingest", daemon=True)

    def start(self) -> None:
        """Open the store (raises `StoreTrouble`), then begin to listen."""
        self._store = self._open_store()
        self._sorter = Sorter(self.event, self._store)
        self._writer.start()
        options = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        options.ReceiveMaximum = IN_FLIGHT
        self.client.connect_async(self._broker.host, self._broker.port, keepalive=20, properties=options)
        self.client.loop_start()

    def close(self) -> None:
        """Stop listening, commit what has come, let the store go."""
        with contextlib.suppress(OSError):
            self.client.disconnect()
        self.client.loop_stop()
        self._queue.put(None)
        self._writer.join(timeout=10)
        self._store.close()

    def publish(self, topic: str, message: msgspec.Struct, *, retain: bool = False) -> bool:
        """Say something to tables; False where the broker is away: whoever said it says it again."""
        if not self.client.is_connected():
            return False
        self.client.publish(topic, wire.encode(message), qos=1, retain=retain)
        return True

    def _client(self, broker: Broker) -> Client:
        name = f"desk-{self.event}-{uuid.uuid4().hex[:8]}"
        client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5)
        client.reconnect_delay_set(1, 4)
        client.max_queued_messages_set(100_000)
        client.max_inflight_messages_set(1000)
        if broker.user:
            client.username_pw_set(broker.user, broker.password)
        if broker.pin:
            client.tls_set_context(pinned(broker.pin))
        elif broker.ca:
            client.tls_set(broker.ca)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        return client

    def _on_connect(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            log.error("the broker does not let the organiser in: %s", reason)
            return
        client.subscribe([(topic, 1) for topic in self.topics.for_desk()])
        self._queue.put(True)
        self._connected()

    def _on_disconnect(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._queue.put(False)

    def _on_message(self, client: Client, data: Any, message: Any) -> None:
        if message.topic.endswith("/ask-time"):
            self._tell_time(message.topic, message.payload)
            return
        self._queue.put(Heard(message.topic, message.payload, self.clock.now(), message.retain))

    def _tell_time(self, topic: str, payload: bytes) -> None:
        try:
            where, ask = wire.read(self.event, topic, payload)
        except wire.BadMessage:
            self._queue.put(Heard(topic, payload, self.clock.now(), False))  # refused with all others
            return
        wall = time.time_ns() if machine_vouches() else None
        now = messages.Time(boot=ask.boot, asked=ask.asked, now=self.clock.now(), clock=self.clock.id, wall=wall)
        self.publish(self.topics.of_desk(where.table, "time"), now)

    def _write(self) -> None:
        last = False
        looked = time.monotonic()
        while not last:
            batch: list[Heard] = []
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

    def _keep(self, group: _Group) -> None:
        """Commit a group, tried until the store takes it."""
        wait = 0.2
        while True:
            try:
                self._store.append(group.rows, group.refused)
                return self._trouble(None)
            except StoreTrouble as trouble:
                log.error("%s", trouble)
                self._trouble(trouble.message)
            time.sleep(wait)
            wait = min(wait * 2, 3)

    def _acknowledge(self, group: _Group) -> None:
        for (number, boot), seq in group.acks.items():
            ack = messages.Ack(boot=boot, seq=seq, store=self._store.nonce)
            self.publish(self.topics.of_desk(number, "ack"), ack)
        if group.rows or group.refused:
            self._committed()
        for table, ask in group.asked:
            self._asked(table, ask)
