"""Mosquitto as the product configures it: rights, retained messages, wills, acknowledgements, what a crash forgets.

It reads the files that `device.common.event.broker.make` writes, as Mosquitto does, so whoever may say or hear
something here may there. `tests/world/test_broker.py` runs the same cases on this model and on Mosquitto.
"""

from __future__ import annotations

import base64
import hashlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tools.world.network import End, Network
from tools.world.packets import (
    Connect,
    ConnectAck,
    Disconnect,
    Packet,
    PingRequest,
    PingResponse,
    Publish,
    PublishAck,
    Subscribe,
    SubscribeAck,
    Will,
    matches,
)
from tools.world.scheduler import SECOND

if TYPE_CHECKING:
    from tools.world.machine import Machine

DEBIAN_12, DEBIAN_13 = (2, 0, 11), (2, 0, 21)
"""The versions of Mosquitto with which the model is compared."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What a user may hear and say: filters of topics."""

    read: tuple[str, ...]
    write: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a ``mosquitto.conf`` and the files it names say, as far as it matters here. ``autosave`` is in seconds."""

    port: int
    autosave: int
    max_packet_size: int
    max_queued: int
    max_inflight: int
    rights: dict[str, Rights]
    passwords: dict[str, str]


def read_configuration(path: Path) -> Configuration:
    """Read ``mosquitto.conf`` with its users and rights. KeyError where it says nothing of what the model needs."""
    lines = [line.split(None, 1) for line in path.read_text().splitlines() if line and not line.startswith("#")]
    values = dict(reversed([(name, value) for name, value in lines]))  # of two listeners the first
    if values["allow_anonymous"] != "false" or values["persistence"] != "true":
        raise ValueError(f"{path}: the model lets nobody in without a name, and keeps what is retained")
    users = Path(values["password_file"]).read_text().splitlines()
    return Configuration(
        port=int(values["listener"].split()[0]),
        autosave=int(values["autosave_interval"]),
        max_packet_size=int(values["max_packet_size"]),
        max_queued=int(values["max_queued_messages"]),
        max_inflight=int(values["max_inflight_messages"]),
        rights=_read_rights(Path(values["acl_file"])),
        passwords=dict(line.split(":", 1) for line in users),
    )


def _read_rights(path: Path) -> dict[str, Rights]:
    """Mosquitto's access list. Raises ValueError for a line that the model does not know."""
    rights: dict[str, tuple[list[str], list[str]]] = {}
    read: list[str] = []
    write: list[str] = []
    for line in filter(None, path.read_text().splitlines()):
        match line.split():
            case ["user", name]:
                read, write = rights.setdefault(name, ([], []))
            case ["topic", "read", topic_filter]:
                read.append(topic_filter)
            case ["topic", "write", topic_filter]:
                write.append(topic_filter)
            case _:
                raise ValueError(f"{path}: {line!r}")
    return {name: Rights(tuple(heard), tuple(published)) for name, (heard, published) in rights.items()}


def _is_password(entry: str, password: str) -> bool:
    """Whether ``password`` is the one of an entry ``$7$rounds$salt$hash`` of Mosquitto's file."""
    _, kind, rounds, salt, key = entry.split("$")
    if kind != "7":
        raise ValueError(f"passwords of kind {kind}")
    return hashlib.pbkdf2_hmac("sha512", password.encode(), base64.b64decode(salt), int(rounds)) == base64.b64decode(
        key
    )


@dataclass(eq=False)
class Session:
    """A client that was let in, for as long as its line holds: nobody asks for more."""

    end: End
    client_id: str
    user: str
    keepalive: int
    will: Will | None
    max_inflight: int
    heard: int
    """True time of the last packet from it (ns)."""
    filters: list[str] = field(default_factory=list)
    inflight: dict[int, Publish] = field(default_factory=dict)
    queued: deque[tuple[str, bytes, bool]] = field(default_factory=deque)
    last_mid: int = 0


class Broker:
    """Mosquitto on ``machine``, with the files at ``configuration``, known as ``host``; `start` starts it.

    ``version`` is Mosquitto's. The older one ends the line of a client that is thrown out without a word, looks for
    silent clients every five seconds, and counts what is on its way as waiting, too.

    ``on_publish`` is called with the user, the topic, the payload and whether it is to be kept, of all that is
    published by right; ``refused`` counts what was published without, ``dropped`` what was too much for a slow client.
    """

    def __init__(
        self,
        network: Network,
        machine: Machine,
        configuration: Path,
        host: str = "127.0.0.1",
        version: tuple[int, ...] = DEBIAN_13,
    ) -> None:
        self.network, self.machine, self.host = network, machine, host
        self._is_older = version < DEBIAN_13
        self._look_keepalive = 5 if self._is_older else 1
        self.configuration = read_configuration(configuration)
        self.on_publish: list[Callable[[str, str, bytes, bool], None]] = []
        self.passes: Callable[[str, bytes, bool], bool] = lambda topic, payload, retain: True
        """Whether what was published by right is passed on; an honest broker passes on everything."""
        self.refused = self.dropped = 0
        self.running = False
        self.retained: dict[str, bytes] = {}
        self._saved: dict[str, bytes] = {}
        self._sessions: dict[str, Session] = {}
        self._unnamed = 0
        self._runs = 0
        self._scheduler = network.scheduler
        network.name(host, machine)
        machine.on_cut.append(self._on_cut)

    @property
    def clients(self) -> frozenset[str]:
        """The ids of the clients that are connected."""
        return frozenset(self._sessions)

    # -- its process --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start it with what was saved."""
        self.running = True
        self._runs += 1
        self.retained = dict(self._saved)
        self.network.listen(self.host, self.configuration.port, self._accept)
        self._scheduler.after(self.configuration.autosave * SECOND, self._autosave, self._runs)
        self._scheduler.after(self._look_keepalive * SECOND, self._check_keepalive, self._runs)

    def stop(self) -> None:
        """Ask it to end: it publishes the wills of all clients, saves and closes their lines."""
        for session in list(self._sessions.values()):
            self._publish_will(session)
        self.save()
        self.kill()

    def kill(self) -> None:
        """End it at once: what came since it saved is forgotten, no will is published, the kernel closes the lines."""
        sessions = list(self._sessions.values())
        self._on_cut()
        for session in sessions:
            session.end.close()

    def save(self) -> None:
        """Write what is retained to disk."""
        self._saved = dict(self.retained)

    def _on_cut(self) -> None:
        self.running = False
        self._sessions.clear()
        self.network.unlisten(self.host, self.configuration.port)

    def _autosave(self, run: int) -> None:
        if self.running and self._runs == run:
            self.save()
            self._scheduler.after(self.configuration.autosave * SECOND, self._autosave, run)

    def _check_keepalive(self, run: int) -> None:
        """Drop those who have said nothing for one and a half of their keepalive."""
        if not (self.running and self._runs == run):
            return
        for session in list(self._sessions.values()):
            silence = (self._scheduler.now - session.heard) // SECOND
            if session.keepalive and silence > session.keepalive * 3 // 2:
                self._publish_will(session)  # it is still there and may hear it, before its line ends
                session.will = None
                self._drop(session)
        self._scheduler.after(self._look_keepalive * SECOND, self._check_keepalive, run)

    # -- connections --------------------------------------------------------------------------------------------------

    def _accept(self, end: End) -> None:
        end.on_packet = lambda packet: self._on_connect(end, packet)

    def _on_connect(self, end: End, packet: Packet) -> None:
        if not isinstance(packet, Connect):
            end.close()
            return
        entry = self.configuration.passwords.get(packet.user)
        if entry is None or not _is_password(entry, packet.password):
            end.send(ConnectAck("Not authorized"))
            end.close()
            return
        client_id = packet.client_id
        if not client_id:
            self._unnamed += 1
            client_id = f"auto-{self._unnamed}"
        earlier = self._sessions.get(client_id)
        if earlier is not None:
            if not self._is_older:
                earlier.end.send(Disconnect("Session taken over"))
            self._drop(earlier)
        session = Session(
            end=end,
            client_id=client_id,
            user=packet.user,
            keepalive=packet.keepalive,
            will=packet.will,
            max_inflight=packet.receive_maximum or self.configuration.max_inflight,
            heard=self._scheduler.now,
        )
        self._sessions[client_id] = session
        end.on_packet = lambda packet: self._on_packet(session, packet)
        end.on_lost = lambda: self._drop(session)
        end.send(ConnectAck("Success"))

    def _drop(self, session: Session) -> None:
        """Give a client up that has not said good-bye: its will is published."""
        if self._sessions.get(session.client_id) is session:
            del self._sessions[session.client_id]
            session.end.close()
            self._publish_will(session)

    def _publish_will(self, session: Session) -> None:
        if session.will is not None:
            self._publish(session.user, session.will.topic, session.will.payload, session.will.retain)

    def _on_packet(self, session: Session, packet: Packet) -> None:
        if self._sessions.get(session.client_id) is not session:
            return
        session.heard = self._scheduler.now
        match packet:
            case Publish():
                self._on_message(session, packet)
            case PublishAck():
                self._on_publish_ack(session, packet.mid)
            case Subscribe(mid, filters):
                for topic_filter in filters:
                    self._subscribe(session, topic_filter)
                session.end.send(SubscribeAck(mid))
            case PingRequest():
                session.end.send(PingResponse())
            case Disconnect():
                session.will = None
                self._drop(session)
            case _:
                self._drop(session)

    # -- messages -----------------------------------------------------------------------------------------------------

    def _on_message(self, session: Session, packet: Publish) -> None:
        if packet.size > self.configuration.max_packet_size:
            if self._scheduler.random.random() < 1 / 2:  # what is unread when a line ends may swallow the reason
                session.end.send(Disconnect("Packet too large"))
            self._drop(session)
            return
        reason = self._publish(session.user, packet.topic, packet.payload, packet.retain)
        session.end.send(PublishAck(packet.mid, reason))

    def _publish(self, user: str, topic: str, payload: bytes, retain: bool) -> str:
        """Pass a message on and keep it, if its user may say it. Returns what its confirmation gives as reason."""
        if not any(matches(topic_filter, topic) for topic_filter in self.configuration.rights[user].write):
            self.refused += 1
            return "Not authorized"
        for tell in self.on_publish:
            tell(user, topic, payload, retain)
        if self.passes(topic, payload, retain):
            return self.pass_on(topic, payload, retain)
        return "Success"

    def pass_on(self, topic: str, payload: bytes, retain: bool) -> str:
        """Keep a message where that is asked for, and send it to whoever wants it. Returns as `_publish`."""
        if retain and payload:
            self.retained[topic] = payload
        elif retain:
            self.retained.pop(topic, None)
        reason = "No matching subscribers"
        for session in list(self._sessions.values()):
            for topic_filter in session.filters:
                if matches(topic_filter, topic):
                    reason = "Success"
                    self._deliver(session, topic, payload, False)
        return reason

    def _subscribe(self, session: Session, topic_filter: str) -> None:
        """Enter a filter, whatever it is: what its user may not hear is left out of what comes."""
        if topic_filter not in session.filters:
            session.filters.append(topic_filter)
        topics = [topic for topic in self.retained if matches(topic_filter, topic)]
        self._scheduler.random.shuffle(topics)  # nobody promises an order
        for topic in topics:
            self._deliver(session, topic, self.retained[topic], True)

    def _deliver(self, session: Session, topic: str, payload: bytes, retain: bool) -> None:
        if not any(matches(topic_filter, topic) for topic_filter in self.configuration.rights[session.user].read):
            return
        if len(session.inflight) < session.max_inflight:
            self._send(session, topic, payload, retain)
        elif len(session.queued) < self.configuration.max_queued + (0 if self._is_older else session.max_inflight):
            session.queued.append((topic, payload, retain))
        else:
            self.dropped += 1

    def _send(self, session: Session, topic: str, payload: bytes, retain: bool) -> None:
        session.last_mid = session.last_mid % 65535 + 1
        packet = session.inflight[session.last_mid] = Publish(session.last_mid, topic, payload, retain)
        session.end.send(packet)

    def _on_publish_ack(self, session: Session, mid: int) -> None:
        if session.inflight.pop(mid, None) is not None and session.queued:
            self._send(session, *session.queued.popleft())
