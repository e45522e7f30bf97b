"""paho-mqtt as a line to the broker (`device.common.event.mqtt_client`)."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterable
from typing import Any

from paho.mqtt.client import MQTT_CLEAN_START_FIRST_ONLY, Client, error_string
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from device.common.event.mqtt_client import MqttCallbacks, MqttOptions
from device.common.event.tls import PinnedContext

GOODBYE_S = 1.0
"""Seconds that the broker may take to confirm the will of a line that ends."""


class PahoClient:
    """A client of paho's, whose thread holds the socket. ``make`` makes it, as its class does."""

    def __init__(self, options: MqttOptions, callbacks: MqttCallbacks, make: Callable[..., Client] = Client) -> None:
        self._options = options
        self._callbacks = callbacks
        self._pinned: PinnedContext | None = None
        client = self._client = make(
            CallbackAPIVersion.VERSION2,
            client_id=options.client_id,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=True,
        )
        if options.user:
            client.username_pw_set(options.user, options.password)
        if options.will is not None:
            client.will_set(options.will.topic, options.will.payload, 1, options.will.retain)
        client.max_inflight_messages_set(options.in_flight)
        client.max_queued_messages_set(options.queued)
        client.reconnect_delay_set(*options.retry_s)
        if options.connect_s is not None:
            client.connect_timeout = options.connect_s
        client.on_socket_open = self._on_socket_open
        client.on_connect = self._on_connect
        client.on_connect_fail = lambda _client, _data: callbacks.on_connect_fail()
        client.on_disconnect = lambda _client, _data, _flags, reason, _more: callbacks.on_disconnect(str(reason))
        client.on_message = lambda _client, _data, message: callbacks.on_message(message)

    def start(self) -> None:
        """Make the TLS context, and let paho's thread connect."""
        options = self._options
        context = options.tls()
        if context is not None:
            self._client.tls_set_context(context)
        self._pinned = context if isinstance(context, PinnedContext) else None
        asked = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        if options.receive is not None:
            asked.ReceiveMaximum = options.receive
        clean_start = True if options.clean_start else MQTT_CLEAN_START_FIRST_ONLY
        self._client.connect_async(
            options.host, options.port, options.keepalive_s, clean_start=clean_start, properties=asked
        )
        self._client.loop_start()

    def close(self) -> None:
        """Wait for paho's thread, too."""
        will = self._options.will
        if will is not None and self._client.is_connected():
            with contextlib.suppress(RuntimeError, ValueError):
                self._client.publish(will.topic, will.payload, 1, will.retain).wait_for_publish(GOODBYE_S)
        with contextlib.suppress(OSError):
            self._client.disconnect()
        self._client.loop_stop()

    def is_connected(self) -> bool:
        """As paho has it."""
        return self._client.is_connected()

    def met_another(self) -> bool:
        """As the handshake found it: paho itself does not say why it failed."""
        return self._pinned is not None and self._pinned.another

    def subscribe(self, topics: Iterable[str]) -> None:
        """With QoS 1."""
        self._client.subscribe([(topic, 1) for topic in topics])

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> str:
        """Without a connection paho keeps it for the next one."""
        sent = self._client.publish(topic, payload, 1, retain)
        taken = sent.rc in (MQTTErrorCode.MQTT_ERR_SUCCESS, MQTTErrorCode.MQTT_ERR_NO_CONN)
        return "" if taken else error_string(sent.rc)

    def _on_socket_open(self, _client: Client, _data: Any, opened: Any) -> None:
        if self._options.dead_ms is not None:
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, self._options.dead_ms)

    def _on_connect(self, _client: Client, _data: Any, _flags: Any, reason: ReasonCode, _more: Any) -> None:
        if reason.is_failure:
            self._callbacks.on_refused(str(reason))
        else:
            self._callbacks.on_connect()
