"""A telephone's page and the table's end of its line in simulated time: clocks that drift, are slewed and sleep.

The line is TCP's: what is sent arrives in order or not at all, and may stall; it breaks aloud, or falls silent until
whoever listens gives it up. The table's end is the real one, the page does what button.js does. Times in ns of a true
clock, which neither of them reads.
"""

from __future__ import annotations

import heapq
import itertools
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from device.browser.admission import AdmittedPress, SideHolders
from device.browser.button import VERSION, ButtonLine, PhoneMemory
from device.pods.link import ButtonChange, MissedChanges
from tools.play.clocks import MS, SECOND, Clock, Way

START = 1_000 * SECOND
TICK = 20 * MS
LOOK = 250 * MS
SILENCE = 2500 * MS
LEAP = 250
LAST = 30
"""Seconds without faults at the end, so that everything arrives."""


@dataclass
class Call:
    """What is to happen to a telephone. Moments are seconds since the beginning: a span is (from, until).

    ``is_running``: the clock of its side runs all the time.
    """

    up: Way
    down: Way | None = None
    seconds: int = 120
    ppm: int = 0
    seed: int = 0
    every: float = 2.0
    steps: int = 100_000
    slews: tuple[tuple[float, float, int], ...] = ()
    cuts: tuple[tuple[float, float, bool], ...] = ()
    sleeps: tuple[tuple[float, float], ...] = ()
    host_sleeps: tuple[tuple[float, float], ...] = ()
    loads: tuple[float, ...] = ()
    wall_leaps: tuple[tuple[float, int], ...] = ()
    is_running: bool = False


@dataclass(eq=False)
class Wire:
    """A connection: the table's end, whether each end still listens, and when what is on its way arrives at each."""

    line: ButtonLine
    suspended: int = 0
    page_listens: bool = True
    table_listens: bool = True
    arrives: list[int] = field(default_factory=lambda: [0, 0])


class PhoneWorld:
    """A call as it goes on. ``truth`` has each change (when, level), ``stamps`` the error and the doubt of each (ns).

    ``admitted`` is what each counts for. ``by_arrival`` is the error that each would have had without stamps: how long
    it was on its way.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        self.chance = random.Random(call.seed)
        self.host, self.own = Clock(START), Clock(7 * SECOND, call.ppm)
        self.memory = PhoneMemory("0123456789abcdef")
        self.sides = SideHolders(START)
        self.sides.ask(0, self.memory.telephone, START)
        self.truth: list[tuple[int, bool]] = []
        self.changes: list[ButtonChange] = []
        self.stamps: list[tuple[int, int]] = []
        self.admitted: list[AdmittedPress] = []
        self.by_arrival: list[int] = []
        self.missed = 0
        self._heap: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._order = itertools.count()
        # the page
        self.epoch, self.next = 1, 1
        self.kept: list[list[int]] = []
        self.base, self.wall_ahead = 0, 0
        self.wire: Wire | None = None
        self.wires: list[Wire] = []
        self.heard, self.retry, self.wait = 0, 0, 250 * MS
        self.ahead = self._wall(0) - self._now(0) // MS

    # -- clocks ----------------------------------------------------------------------------------------------------

    def _now(self, now: int) -> int:
        """The page's own clock in ns, as coarse as the browser makes it: rounded up or down, as that likes."""
        read, steps = self.own.read(now) - self.base, self.call.steps
        return (read // steps + self.chance.randrange(2)) * steps

    def _wall(self, now: int) -> int:
        return 1_790_000_000_000 + now // MS + self.wall_ahead

    @staticmethod
    def _asleep(spans: Iterable[tuple[float, float]], now: int) -> int | None:
        """When whoever sleeps at ``now`` in these spans wakes; None where he is awake."""
        return next((int(b * SECOND) for a, b in spans if a * SECOND <= now < b * SECOND), None)

    # -- the line --------------------------------------------------------------------------------------------------

    def _at(self, when: int, action: Callable[..., None], *args: Any) -> None:
        heapq.heappush(self._heap, (when, next(self._order), action, args))

    def _cut(self, now: int) -> tuple[float, float, bool] | None:
        return next((cut for cut in self.call.cuts if cut[0] * SECOND <= now < cut[1] * SECOND), None)

    def _send(self, wire: Wire, to: int, text: str, now: int) -> None:
        """``to`` 0: the table, 1: the page. In a silent cut it goes on its way at the end of that."""
        cut = self._cut(now)
        leaves = now if cut is None else int(cut[1] * SECOND)
        way = self.call.up if to == 0 else self.call.down or self.call.up
        wire.arrives[to] = max(wire.arrives[to], leaves + way.delay(self.chance))
        self._at(wire.arrives[to], self._to_table if to == 0 else self._to_page, wire, text)

    def _break(self, now: int) -> None:
        """A cut that both ends notice."""
        for wire in self.wires:
            wire.page_listens = wire.table_listens = False
        if self.wire is not None:
            self._leave(now)

    # -- the table -------------------------------------------------------------------------------------------------

    def _to_table(self, now: int, wire: Wire, text: str) -> None:
        if (awake := self._asleep(self.call.host_sleeps, now)) is not None:
            self._at(awake, self._to_table, wire, text)
            return
        if not wire.table_listens:
            return
        if (slept := now - self.host.read(now)) - wire.suspended > SECOND:
            wire.line.on_sleep()
        wire.suspended = slept
        heard_at = self.host.read(now)
        for outcome in wire.line.receive(text, heard_at):
            if isinstance(outcome, ButtonChange):
                self.admitted.append(
                    self.sides.admit(
                        0,
                        self.memory.telephone,
                        outcome.at,
                        heard_at,
                        doubt=outcome.doubt,
                        heard=self.memory.heard,
                        is_cut=wire.line.is_cut(heard_at),
                    )
                )
                moment, down = self.truth[len(self.changes) + self.missed]
                assert outcome.down == down, "changes come in order, each once"
                self.changes.append(outcome)
                self.by_arrival.append(now - moment)
                self.stamps.append((abs(outcome.at - self.host.read(moment)), outcome.doubt))
            elif isinstance(outcome, MissedChanges):
                self.missed += outcome.count
        self.sides.on_word(0, self.memory.telephone, heard_at, wire.line.hear())
        self._speak(now, wire)

    def _speak(self, now: int, wire: Wire) -> None:
        for text in wire.line.messages(self.host.read(now)):
            self._send(wire, 1, text, now)

    def _table_ticks(self, now: int) -> None:
        if self._asleep(self.call.host_sleeps, now) is None:
            for wire in self.wires[-4:]:
                if wire.table_listens:
                    self._speak(now, wire)

    # -- the page --------------------------------------------------------------------------------------------------

    def _say(self, now: int, *message: Any) -> None:
        if self.wire is not None:
            self._send(self.wire, 0, json.dumps(message), now)

    def _has_slept(self, now: int) -> bool:
        ahead = self._wall(now) - self._now(now) // MS
        leap, self.ahead = abs(ahead - self.ahead), ahead
        return leap > LEAP

    def _hello(self, now: int) -> None:
        first = self.kept[0][1] if self.kept else self.next
        steps = self.call.steps // 1000
        self._say(
            now, "hello", VERSION, "", self.memory.telephone, self.epoch, steps, first, self.next, self._wall(now)
        )

    def _send_kept(self, now: int) -> None:
        if self.kept:
            self._say(now, "press", self.kept)

    def _begin_epoch(self, now: int) -> None:
        self.epoch += 1
        self._hello(now)

    def _connect(self, now: int) -> None:
        self.retry = 0
        if self._cut(now) is not None:
            self._retry_later(now)
            return
        self.wire = Wire(ButtonLine(lambda telephone: self.memory), now - self.host.read(now))
        self.wire.line.is_running = self.call.is_running
        self.wires.append(self.wire)
        self.heard = now
        self.epoch += self._has_slept(now)
        self._hello(now)
        self._send_kept(now)

    def _retry_later(self, now: int) -> None:
        self.retry, self.wait = now + self.wait, min(2 * self.wait, SECOND)

    def _leave(self, now: int) -> None:
        """The page gives its connection up; the table may still get what is on its way."""
        assert self.wire is not None
        self.wire.page_listens = False
        self.wire = None
        self._retry_later(now)

    def _page_ticks(self, now: int) -> None:
        if self._asleep(self.call.sleeps, now) is not None:
            return
        if self._has_slept(now):
            self._begin_epoch(now)
        if self.wire is not None and now - self.heard > SILENCE:
            self._leave(now)
        if self.wire is None and self.retry and now >= self.retry:
            self._connect(now)

    def _to_page(self, now: int, wire: Wire, text: str) -> None:
        if (awake := self._asleep(self.call.sleeps, now)) is not None:
            self._at(awake, self._to_page, wire, text)
            return
        if not wire.page_listens or wire is not self.wire:
            return
        self.heard, self.wait = now, 250 * MS
        word, *values = json.loads(text)
        if word == "ping":
            received = self._now(now)
            replied = max(received, self._now(now))
            self._say(now, "pong", self.epoch, values[0], received // 1000, replied // 1000)
        elif word == "ack":
            self.kept = [change for change in self.kept if change[1] > values[0]]
        elif word == "again":
            self._send_kept(now)

    def _edge(self, now: int, down: bool) -> None:
        if self._has_slept(now):
            self._begin_epoch(now)
        change = [self.epoch, self.next, int(down), max(0, self._now(now)) // 1000, self._wall(now)]
        self.next += 1
        self.kept = [*self.kept, change][-64:]
        self.truth.append((now, down))
        self._say(now, "press", [change])

    def _press(self, now: int) -> None:
        if self._asleep(self.call.sleeps, now) is None and self._asleep(self.call.sleeps, now + 100 * MS) is None:
            self._edge(now, True)
            self._at(now + 100 * MS, self._edge, False)
        self._at(now + int(self.chance.uniform(0.5, 1.5) * self.call.every * SECOND), self._press)

    def _load(self, now: int) -> None:
        """The page is loaded anew: its clock begins at 0, what it keeps is stored."""
        if self.wire is not None:
            self.wire.page_listens = False
        self.base = self.own.read(now)
        self.ahead = self._wall(now) - self._now(now) // MS
        self.wire, self.epoch = None, self.epoch + 1
        self._connect(now)

    def _leap(self, now: int, ms: int) -> None:
        self.wall_ahead += ms

    # -- all of it -------------------------------------------------------------------------------------------------

    def run(self) -> PhoneWorld:
        """To the end of the call, then until everything has arrived."""
        call, end = self.call, self.call.seconds * SECOND
        for clock, spans in ((self.own, call.sleeps), (self.host, call.host_sleeps)):
            for since, until in spans:
                self._at(int(since * SECOND), lambda now, clock=clock: clock.stop(now))
                self._at(int(until * SECOND), lambda now, clock=clock: clock.run(now))
        for since, until, ppm in call.slews:
            self._at(int(since * SECOND), lambda now, ppm=ppm: self.host.run(now, ppm))
            self._at(int(until * SECOND), self.host.run)
        for since, _, is_silent in call.cuts:
            if not is_silent:
                self._at(int(since * SECOND), self._break)
        for at in call.loads:
            self._at(int(at * SECOND), self._load)
        for at, ms in call.wall_leaps:
            self._at(int(at * SECOND), self._leap, ms)
        for tick in range(0, end + LAST * SECOND, TICK):
            self._at(tick, self._table_ticks)
        for tick in range(0, end + LAST * SECOND, LOOK):
            self._at(tick + TICK // 2, self._page_ticks)
        self._at(MS, self._connect)
        self._at(3 * SECOND, self._press)
        while self._heap and self._heap[0][0] < end + LAST * SECOND:
            now, _, action, args = heapq.heappop(self._heap)
            if now < end or action != self._press:
                action(now, *args)
        assert len(self.changes) + self.missed == len(self.truth), "no change is lost"
        return self

    @property
    def beyond(self) -> list[tuple[int, int]]:
        """The changes that are further off than they are said to be."""
        return [stamp for stamp in self.stamps if stamp[0] > stamp[1]]
