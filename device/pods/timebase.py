"""A pod's own time base, as round trips show it: what its clock gained on the device's, and how far to trust that.

A round trip gives the pod's offset to within half of what it took on the way. Between two of them the offset moves by
no more than crystals may (`WANDER`), so the bounds of all of them together are much closer than those of one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass

from rules.game import SECOND

WANDER = 100
"""Millionths by which two crystals may run apart (ppm); RP2040 boards promise 30, a Pi about as much."""
KNOT = 5 * SECOND
"""How often a knot of the curve is kept."""
KNOTS = 720
"""How many are kept: an hour."""
BEYOND = 10 * SECOND
"""How far past the last knot the curve is continued by the rate."""
RATE_OVER = 600 * SECOND
RATE_FROM = 20 * SECOND
"""The rate is fitted over the last ten minutes, and unknown before there are twenty seconds of them."""


@dataclass(frozen=True, slots=True)
class TimeBase:
    """What a clock gained on the device's own since it was first seen, as a curve of knots.

    ``knots`` are device time and gain in ns. ``rate`` is how much faster the clock runs, in thousandths of a millionth
    (ppb); None while that is not known yet.
    """

    knots: tuple[tuple[int, int], ...] = ()
    rate: int | None = None

    def gain(self, at: int) -> int:
        """The gain in ns at device time ``at``; level before the first knot and long after the last one."""
        if not self.knots:
            return 0
        place = bisect_right(self.knots, at, key=lambda knot: knot[0])
        if place == 0:
            return self.knots[0][1]
        t0, g0 = self.knots[place - 1]
        if place == len(self.knots):
            return g0 + min(at - t0, BEYOND) * (self.rate or 0) // SECOND
        t1, g1 = self.knots[place]
        return g0 + (g1 - g0) * (at - t0) // (t1 - t0)

    def gained(self, since: int, until: int) -> int:
        """How much more than the device's clock this one counted between two moments of device time (ns)."""
        return self.gain(until) - self.gain(since)


class Sync:
    """Follows one pod's clock through round trips. All times in ns."""

    def __init__(self) -> None:
        self._knots: deque[tuple[int, int]] = deque(maxlen=KNOTS)
        self._from = 0
        self._carried = 0
        self._origin: int | None = None
        self._low = self._high = self._at = 0
        self.base = TimeBase()
        self.trip: int | None = None

    def restart(self) -> None:
        """The pod counts from 0 again: its gain so far stays, its offset has to be found anew."""
        self._carried = self.base.gain(self._at)
        self._origin = None
        self._from = self._at + 1

    @property
    def known(self) -> bool:
        """Whether there was a round trip since the pod's start."""
        return self._origin is not None

    @property
    def doubt(self) -> int:
        """By how many ns the offset may be wrong."""
        return (self._high - self._low + 1) // 2

    def sample(self, sent: int, back: int, received: int, replied: int) -> None:
        """A round trip: ``sent`` and ``back`` by the device's clock, ``received`` and ``replied`` by the pod's.

        One that cannot be (an answer from before the question) changes nothing.
        """
        on_the_way = (back - sent) - (replied - received)
        if back < sent or replied < received or on_the_way < -SECOND:
            return
        middle = (sent + back) // 2
        offset = (received + replied) // 2 - middle
        half = max(on_the_way, 2_000) // 2
        low, high = offset - half, offset + half
        self.trip = max(0, on_the_way)
        if self._origin is not None:
            wander = abs(middle - self._at) * WANDER // 1_000_000
            closer = max(low, self._low - wander), min(high, self._high + wander)
            if closer[0] <= closer[1]:
                low, high = closer
        self._low, self._high, self._at = low, high, middle
        now = (low + high) // 2
        if self._origin is None:
            self._origin = now
        self._note(middle, self._carried + now - self._origin)

    def _note(self, at: int, gain: int) -> None:
        """The curve ends at this moment; every so often its end becomes a knot that stays."""
        knots = self._knots
        if len(knots) > 1 and at - knots[-2][0] < KNOT and knots[-1][0] >= self._from:
            knots.pop()
        if not knots or at > knots[-1][0]:
            knots.append((at, gain))
        self.base = TimeBase(tuple(knots), self._rate())

    def _rate(self) -> int | None:
        """The slope of the curve since the pod's start, by least squares."""
        last = self._knots[-1][0]
        recent = [knot for knot in self._knots if knot[0] >= self._from and last - knot[0] <= RATE_OVER]
        if len(recent) < 3 or last - recent[0][0] < RATE_FROM:
            return None
        n = len(recent)
        mean_t, mean_g = sum(t for t, _ in recent) // n, sum(g for _, g in recent) // n
        over = sum((t - mean_t) ** 2 for t, _ in recent)
        return sum((t - mean_t) * (g - mean_g) for t, g in recent) * SECOND // over

    def to_device(self, own: int) -> int:
        """The device's time of a moment of the pod's clock. ValueError before the first round trip."""
        near = own - self._offset(self._at)
        return own - self._offset(near)

    def to_pod(self, at: int) -> int:
        """The pod's own time of a moment of the device's clock. ValueError before the first round trip."""
        return at + self._offset(at)

    def _offset(self, at: int) -> int:
        if self._origin is None:
            raise ValueError("no round trip yet")
        return self._origin - self._carried + self.base.gain(max(at, self._from))
