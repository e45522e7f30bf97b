"""A pod and the table's end of its line in simulated time: clocks that drift, are slewed and sleep, a line that stalls.

Both ends are the real ones. Times in ns of a true clock, which neither of them reads.
"""

from __future__ import annotations

import heapq
import itertools
import random
import sys
from dataclasses import dataclass, field

from device.pods.link import ButtonChange, Memory, PodLink
from tests.pod.rig import ROOT
from tools.play.clocks import MS, SECOND, Clock, Way

sys.path.append(str(ROOT / "firmware"))
from pod import Pod

TICK = 20 * MS
START = 1_000 * SECOND


@dataclass
class Scene:
    """What is to happen. Moments are seconds since the beginning: a span is (from, until)."""

    way: Way
    seconds: int = 120
    ppm: int = 0
    seed: int = 0
    slews: tuple[tuple[float, float, int], ...] = ()
    cuts: tuple[tuple[float, float], ...] = ()
    pod_sleeps: tuple[tuple[float, float], ...] = ()
    host_sleeps: tuple[tuple[float, float], ...] = ()
    every: float = 3.0


@dataclass
class World:
    """A scene as it goes on; afterwards ``stamps`` has each change: error and doubt in ns, in order."""

    scene: Scene
    stamps: list[tuple[int, int]] = field(default_factory=list)
    truth: list[tuple[int, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        scene = self.scene
        self.chance = random.Random(scene.seed)
        self.device = Clock(START)
        self.own = Clock(7 * SECOND, scene.ppm)
        self.pod = Pod("e66058388348a531", "5e0f31aa")
        memory = Memory("e66058388348a531")
        self.link = PodLink(lambda ident, _: memory)
        self._heap: list = []
        self._order = itertools.count()
        self._arrives = [0, 0]
        self.changes: list[ButtonChange] = []

    def _at(self, when: int, action, *args) -> None:
        heapq.heappush(self._heap, (when, next(self._order), action, args))

    def _wakes(self, sleeps, now: int) -> int:
        """When whoever sleeps in these spans is next awake."""
        return next((int(b * SECOND) for a, b in sleeps if a * SECOND <= now < b * SECOND), now)

    def _send(self, to: int, frame: bytes, now: int) -> None:
        if any(a * SECOND <= now < b * SECOND for a, b in self.scene.cuts):
            return
        self._arrives[to] = max(self._arrives[to], now + self.scene.way.delay(self.chance))
        self._at(self._arrives[to], self._host if to == 0 else self._chip, frame)

    def _host(self, now: int, data: bytes = b"") -> None:
        """The table reads what came and says what is due; asleep it does so when it wakes."""
        if (awake := self._wakes(self.scene.host_sleeps, now)) != now:
            if data:
                self._at(awake, self._host, data)
            return
        at = self.device.read(now)
        for outcome in self.link.feed(data, at):
            if isinstance(outcome, ButtonChange):
                self.changes.append(outcome)
                moment, down = self.truth[len(self.stamps)]
                assert outcome.down == down
                self.stamps.append((abs(outcome.at - self.device.read(moment)), self.doubt_of(outcome)))
        self.link.advance(at)
        while (frame := self.link.frame(at)) is not None:
            self._send(1, frame, now)

    def doubt_of(self, outcome: ButtonChange) -> int:
        """What is said about how exact that is."""
        return outcome.doubt

    def _chip(self, now: int, data: bytes = b"") -> None:
        """The pod's loop, likewise."""
        if (awake := self._wakes(self.scene.pod_sleeps, now)) != now:
            if data:
                self._at(awake, self._chip, data)
            return
        at = self.own.read(now) // 1000
        self.pod.advance(at, None)
        self.pod.receive(data, at)
        while (frame := self.pod.frame(at)) is not None:
            self._send(0, frame, now)

    def _edge(self, now: int, down: bool) -> None:
        self.pod.edge(down, self.own.read(now) // 1000)
        self.truth.append((now, down))
        self._chip(now)

    def _press(self, now: int) -> None:
        asleep = self.scene.pod_sleeps
        if self._wakes(asleep, now) == now == self._wakes(asleep, now + 100 * MS) - 100 * MS:
            self._edge(now, True)
            self._at(now + 100 * MS, self._edge, False)
        self._at(now + int(self.chance.uniform(0.5, 1.5) * self.scene.every * SECOND), self._press)

    def run(self) -> World:
        """To the end of the scene; then until everything has arrived."""
        scene, end = self.scene, self.scene.seconds * SECOND
        for clock, spans in ((self.own, scene.pod_sleeps), (self.device, scene.host_sleeps)):
            for since, until in spans:
                self._at(int(since * SECOND), lambda now, clock=clock: clock.stop(now))
                self._at(int(until * SECOND), lambda now, clock=clock: clock.run(now))
        for since, until, ppm in scene.slews:
            self._at(int(since * SECOND), lambda now, ppm=ppm: self.device.run(now, ppm))
            self._at(int(until * SECOND), self.device.run)
        for tick in range(0, end + 20 * SECOND, TICK):
            self._at(tick, self._host)
            self._at(tick + TICK // 2, self._chip)
        self._at(3 * SECOND, self._press)
        while self._heap and self._heap[0][0] < end + 20 * SECOND:
            now, _, action, args = heapq.heappop(self._heap)
            if now < end or action != self._press:
                action(now, *args)
        assert len(self.stamps) == len(self.truth), "no change is lost"
        return self

    @property
    def beyond(self) -> list[tuple[int, int]]:
        """The changes that are further off than they are said to be."""
        return [stamp for stamp in self.stamps if stamp[0] > stamp[1]]
