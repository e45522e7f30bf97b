"""When the table dims: nobody has done anything for a while.

Where a clock runs, people look at it without touching anything, so the screen only calms down and stays readable;
where none runs it rests. A signal (the last half minute, the end) makes it shine again by itself. Whoever wakes a
resting table by a touch has not seen what was under the finger, so that touch does nothing else. A clock button always
counts.
"""

from __future__ import annotations

from enum import Enum

from device.settings.settings import Screen

READABLE = 60
"""Percent of brightness at which digits are still read across a table."""
PIXEL_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The places of an OLED's picture one after another, in pixels right and down of where it was drawn."""


class Level(Enum):
    """How bright the table is."""

    AWAKE = "awake"
    CALM = "calm"
    RESTING = "resting"


def percent(level: Level, screen: Screen) -> int:
    """How bright the screen shines then, in percent: never brighter than the settings say."""
    if level is Level.AWAKE:
        return screen.brightness
    wanted = screen.dim_to if level is Level.RESTING else max(screen.dim_to, READABLE)
    return min(screen.brightness, wanted)


class Dimmer:
    """How bright the table is now. ``after`` is in ns of the device's clock; 0: it never dims."""

    def __init__(self, now: int, after: int) -> None:
        self.after = after
        self.level = Level.AWAKE
        self._since = now
        self._busy = False

    def wake(self, now: int) -> Level:
        """Somebody did something, or something is signalled. How bright the table was until then."""
        before, self.level = self.level, Level.AWAKE
        self._since = now
        return before

    def advance(self, now: int, busy: bool) -> int | None:
        """Let time pass; ``busy``: a clock runs. When the table will dim, None where that is not in sight."""
        if self._busy and not busy:
            self.wake(now)  # people look at where the clock came to stand
        self._busy = busy
        if not self.after or now - self._since < self.after:
            self.level = Level.AWAKE
            return self._since + self.after if self.after else None
        self.level = Level.CALM if busy else Level.RESTING
        return None


def shift_at(now: int, period: int) -> tuple[int, int]:
    """Where an OLED's picture lies at device time ``now``, moving every ``period`` ns (0: it does not)."""
    return PIXEL_SHIFTS[now // period % len(PIXEL_SHIFTS)] if period else PIXEL_SHIFTS[0]
