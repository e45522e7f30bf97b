"""The button: raw edges taken by interrupt, and their debounce, which the table's own buttons take from here, too.

The first edge acts at its own time; for the lock-out after it edges only update the level that is remembered; when it
ends, the level is reconciled. (Switches bounce for 1.6 ms on average, 6.2 ms at worst; Ganssle.)

Edges get lost (joan2937/lg issue 18). One that goes down while the contact is down begins a new press, if it is still
down when its lock-out ends: else it bounced on its way up.
"""

import array
import time


class EdgeBuffer:
    """The last edges of a pin, taken by a hard interrupt, which may not allocate memory: hence the fixed ring."""

    SIZE = 64

    def __init__(self) -> None:
        self._ticks = array.array("i", [0] * self.SIZE)
        self._downs = bytearray(self.SIZE)
        self._written = 0
        self._read = 0
        self.missed = 0

    def interrupt(self, pin: object) -> None:
        """The pin changed. Pressed is low. Where nobody has read for long, what is too much is counted and left out."""
        following = (self._written + 1) % self.SIZE
        if following == self._read:
            self.missed = (self.missed + 1) & 0xFFFFFF
            return
        self._ticks[self._written] = time.ticks_us()  # type: ignore[attr-defined]
        self._downs[self._written] = not pin.value()  # type: ignore[attr-defined]
        self._written = following

    def take(self) -> tuple[int, bool] | None:
        """The oldest edge that has not been taken: ticks and whether the button is down; None where there is none."""
        if self._read == self._written:
            return None
        taken = self._ticks[self._read], bool(self._downs[self._read])
        self._read = (self._read + 1) % self.SIZE
        return taken


class Contact:
    """One contact. Times and ``lockout`` are in one unit, whatever it is; ``down`` is the level that was accepted.

    ``due`` is when the level has to be reconciled; None where nothing waits.
    """

    def __init__(self, lockout: int, down: bool = False) -> None:
        self.lockout = lockout
        self.down = down
        self._raw = down
        self._raw_at = 0
        self._again: int | None = None
        self.due: int | None = None

    def feed(self, down: bool, at: int) -> list[tuple[bool, int]]:
        """A raw edge; the changes that were accepted. Stamps that run backwards count as simultaneous."""
        at = max(at, self._raw_at)
        changes = self.advance(at)
        self._raw, self._raw_at = down, at
        if self.due is None and down != self.down:
            self._accept(at, changes)
        elif self.due is None and down:
            self._again, self.due = at, at + self.lockout
        return changes

    def read(self, down: bool, at: int) -> list[tuple[bool, int]]:
        """The level as it was read at ``at``; the changes that were accepted. The same level again is no edge."""
        changes = self.advance(at)
        if down != self._raw:
            changes += self.feed(down, at)
        return changes

    def advance(self, now: int) -> list[tuple[bool, int]]:
        """Time has come to ``now``: a lock-out that is over reconciles the level, stamped with its end."""
        changes: list[tuple[bool, int]] = []
        while self.due is not None and now >= self.due:
            over, self.due = self.due, None
            again, self._again = self._again, None
            if self._raw != self.down:
                self._raw_at = max(self._raw_at, over)
                self._accept(over, changes)
            elif again is not None:
                changes += [(False, again), (True, again)]
        return changes

    def _accept(self, at: int, changes: list[tuple[bool, int]]) -> None:
        self.down = self._raw
        self.due = at + self.lockout
        changes.append((self.down, at))
