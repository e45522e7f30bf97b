"""What shows above everything else on the screen: a sentence for a few seconds, and faults as long as they last."""

from __future__ import annotations

from collections.abc import Callable

from device import i18n
from device.graphics.widgets import Rect
from rules.game import SECOND
from rules.message import Message

TOAST = 6 * SECOND
"""How long a sentence stays on the screen."""


Holds = Callable[[], bool]
"""Whether what a sentence says is still so."""


def always() -> bool:
    """It tells what happened, which stays so."""
    return True


class Notices:
    """The newest sentence, and the standing fault of each peripheral that has one (``troubles``).

    ``touched`` is the place of the control that was touched last, which the sentence must not cover.
    """

    def __init__(self) -> None:
        self.troubles: dict[str, Message] = {}
        self.touched: Rect | None = None
        self._said = ""
        self._until = 0
        self._holds: Holds = always

    def say(self, text: str, now: int, holds: Holds = always) -> None:
        """Show a sentence from ``now`` (ns) on, which answers what was touched last, as long as it ``holds``."""
        self._said, self._until, self._holds = text, now + TOAST, holds

    def dismiss(self) -> None:
        """The sentence has been seen."""
        self._said = ""

    def sentence(self, now: int) -> str:
        """The sentence that shows at ``now``; empty where none does."""
        return self._said if now < self._until and self._holds() else ""

    def due(self, now: int) -> int | None:
        """When the sentence that shows at ``now`` goes away; None where none does."""
        return self._until if self._said and now < self._until else None

    def trouble(self, name: str, trouble: Message | None) -> None:
        """A peripheral has a fault, or None any more; the newest is the one that shows."""
        if trouble is None:
            self.troubles.pop(name, None)
        elif self.troubles.get(name) != trouble:
            self.troubles.pop(name, None)
            self.troubles[name] = trouble

    def standing(self, silent: bool) -> str:
        """The fault that came last, and how many others there are; empty where there is none.

        While the table is ``silent`` nobody misses a loudspeaker.
        """
        troubles = [text for name, text in self.troubles.items() if not (silent and name in ("sound", "speech"))]
        if not troubles:
            return ""
        newest = i18n.tr(troubles[-1])
        others = len(troubles) - 1
        return newest if not others else f"{newest} (+{others})"
