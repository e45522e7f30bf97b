"""An MQTT client that lies in memory: what was handed over stands in a queue, what comes a test says."""

from __future__ import annotations

import queue
from collections.abc import Iterable

import msgspec

from device.common.event.mqtt_client import MqttCallbacks, MqttOptions
from device.common.event.wire import encode


class Published(msgspec.Struct, frozen=True):
    """A message as it goes over a line, either way."""

    topic: str
    payload: bytes
    retain: bool = False


class ClientInMemory:
    """A client without a network, in place of paho's."""

    def __init__(self, options: MqttOptions, callbacks: MqttCallbacks) -> None:
        self.options, self.callbacks = options, callbacks
        self.topics: list[str] = []
        self.out: queue.SimpleQueue[Published] = queue.SimpleQueue()
        self.up = self.another = False
        self.calls: queue.SimpleQueue[str] = queue.SimpleQueue()

    def start(self) -> None:
        self.calls.put("start")

    def close(self) -> None:
        self.up = False
        self.calls.put("close")

    def is_connected(self) -> bool:
        return self.up

    def met_another(self) -> bool:
        return self.another

    def subscribe(self, topics: Iterable[str]) -> None:
        self.topics += topics

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> str:
        self.out.put(Published(topic, payload, retain))
        return ""

    def connect(self) -> None:
        """The broker lets it in."""
        self.up = True
        self.callbacks.on_connect()

    def hear(self, topic: str, message: msgspec.Struct) -> None:
        """The broker passes a message on."""
        self.callbacks.on_message(Published(topic, encode(message)))

    def next_on(self, topic: str) -> Published:
        """The next message that is sent there; others before it are passed over."""
        while (sent := self.out.get(timeout=20)).topic != topic:
            pass
        return sent


class ClientsInMemory:
    """Makes clients in memory, and knows them."""

    def __init__(self) -> None:
        self.clients: list[ClientInMemory] = []

    def __call__(self, options: MqttOptions, callbacks: MqttCallbacks) -> ClientInMemory:
        self.clients.append(ClientInMemory(options, callbacks))
        return self.clients[-1]
