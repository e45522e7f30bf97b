"""A table at an event without a network: its outbox is real, time is virtual, and somebody switches the line."""

from __future__ import annotations

from device.common.event.wire import Topics, encode, parse_topic
from device.event.session import EventSession
from device.event.status import EventStatus
from rules.game import SECOND
from tests.event.desk import Desk
from tests.event.test_sending_machine import Memory

EVENT = "pisek"
TOPICS = Topics(EVENT)
HOUR = 3600 * SECOND
BOOT, DEVICE = "b0" * 16, "d0" * 8


class Evening:
    """A table with a real outbox, virtual time, and a network that somebody switches."""

    def __init__(self, now=7 * HOUR) -> None:
        self.now = now
        self.journal = Memory()
        self.told = []
        self.journal.outbox.join(EVENT, 7)
        self.table = EventSession(EVENT, 7, BOOT, DEVICE, self.journal.outbox, self.told.append)
        self.journal.outbox.on_more = self.table.publisher.on_more
        self.back: list[tuple[str, bytes]] = []
        self.desk = Desk(EVENT, lambda topic, body, _: self.back.append((topic, body)), now=lambda: self.now + 9 * HOUR)
        self.sent: list[tuple[int, str]] = []

    def pass_on(self, seconds: int, *, answered: bool = True) -> None:
        """Time passes, second by second; the organiser answers at once."""
        for _ in range(seconds):
            self.now += SECOND
            for out in self.table.poll(self.now):
                self.sent.append((self.now, parse_topic(EVENT, out.topic).word))
                if answered:
                    self.desk.heard(out.topic, out.payload)
            while self.back:
                self.table.on_message(*self.back.pop(0), self.now)

    @property
    def status(self) -> EventStatus:
        return self.table.status(self.now)

    def hear(self, topic, message, **how) -> None:
        self.table.on_message(topic, encode(message), self.now, **how)

    def words(self, word: str) -> list[int]:
        return [now for now, sent_word in self.sent if sent_word == word]
