"""Messages that a client has taken and the broker has not confirmed, and what whoever published them gets in hand."""

from __future__ import annotations

from enum import Enum, auto

from paho.mqtt.client import error_string
from paho.mqtt.enums import MQTTErrorCode

from tools.world.packets import Publish
from tools.world.stand_ins import Event


class Handed(Enum):
    """How far a message is."""

    TO_SEND = auto()
    SENT = auto()
    QUEUED = auto()


class MessageInfo:
    """What `Client.publish` returns, with paho's names."""

    def __init__(self, mid: int) -> None:
        self.mid, self.rc = mid, MQTTErrorCode.MQTT_ERR_SUCCESS
        self._published = Event()

    def is_published(self) -> bool:
        """Whether the broker has confirmed it. Raises as `wait_for_publish`."""
        self._check()
        return self._published.is_set()

    def wait_for_publish(self, timeout: float | None = None) -> None:
        """Wait until the broker has confirmed it. Raises ValueError and RuntimeError where it was not taken at once."""
        self._check()
        self._published.wait(timeout)

    def _check(self) -> None:
        if self.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE:
            raise ValueError("Message is not queued due to ERR_QUEUE_SIZE")
        if self.rc > 0:
            raise RuntimeError(f"Message publish failed: {error_string(self.rc)}")

    def set_published(self) -> None:
        """The broker has confirmed it."""
        self._published.set()


class Outgoing:
    """A message that the broker has not confirmed."""

    def __init__(self, packet: Publish) -> None:
        self.packet, self.state, self.info = packet, Handed.TO_SEND, MessageInfo(packet.mid)
