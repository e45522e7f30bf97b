"""Fingers on the screen: which do more than tap, and what a touch means of what people had the time to see."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, NamedTuple

from device.graphics.actions import DONE, Do, PressArea, Why
from device.graphics.widgets import Frame, hit
from device.io.inputs import FingerDown, FingerInput, Gestures
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
        return left + _change(gestures, side, True, item)

    def stay(self, gestures: GestureRecognizer, item: FingerInput) -> Gestures:
        """A finger is still there: one that may be late holds a press area only as long as it says so."""
        side = self._areas.get(item.finger)
        return [] if side is None or item.lag is None else _change(gestures, side, True, item)

    def lift(self, gestures: GestureRecognizer, item: FingerInput) -> Gestures:
        """A finger has left the screen; the area is up once no other finger lies on it."""
        side = self._areas.pop(item.finger, None)
        if side is None or side in self._areas.values():
            return []
        return _change(gestures, side, False, item)

    def grab(self, finger: int, held: Any) -> bool:
        """A finger takes hold of something. False where another one already holds something: it is let be."""
        if self._grip is not None and self._grip.finger != finger:
            return False
        self._grip = TrackedTouch(finger, held)
        return True

    def grip_of(self, finger: int) -> TrackedTouch | None:
        """What that finger holds."""
        return self._grip if self._grip is not None and self._grip.finger == finger else None

    def tracks(self, finger: int) -> bool:
        """Whether that finger lies on a press area or holds something."""
        return finger in self._areas or self.grip_of(finger) is not None

    def let_go(self) -> None:
        """Nothing is held any more."""
        self._grip = None


def _change(gestures: GestureRecognizer, side: int, down: bool, item: FingerInput) -> Gestures:
    if item.lag is None:
        return gestures.button(side, down, item.at)
    return gestures.report(side, down, item.at, item.lag)  # it is late by no more than the picture that it saw


SETTLE = 300_000_000
"""How long (ns) touches mean nothing after another screen or a dialog has taken the place of the last."""
COSTLY_SETTLE = 1_000_000_000
"""How long (ns) what costs somebody something lies under a finger before a touch counts."""
DOUBLE_TAP = 400_000_000
"""A touch so soon (ns) after another one in its place is a second one by mistake."""
LAG = 3_000_000_000
"""A finger that sees pictures later (ns) than this touches something that nobody remembers: it counts nowhere."""


class HeldBack(enum.Enum):
    """What a touch means that was meant for something, and counts for nothing: the picture had just changed."""

    HELD_BACK = enum.auto()


HELD_BACK = HeldBack.HELD_BACK


class TouchGuard:
    """Knows the frame that shows, whether it may be out of date, and what it has replaced.

    Within `SETTLE` after another screen came up a touch counts only on a control that was under the finger before, too.
    *Done* on another screen is another control: it confirms something else. A screen that is drawn anew is no other
    screen (`Frame.key`), and the screen's own clock buttons always count. What costs somebody something and has come up
    in place of another control counts after `COSTLY_SETTLE`, on a screen that is drawn anew as well, and so does an act
    in place of an act of another kind: a tap too many does not take back what the first one did.
    """

    def __init__(self) -> None:
        self._frame = Frame()
        self._replaced: list[tuple[int, Frame]] = []
        self._overtaken = False
        self._last: FingerDown | None = None

    def on_frame(self, frame: Frame, now: int) -> None:
        """``frame`` shows from ``now`` (ns) on."""
        if self._frame.scene and frame.scene is not self._frame.scene:
            self._replaced = [(at, old) for at, old in self._replaced if now < at + COSTLY_SETTLE + LAG]
            self._replaced.append((now, self._frame))
        self._frame = frame
        self._overtaken = False

    def overtake(self) -> None:
        """Something came in: the frame that shows may be out of date until the next one."""
        self._overtaken = True

    def free_from(self, x: int, y: int) -> int:
        """The device time (ns) from which a touch at that pixel of the frame that shows counts."""
        action = hit(self._frame.scene, x, y)
        if isinstance(action, PressArea):
            return 0
        costs = isinstance(action, Do) and action.event.costs
        free = 0
        for at, frame in self._replaced:
            other = frame.key != self._frame.key
            before = hit(frame.scene, x, y)
            if before == action and not (other and action is DONE):
                continue
            turned = isinstance(action, Do) and isinstance(before, Do) and type(action.event) is not type(before.event)
            if turned or (costs and not (before is None or isinstance(before, Why))):
                free = max(free, at + COSTLY_SETTLE)
            elif other:
                free = max(free, at + SETTLE)
        return free

    def action_of(self, touch: FingerDown, current: Callable[[], Frame]) -> Any:
        """The action that ``touch`` means, None where it means none; ``current`` composes what is to be shown now.

        Where the frame that shows is already out of date and the next one has something else under the finger, nobody
        can have meant that. `HELD_BACK` where somebody can have meant something by it that does not count.
        """
        last, self._last = self._last, touch
        action = hit(self._frame.scene, touch.x, touch.y)
        if not self._is_early(touch, action, current):
            return action
        if action is None or isinstance(action, PressArea):
            return None
        if last is not None and touch.at < last.at + DOUBLE_TAP and hit(self._frame.scene, last.x, last.y) == action:
            return None
        return HELD_BACK

    def _is_early(self, touch: FingerDown, action: Any, current: Callable[[], Frame]) -> bool:
        """Whether nobody can have had the time to see what lies under ``touch``."""
        if self._overtaken:
            frame = current()
            if hit(frame.scene, touch.x, touch.y) != action:
                return True
            if frame.key != self._frame.key and action is DONE:
                return True
        if isinstance(action, PressArea) or touch.lag is None:
            seen = touch.at
        elif touch.lag > LAG:
            return True
        else:
            seen = touch.at - touch.lag - touch.behind
        return seen < self.free_from(touch.x, touch.y)
