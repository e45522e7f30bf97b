"""paho's client as the product uses it: its thread, its queue, its retries and its callbacks, on a simulated line.

`Client` has paho's names and follows paho-mqtt 2.2's own steps, its odd ones too: after a first attempt that fails it
waits twice, and a good-bye said while it connects is forgotten. Only MQTT 5 and QoS 1 are there. A factory of the form
of paho's constructor is ``functools.partial(Client, network)``.
"""

from __future__ import annotations

import ssl
from collections import deque
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from paho.mqtt.client import MQTT_CLEAN_START_FIRST_ONLY, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from tools.world.network import End, Network
from tools.world.outgoing import Handed, MessageInfo, Outgoing
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
)
from tools.world.scheduler import SECOND, Task, current
from tools.world.stand_ins import Thread

TAKEN = MQTTErrorCode.MQTT_ERR_SUCCESS
BROKEN = "Unspecified error"
"""The reason that paho gives for a line that broke."""
QUALITY = 1
"""The only quality of service that the product asks for."""


def _no_callback(*_: Any) -> None:
    """Stands for a callback that nobody set."""


class _State(Enum):
    """How far a client is."""

    NEW = auto()
    CONNECTING = auto()
    CONNECTED = auto()
    LOST = auto()
    DISCONNECTING = auto()
    DISCONNECTED = auto()


class Client:
    """Stands for `paho.mqtt.client.Client` on the machine that makes it."""

    def __init__(
        self,
        network: Network,
        callback_api_version: CallbackAPIVersion = CallbackAPIVersion.VERSION2,
        client_id: str = "",
        protocol: MQTTProtocolVersion = MQTTProtocolVersion.MQTTv5,
        reconnect_on_failure: bool = True,
    ) -> None:
        given = (callback_api_version, protocol, reconnect_on_failure)
        if given != (CallbackAPIVersion.VERSION2, MQTTProtocolVersion.MQTTv5, True):
            raise ValueError(f"the model knows no {given}")
        self._network, self._scheduler, self._machine = network, network.scheduler, current().machine
        self.connect_timeout = 5.0
        self.on_connect = self.on_connect_fail = self.on_disconnect = self.on_message = _no_callback
        self.on_subscribe = self.on_publish = self.on_socket_open = _no_callback
        self._client_id, self._user, self._password = client_id, "", ""
        self._will: Will | None = None
        self._max_inflight, self._max_queued = 20, 0
        self._delays: tuple[float, float] = (1, 120)
        self._delay: float | None = None
        self._address = ("", 0)
        self._keepalive = 60
        self._receive_maximum: int | None = None
        self._state = _State.NEW
        self._end: End | None = None
        self._thread: Thread | None = None
        self._task: Task | None = None
        self._idle = self._terminating = False
        self._arrived: deque[Packet | None] = deque()
        """What the line has brought; None: it broke."""
        self._to_write: deque[Packet] = deque()
        self._messages: dict[int, Outgoing] = {}
        self._inflight = self._last_mid = 0
        self._last_out = self._last_in = 0
        self._pinged: int | None = None

    # -- settings -----------------------------------------------------------------------------------------------------

    def username_pw_set(self, username: str | None, password: str | None = None) -> None:
        """As paho's."""
        self._user, self._password = username or "", password or ""

    def will_set(self, topic: str, payload: bytes, qos: int = 0, retain: bool = False) -> None:
        """As paho's."""
        _check_quality(qos)
        self._will = Will(topic, bytes(payload), retain)

    def max_inflight_messages_set(self, inflight: int) -> None:
        """As paho's."""
        self._max_inflight = inflight

    def max_queued_messages_set(self, queue_size: int) -> Client:
        """As paho's."""
        self._max_queued = queue_size
        return self

    def reconnect_delay_set(self, min_delay: float = 1, max_delay: float = 120) -> None:
        """As paho's."""
        self._delays, self._delay = (min_delay, max_delay), None

    def tls_set_context(self, context: ssl.SSLContext | None = None) -> None:
        """Lines have no TLS here."""

    def connect_async(
        self,
        host: str,
        port: int = 1883,
        keepalive: int = 60,
        *,
        clean_start: bool | int = MQTT_CLEAN_START_FIRST_ONLY,
        properties: Properties | None = None,
    ) -> None:
        """As paho's. ``clean_start`` changes nothing: without an expiry no session outlives its line."""
        if properties is not None:
            self._receive_maximum = getattr(properties, "ReceiveMaximum", None)
            if getattr(properties, "SessionExpiryInterval", 0):
                raise ValueError("the model knows no session that outlives its line")
        self._address, self._keepalive = (host, port), keepalive * SECOND

    # -- for any thread -----------------------------------------------------------------------------------------------

    def is_connected(self) -> bool:
        """As paho's."""
        return self._state is _State.CONNECTED

    def loop_start(self) -> MQTTErrorCode:
        """As paho's."""
        if self._thread is not None:
            return MQTTErrorCode.MQTT_ERR_INVAL
        self._terminating = False
        self._thread = Thread(target=self._run, name=f"paho-mqtt-client-{self._client_id}")
        self._thread.start()
        return TAKEN

    def loop_stop(self) -> MQTTErrorCode:
        """As paho's: waits until the thread has ended."""
        if self._thread is None:
            return MQTTErrorCode.MQTT_ERR_INVAL
        self._terminating = True
        self._wake()
        if self._scheduler.task is not self._task:
            self._thread.join()
        return TAKEN

    def disconnect(self) -> MQTTErrorCode:
        """As paho's."""
        if self._end is None:
            self._state = _State.DISCONNECTED
            return MQTTErrorCode.MQTT_ERR_NO_CONN
        self._state = _State.DISCONNECTING
        self._write(Disconnect("Normal disconnection"))
        return TAKEN

    def subscribe(self, topic: str | list[tuple[str, int]], qos: int = QUALITY) -> tuple[MQTTErrorCode, int | None]:
        """As paho's, for one filter or a list of filters with their quality."""
        wanted = [(topic, qos)] if isinstance(topic, str) else topic
        for _, quality in wanted:
            _check_quality(quality)
        if self._end is None:
            return MQTTErrorCode.MQTT_ERR_NO_CONN, None
        mid = self._next_mid()
        self._write(Subscribe(mid, tuple(topic_filter for topic_filter, _ in wanted)))
        return TAKEN, mid

    def publish(self, topic: str, payload: bytes | None = None, qos: int = 0, retain: bool = False) -> MessageInfo:
        """As paho's: sent, queued, or kept for the next connection (``MQTT_ERR_NO_CONN``)."""
        for tell in self._network.on_handed_over:
            tell(self._machine, topic, bytes(payload or b""))
        _check_quality(qos)
        message = Outgoing(Publish(self._next_mid(), topic, bytes(payload or b""), retain))
        full = 0 < self._max_queued <= len(self._messages)
        if full or message.packet.mid in self._messages:
            message.info.rc = MQTTErrorCode.MQTT_ERR_QUEUE_SIZE
            return message.info
        self._messages[message.packet.mid] = message
        if self._end is None:
            message.info.rc = MQTTErrorCode.MQTT_ERR_NO_CONN
        elif self._has_room:
            self._send(message)
        else:
            message.state = Handed.QUEUED
        return message.info

    @property
    def _has_room(self) -> bool:
        return self._max_inflight == 0 or self._inflight < self._max_inflight

    def _next_mid(self) -> int:
        self._last_mid = self._last_mid % 65535 + 1
        return self._last_mid

    def _send(self, message: Outgoing) -> None:
        self._inflight += 1
        message.state = Handed.SENT
        self._write(message.packet)

    def _write(self, packet: Packet) -> None:
        self._to_write.append(packet)
        self._wake()

    def _wake(self) -> None:
        if self._idle:
            self._idle = False
            self._scheduler.wake(self._task)

    # -- its thread ---------------------------------------------------------------------------------------------------

    @property
    def _ends(self) -> bool:
        return self._terminating or self._state in (_State.DISCONNECTING, _State.DISCONNECTED)

    def _run(self) -> None:
        self._task = self._scheduler.task
        try:
            self._run_forever()
        finally:
            self._thread = None
            if self._end is not None:
                self._end.close()

    def _run_forever(self) -> None:
        if not self._ends and not self._connects():
            self._wait_to_reconnect()
        while True:
            self._serve()
            if self._ends:
                return
            self._wait_to_reconnect()
            if self._ends:
                return
            self._connects()

    def _connects(self) -> bool:
        """One attempt to connect; False where it failed."""
        self._state = _State.CONNECTING
        self._close_line()
        self._pinged = None
        self._to_write.clear()
        self._last_out = self._last_in = self._scheduler.now
        self._inflight = 0
        for message in self._messages.values():
            if message.state is Handed.SENT:
                message.packet = replace(message.packet, duplicate=True)
            message.state = Handed.TO_SEND
        try:
            self._end = end = self._network.connect(self._machine, *self._address, int(self.connect_timeout * SECOND))
        except OSError:
            self.on_connect_fail(self, None)
            return False
        end.on_packet = self._on_packet
        end.on_lost = lambda: self._on_packet(None)
        self._arrived.clear()
        self.on_socket_open(self, None, end)
        connect = Connect(
            client_id=self._client_id,
            user=self._user,
            password=self._password,
            keepalive=self._keepalive // SECOND,
            will=self._will,
            receive_maximum=self._receive_maximum,
        )
        self._to_write.appendleft(connect)
        return True

    def _close_line(self) -> None:
        if self._end is not None:
            self._end.on_lost = _no_callback
            self._end.on_packet = _no_callback
            self._end.close()
            self._end = None

    def _wait_to_reconnect(self) -> None:
        self._delay = self._delays[0] if self._delay is None else min(self._delay * 2, self._delays[1])
        until = self._scheduler.now + int(self._delay * SECOND)
        while not self._ends and (left := until - self._scheduler.now) > 0:
            self._network.sleep(min(left, SECOND))

    def _on_packet(self, packet: Packet | None) -> None:
        """The line brings something; the thread takes it when it gets to it."""
        self._arrived.append(packet)
        self._wake()

    def _serve(self) -> None:
        """Write, read and keep the line alive, until it is gone or the thread is to end."""
        while self._end is not None:
            if self._to_write:
                self._write_next()
            elif self._arrived:
                self._read_next()
            elif self._terminating and not self._messages:
                return
            else:
                self._keep_alive()
                if self._end is not None and not self._to_write:
                    self._idle = True
                    due = min(self._last_out, self._last_in) + self._keepalive
                    self._scheduler.park(due - self._scheduler.now if self._keepalive else None)
                    self._idle = False

    def _write_next(self) -> None:
        assert self._end is not None
        packet = self._to_write.popleft()
        self._end.send(packet)
        self._last_out = self._scheduler.now
        if isinstance(packet, Disconnect):
            self._tell_disconnect("Success")
            self._close_line()
            self._state = _State.DISCONNECTED

    def _read_next(self) -> None:
        packet = self._arrived.popleft()
        self._last_in = self._scheduler.now
        match packet:
            case None:
                self._lose(BROKEN)
            case ConnectAck(reason):
                self._on_connect_ack(reason)
            case SubscribeAck(mid):
                codes = [ReasonCode(PacketTypes.SUBACK, f"Granted QoS {QUALITY}")]
                self.on_subscribe(self, None, mid, codes, Properties(PacketTypes.SUBACK))  # type: ignore[no-untyped-call]
            case Publish():
                self._on_message(packet)
            case PublishAck(mid, reason):
                self._on_publish_ack(mid, reason)
            case PingResponse():
                self._pinged = None
            case Disconnect(reason):
                self._close_line()
                self._tell_disconnect(reason, from_server=True)
            case _:
                raise AssertionError(packet)

    def _on_connect_ack(self, reason: str) -> None:
        code = ReasonCode(PacketTypes.CONNACK, reason)
        if not code.is_failure:
            self._state = _State.CONNECTED
            self._delay = None
        properties = Properties(PacketTypes.CONNACK)  # type: ignore[no-untyped-call]
        self.on_connect(self, None, ConnectFlags(session_present=False), code, properties)
        if code.is_failure:
            self._lose("Protocol error")
            return
        for message in list(self._messages.values()):
            if message.state is Handed.QUEUED:
                return
            if message.state is Handed.TO_SEND:
                self._send(message)

    def _on_message(self, packet: Publish) -> None:
        message = MQTTMessage(packet.mid, packet.topic.encode())
        message.payload, message.qos, message.retain = packet.payload, QUALITY, packet.retain
        message.dup = packet.duplicate
        self.on_message(self, None, message)
        self._write(PublishAck(packet.mid))

    def _on_publish_ack(self, mid: int, reason: str) -> None:
        if mid not in self._messages:
            return
        code, properties = ReasonCode(PacketTypes.PUBACK, reason), Properties(PacketTypes.PUBACK)  # type: ignore[no-untyped-call]
        self.on_publish(self, None, mid, code, properties)
        confirmed = self._messages.pop(mid)
        confirmed.info.set_published()
        self._inflight -= 1
        for message in self._messages.values():
            if not self._has_room:
                return
            if message.state is Handed.QUEUED:
                self._send(message)

    def _keep_alive(self) -> None:
        """Ask the broker for a word, or give the line up."""
        now, patience = self._scheduler.now, self._keepalive
        if not patience or (now - self._last_out < patience and now - self._last_in < patience):
            return
        if self._state is _State.CONNECTED and (self._pinged is None or now - self._last_in < patience):
            if self._pinged is None or now - self._pinged >= patience:
                self._pinged = now
                self._to_write.append(PingRequest())
            self._last_out = self._last_in = now
        else:
            self._lose("Keep alive timeout")

    def _lose(self, reason: str) -> None:
        """The line is given up. Unless it broke by itself the client goes on saying that it is connected, as paho."""
        self._close_line()
        if self._state in (_State.DISCONNECTING, _State.DISCONNECTED):
            self._state, reason = _State.DISCONNECTED, "Success"
        self._tell_disconnect(reason)
        if reason == BROKEN:
            self._state = _State.LOST

    def _tell_disconnect(self, reason: str, *, from_server: bool = False) -> None:
        flags = DisconnectFlags(is_disconnect_packet_from_server=from_server)
        code = ReasonCode(PacketTypes.DISCONNECT, reason)
        properties = Properties(PacketTypes.DISCONNECT)  # type: ignore[no-untyped-call]
        self.on_disconnect(self, None, flags, code, properties)


def _check_quality(qos: int) -> None:
    if qos != QUALITY:
        raise ValueError(f"the model knows no QoS {qos}")
