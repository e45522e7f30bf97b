"""The frame that the next press will bring, made while nothing happens, so that the press finds it ready."""

from __future__ import annotations

import msgspec

from device.graphics.look import Look
from device.graphics.widgets import Frame
from rules.history import History


class Prerendered(msgspec.Struct, frozen=True):
    """``frame`` will show once ``before`` has become ``after``, as long as it is drawn in ``look``.

    Made anew whenever something shown changes, so that its times are those of the moment.
    """

    before: History
    after: History
    look: Look
    frame: Frame

    def has_come(self, history: History | None, look: Look) -> bool:
        """Whether exactly that has happened, whatever its game time, and no sentence is to show."""
        if history is None or look != self.look:
            return False
        old, supposed, real = self.before.entries, self.after.entries, history.entries
        if len(real) != len(supposed) or (old and real[len(old) - 1] is not old[-1]):
            return False
        return all(real[n].event == supposed[n].event for n in range(len(old), len(real)))
