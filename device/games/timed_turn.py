"""A turn that is timed: how urgent it is, and what displays, lamps and buzzer show of it, in every game with such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from device.common import i18n
from device.io.oled_content import WIDTH, OledContent
from device.io.signals import Beep, Lamp, Signals
from device.kiosk import low_time
from device.kiosk.time_bar import call_of
from rules.game import SECOND, Nanoseconds

LOW, LAST = 30 * SECOND, 10 * SECOND
"""Time left from which displays, lamp and sounds warn, and hurry (ns)."""
MINUTE = 60 * SECOND
"""Time left that is only called (ns)."""


class TimedTurn(msgspec.Struct, frozen=True):
    """The turn of ``side`` (0 or 1) at a moment: what is ``left`` of its ``limit`` (ns), and whether its clock runs.

    ``low`` and ``last`` are what is left when it warns, and when it hurries.
    """

    side: int
    left: Nanoseconds
    limit: Nanoseconds
    running: bool
    low: Nanoseconds = LOW
    last: Nanoseconds = LAST

    @property
    def level(self) -> int:
        """How urgent it is (`device.kiosk.low_time`); not at all where the clock stands."""
        if not self.running or self.left > self.low:
            return low_time.FULL
        return low_time.OVER if self.left < 0 else low_time.LAST if self.left <= self.last else low_time.LOW

    def call(self, calls: Sequence[Nanoseconds] = (MINUTE, LOW, LAST)) -> str:
        """What is called of it where so much is left; ``""`` where nothing is."""
        return call_of(self.left, calls) if self.running else ""

    def next_change(self, at: Nanoseconds) -> Nanoseconds | None:
        """The game time at which something shown of it changes after ``at``; None where the clock stands."""
        if not self.running:
            return None
        return at + 1 + (self.left % (SECOND // 2) if self.left <= 0 else (self.left - 1) % SECOND)

    def oled_content(self, side: int, title: str, mark: str, **more: Any) -> OledContent:
        """The time on the display of ``side``, under ``title`` and over ``mark``; ``more`` is the game's own."""
        mine, level = self.side == side, self.level
        content = OledContent(
            title,
            i18n.clock(self.left),
            left=max(0, self.left * WIDTH // self.limit) / WIDTH,
            mine=mine and self.running,
            mark=mark,
            inverted=level >= low_time.LAST,
            low=level == low_time.LOW,
            standing=not self.running,
            over=level == low_time.OVER,
            waits=not mine,
        )
        return structs.replace(content, **more)

    def signals(self) -> Signals:
        """The lamp of whose turn it is shines, hurries and blinks slowly where the clock stands; the buzzer warns."""
        lamps, level = [Lamp.OFF, Lamp.OFF], self.level
        lamps[self.side] = Lamp.SLOW if not self.running else Lamp.FAST if level >= low_time.LAST else Lamp.ON
        return Signals(lamps[0], lamps[1], (None, Beep.LOW, Beep.LAST, Beep.OVER)[level])
