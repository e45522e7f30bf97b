"""When a telephone's button was pressed, by the table's clock: the time base of a page in a browser.

A page's clock is coarse, counts anew whenever the page is loaded, and stands still while the telephone sleeps. So a
page counts *epochs*, stretches in which it counts on, and stamps everything with its own. Within one, round trips put
its clock within bounds, as a pod's ([timebase.py](../io/timebase.py)).

An epoch may end before any round trip: a telephone wakes out of reach, is pressed, and sleeps again. What was stamped
in it lies between the last time the table heard of that page and now. Where in between says the telephone's wall clock,
which may leap at any time: the whole stretch is in doubt.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.io.timebase import PlacedMoment, Sync
from rules.game import MILLISECOND, Nanoseconds

WANDER = 1_110
"""Millionths by which the clocks may run apart (ppm): two crystals by 100, both kernels slew their own by 500."""
EPOCHS = 16
"""How many epochs of a page are remembered."""
FINEST, COARSEST = 100_000, 100_000_000
"""How coarse (ns) a page's clock can be: Chromium steps by 0.1 ms, Firefox and Safari by 1, a wary Firefox by 100."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment by a page's own clocks: ns in ``epoch``, and its wall clock (ms)."""

    epoch: int
    own: Nanoseconds
    wall_ms: int


@dataclass(slots=True)
class EpochSync:
    """An epoch: its round trips, and when the question of the newest was asked (device time, ns)."""

    sync: Sync
    asked: Nanoseconds


class PageClock:
    """The clocks of one page, followed by round trips. Device times in ns."""

    def __init__(self) -> None:
        self._steps = FINEST
        self._stretches: dict[int, EpochSync] = {}
        self._wall: tuple[int, int] | None = None

    def begin(self, steps: Nanoseconds, wall_ms: int, now: Nanoseconds) -> None:
        """The page said hello at ``now``: its clock is so coarse (ns), its wall clock showed ``wall_ms``."""
        self._steps = max(FINEST, min(steps, COARSEST))
        self._wall = wall_ms * MILLISECOND, now

    def sample(
        self, epoch: int, sent: Nanoseconds, back: Nanoseconds, received: Nanoseconds, replied: Nanoseconds
    ) -> None:
        """A round trip within an epoch: ``sent`` and ``back`` by the device's clock, the others by the page's."""
        stretch = self._stretches.get(epoch)
        if stretch is None:
            # A step is rounded up or down, as the browser likes.
            stretch = self._stretches[epoch] = EpochSync(Sync(2 * self._steps, WANDER), sent)
            for former in sorted(self._stretches)[:-EPOCHS]:
                del self._stretches[former]
        stretch.sync.sample(sent, back, received, replied)
        stretch.asked = max(stretch.asked, sent)

    def is_fresh(self, epoch: int, now: Nanoseconds, within: Nanoseconds) -> bool:
        """Whether there was a round trip in this epoch no longer than that ago."""
        stretch = self._stretches.get(epoch)
        return stretch is not None and stretch.sync.is_fresh(now, within)

    def doubt(self, epoch: int, at: Nanoseconds) -> Nanoseconds | None:
        """By how many ns a press at device time ``at`` in that epoch may be off; None before a round trip in it."""
        stretch = self._stretches.get(epoch)
        return stretch.sync.doubt(at) if stretch is not None and stretch.sync.is_known else None

    def place(self, stamp: Stamp, now: Nanoseconds) -> PlacedMoment | None:
        """When that was; None where nothing says it: no round trip in its epoch, and none before it."""
        stretch = self._stretches.get(stamp.epoch)
        if stretch is not None and stretch.sync.is_known:
            placed = stretch.sync.place(stamp.own)
            return PlacedMoment(min(placed.at, now), placed.doubt)
        before = [stretch.asked for epoch, stretch in self._stretches.items() if epoch < stamp.epoch]
        if not before or self._wall is None:
            return None
        wall, at = self._wall
        since = max(before)
        guess = max(since, min(at - (wall - stamp.wall_ms * MILLISECOND), now))
        return PlacedMoment(guess, max(guess - since, now - guess))
