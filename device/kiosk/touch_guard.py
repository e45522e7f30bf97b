"""What a touch means: what people saw under the finger, and had the time to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.kiosk.actions import DONE, PressArea
from device.kiosk.widgets import Frame, Scene, hit
from device.table.inputs import Touched

SETTLE = 300_000_000
"""How long (ns) touches mean nothing after another screen or a dialog has taken the place of the last."""


class TouchGuard:
    """Knows the frame that shows, whether it may be out of date, and what it has replaced.

    Within `SETTLE` after another screen came up a touch counts only on a control that was under the finger before, too.
    *Done* on another screen is another control: it confirms something else. A screen that is drawn anew is no other
    screen (`Frame.key`), and the screen's own clock buttons always count.
    """

    def __init__(self) -> None:
        self._frame = Frame()
        self._replaced: list[tuple[int, Scene]] = []
        self._overtaken = False

    def shown(self, frame: Frame, now: int) -> None:
        """``frame`` shows from ``now`` (ns) on."""
        if self._frame.scene and frame.key != self._frame.key:
            self._replaced = [one for one in self._replaced if now < one[0] + SETTLE]
            self._replaced.append((now, self._frame.scene))
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
        return max((at + SETTLE for at, scene in self._replaced if not _same(action, scene, x, y)), default=0)

    def meant(self, touch: Touched, current: Callable[[], Frame]) -> Any:
        """The action that ``touch`` means, None where it means none; ``current`` composes what is to be shown now.

        Where the frame that shows is already out of date and the next one has something else under the finger, nobody
        can have meant that.
        """
        action = hit(self._frame.scene, touch.x, touch.y)
        if self._overtaken:
            frame = current()
            if hit(frame.scene, touch.x, touch.y) != action:
                return None
            if frame.key != self._frame.key and action is DONE:
                return None
        return None if touch.at < self.free_from(touch.x, touch.y) else action


def _same(action: Any, before: Scene, x: int, y: int) -> bool:
    """Whether the control of ``action`` was under the finger in the scene ``before``."""
    return action is not DONE and hit(before, x, y) == action
