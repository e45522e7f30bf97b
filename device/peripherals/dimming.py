"""When the table dims: nobody has done anything for a while.

Where a clock runs or is paused, people look at it without touching anything, so the screen dims only as far as it stays
readable; elsewhere it goes dark. A signal (the last half minute, the end) makes it shine again by itself. Whoever wakes
a dark table by a touch has not seen what was under the finger, so that touch does nothing else. A clock button always
counts.
"""

from __future__ import annotations

from enum import Enum

from device.common.settings.settings import ScreenSettings
from rules.game import Nanoseconds

READABLE = 60
"""Percent of brightness at which digits are still read across a table."""
PIXEL_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The places of an OLED's picture one after another, in pixels right and down of where it was drawn."""


class Level(Enum):
    """How bright the table is."""

    BRIGHT = "bright"
    DIMMED = "dimmed"
    DARK = "dark"


def percent(level: Level, screen: ScreenSettings) -> int:
    """How bright the screen shines then, in percent: never brighter than the settings say."""
    if level is Level.BRIGHT:
        return screen.brightness
    wanted = screen.dim_to if level is Level.DARK else max(screen.dim_to, READABLE)
    return min(screen.brightness, wanted)


class Dimmer:
    """How bright the table is now. ``after`` is in ns of the device's clock; 0: it never dims."""

    def __init__(self, now: Nanoseconds, after: Nanoseconds) -> None:
        self.after = after
        self.level = Level.BRIGHT
        self._since = now
        self._running = False

    def wake(self, now: Nanoseconds) -> Level:
        """Somebody did something, or something is signalled. How bright the table was until then."""
        before, self.level = self.level, Level.BRIGHT
        self._since = now
        return before

    def advance(self, now: Nanoseconds, *, running: bool, paused: bool = False) -> int | None:
        """Let time pass. When the table will dim (ns), None where that is not in sight.

        ``running``: a clock runs; ``paused``: one is on the screen that stands.
        """
        if self._running and not running:
            self.wake(now)  # people look at where the clock came to stand
        self._running = running
        if not self.after or now - self._since < self.after:
            self.level = Level.BRIGHT
            return self._since + self.after if self.after else None
        self.level = Level.DIMMED if running or paused else Level.DARK
        return None


def shift_at(now: Nanoseconds, period: Nanoseconds) -> tuple[int, int]:
    """Where an OLED's picture lies at device time ``now``, moving every ``period`` ns (0: it does not)."""
    return PIXEL_SHIFTS[now // period % len(PIXEL_SHIFTS)] if period else PIXEL_SHIFTS[0]
