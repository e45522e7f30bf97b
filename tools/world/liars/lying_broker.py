"""A broker that keeps messages back, and says again what was said before."""

from __future__ import annotations

from collections import defaultdict, deque

from device.common.event.wire import parse_topic
from tools.world.liars.liar import Liar, Subject
from tools.world.scheduler import SECOND

DROPS, REPEATS = 0.05, 0.05
"""How many messages it keeps back, and after how many it says an old one again."""
REMEMBERED = 30
"""Messages of each topic that it remembers."""
LATER = 3 * SECOND
ORDER = "an order kept back or said again by the broker"
CLOCK = "a table's old word said again by the broker"


class LyingBroker(Liar):
    """Lies until the evening ends, and then passes everything on."""

    def start(self) -> None:
        """Stand between tables and desk."""
        self._said: defaultdict[str, deque[tuple[bytes, bool]]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self.evening.broker.passes = self._passes

    def _passes(self, topic: str, payload: bytes, retain: bool) -> bool:
        if self.evening.closing:
            return True
        self._said[topic].append((payload, retain))
        if self.random.random() < REPEATS:
            old = self.random.choice(sorted(self._said))
            message = self.random.choice(self._said[old])
            self.scheduler.after(self.random.randrange(LATER), self._repeat, old, *message)
        if self.random.random() >= DROPS:
            return True
        self.scheduler.note("kept back", topic)
        self._lie(topic)
        return False

    def _repeat(self, topic: str, payload: bytes, retain: bool) -> None:
        broker = self.evening.broker
        if broker.running and not self.evening.closing:
            self.scheduler.note("said again", topic)
            self._lie(topic)
            broker.pass_on(topic, payload, retain)

    def _lie(self, topic: str) -> None:
        self.count()
        address = parse_topic(self.evening.event, topic)
        if address.word == "order":
            self.goes_beyond(Subject.order(address.table), ORDER)
        elif address.word == "state":
            self.goes_beyond(Subject.clock(address.table), CLOCK)
