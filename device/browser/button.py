"""The table's end of the line to a telephone that is a clock button: what came, what is to be said. No I/O here.

Messages are JSON arrays, the word first. A page numbers what its button does and keeps it until `ack`; after a break it
sends again what it keeps, and the number says what has been taken already. Nothing is taken before round trips say when
it happened: what comes earlier waits here, and the page still keeps it. How the states follow each other stands in
`TRANSITIONS`; what is not there changes nothing.

| word | from | fields | meaning |
| --- | --- | --- | --- |
| `hello` | page | version, code, telephone, epoch, steps, first, next, wall | who this is; again with each epoch |
| `press` | page | changes: epoch, number, down, time, wall | what the button did: all that was not said on this line |
| `live` | page | epoch, time, number | the button is still down; ``number`` is the last change's |
| `pong` | page | epoch, mark, received, sent | the answer to `ping` |
| `take` | page | | this telephone is the button of its side from now on |
| `ping` | table | mark | a round trip |
| `ack` | table | number | every change up to that number has been taken |
| `again` | table | | send all that is kept: a number is missing |
| `renew` | table | | another page had this telephone's number: take a new one |
| `stranger` | table | | the code is not the table's |
| `outdated` | table | | the page is of another version: load it anew |
| `table` | table | what the page shows | `device.browser.button_view` |

Times are microseconds of the page's own clock, ``wall`` milliseconds of its wall clock.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta

from device.browser.messages import note
from device.browser.timebase import PageClock, Stamp
from device.pods.link import ButtonChange, MissedChanges, StillDown, miss
from rules.game import MICROSECOND, SECOND, Nanoseconds
from rules.loading import readable

VERSION = 1
LONGEST = 4096
"""Bytes of a message; what a page keeps fits."""
KEPT = 64
"""How many changes a page keeps."""
BURST_EVERY, PING_EVERY, RUNNING_EVERY = SECOND // 10, SECOND, SECOND // 4
"""How often a round trip begins until the line is timed, from then on, and while the clock of its side runs."""
SLOWEST = 3 * SECOND // 10
"""How long a round trip may take at its best: nobody who answers slowly on purpose is waited for any longer."""
SPARE = SECOND // 5
"""How much longer than at its best one may take before the line counts as cut."""
TRIPS = 4
"""Round trips of a new epoch after which the line is timed."""
FRESH = 3 * SECOND
"""How old the newest round trip may be when a change is taken: this machine may have slept since."""
QUIET = 4 * SECOND
"""Without a word for so long, a line is dead; the page says something each second."""
UNDER_WAY = 64
"""How many round trips may be under way."""

Counted = Annotated[int, Meta(ge=0, le=2**53)]
Telephone = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,32}\Z")]
"""A random number that a page draws for itself, in small hexadecimal digits."""


class _Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a page says."""


class PageHello(_Message, frozen=True, tag="hello"):
    """Who this is, which epoch has begun, how coarse its clock is (us), which changes it keeps."""

    version: Counted
    code: Annotated[str, Meta(max_length=20)]
    telephone: Telephone
    epoch: Counted
    steps: Counted
    first: Counted
    following: Counted
    wall: Counted


class PageChange(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The button went down (1) or up (0)."""

    epoch: Counted
    number: Counted
    down: Annotated[int, Meta(ge=0, le=1)]
    at: Counted
    wall: Counted


class PagePresses(_Message, frozen=True, tag="press"):
    """Changes, oldest first."""

    changes: Annotated[tuple[PageChange, ...], Meta(max_length=KEPT)]


class PageLive(_Message, frozen=True, tag="live"):
    """The button is still down, and nothing but what has been said happened before."""

    epoch: Counted
    at: Counted
    number: Counted


class PagePong(_Message, frozen=True, tag="pong"):
    """The answer to a ping."""

    epoch: Counted
    mark: Counted
    received: Counted
    replied: Counted


class PageTake(_Message, frozen=True, tag="take"):
    """This telephone is the button now."""


_decode = msgspec.json.Decoder(readable(PageHello | PagePresses | PageLive | PagePong | PageTake)).decode


class BadWord(Exception):
    """What came is no message of a page; the line is to be closed."""


class ButtonState(enum.Enum):
    """How far the acquaintance goes."""

    GREETING = "greeting"
    TIMING = "timing"
    READY = "ready"
    STRANGER = "stranger"
    OUTDATED = "outdated"
    REPLACED = "replaced"


class ButtonEvent(enum.Enum):
    """What takes a line from state to state."""

    MET = "hello"
    FOREIGN = "hello of another version"
    UNKNOWN = "hello without the table's code"
    TWIN = "hello of a page that shares its number"
    TIMED = "enough round trips"
    STALE = "a change long after the last round trip, or the table has slept"
    RETURNED = "hello of the same telephone on another line"


S, H = ButtonState, ButtonEvent
TRANSITIONS: dict[tuple[ButtonState, ButtonEvent], ButtonState] = {
    (S.GREETING, H.MET): S.TIMING,
    (S.GREETING, H.FOREIGN): S.OUTDATED,
    (S.GREETING, H.UNKNOWN): S.STRANGER,
    (S.TIMING, H.MET): S.TIMING,
    (S.TIMING, H.TWIN): S.GREETING,
    (S.TIMING, H.TIMED): S.READY,
    (S.TIMING, H.STALE): S.TIMING,
    (S.TIMING, H.RETURNED): S.REPLACED,
    (S.READY, H.MET): S.TIMING,
    (S.READY, H.TWIN): S.GREETING,
    (S.READY, H.STALE): S.TIMING,
    (S.READY, H.RETURNED): S.REPLACED,
}


@dataclass(slots=True)
class PhoneMemory:
    """What the table knows of a telephone, however often its line breaks: its last change, its clock, its line.

    ``down`` is the level last reported, ``seen`` the device time up to which its button is known by what it says.
    ``heard`` is that time by the table's own clock: what it did before the newest question was asked that it has
    answered, it has said.
    """

    telephone: str
    is_met: bool = False
    last: int = 0
    down: bool = False
    seen: Nanoseconds = 0
    heard: Nanoseconds = 0
    clock: PageClock = field(default_factory=PageClock)
    line: ButtonLine | None = None


@dataclass(frozen=True, slots=True)
class TakesSide:
    """Whoever holds the telephone wants it to be the button."""


ButtonOutcome = ButtonChange | StillDown | MissedChanges | TakesSide


class ButtonLine:
    """One line. ``memory_of(telephone)`` is what is known of that telephone; ``is_code`` knows the table's code.

    ``is_running``: the clock of its side runs, so it is asked more often.
    """

    def __init__(
        self, memory_of: Callable[[str], PhoneMemory], is_code: Callable[[str], bool] = lambda code: True
    ) -> None:
        self._memory_of = memory_of
        self._is_code = is_code
        self.state = ButtonState.GREETING
        self.memory: PhoneMemory | None = None
        self.epoch = 0
        self.is_running = False
        self._best: int | None = None
        self._answered = 0
        """When the newest question was asked that has been answered."""
        self._asked: int | None = 0
        """When the first one was asked after all that the page did had come; on a new line that is not so yet."""
        self._heard_at: int | None = None
        self._waiting: deque[PageChange] = deque()
        self._told: list[str] = []
        self._mark = self._since = self._trips = self._wanted = 0
        self._pings: dict[int, int] = {}
        self._ping_at: int | None = None

    # -- what comes in ---------------------------------------------------------------------------------------------

    def receive(self, text: str, now: Nanoseconds) -> list[ButtonOutcome]:
        """A message from the page at device time ``now``. Raises `BadWord`; then nothing has changed."""
        if len(text) > LONGEST:
            raise BadWord(f"{len(text)} characters")
        try:
            message = _decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadWord(str(error)[:200]) from None
        outcomes = self._hello(message, now) if isinstance(message, PageHello) else []
        if self.memory is None or self.state not in (S.TIMING, S.READY):
            return outcomes  # who has shown no code is not kept by what he says
        self._heard_at = now
        if isinstance(message, PagePong):
            return self._pong(message, self.memory, now)
        if isinstance(message, PageLive):
            return self._live(message, self.memory, now)
        if isinstance(message, PagePresses):
            self._waiting.extend(message.changes[: max(0, 2 * KEPT - len(self._waiting))])
            return self._take(self.memory, now)
        return [TakesSide()] if isinstance(message, PageTake) else outcomes

    def on_sleep(self) -> None:
        """The table's own clock stood still until now: what was asked before says nothing of either side of that."""
        self._pings.clear()
        if self.state is S.READY:
            self._wanted = 1
        self._on_event(H.STALE)

    def _on_event(self, event: ButtonEvent) -> None:
        self.state = TRANSITIONS.get((self.state, event), self.state)
        if self.state is S.TIMING:
            self._trips, self._since, self._ping_at = 0, self._mark, None

    def _hello(self, hello: PageHello, now: Nanoseconds) -> list[ButtonOutcome]:
        if hello.version != VERSION:
            self._on_event(H.FOREIGN)
            self._told.append(note("outdated"))
            return []
        if self.memory is None and not self._is_code(hello.code):
            self._on_event(H.UNKNOWN)
            self._told.append(note("stranger"))
            return []
        memory = self._memory_of(hello.telephone)
        if memory.is_met and (hello.following <= memory.last or hello.first > hello.following):
            self._on_event(H.TWIN)  # a page that was copied with its number goes on counting beside the other
            self.memory = None
            self._told.append(note("renew"))
            return []
        if memory.line is not None and memory.line is not self:
            memory.line._on_event(H.RETURNED)
        outcomes: list[ButtonOutcome] = []
        if not memory.is_met:
            memory.is_met, memory.last = True, max(0, hello.first - 1)
        elif hello.first - 1 > memory.last:
            outcomes += miss(hello.first - 1 - memory.last, memory.seen if memory.down else None)
            memory.last, memory.down = hello.first - 1, False
        self.memory, memory.line, self.epoch = memory, self, hello.epoch
        memory.clock.begin(hello.steps * MICROSECOND, hello.wall, now)
        self._wanted = 1 if memory.clock.doubt(hello.epoch, now) is not None else TRIPS
        self._on_event(H.MET)
        return outcomes

    def _pong(self, pong: PagePong, memory: PhoneMemory, now: Nanoseconds) -> list[ButtonOutcome]:
        if pong.epoch != self.epoch or (sent := self._pings.pop(pong.mark, None)) is None:
            return []
        self._answered = max(self._answered, sent)
        self._best = min(self._best or now - sent, now - sent)
        memory.clock.sample(pong.epoch, sent, now, pong.received * MICROSECOND, pong.replied * MICROSECOND)
        is_sample_good = memory.clock.is_fresh(pong.epoch, now, now - sent)  # one that cannot be says nothing
        if self.state is not S.TIMING or pong.mark <= self._since or not is_sample_good:
            return []
        self._trips += 1
        if self._trips < self._wanted:
            return []
        self._on_event(H.TIMED)
        return self._take(memory, now)

    def _take(self, memory: PhoneMemory, now: Nanoseconds) -> list[ButtonOutcome]:
        """Whatever waits and can be said when it was, in order of its numbers."""
        outcomes: list[ButtonOutcome] = []
        before = memory.last
        while self._waiting and self._is_timed(memory, now):
            change = self._waiting.popleft()
            if change.number > memory.last + 1:
                self._waiting.clear()
                self._told.append(note("again"))
            elif change.number == memory.last + 1:
                memory.last = change.number
                placed = memory.clock.place(Stamp(change.epoch, change.at * MICROSECOND, change.wall), now)
                if placed is None:
                    outcomes += miss(1, memory.seen if memory.down else None)
                    memory.down = False
                    continue
                memory.down, memory.seen = bool(change.down), max(memory.seen, placed.at)
                outcomes.append(ButtonChange(memory.down, placed.at, placed.doubt))
            else:
                before = -1  # it was taken already: the page has not heard so
        if memory.last != before:
            self._told.append(note("ack", memory.last))
        return outcomes

    def _is_timed(self, memory: PhoneMemory, now: Nanoseconds) -> bool:
        if self.state is S.READY and not memory.clock.is_fresh(self.epoch, now, FRESH):
            self._wanted = 1
            self._on_event(H.STALE)
        return self.state is S.READY

    def _live(self, live: PageLive, memory: PhoneMemory, now: Nanoseconds) -> list[ButtonOutcome]:
        if live.number != memory.last or live.epoch != self.epoch or not memory.down or self._waiting:
            return []
        if not self._is_timed(memory, now):
            return []
        placed = memory.clock.place(Stamp(live.epoch, live.at * MICROSECOND, 0), now)
        if placed is None:
            return []
        memory.seen = max(memory.seen, placed.at)
        return [StillDown(placed.at)]

    def hear(self) -> int | None:
        """The device time up to which all that the page did has come (`PhoneMemory.heard`); None: not known of it now.

        To be called once what `receive` found has been taken: a press that waited for a round trip is older than that.
        """
        if self.memory is None or self.state is not S.READY or self._waiting or not self._answered:
            return None
        self.memory.heard = max(self.memory.heard, self._answered)
        self._asked = min((sent for sent in self._pings.values() if sent > self._answered), default=None)
        return self._answered

    @property
    def answer_timeout(self) -> Nanoseconds:
        """How long (ns) an answer of this line takes at most."""
        return min(self._best or 0, SLOWEST) + SPARE

    def is_cut(self, now: Nanoseconds) -> bool:
        """Whether the page has not answered for longer than any line may take, as far as has been heard (`hear`)."""
        return self._unanswered(now) > self.answer_timeout

    def is_stalled(self, now: Nanoseconds) -> bool:
        """Whether it has not answered for longer than this very line takes, however slow that is."""
        return self._unanswered(now) > (self._best or 0) + SPARE

    def _unanswered(self, now: Nanoseconds) -> Nanoseconds:
        return 0 if self._asked is None else now - self._asked

    # -- what goes out ---------------------------------------------------------------------------------------------

    def is_dead(self, now: Nanoseconds) -> bool:
        """Whether the page has said nothing for so long that its line must be broken; counted from the first look."""
        if self._heard_at is None:
            self._heard_at = now
        return now - self._heard_at > QUIET

    def due(self, now: Nanoseconds) -> Nanoseconds:
        """The device time of the next round trip; the line is to be looked at no later than in a second."""
        if self._ping_at is None or self.state not in (S.TIMING, S.READY):
            return now if self._ping_at is None and self.state is S.TIMING else now + PING_EVERY
        pause = RUNNING_EVERY if self.is_running else PING_EVERY
        return self._ping_at + (BURST_EVERY if self.state is S.TIMING else pause)

    def messages(self, now: Nanoseconds) -> list[str]:
        """What is to be sent now."""
        waiting, self._told = self._told, []
        if self.state in (S.TIMING, S.READY) and self.due(now) <= now:
            self._mark += 1
            self._ping_at = self._pings[self._mark] = now
            if self._asked is None:
                self._asked = now
            self._pings.pop(self._mark - UNDER_WAY, None)
            waiting.append(note("ping", self._mark))
        return waiting
