"""Microseconds since the start that never wrap: MicroPython's own count starts again after about 18 minutes."""

import time


class Micros:
    """A monotonic clock in microseconds. `now` has to be asked every eight minutes at least; the loop always does."""

    def __init__(self) -> None:
        self._raw = time.ticks_us()
        self._now = 0

    def now(self) -> int:
        """Microseconds since this clock was made."""
        raw = time.ticks_us()
        self._now += time.ticks_diff(raw, self._raw)
        self._raw = raw
        return self._now

    def of(self, raw: int) -> int:
        """The time of a reading of ``time.ticks_us`` that was taken not long ago, by an interrupt; never below 0."""
        now = self.now()
        return max(0, now + time.ticks_diff(raw, self._raw))
