"""One clock beside one pair: an immutable value that measures turn after turn in its own time base.

There are no ticks. A turn's time is what was banked when the clock last stood, plus the difference between two
readings of the clock's own time base; asking for it changes nothing.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class SideClock(Struct, frozen=True, gc=False):
    """One clock. All values are integer nanoseconds.

    ``offset`` is the clock's own reading at game time 0: its time base may run apart from the other clock's (S10).
    ``done`` is the time of all finished turns. ``banked`` is what the open turn had used when the clock
    last stood; ``since`` the own reading from which it has been running again, None while it stands.
    """

    offset: int = 0
    done: int = 0
    open: bool = False
    banked: int = 0
    since: int | None = None

    def reading(self, at: int) -> int:
        """The clock's own reading at game time ``at``, never before the running turn's start."""
        own = at + self.offset
        return own if self.since is None else max(own, self.since)

    def time_used(self, at: int) -> int:
        """What the open turn has used at game time ``at``; 0 where no turn is open."""
        return self.banked + (0 if self.since is None else self.reading(at) - self.since)

    def total(self, at: int) -> int:
        """All that the clock has measured: its finished turns and the open one."""
        return self.done + self.time_used(at)

    def start(self, at: int) -> SideClock:
        """A turn begins and the clock runs. ValueError where one is open already: no two turns run on one clock."""
        if self.open:
            raise ValueError("a turn is running on this clock already")
        return replace(self, open=True, banked=0, since=self.reading(at))

    def sync(self, at: int, own: int) -> SideClock:
        """At ``at`` the clock itself had counted ``own``: that is its reading from here on, and what ran, ran by it."""
        return replace(self, offset=own - at)

    def switch(self, at: int) -> SideClock:
        """The open turn ends, its time joins ``done``, and another one begins. ValueError where none is open."""
        if not self.open:
            raise ValueError("no turn is running on this clock")
        return SideClock(self.offset, self.done + self.time_used(at), open=True, since=at + self.offset)

    def stop(self, at: int) -> SideClock:
        """The clock stands; what was used is banked. Standing already: nothing changes."""
        return self if self.since is None else replace(self, banked=self.time_used(at), since=None)

    def resume(self, at: int) -> SideClock:
        """A standing clock with an open turn runs on from what is banked."""
        return replace(self, since=self.reading(at)) if self.open and self.since is None else self

    def set_used(self, at: int, used: int) -> SideClock:
        """The open turn has used ``used`` ns from now on, running or standing as before (a correction)."""
        return replace(self, banked=used, since=None if self.since is None else self.reading(at))

    def adjust(self, at: int, used: int) -> SideClock:
        """The clock itself says at ``at`` that the running turn has used ``used`` ns: its time base is taken over."""
        if self.since is None:
            return self
        return replace(self, offset=self.since + max(0, used - self.banked) - at)
