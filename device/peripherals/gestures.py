"""What people do with the clock buttons, from raw edges that are debounced as on a pod. No input or output, no clock.

A button that stays down for the hold time is held; both down together for the hold time are both held, and
both held that stay down for `LONG_HOLD` more are kept. A source that may be late (a pod) has to say that the button is
still down: time alone does not make a hold of it.
"""

from __future__ import annotations

from device.io.inputs import BothButtonsHold, BothButtonsLongHold, ButtonHold, ButtonPress, Gestures
from firmware.contact import Contact
from rules.game import MILLISECOND, Nanoseconds

LONG_HOLD = 2_500 * MILLISECOND
"""For how long (ns) both have to stay down after they were both held, until they are kept."""
TENTHS = 10
"""In how many steps the progress of a hold is reported."""


class GestureRecognizer:
    """Both buttons: contacts debounced, holds recognised. Times in ns of the device's monotonic clock."""

    def __init__(self, lockout: Nanoseconds, hold: Nanoseconds) -> None:
        self._contacts = [Contact(lockout), Contact(lockout)]
        self._hold = hold
        self._since: list[int | None] = [None, None]
        self._told = [False, False]
        self._both: int | None = None
        self._reported: list[int | None] = [None, None]

    def edge(self, side: int, down: bool, at: Nanoseconds) -> Gestures:
        """A raw edge of a contact."""
        gestures = self.advance(at)
        changes = self._contacts[side].feed(down, at)
        return gestures + [gesture for change in changes for gesture in self._changed(side, *change)]

    def button(self, side: int, down: bool, at: Nanoseconds) -> Gestures:
        """A button that does not bounce (a press area on the screen) went down or up."""
        return self.advance(at) + self._changed(side, down, at)

    def report(self, side: int, down: bool, at: Nanoseconds, doubt: Nanoseconds = 0) -> Gestures:
        """A source that may be late says how its button is (`PodReport`)."""
        before = self._reported[side]
        if before is not None:  # it was down until now, whatever it is now
            self._reported[side] = max(before, at)
        gestures = self.advance(at) + self._changed(side, down, at, doubt)
        if down and self._reported[side] is None:
            self._reported[side] = at
        return gestures

    @property
    def down(self) -> tuple[bool, bool]:
        """Which buttons are down, as far as is known."""
        return self._since[0] is not None, self._since[1] is not None

    def _changed(self, side: int, down: bool, at: Nanoseconds, doubt: Nanoseconds = 0) -> Gestures:
        if down == (self._since[side] is not None):
            return []
        self._since[side] = at if down else None
        self._told[side] = False
        self._both = None
        self._reported[side] = None
        return [ButtonPress(side, at, doubt)] if down else []

    def progress(self, now: Nanoseconds) -> tuple[float, float]:
        """For each button how much of the hold time it has been down alone at ``now``, in tenths from 0 to 1."""
        return self._tenths(0, now) / TENTHS, self._tenths(1, now) / TENTHS

    def next_tenth(self, now: Nanoseconds) -> Nanoseconds | None:
        """When `progress` changes next; None while no button is on its way to be held."""
        steps = ((side, self._tenths(side, now) + 1) for side in (0, 1) if self._held_at(side) is not None)
        moments = [(self._since[side] or 0) - -step * self._hold // TENTHS for side, step in steps]
        return min(moments, default=None)

    def _tenths(self, side: int, now: Nanoseconds) -> Nanoseconds:
        since = self._since[side]
        if since is None or self._held_at(side) is None:
            return 0
        return max(0, min(TENTHS, (now - since) * TENTHS // self._hold))

    @property
    def due(self) -> Nanoseconds | None:
        """The next moment at which time alone changes something; None where nothing does."""
        moments = [contact.due for contact in self._contacts]
        moments += [self._both_at(), self._kept_at()]
        moments += [self._held_at(side) for side in (0, 1)]
        return min((moment for moment in moments if moment is not None), default=None)

    def advance(self, now: Nanoseconds) -> Gestures:
        """Time has come to ``now``."""
        gestures: Gestures = []
        while (due := self.due) is not None and due <= now:
            gestures += self._moment(due)
        return gestures

    def _moment(self, now: Nanoseconds) -> Gestures:
        gestures: Gestures = []
        for side in (0, 1):
            for change in self._contacts[side].advance(now):
                gestures += self._changed(side, *change)
        both = self._both_at()
        if both is not None and now >= both:
            self._told = [True, True]
            self._both = both
            return [*gestures, BothButtonsHold(both)]
        both_since = self._kept_at()
        if both_since is not None and now >= both_since:
            self._both = None
            return [*gestures, BothButtonsLongHold(both_since)]
        for side in (0, 1):
            moment = self._held_at(side)
            began = self._since[side]
            if moment is not None and began is not None and now >= moment:
                self._told[side] = True
                gestures.append(ButtonHold(side, began, moment))
        return gestures

    def _both_at(self) -> Nanoseconds | None:
        a, b = self._since
        if a is None or b is None or any(self._told):
            return None
        return self._vouched(max(a, b) + self._hold, 0, 1)

    def _kept_at(self) -> Nanoseconds | None:
        """When both, already held, will be kept; None where they are not held, or were kept already."""
        return None if self._both is None else self._vouched(self._both + LONG_HOLD, 0, 1)

    def _held_at(self, side: int) -> Nanoseconds | None:
        """When the button counts as held; never while the other is down too."""
        since = self._since[side]
        if since is None or self._told[side] or self._since[1 - side] is not None:
            return None
        return self._vouched(since + self._hold, side)

    def _vouched(self, moment: Nanoseconds, *sides: int) -> Nanoseconds | None:
        """``moment``, unless a source has yet to say that the button was still down then; later, where a contact is yet
        to come to rest."""
        reports = (self._reported[side] for side in sides)
        if any(report is not None and report < moment for report in reports):
            return None
        return max(moment, *(self._contacts[side].due or moment for side in sides))
