"""The organiser's clock as a table knows it: asked over the network, held against the table's own monotonic clock.

Wall clocks play no part. The answer that was under way for the shortest time says most; half of its way is the doubt.
"""

from __future__ import annotations

from collections import deque

import msgspec

from device.common.event.messages import CurrentRound, Time
from rules.game import SECOND, Nanoseconds

QUICK, SLOW = SECOND, 60 * SECOND
"""How often (ns) the time is asked at first, and once it is known."""
FIRST = 4
"""Answers until it counts as known."""
LONGEST_WAY = 5 * SECOND
"""An answer that was under way for longer says too little."""
WALL_APART = 5 * SECOND
"""By so much the wall clock has to differ to be another: it only labels things."""
KEPT = 10
"""Answers that are held against each other."""


class TimeAnswer(msgspec.Struct, frozen=True):
    """An answer about the time: how long it was under way, and the organiser's clock less the table's (both ns)."""

    way: int
    offset: Nanoseconds


class OrganiserClock:
    """The organiser's clock. Times are ns of the table's monotonic clock."""

    def __init__(self) -> None:
        self.clock: str | None = None
        self.wall: int | None = None
        """The organiser's wall clock (ns since 1970) less the table's clock; None where that is not known."""
        self._answers: deque[TimeAnswer] = deque(maxlen=KEPT)
        self._asked: deque[int] = deque(maxlen=KEPT)
        self.due: int | None = None
        """When the time is asked next; None without a connection."""

    @property
    def offset(self) -> Nanoseconds | None:
        """The organiser's clock less the table's, as well as it is known; None while it is not."""
        return min(self._answers, key=lambda answer: answer.way).offset if self._answers else None

    @property
    def doubt(self) -> Nanoseconds | None:
        """By how much (ns) that may be wrong; None while it is not known."""
        return min(answer.way for answer in self._answers) // 2 if self._answers else None

    def open(self, now: Nanoseconds) -> None:
        """There is a connection."""
        self.due = now

    def ask_soon(self, when: Nanoseconds) -> None:
        """Another clock is spoken of: ask ``when`` that is, where there is a connection."""
        if self.due is not None:
            self.due = when

    def close(self) -> None:
        """There is none any more; what is known stays, for the countdown goes on."""
        self.due = None
        self._asked.clear()

    def ask(self, now: Nanoseconds) -> int | None:
        """What to ask with now; None where it is not time to."""
        if self.due is None or now < self.due:
            return None
        self._asked.append(now)
        self.due = now + (QUICK if len(self._answers) < FIRST else SLOW)
        return now

    def on_answer(self, time: Time, now: Nanoseconds) -> bool:
        """Take an answer; False for one that nobody asked for, that came twice or was too long under way."""
        if time.asked not in self._asked:
            return False
        self._asked.remove(time.asked)
        way = now - time.asked
        if not 0 <= way <= LONGEST_WAY:
            return False
        if time.clock != self.clock:
            self._answers.clear()
            self.clock = time.clock
        self._answers.append(TimeAnswer(way, time.now + way // 2 - now))
        wall = None if time.wall is None else time.wall + way // 2 - now
        if wall is None or self.wall is None or abs(wall - self.wall) > WALL_APART:
            self.wall = wall
        return True


class RoundCountdown(msgspec.Struct, frozen=True):
    """A round by the table's own clock: when it starts and ends (ns), and the moment at which it stands, if it does.

    ``kind`` is the word of the game whose clocks follow it; empty: of any.
    """

    round: int
    title: str
    starts: Nanoseconds
    ends: Nanoseconds
    paused_at: int | None = None
    kind: str = ""

    def time_left(self, now: Nanoseconds) -> Nanoseconds:
        """What is left of it in ns; the whole before it starts, never below 0."""
        moment = now if self.paused_at is None else self.paused_at
        return max(0, self.ends - max(moment, self.starts))

    def time_until(self, now: Nanoseconds) -> Nanoseconds:
        """How long (ns) until it starts; 0 once it has."""
        moment = now if self.paused_at is None else self.paused_at
        return max(0, self.starts - moment)


def countdown(announced: CurrentRound | None, clock: OrganiserClock) -> RoundCountdown | None:
    """The announced round by the table's clock; None while there is none or the organiser's clock is not known."""
    offset = clock.offset
    if announced is None or not announced.round or offset is None or announced.clock != clock.clock:
        return None
    starts = announced.starts - offset
    paused = None if announced.paused_at is None else announced.paused_at - offset
    return RoundCountdown(
        announced.round, announced.title, starts, starts + announced.length_s * SECOND, paused, announced.kind
    )
