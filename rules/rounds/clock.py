"""The clock of a turn: what whoever's turn it is has left of the time that the sheet gives (R8)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.clock.side import SideClock


class TurnClock(Struct, frozen=True, gc=False):
    """All values are integer nanoseconds. ``limit`` is the time of a turn, ``seat`` whose turn it is (from 0).

    ``doubt`` is what a power cut left uncertain of the open turn; ``last`` the latest game time seen: what arrives with
    an earlier stamp counts as simultaneous.
    """

    limit: int
    seat: int | None = None
    clock: SideClock = SideClock()
    paused: bool = False
    doubt: int = 0
    last: int = 0

    @property
    def running(self) -> bool:
        """Whether time is being measured."""
        return self.seat is not None and not self.paused

    def remaining(self, at: int) -> int:
        """What is left of the open turn, negative once it is overrun; the whole limit where none is open."""
        return self.limit - self.clock.time_used(max(at, self.last))

    def start(self, seat: int, at: int) -> TurnClock:
        """The turn of ``seat`` begins; the one before is over."""
        now = max(at, self.last)
        return replace(self, seat=seat, clock=SideClock().start(now), paused=False, doubt=0, last=now)

    def stop(self, reason: str, at: int) -> TurnClock:
        """The clock stands."""
        now = max(at, self.last)
        return replace(self, clock=self.clock.stop(now), paused=True, last=now)

    def resume(self, reason: str, at: int) -> TurnClock:
        """The clock goes on from where it stood."""
        now = max(at, self.last)
        return replace(self, clock=self.clock.resume(now), paused=False, last=now)

    def finish(self, at: int) -> TurnClock:
        """No turn is open any more: the game is over."""
        return replace(self, seat=None, clock=SideClock(), paused=False, doubt=0, last=max(at, self.last))

    def power_loss(self, at: int, doubt: int) -> TurnClock:
        """Power went at ``at``, known to within ``doubt`` ns: the clock stands as after a pause."""
        running = self.running
        stopped = self.stop("pause", at)
        return replace(stopped, doubt=self.doubt + doubt) if running else stopped
