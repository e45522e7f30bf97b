"""The event's clock: what rounds, clocks and silences are measured by, whatever happens to a wall clock.

It begins as the wall clock of the machine that the store is on and goes on steadily from there, so a wall clock that is
set in the middle of an evening (or was hours off from the beginning) moves no countdown. The organiser's program owns
it (`EventClock`); where the wall clock was set, a row of the log says how far the two are apart since
(`device.organiser.acts.observations.ClockSet`), and every other program computes the event's time from that:
``EventStore.now() + ahead``.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable

from rules.game import SECOND, Nanoseconds

APART = SECOND
"""How far (ns) the wall clock may come away from the event's before the log says so."""

_STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def wall_ns() -> int:
    """The wall clock of this machine in ns."""
    return time.time_ns()


def steady_ns() -> int:
    """A clock of this machine in ns that nobody sets and that goes on while the machine sleeps, where it has one."""
    return time.monotonic_ns() if _STEADY is None else time.clock_gettime_ns(_STEADY)


class EventClock:
    """The event's time in ns. Safe to read from any thread.

    ``id`` is drawn anew with every start: nobody knows how long a machine without a clock of its own was off.
    Organisers that share a store take the id of whoever started last. ``wall`` is the wall clock of the store's
    machine (`EventStore.now`).
    """

    def __init__(
        self, wall: Callable[[], Nanoseconds] = wall_ns, steady: Callable[[], Nanoseconds] = steady_ns
    ) -> None:
        self.id = uuid.uuid4().hex
        self._steady = steady
        self._zero = wall() - steady()

    def go_on(self, wall: Nanoseconds, ahead: Nanoseconds, last: Nanoseconds) -> None:
        """Go on from where an earlier run stood: ``ahead`` of the wall clock, and not before ``last``, its last word.

        A machine without a clock of its own may wake up hours before what it has written itself.
        """
        self._zero = max(wall + ahead, last) - self._steady()

    def now(self) -> Nanoseconds:
        """Its time now."""
        return self._zero + self._steady()

    def ahead(self, wall: Nanoseconds) -> Nanoseconds:
        """How far (ns) it is ahead of ``wall``, the wall clock now."""
        return self.now() - wall
