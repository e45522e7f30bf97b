"""The table's end of the line to one pod: a state, what came, what is to be sent. No input or output here.

What the pod says counts only in state `READY`; before that its changes are not acknowledged, so it keeps them. The
states and how they follow each other stand in `TRANSITIONS`; a happening that is not there changes nothing.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from device.io.timebase import PlacedMoment, Sync
from firmware import wire
from rules.game import MILLISECOND, SECOND, Nanoseconds

WHO_EVERY = 500 * MILLISECOND
PING_EVERY = SECOND
BURST = 8
"""Round trips before a pod is ready, as close together as they go."""
LOST_AFTER = 100 * MILLISECOND
"""How long the next round trip of the burst waits for the one before; that may come later and counts as well."""
UNDER_WAY = 32
"""How many round trips may be under way at once: so a line may take as long as `QUIET` both ways."""
SET_EVERY = 100 * MILLISECOND
"""How often settings are sent until the pod has them."""
QUIET = 3 * SECOND
FRESH = 3 * SECOND
"""How old the newest round trip may be when a change is taken: the clocks may have stood still since."""


class LinkState(enum.Enum):
    """How far the acquaintance goes."""

    GREETING = "greeting"
    SYNCING = "syncing"
    READY = "ready"
    SILENT = "silent"
    INCOMPATIBLE = "incompatible"
    DUPLICATE = "duplicate"


class LinkEvent(enum.Enum):
    """What takes a line from state to state."""

    MET = "hello of this version"
    RESTARTED = "hello of another start or another pod"
    FOREIGN = "hello of another version"
    DOUBLED = "hello with a number that is in use"
    TIMED = "enough round trips"
    QUIET = "nothing for 3 s"
    HEARD = "a good frame"


S, H = LinkState, LinkEvent
TRANSITIONS: dict[tuple[LinkState, LinkEvent], LinkState] = {
    (S.GREETING, H.MET): S.SYNCING,
    (S.GREETING, H.RESTARTED): S.SYNCING,
    (S.GREETING, H.FOREIGN): S.INCOMPATIBLE,
    (S.GREETING, H.DOUBLED): S.DUPLICATE,
    (S.SYNCING, H.RESTARTED): S.SYNCING,
    (S.SYNCING, H.FOREIGN): S.INCOMPATIBLE,
    (S.SYNCING, H.DOUBLED): S.DUPLICATE,
    (S.SYNCING, H.TIMED): S.READY,
    (S.SYNCING, H.QUIET): S.GREETING,
    (S.READY, H.RESTARTED): S.SYNCING,
    (S.READY, H.FOREIGN): S.INCOMPATIBLE,
    (S.READY, H.DOUBLED): S.DUPLICATE,
    (S.READY, H.QUIET): S.SILENT,
    (S.SILENT, H.MET): S.READY,
    (S.SILENT, H.HEARD): S.READY,
    (S.SILENT, H.RESTARTED): S.SYNCING,
    (S.SILENT, H.FOREIGN): S.INCOMPATIBLE,
    (S.SILENT, H.DOUBLED): S.DUPLICATE,
    (S.INCOMPATIBLE, H.MET): S.SYNCING,
    (S.INCOMPATIBLE, H.RESTARTED): S.SYNCING,
    (S.INCOMPATIBLE, H.DOUBLED): S.DUPLICATE,
    (S.DUPLICATE, H.MET): S.SYNCING,
    (S.DUPLICATE, H.RESTARTED): S.SYNCING,
    (S.DUPLICATE, H.FOREIGN): S.INCOMPATIBLE,
}


@dataclass(slots=True)
class Memory:
    """What the table knows of a pod, however often its cable is pulled: its start, its last change, its clock.

    ``down`` is the level last reported, ``seen`` the device time up to which that is known; ``former`` are its last
    starts, which do not come back.
    """

    ident: str
    boot: str = ""
    last: int = 0
    down: bool = False
    seen: Nanoseconds = 0
    sync: Sync = field(default_factory=Sync)
    former: deque[str] = field(default_factory=lambda: deque(maxlen=8))


@dataclass(frozen=True, slots=True)
class ButtonChange:
    """The button went ``down`` or up at ``at`` ns of the device's clock, which may be wrong by ``doubt``."""

    down: bool
    at: Nanoseconds
    doubt: Nanoseconds = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class StillDown:
    """The button is still down at ``at``, and everything before that has been reported."""

    at: Nanoseconds


@dataclass(frozen=True, slots=True)
class MissedChanges:
    """``count`` changes are gone for good: the pod gave them up while nobody listened."""

    count: int


@dataclass(frozen=True, slots=True)
class PodRestart:
    """The pod started anew; a button that was down counts as released since ``at``."""

    at: Nanoseconds


def miss(count: int, down: int | None) -> list[ButtonChange | MissedChanges]:
    """``count`` changes are gone. A button that was ``down`` until that moment counts as let go, so that the next press
    is a new one."""
    return [*([] if down is None else [ButtonChange(False, down)]), MissedChanges(count)]


LinkOutcome = ButtonChange | StillDown | MissedChanges | PodRestart


@dataclass(slots=True)
class PendingSettings:
    """Settings that the pod is to have; ``number`` is what its acknowledgement will say."""

    fields: Callable[[int], tuple[Any, ...]] | None = None
    key: Any = None
    number: int = 0
    open: bool = False
    sent_at: Nanoseconds = -SET_EVERY


class PodLink:
    """One line. ``memory_of(id, link)`` is what is known of that pod, or None where another line has it.

    One that ``looks_only`` takes no changes: the pod keeps them for whoever does.

    ``version`` and ``said_ident`` are firmware and number by the last hello, whether it is understood or not;
    ``uptime`` (us) and ``faults`` what the pod last reported of itself.
    """

    def __init__(self, memory_of: Callable[[str, PodLink], Memory | None], looks_only: bool = False) -> None:
        self._memory_of = memory_of
        self._looks_only = looks_only
        self._decoder = wire.Decoder()
        self.state = LinkState.GREETING
        self.memory: Memory | None = None
        self.version = ""
        self.uptime = 0
        self.faults = 0
        self.said_ident = ""
        self._heard_at: int | None = None
        self._who_at: int | None = None
        self._doubt = False
        self._ack = False
        self._waits_for: int | None = None
        self._vouched_at = -FRESH
        self._mark = 0
        self._pings: dict[int, int] = {}
        self._ping_at = 0
        self._trips = 0
        self._latest = 0
        self._numbers = 0
        self._wishes = {"set": PendingSettings(), "show": PendingSettings()}

    @property
    def bad(self) -> int:
        """Frames that were none."""
        return self._decoder.bad

    @property
    def waiting(self) -> int:
        """Changes of the button that the pod has announced and that have not arrived yet."""
        return 0 if self.memory is None else max(0, self._latest - self.memory.last)

    # -- what comes in ---------------------------------------------------------------------------------------------

    def feed(self, data: bytes, now: Nanoseconds) -> list[LinkOutcome]:
        """Bytes from the pod at device time ``now``, whatever they are. Raises nothing."""
        outcomes: list[LinkOutcome] = []
        for word, values in self._decoder.feed(data):
            if (take := _TAKES.get(word)) is None:
                continue
            if word != "hello" and self.memory is None:
                continue
            self._heard_at = now
            if self.state is LinkState.SILENT and word != "hello":
                self._on_event(LinkEvent.HEARD)
            outcomes += take(self, now, *values)
        return outcomes

    def _on_event(self, event: LinkEvent) -> None:
        before, self.state = self.state, TRANSITIONS.get((self.state, event), self.state)
        if self.state is LinkState.SYNCING and (before is not LinkState.SYNCING or event is LinkEvent.RESTARTED):
            self._trips = 0
            self._pings.clear()
        if self.state is LinkState.READY and before is not LinkState.READY:
            for wish in self._wishes.values():
                wish.open = True
                wish.sent_at = -SET_EVERY

    def _hello(
        self,
        now: Nanoseconds,
        version: int,
        firmware: str,
        ident: str,
        boot: str,
        uptime: int,
        first: int,
        following: int,
    ) -> list[LinkOutcome]:
        self.version, self.said_ident = firmware, ident
        memory = self._memory_of(ident, self) if version == wire.VERSION else None
        if memory is None:
            self.memory = None
            self._on_event(LinkEvent.DOUBLED if version == wire.VERSION else LinkEvent.FOREIGN)
            return []
        if boot in memory.former:
            return []
        anew = memory is not self.memory or memory.boot != boot
        self.memory, self.uptime, self._latest = memory, uptime, following - 1
        outcomes: list[LinkOutcome] = []
        if memory.boot != boot:
            if memory.down:
                outcomes.append(PodRestart(memory.seen))
            if memory.boot:
                memory.former.append(memory.boot)
                memory.sync.restart()
            memory.boot, memory.last, memory.down = boot, first - 1, False
        elif first - 1 > memory.last:
            outcomes += miss(first - 1 - memory.last, memory.seen if memory.down else None)
            memory.last, memory.down = first - 1, False
        self._on_event(LinkEvent.RESTARTED if anew else LinkEvent.MET)
        return outcomes

    def _edge(self, now: Nanoseconds, boot: str, number: int, down: bool, at: Nanoseconds) -> list[LinkOutcome]:
        memory = self._known(boot, LinkState.READY)
        if memory is None or self._looks_only:
            return []
        self._ack = True
        if number != memory.last + 1:
            self._doubt |= number > memory.last + 1  # lost on the way, or given up by the pod: its hello tells which
            return []
        placed = self._placed(memory, now, at)
        if placed is None:
            return []
        memory.last, memory.down, memory.seen = number, down, min(now, placed.at)
        return [ButtonChange(down, memory.seen, placed.doubt)]

    def _placed(self, memory: Memory, now: Nanoseconds, at: Nanoseconds) -> PlacedMoment | None:
        """When that was; None until another round trip can say so. The pod sends it again meanwhile.

        Where none came for long, or the moment is still to come, a clock may have stood still.
        """
        placed = memory.sync.place(at * 1000)
        doubtful = not memory.sync.is_fresh(now, FRESH) or placed.at - placed.doubt > now
        if doubtful and self._waits_for is None and now - self._vouched_at >= FRESH:
            self._waits_for, self._ping_at = self._mark + 1, now - LOST_AFTER
        return placed if self._waits_for is None else None

    def _live(
        self, now: Nanoseconds, boot: str, at: Nanoseconds, number: int, down: bool, faults: int, bad: int
    ) -> list[LinkOutcome]:
        memory = self._known(boot, LinkState.READY)
        if memory is not None:
            self.faults, self.uptime, self._latest = faults, at, number
        if memory is None or number != memory.last or not down or not memory.down:
            return []
        placed = self._placed(memory, now, at)
        if placed is None:
            return []
        memory.seen = min(now, placed.at)
        return [StillDown(memory.seen)]

    def _known(self, boot: str, *states: LinkState) -> Memory | None:
        """The pod on the line, once the line is ready. One that started anew has to say hello first."""
        memory = self.memory
        if memory is None or self.state not in states:
            return None
        if memory.boot != boot:
            self._doubt = boot not in memory.former
            return None
        return memory

    def _pong(
        self, now: Nanoseconds, boot: str, mark: int, received: Nanoseconds, replied: Nanoseconds
    ) -> list[LinkOutcome]:
        memory = self._known(boot, LinkState.SYNCING, LinkState.READY)
        sent = self._pings.pop(mark, None)
        if memory is None or sent is None:
            return []
        if memory.sync.sample(sent, now, received * 1000, replied * 1000):
            self._wishes["show"].open = True  # its countdown runs by the old offset
        if self._waits_for is not None and mark >= self._waits_for:
            self._waits_for, self._vouched_at = None, now
        self._trips += 1
        if self._trips >= BURST and memory.sync.is_known:
            self._on_event(LinkEvent.TIMED)
        return []

    def _done(self, now: Nanoseconds, number: int) -> list[LinkOutcome]:
        for wish in self._wishes.values():
            if wish.number == number:
                wish.open = False
        return []

    # -- what goes out ---------------------------------------------------------------------------------------------

    def configure(self, debounce_ms: int, low_s: int, last_s: int, silent: bool) -> None:
        """Settings that the pod is to have."""
        fields = (debounce_ms * 1000, low_s * 1_000_000, last_s * 1_000_000, silent)
        self._wish("set", fields, lambda now: fields)

    def show(self, lamp: str, beep: str, runs: int, mine: bool, moment: Nanoseconds) -> None:
        """How lamp, sounder and countdown are to be.

        ``moment``: where the turn runs (``runs`` 2) the device time at which nothing is left of it, else what is left.
        """

        def fields(now: Nanoseconds) -> tuple[Any, ...]:
            assert self.memory is not None
            left = moment - now if runs == 2 else moment
            return lamp, beep, runs, mine, left // 1000, max(0, self.memory.sync.to_pod(now) // 1000)

        self._wish("show", (lamp, beep, runs, mine, moment), fields)

    def _wish(self, word: str, key: Any, fields: Callable[[int], tuple[Any, ...]]) -> None:
        wish = self._wishes[word]
        if wish.key == key:
            return
        self._numbers += 1
        wish.key, wish.fields, wish.number, wish.open = key, fields, self._numbers, True
        wish.sent_at = -SET_EVERY

    def advance(self, now: Nanoseconds) -> None:
        """Time has come to ``now``."""
        if self._heard_at is not None and now - self._heard_at > QUIET:
            self._on_event(LinkEvent.QUIET)

    def frame(self, now: Nanoseconds) -> bytes | None:
        """The next frame to send, made when there is room for it; None where nothing is to be sent."""
        state = self.state
        if state is not LinkState.READY and state is not LinkState.SYNCING:
            return self._ask(now)
        memory = self.memory
        assert memory is not None
        if self._doubt and (question := self._ask(now)) is not None:
            self._doubt = False
            return question
        if self._ack:
            self._ack = False
            return wire.encode("ack", memory.boot, memory.last)
        pause = LOST_AFTER if state is LinkState.SYNCING or self._waits_for is not None else PING_EVERY
        if (not self._pings and state is LinkState.SYNCING) or now - self._ping_at >= pause:
            self._mark += 1
            self._pings[self._mark] = self._ping_at = now
            self._pings.pop(self._mark - UNDER_WAY, None)
            return wire.encode("ping", self._mark)
        if state is LinkState.READY:
            for word, wish in self._wishes.items():
                if wish.open and wish.fields is not None and now - wish.sent_at >= SET_EVERY:
                    wish.sent_at = now
                    return wire.encode(word, wish.number, *wish.fields(now))
        return None

    def _ask(self, now: Nanoseconds) -> bytes | None:
        if self._who_at is not None and now - self._who_at < WHO_EVERY:
            return None
        self._who_at = now
        return wire.encode("who")


_TAKES: dict[str, Callable[..., list[LinkOutcome]]] = {
    "hello": PodLink._hello,
    "edge": PodLink._edge,
    "live": PodLink._live,
    "pong": PodLink._pong,
    "done": PodLink._done,
}
