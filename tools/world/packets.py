"""Values that lines carry: packets of MQTT 5 between a client and the broker, and messages of other protocols."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes for a client whose line breaks."""

    topic: str
    payload: bytes
    retain: bool


@dataclass(frozen=True, slots=True)
class Connect:
    """A client asks to be let in. ``keepalive`` is in seconds, ``receive_maximum`` (None: not said) in messages."""

    client_id: str
    user: str
    password: str
    keepalive: int
    will: Will | None = None
    receive_maximum: int | None = None


@dataclass(frozen=True, slots=True)
class ConnectAck:
    """The broker's answer to `Connect`: a reason as MQTT 5 names it."""

    reason: str


@dataclass(frozen=True, slots=True)
class Publish:
    """A message of QoS 1. ``duplicate``: it was sent before, and nobody confirmed it."""

    mid: int
    topic: str
    payload: bytes
    retain: bool
    duplicate: bool = False

    @property
    def size(self) -> int:
        """Bytes after the packet's fixed header: topic, number, no properties, payload."""
        return 2 + len(self.topic.encode()) + 2 + 1 + len(self.payload)


@dataclass(frozen=True, slots=True)
class PublishAck:
    """A `Publish` has arrived; ``reason`` is as MQTT 5 names it, and nobody sends again for a bad one."""

    mid: int
    reason: str = "Success"


@dataclass(frozen=True, slots=True)
class Subscribe:
    """A client wants to hear what these filters match."""

    mid: int
    filters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubscribeAck:
    """The broker has entered a `Subscribe`."""

    mid: int


@dataclass(frozen=True, slots=True)
class PingRequest:
    """The client is still there."""


@dataclass(frozen=True, slots=True)
class PingResponse:
    """So is the broker."""


@dataclass(frozen=True, slots=True)
class Disconnect:
    """A good-bye with a reason as MQTT 5 names it: after the client's the broker publishes no will."""

    reason: str


@dataclass(frozen=True, slots=True)
class Text:
    """A message of a WebSocket, which is on no broker's line."""

    text: str


class DatabaseMessage:
    """A message between PostgreSQL and a client of its own (`tools.world.postgresql.messages`)."""

    __slots__ = ()


Packet: TypeAlias = (
    Connect
    | ConnectAck
    | Publish
    | PublishAck
    | Subscribe
    | SubscribeAck
    | PingRequest
    | PingResponse
    | Disconnect
    | Text
    | DatabaseMessage
)


@functools.cache
def _pattern(topic_filter: str) -> re.Pattern[str]:
    levels = ["[^/]*" if level == "+" else re.escape(level) for level in topic_filter.split("/")]
    if levels[-1] != re.escape("#"):
        return re.compile("/".join(levels))
    parent = "/".join(levels[:-1])
    return re.compile(f"{parent}(?:/.*)?" if parent else ".*", re.DOTALL)


def matches(topic_filter: str, topic: str) -> bool:
    """Whether a filter takes a topic in: ``+`` stands for one level, ``#`` for all further ones and for its parent.

    >>> matches("dvojtah/1/pisek/desk/7/+", "dvojtah/1/pisek/desk/7/order")
    True
    >>> matches("a/#", "a"), matches("a/+", "a"), matches("a/+", "a/b/c")
    (True, False, False)
    """
    return _pattern(topic_filter).fullmatch(topic) is not None
