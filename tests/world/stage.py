"""One stage for two brokers: the model of `tools.world` with its client, and Mosquitto with paho's behind a relay.

A script says what clients do; both stages write down what each of them saw, and `Stage.records` compares alike.
"""

from __future__ import annotations

import contextlib
import itertools
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from device.common.event import broker as files
from device.common.event.broker import BrokerFiles
from device.common.event.wire import Topics, user_of
from tests.event.rig import EVENT
from tests.ports import free_port

TOPICS = Topics(EVENT)
TABLES = 12
DESK = 0
"""The number of the organiser, who is no table."""
LAST = b"end of it "
RETRY_S = 0.05
CONNECT_S = 0.5
"""Shorter than any keepalive: an attempt that takes longer than that fails when it succeeds."""
Record = tuple[Any, ...]


class Member:
    """A client of one user, and what it saw."""

    def __init__(
        self,
        stage: Stage,
        name: str,
        number: int,
        *,
        will: tuple[str, bytes, bool] | None = None,
        keepalive: int = 60,
        client_id: str | None = None,
        user: str | None = None,
        password: str | None = None,
        receive_maximum: int | None = None,
        inflight: int = 20,
        queued: int = 0,
        stays_away: bool = False,
        any_reason: bool = False,
    ) -> None:
        self.stage, self.name, self.number = stage, name, number
        self.record: list[Record] = []
        self.messages: list[Record] = []
        self._heard: Counter[bytes] = Counter()
        self.filters: list[str] = []
        self.inside = self.ready = False
        self.answers = 0
        """How often it was let in and subscribed, or refused."""
        self.answered: set[int] = set()
        self.confirmed: dict[int, str] = {}
        self._first: int | None = None
        self.settled = -1
        self.stays_away, self._any_reason = stays_away, any_reason
        own = stage.files.desk if number == DESK else (user_of(EVENT, number), stage.files.given[number])
        self.last_topic = TOPICS.of_table(TABLES, "ask-time") if number == DESK else TOPICS.of_desk("all", "notice")
        self.client = stage.made(self, name if client_id is None else client_id)
        self.client.username_pw_set(user or own[0], password or own[1])
        if will is not None:
            self.client.will_set(will[0], will[1], 1, will[2])
        self.client.reconnect_delay_set(RETRY_S, RETRY_S)
        self.client.connect_timeout = CONNECT_S
        self.client.max_inflight_messages_set(inflight)
        self.client.max_queued_messages_set(queued)
        self.client.on_connect = self._on_connect
        self.client.on_disconnect = self._on_disconnect
        self.client.on_message = self._on_message
        self.client.on_subscribe = self._on_subscribe
        self.client.on_publish = self._on_publish
        options = Properties(PacketTypes.CONNECT)
        if receive_maximum is not None:
            options.ReceiveMaximum = receive_maximum
        self.client.connect_async("127.0.0.1", stage.port_of(self), keepalive, clean_start=True, properties=options)
        with stage.acting(self):
            self.client.loop_start()

    def _on_connect(self, client, _data, _flags, reason, _properties):
        self.record.append(("in", str(reason)))
        self.inside = True
        if reason.is_failure:
            self.answers += 1
        else:
            _, self._first = client.subscribe([(topic, 1) for topic in (self.last_topic, *self.filters)])

    def _on_subscribe(self, _client, _data, mid, _codes, _properties):
        self.answered.add(mid)
        if mid == self._first:
            self.answers += 1
            self.ready = True

    def _on_disconnect(self, client, _data, flags, reason, _properties):
        if self.inside:  # through the relay an attempt breaks as a line does
            why = () if self._any_reason else (str(reason), flags.is_disconnect_packet_from_server)
            self.record.append(("out", *why))
        self.inside = self.ready = False
        if self.stays_away:
            client.reconnect_delay_set(3600, 3600)

    def _on_publish(self, _client, _data, mid, reason, _properties):
        self.confirmed[mid] = str(reason)

    def _on_message(self, _client, _data, message):
        if message.payload.startswith(LAST):
            self.settled = int(message.payload.removeprefix(LAST))
            return
        seen = (message.topic.removeprefix(f"{TOPICS.root}/"), bytes(message.payload), bool(message.retain))
        self.record.append(seen)
        self.messages.append(seen)
        self._heard[seen[1]] += 1

    # -- what a script says -------------------------------------------------------------------------------------------

    def subscribe(self, *filters: str) -> None:
        """Subscribe, now and with every further connection; waits for the broker's answer."""
        self.filters += [topic_filter for topic_filter in filters if topic_filter not in self.filters]
        _, mid = self.client.subscribe([(topic_filter, 1) for topic_filter in filters])
        self.stage.until(lambda: mid in self.answered, "it is subscribed")

    def say(self, topic: str, payload: bytes, *, keep: bool = False) -> Any:
        """Publish, and do not wait."""
        return self.client.publish(topic, payload, 1, keep)

    def publish(self, topic: str, payload: bytes, *, keep: bool = False) -> None:
        """Publish, and wait until the broker has it."""
        self.is_confirmed(self.say(topic, payload, keep=keep))

    def is_confirmed(self, info: Any) -> None:
        """Wait until the broker has confirmed a message."""
        self.stage.until(lambda: info.mid in self.confirmed, f"message {info.mid} is confirmed")

    def hears(self, payload: bytes, times: int = 1) -> None:
        """Wait until a message came."""
        self.stage.until(lambda: self._heard[payload] >= times, f"{self.name} hears {payload!r}")

    def is_out(self, times: int = 1) -> None:
        """Wait until the line was lost."""
        self.stage.until(lambda: sum(seen[0] == "out" for seen in list(self.record)) >= times, f"{self.name} is out")

    def is_in(self, times: int) -> None:
        """Wait until it was let in and had subscribed so often."""
        self.stage.until(lambda: self.answers >= times, f"{self.name} is in")

    def leave(self) -> None:
        """Say good-bye; waits until the broker knows it."""
        self.client.disconnect()
        self.is_out()
        self.stage.until(lambda: self.stage.is_gone(self), f"the broker knows that {self.name} left")


class Stage(ABC):
    """A broker and its clients. ``notes`` is for what a script reads beside the clients' records."""

    def __init__(self, folder: Path) -> None:
        self.files: BrokerFiles = files.make(folder, EVENT, TABLES, "127.0.0.1", free_port(), address="127.0.0.1")
        self.members: list[Member] = []
        self.notes: list[Any] = []
        self._ends = itertools.count()
        self.prompters: list[Member] = []

    def __enter__(self) -> Self:
        """Start the broker, and those who say the last word to everybody."""
        with contextlib.ExitStack() as stack:
            stack.callback(self.close)
            self.start_broker()
            self.prompters = [Member(self, "prompter", DESK), Member(self, "prompting table", TABLES)]
            self.until(lambda: all(prompter.ready for prompter in self.prompters), "the prompters are in")
            stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """End everything."""
        self.close()

    def member(self, name: str, number: int, *filters: str, **more: Any) -> Member:
        """A client of the table of that number, or of the organiser, which is let in and has subscribed."""
        member = Member(self, name, number, **more)
        self.members.append(member)
        member.is_in(1)
        if filters:
            member.subscribe(*filters)
        return member

    def settle(self) -> None:
        """Wait until everybody who is connected has heard all that the broker has for him."""
        end = next(self._ends)
        for member in self.members:
            self.until(lambda member=member: member.inside == member.ready, f"{member.name} has subscribed")
        self.until(lambda: all(prompter.ready for prompter in self.prompters), "the prompters are in")
        desk, table = self.prompters
        desk.publish(TOPICS.of_desk("all", "notice"), LAST + b"%d" % end)
        table.publish(TOPICS.of_table(TABLES, "ask-time"), LAST + b"%d" % end)
        for member in self.members:
            if member.ready:
                self.until(lambda member=member: member.settled == end, f"{member.name} has heard everything")

    def records(self) -> dict[str, list[Record]]:
        """What everybody saw. Retained messages that came together have no order."""
        records = {"notes": self.notes}
        for member in self.members:
            records[f"{member.name} confirmed"] = list(member.confirmed.values())
            together = itertools.groupby(member.record, lambda seen: seen[-1] is True and seen[0] != "out")
            records[member.name] = [
                seen for is_ordered, group in together for seen in (sorted(group) if is_ordered else list(group))
            ]
        return records

    @abstractmethod
    def made(self, member: Member, client_id: str) -> Any:
        """A client of paho's form."""

    @abstractmethod
    def port_of(self, member: Member) -> int:
        """The port where that client finds the broker."""

    @abstractmethod
    def acting(self, member: Member) -> contextlib.AbstractContextManager[None]:
        """Within it that client's machine runs."""

    @abstractmethod
    def until(self, holds: Callable[[], Any], awaited: str) -> None:
        """Wait for something to be so."""

    @abstractmethod
    def is_gone(self, member: Member) -> bool:
        """Whether the broker has no line of that client any more."""

    @abstractmethod
    def start_broker(self) -> None:
        """Start it with what it has saved."""

    @abstractmethod
    def stop_broker(self) -> None:
        """Ask it to end."""

    @abstractmethod
    def kill_broker(self) -> None:
        """End it at once."""

    @abstractmethod
    def save_broker(self) -> None:
        """Let it save now, as it does by itself every so often."""

    @abstractmethod
    def cut(self, member: Member) -> None:
        """Hold back whatever goes between that client and the broker, without a word to either."""

    @abstractmethod
    def mend(self, member: Member) -> None:
        """Let it pass again."""

    @abstractmethod
    def break_line(self, member: Member) -> None:
        """Break the line of that client; both ends know it."""

    @abstractmethod
    def publish_unanswered(self, member: Member, topic: str, payload: bytes, heard_by: Member) -> None:
        """Publish, and break the line when the broker has it and its answer is still on the way."""

    @abstractmethod
    def close(self) -> None:
        """End everything."""
