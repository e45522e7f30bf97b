"""The clocks beside the two sides, where they have a time base of their own (rule S10 of Polish doubles).

A source with a clock of its own publishes its curve here; the table and the screens read it. Buttons on the device's
own pins share the device's time base, and no drift is made up for them.
"""

from __future__ import annotations

from device.io.timebase import TimeBase


class SideClocks:
    """The time base beside each side; None: the device's own. Curves are immutable values, so any thread may read."""

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

    def gain_between(self, side: int, since: int, until: int) -> int:
        """How much more (ns) than the device's the clock beside ``side`` counted between two moments of device time."""
        base = self.bases[side]
        return 0 if base is None else base.gain_between(since, until)
