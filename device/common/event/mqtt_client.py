"""All that a table and the organiser ask of an MQTT client, which is their line to the broker.

`BrokerConnection` and `Ingest` make theirs by a `MqttClientFactory`; unless another is handed over it is that of
paho-mqtt (`PAHO`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

import msgspec

from device.common.address import Address

if TYPE_CHECKING:
    import ssl


class OutgoingMessage(msgspec.Struct, frozen=True):
    """A message to send with QoS 1."""

    topic: str
    payload: bytes
    retain: bool = False


class ReceivedMessage(Protocol):
    """A message off the wire."""

    @property
    def topic(self) -> str:
        """Where it was published."""

    @property
    def payload(self) -> bytes | bytearray:
        """Its content."""

    @property
    def retain(self) -> bool:
        """Whether the broker had kept it from before."""


class MqttOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a line connects. ``client_id`` is a name that no other client of the broker has.

    ``tls`` gives the context, or None for no TLS; it may raise OSError and ValueError. ``keepalive_s`` and
    ``connect_s`` (how long an attempt may take) are in seconds, ``retry_s`` how long to wait for the next attempt at
    first and at most. ``in_flight`` messages are sent before the first is confirmed, ``queued`` held altogether, and
    the broker sends ``receive`` before the first is confirmed. ``clean_start``: no connection takes up a session that
    the broker still has, not only the first. ``dead_ms`` is how long the kernel keeps a connection whose other end
    confirms nothing. None leaves a thing as it is by default. The broker says ``will`` where the line breaks.
    """

    client_id: str
    host: str
    port: int
    keepalive_s: int
    retry_s: tuple[int, int]
    in_flight: int
    queued: int
    user: str = ""
    password: str = ""
    tls: Callable[[], ssl.SSLContext | None] = lambda: None
    connect_s: float | None = None
    receive: int | None = None
    clean_start: bool = False
    dead_ms: int | None = None
    will: OutgoingMessage | None = None


class MqttCallbacks(msgspec.Struct, frozen=True, kw_only=True):
    """What a line calls from its own thread: the broker let it in, refused it (why, in MQTT's words), an attempt did
    not reach it, the connection is lost (why), and a message came."""

    on_connect: Callable[[], None]
    on_refused: Callable[[str], None]
    on_connect_fail: Callable[[], None] = lambda: None
    on_disconnect: Callable[[str], None]
    on_message: Callable[[ReceivedMessage], None]


class MqttClient(Protocol):
    """An MQTT 5 client that connects by itself, again and again, in a thread of its own.

    Messages have QoS 1 and keep their order; what was not confirmed when a connection broke goes out with the next.
    """

    def start(self) -> None:
        """Begin to connect, in the background. Raises OSError and ValueError where the line cannot be set up."""

    def close(self) -> None:
        """Say the will, where there is a connection and a will, and end."""

    def is_connected(self) -> bool:
        """Whether the broker is reached."""

    def met_another(self) -> bool:
        """Whether whom it reached last showed another certificate than the pinned one."""

    def subscribe(self, topics: Iterable[str]) -> None:
        """Have what is published on ``topics`` from now on, and what the broker keeps there."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> str:
        """Send a message, now or with the next connection. Why it was not taken; empty where it was."""


MqttClientFactory = Callable[[MqttOptions, MqttCallbacks], MqttClient]
"""Makes a client; it reads nothing and connects to nobody before `MqttClient.start`."""

PAHO: Address[MqttClientFactory] = Address("device.common.event.paho_client:PahoClient")
"""Loads paho, which a table without an event never needs."""
