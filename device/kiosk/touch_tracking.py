"""Fingers on the screen that do more than tap: they lie on a press area, or hold something that is dragged."""

from __future__ import annotations

from typing import Any, NamedTuple

from device.io.inputs import FingerDown, FingerUp, Gestures
from device.peripherals.gestures import GestureRecognizer


class TrackedTouch(NamedTuple):
    """A finger and what it holds."""

    finger: int
    what: Any


class TouchTracker:
    """Which finger lies on which side's press area, and what is being dragged: one thing at a time."""

    def __init__(self) -> None:
        self._areas: dict[int, int] = {}
        self._grip: TrackedTouch | None = None

    def press(self, gestures: GestureRecognizer, side: int, item: FingerDown) -> Gestures:
        """A finger came down on the press area of ``side``; what ``gestures`` make of it."""
        left = self.lift(gestures, item)
        self._areas[item.finger] = side
        return left + gestures.button(side, True, item.at)

    def lift(self, gestures: GestureRecognizer, item: FingerDown | FingerUp) -> Gestures:
        """A finger has left the screen; the area is up once no other finger lies on it."""
        side = self._areas.pop(item.finger, None)
        if side is None or side in self._areas.values():
            return []
        return gestures.button(side, False, item.at)

    def grab(self, finger: int, what: Any) -> bool:
        """A finger takes hold of something. False where another one already holds something: it is let be."""
        if self._grip is not None and self._grip.finger != finger:
            return False
        self._grip = TrackedTouch(finger, what)
        return True

    def held(self, finger: int) -> TrackedTouch | None:
        """What that finger holds."""
        return self._grip if self._grip is not None and self._grip.finger == finger else None

    def tracks(self, finger: int) -> bool:
        """Whether that finger lies on a press area or holds something."""
        return finger in self._areas or self.held(finger) is not None

    def let_go(self) -> None:
        """Nothing is held any more."""
        self._grip = None
