"""Both clocks of a table as one immutable value: whose turn runs, what it used, and which clock is official.

Each pair has one clock and one button (S10). The pair on move ends its turn with its own button; the turn's official
time is what the clock beside its *opponents* measured. A press of the other pair's button in the meantime spoils that
pair's clock for this turn, and the mover's own clock becomes official; with both spoiled a referee decides.

| clock | press of the mover's button | press of the other button |
|---|---|---|
| no turn runs, or it stands | nothing | nothing |
| a turn runs | turn ends, the other pair's begins | that clock is spoiled for this turn |
"""

from __future__ import annotations

import enum

from msgspec import Struct
from msgspec.structs import replace

from rules.clock.side import SideClock
from rules.vector import EMPTY, Vector


class PressMeans(enum.Enum):
    """What a press of a clock button did: ended a turn, was accidental, or nothing."""

    TURN = "turn"
    ACCIDENT = "accident"
    IDLE = "idle"


class Official(Struct, frozen=True, gc=False):
    """A turn's official time in nanoseconds, and the clock (0 or 1) that measured it; None where the referee set it."""

    used: int
    clock: int | None


class ClockTurn(Struct, frozen=True, gc=False):
    """A turn as both clocks measured it.

    ``used`` are nanoseconds by clock 0 and clock 1, ``spoiled`` the clocks that an accidental press spoiled,
    ``doubt`` how many nanoseconds a power cut left uncertain, ``decided`` the referee's figure,
    ``struck`` whether the pair had no move in it at all.
    """

    mover: int
    used: tuple[int, int]
    spoiled: frozenset[int] = frozenset()
    doubt: int = 0
    decided: int | None = None
    struck: bool = False

    @property
    def official(self) -> Official | None:
        """S10: the opponents' clock, else the mover's own, else nobody's (None) until the referee decides."""
        if self.decided is not None:
            return Official(self.decided, None)
        for clock in (1 - self.mover, self.mover):
            if clock not in self.spoiled:
                return Official(self.used[clock], clock)
        return None

    @property
    def reconstructed_time(self) -> int:
        """What the device's own record says where no clock may: the opponents' clock as if nothing had spoiled it."""
        return self.used[1 - self.mover]


class DoubleClock(Struct, frozen=True, gc=False):
    """Both clocks. ``limit`` is the time for a turn in ns (S8, S9); exactly the limit is in time (S28).

    ``mover`` is the pair (0 or 1) whose turn is open, None before the first. ``standing`` are the reasons for which
    the clocks stand; they run when there is none. ``last`` is the latest game time seen: an event that arrives with
    an earlier stamp counts as simultaneous, time never runs backwards.
    """

    limit: int
    sides: tuple[SideClock, SideClock] = (SideClock(), SideClock())
    mover: int | None = None
    spoiled: frozenset[int] = frozenset()
    standing: frozenset[str] = frozenset()
    doubt: int = 0
    turns: Vector[ClockTurn] = EMPTY
    last: int = 0

    @property
    def running(self) -> bool:
        """Whether time is being measured."""
        return self.mover is not None and not self.standing

    def current(self, at: int) -> ClockTurn | None:
        """The open turn as it stands at ``at``; None where none is open."""
        if self.mover is None:
            return None
        at = max(at, self.last)
        used = (self.sides[0].time_used(at), self.sides[1].time_used(at))
        return ClockTurn(self.mover, used, self.spoiled, self.doubt)

    def time_used(self, at: int) -> int:
        """What the open turn has used at ``at`` by the clock that is official so far (`ClockTurn.official`, or what is
        reconstructed where neither is); 0 where none is open."""
        if self.mover is None:
            return 0
        theirs = 1 - self.mover
        own = theirs in self.spoiled and self.mover not in self.spoiled
        return self.sides[self.mover if own else theirs].time_used(max(at, self.last))

    def remaining(self, at: int) -> int:
        """What is left of the open turn, negative when it is overrun; the whole limit where no turn is open."""
        return self.limit - self.time_used(at)

    def overrun(self, at: int) -> bool:
        """Whether the open turn is past its limit (S28: exactly the limit is in time)."""
        return self.time_used(at) > self.limit

    def start(self, mover: int, at: int) -> DoubleClock:
        """Both clocks start the turn of pair ``mover``. ValueError where a turn is open."""
        clock = self._seen(at)
        a, b = clock.sides
        sides = (a.start(clock.last), b.start(clock.last))
        return replace(clock, mover=mover, sides=sides)._standing_or_running()

    def sync(self, at: int, own: tuple[int, int]) -> DoubleClock:
        """At ``at`` the clocks had counted ``own`` (ns), each by itself, where they have time bases of their own."""
        a, b = self.sides
        return replace(self, sides=(a.sync(at, own[0]), b.sync(at, own[1])))

    def press(self, side: int, at: int, shows: tuple[int, int] | None = None) -> tuple[DoubleClock, PressMeans]:
        """Button ``side`` went down at ``at``.

        ``shows`` is what each clock displayed at that instant (ns left), in records that say no readings.
        Never refused (S10): what a press cannot change it leaves as it is.
        """
        clock = self._seen(at)
        if not clock.running:
            return clock, PressMeans.IDLE
        if side != clock.mover:
            return replace(clock, spoiled=clock.spoiled | {side}), PressMeans.ACCIDENT
        if shows is not None:
            a, b = clock.sides
            sides = (a.adjust(clock.last, clock.limit - shows[0]), b.adjust(clock.last, clock.limit - shows[1]))
            clock = replace(clock, sides=sides)
        return clock._next(struck=False), PressMeans.TURN

    def forfeit(self, at: int) -> DoubleClock:
        """The open turn is struck whole (S15): the other pair is on move at once, with a turn of its own."""
        return self._seen(at)._next(struck=True)

    def stop(self, reason: str, at: int) -> DoubleClock:
        """The clocks stand for ``reason``; a second reason may join the first."""
        clock = self._seen(at)
        return replace(clock, standing=clock.standing | {reason})._standing_or_running()

    def resume(self, reason: str, at: int) -> DoubleClock:
        """``reason`` is over; the clocks run on from where they stood unless another reason is left."""
        clock = self._seen(at)
        return replace(clock, standing=clock.standing - {reason})._standing_or_running()

    def correct(self, remaining: int, at: int) -> DoubleClock:
        """A referee's correction: the open turn has ``remaining`` ns left, on both clocks."""
        clock = self._seen(at)
        a, b = clock.sides
        used = clock.limit - remaining
        sides = (a.set_used(clock.last, used), b.set_used(clock.last, used))
        return replace(clock, sides=sides, doubt=0)

    def spoil(self, side: int, at: int) -> DoubleClock:
        """People declare clock ``side`` unusable for the open turn."""
        clock = self._seen(at)
        return replace(clock, spoiled=clock.spoiled | {side})

    def decide(self, turn: int, used: int) -> DoubleClock:
        """The referee's official time for finished turn ``turn`` (from 0). IndexError where there is none."""
        decided = replace(self.turns[turn], decided=used)
        return replace(self, turns=self.turns.put(turn, decided))

    def power_loss(self, at: int, doubt: int) -> DoubleClock:
        """Power went at ``at``, known to within ``doubt`` ns: the clocks stand as after a pause, the doubt is noted."""
        if not self.running:
            return self.stop("pause", at)
        return replace(self.stop("pause", at), doubt=self.doubt + doubt)

    def _next(self, *, struck: bool) -> DoubleClock:
        now = self.last
        finished = self.current(now)
        if finished is None:
            raise ValueError("no turn is open")
        a, b = self.sides[0].switch(now), self.sides[1].switch(now)
        after = replace(
            self,
            sides=(a, b),
            mover=1 - finished.mover,
            spoiled=frozenset(),
            doubt=0,
            turns=self.turns.append(replace(finished, struck=struck)),
        )
        return after._standing_or_running()

    def _seen(self, at: int) -> DoubleClock:
        return self if at <= self.last else replace(self, last=at)

    def _standing_or_running(self) -> DoubleClock:
        a, b = self.sides
        if self.standing:
            return replace(self, sides=(a.stop(self.last), b.stop(self.last)))
        if a.since is not None and b.since is not None:
            return self
        return replace(self, sides=(a.resume(self.last), b.resume(self.last)))
