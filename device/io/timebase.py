"""A pod's own time base, as round trips show it: what its clock gained on the device's, and how far to trust that.

A round trip puts the pod's offset within bounds as far apart as it took on the way. Between two of them the offset
moves by no more than crystals and the kernel may (`WANDER`), so the bounds of all of them together are much closer than
those of one, and wider again the longer ago the last one was.

Where a round trip lies outside what the ones before it allow, a clock stood still in between: the device or the pod
slept. Another *epoch* begins then. What was stamped before keeps the bounds of its own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

import msgspec

from rules.game import MICROSECOND, SECOND, Nanoseconds

WANDER = 610
"""Millionths by which the clocks may run apart (ppm): two crystals by 100, Linux slews its own by 500, and some."""
RESOLUTION = MICROSECOND
"""How coarse (ns) a pod's clock is: it counts microseconds."""
KNOT = 5 * SECOND
"""How often a knot of the curve is kept."""
KNOTS = 720
"""How many are kept: an hour."""
BEYOND = 10 * SECOND
"""How far past the last knot the curve is continued by the rate."""
FASTEST = 100_000
"""The rate (ppb) by which it is continued at most, as two crystals go; slewing ends as suddenly as it begins."""
RATE_OVER = 600 * SECOND
RATE_FROM = 20 * SECOND
RATE_DOUBT = 20_000
"""The rate is fitted over the last ten minutes, and unknown before there are twenty seconds of them and while the doubt
of both ends leaves it open by more than so many ppb."""
EPOCHS = 4
"""How many former epochs are remembered."""
TRIPS = 16
"""How many round trips are remembered, to say when an epoch ended."""


class TimeBase(msgspec.Struct, frozen=True):
    """What a clock gained on the device's own since it was first seen, as a curve of knots.

    ``knots`` are device time and gain in ns. ``rate`` is how much faster the clock runs, in thousandths of a millionth
    (ppb); None while that is not known yet.
    """

    knots: tuple[tuple[int, int], ...] = ()
    rate: int | None = None

    def gain(self, at: Nanoseconds) -> Nanoseconds:
        """The gain in ns at device time ``at``; level before the first knot and long after the last one."""
        if not self.knots:
            return 0
        place = bisect_right(self.knots, at, key=lambda knot: knot[0])
        if place == 0:
            return self.knots[0][1]
        t0, g0 = self.knots[place - 1]
        if place == len(self.knots):
            rate = max(-FASTEST, min(self.rate or 0, FASTEST))
            return g0 + min(at - t0, BEYOND) * rate // SECOND
        t1, g1 = self.knots[place]
        return g0 + (g1 - g0) * (at - t0) // (t1 - t0)

    def gain_between(self, since: Nanoseconds, until: Nanoseconds) -> Nanoseconds:
        """How much more than the device's clock this one counted between two moments of device time (ns)."""
        return self.gain(until) - self.gain(since)


class SideClocks:
    """The time base beside each side; None: the device's own, for which no drift is made up (rule S10).

    A source with a clock of its own publishes its curve here. Curves are immutable values, so any thread may read.
    """

    def __init__(self) -> None:
        self.bases: tuple[TimeBase | None, TimeBase | None] = (None, None)

    def publish(self, side: int, base: TimeBase | None) -> None:
        """The clock beside ``side`` runs like this."""
        other = self.bases[1 - side]
        self.bases = (base, other) if side == 0 else (other, base)

    @property
    def has_own(self) -> bool:
        """Whether a side has a clock of its own."""
        return any(base is not None for base in self.bases)

    def gain_between(self, side: int, since: Nanoseconds, until: Nanoseconds) -> Nanoseconds:
        """How much more (ns) than the device's the clock beside ``side`` counted between two moments of device time."""
        base = self.bases[side]
        return 0 if base is None else base.gain_between(since, until)


class ClockCounts:
    """What the clocks beside the sides count from device time ``at`` (ns) on, each by itself, whatever is plugged in.

    It goes on from one reading to the next: another source is taken over without a leap, and a curve need not reach
    back to the beginning of a game. ``matter``: a side has, or has had, a clock of its own.
    """

    def __init__(self, clocks: SideClocks, at: Nanoseconds, *, matter: bool = False) -> None:
        self._clocks, self._began, self._read_at = clocks, at, at
        self._gained = (0, 0)
        self.matter = matter

    def read(self, at: Nanoseconds) -> tuple[int, int]:
        """Both counts at device time ``at``, which may lie before the last reading: a press was heard late."""
        self.matter = self.matter or self._clocks.has_own
        a, b = (self._gained[side] + self._clocks.gain_between(side, self._read_at, at) for side in (0, 1))
        if at > self._read_at:
            self._read_at, self._gained = at, (a, b)
        return at - self._began + a, at - self._began + b


class OffsetBounds(msgspec.Struct, frozen=True):
    """At device time ``at`` the pod's clock was ahead of the device's by ``low`` to ``high`` ns.

    ``ppm`` is by how many millionths the clocks may run apart.
    """

    at: Nanoseconds
    low: int
    high: int
    ppm: int = WANDER

    def extrapolate(self, at: Nanoseconds) -> OffsetBounds:
        """What follows from them for another moment."""
        wander = -(-abs(at - self.at) * self.ppm // 1_000_000)
        return OffsetBounds(at, self.low - wander, self.high + wander, self.ppm)

    def intersect(self, other: OffsetBounds) -> OffsetBounds | None:
        """What both allow at the moment of these; None where they exclude each other."""
        other = other.extrapolate(self.at)
        low, high = max(self.low, other.low), min(self.high, other.high)
        return OffsetBounds(self.at, low, high, self.ppm) if low <= high else None

    @property
    def middle(self) -> Nanoseconds:
        """The offset that is wrong by no more than `half`."""
        return (self.low + self.high) // 2

    @property
    def half(self) -> Nanoseconds:
        """Half of what lies between them, rounded up."""
        return (self.high - self.low + 1) // 2


class PlacedMoment(msgspec.Struct, frozen=True):
    """A moment of the pod's clock is ``at`` by the device's, which may be wrong by ``doubt`` (ns)."""

    at: Nanoseconds
    doubt: Nanoseconds


class Epoch:
    """A stretch in which neither clock stood still: the offset moves as clocks run, and does not leap.

    ``own_since`` and ``own_until`` are its first and last moment that are certain, by the pod's clock; ``carried`` what
    that had gained before it began; ``coarse`` by how much a reading of it may be wrong.
    """

    def __init__(self, own: int, first: OffsetBounds, carried: int, coarse: int) -> None:
        self._coarse = coarse
        self.own_since = self.own_until = own
        self.since = first.at
        self._shift = first.middle - carried
        self._knots = deque([first], maxlen=KNOTS)

    @property
    def last(self) -> OffsetBounds:
        """What is known since its newest round trip."""
        return self._knots[-1]

    @property
    def gain(self) -> Nanoseconds:
        """What the pod's clock had gained by then."""
        return self.last.middle - self._shift

    def add(self, bounds: OffsetBounds) -> None:
        """What another round trip leaves. Every so often it becomes a knot that stays."""
        knots = self._knots
        if knots[-1].at == bounds.at or (len(knots) > 1 and bounds.at - knots[-2].at < KNOT):
            knots.pop()
        knots.append(bounds)

    def rate(self) -> int | None:
        """The slope of the offset, by least squares; None while that is not known well enough."""
        last = self.last
        recent = [knot for knot in self._knots if last.at - knot.at <= RATE_OVER]
        first = recent[0]
        span = last.at - first.at
        if len(recent) < 3 or span < RATE_FROM or (first.half + last.half) * SECOND > RATE_DOUBT * span:
            return None
        n = len(recent)
        mean_t, mean_o = sum(knot.at for knot in recent) // n, sum(knot.middle for knot in recent) // n
        over = sum((knot.at - mean_t) ** 2 for knot in recent)
        return sum((knot.at - mean_t) * (knot.middle - mean_o) for knot in recent) * SECOND // over

    def bounds(self, at: Nanoseconds) -> OffsetBounds:
        """What the round trips before and after that moment of device time leave for it."""
        n = bisect_right(self._knots, at, key=lambda knot: knot.at)
        if n == 0:
            return self._knots[0].extrapolate(at)
        before = self._knots[n - 1].extrapolate(at)
        return before if n == len(self._knots) else before.intersect(self._knots[n]) or before

    def offset(self, at: Nanoseconds, base: TimeBase) -> tuple[int, int]:
        """How far the pod's clock is ahead at that moment of device time, and the doubt of it: the curve, in bounds."""
        bounds = self.bounds(at)
        offset = max(bounds.low, min(self._shift + base.gain(max(at, self.since)), bounds.high))
        return offset, max(bounds.high - offset, offset - bounds.low)

    def place(self, own: int, base: TimeBase) -> PlacedMoment:
        """A moment of the pod's clock by the device's, if it is one of this epoch."""
        near = own - self.offset(own - self.last.middle, base)[0]
        offset, doubt = self.offset(near, base)
        return PlacedMoment(own - offset, doubt + self._coarse)


class Sync:
    """Follows one pod's clock through round trips. All times in ns.

    Its clock counts in steps of ``resolution``; it and the device's may run apart by ``ppm`` millionths.
    """

    def __init__(self, resolution: int = RESOLUTION, ppm: int = WANDER) -> None:
        self._coarse = resolution // 2
        self._ppm = ppm
        self._knots: deque[tuple[int, int]] = deque(maxlen=KNOTS)
        self._epochs: deque[Epoch] = deque(maxlen=EPOCHS + 1)
        self._trips: deque[tuple[int, OffsetBounds]] = deque(maxlen=TRIPS)
        self._carried = 0
        self.base = TimeBase()
        self.trip: int | None = None

    def restart(self) -> None:
        """The pod counts from 0 again: its gain so far stays, its offset has to be found anew."""
        if self._epochs:
            self._carried = self._epochs[-1].gain
        self._epochs.clear()
        self._trips.clear()

    @property
    def is_known(self) -> bool:
        """Whether there was a round trip since the pod's start."""
        return bool(self._epochs)

    def is_fresh(self, now: Nanoseconds, within: Nanoseconds) -> bool:
        """Whether the newest round trip is no older than that."""
        return self.is_known and now - self._epochs[-1].last.at <= within

    def doubt(self, at: Nanoseconds) -> Nanoseconds:
        """By how many ns the offset at device time ``at`` may be wrong. ValueError before the first round trip."""
        return self._newest().offset(at, self.base)[1] + self._coarse

    def sample(self, sent: Nanoseconds, back: Nanoseconds, received: Nanoseconds, replied: Nanoseconds) -> bool:
        """A round trip: ``sent`` and ``back`` by the device's clock, ``received`` and ``replied`` by the pod's.

        One that cannot be (an answer from before the question) changes nothing. True where another epoch began with it.
        """
        if back < sent or replied < received:
            return False
        middle = (sent + back) // 2
        epoch = self._epochs[-1] if self._epochs else None
        low, high = replied - back - self._coarse, received - sent + self._coarse
        bounds = OffsetBounds(sent, low, high, self._ppm).extrapolate(
            middle if epoch is None else max(middle, epoch.last.at)
        )
        if bounds.low > bounds.high:
            return False
        self.trip = max(0, (back - sent) - (replied - received))
        closer = bounds if epoch is None else bounds.intersect(epoch.last)
        if epoch is not None and closer is not None:
            epoch.add(closer)
        else:
            if epoch is not None:
                self._end(epoch, bounds)
            self._epochs.append(Epoch(received, bounds, self._carried, self._coarse))
        self._trips.append((replied, bounds))
        self._note(self._epochs[-1])
        return closer is None

    def _end(self, epoch: Epoch, after: OffsetBounds) -> None:
        """A clock stood still after the last round trip that the new epoch excludes."""
        before = (own for own, bounds in reversed(self._trips) if after.intersect(bounds) is None)
        epoch.own_until = next(before, epoch.own_since)
        self._carried = epoch.gain
        self._trips.clear()

    def _note(self, epoch: Epoch) -> None:
        """The curve ends at this moment; every so often its end becomes a knot that stays."""
        knots, at = self._knots, epoch.last.at
        if len(knots) > 1 and at - knots[-2][0] < KNOT and knots[-1][0] >= epoch.since:
            knots.pop()
        if not knots or at > knots[-1][0]:
            knots.append((at, epoch.gain))
        self.base = TimeBase(tuple(knots), epoch.rate())

    def place(self, own: int) -> PlacedMoment:
        """The device's time of a moment of the pod's clock. ValueError before the first round trip."""
        after = self._newest()
        if own >= after.own_since:
            return after.place(own, self.base)
        for epoch in list(self._epochs)[-2::-1]:
            if own > epoch.own_until:
                return self._between(own, epoch, after)
            if own >= epoch.own_since:
                return epoch.place(own, self.base)
            after = epoch
        return after.place(own, self.base)

    def _between(self, own: int, before: Epoch, after: Epoch) -> PlacedMoment:
        """A moment for which it is not known whether it was before or after a clock stood still."""
        early, late = before.place(own, self.base), after.place(own, self.base)
        doubt = early.doubt + late.doubt
        if late.at <= early.at:  # the device's stood: any moment until it was heard to run again
            first = max(late.at, before.place(before.own_until, self.base).at)
            last = min(early.at, after.place(after.own_since, self.base).at)
            return PlacedMoment((first + last) // 2, abs(last - first) // 2 + 1 + doubt)
        near = early if own - before.own_until <= after.own_since - own else late
        return PlacedMoment(near.at, late.at - early.at + doubt)

    def to_pod(self, at: Nanoseconds) -> Nanoseconds:
        """The pod's own time of a moment of the device's clock. ValueError before the first round trip."""
        epoch = self._newest()
        return at + epoch.offset(max(at, epoch.since), self.base)[0]

    def _newest(self) -> Epoch:
        if not self._epochs:
            raise ValueError("no round trip yet")
        return self._epochs[-1]
