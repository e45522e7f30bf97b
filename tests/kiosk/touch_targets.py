"""What a finger needs of a scene: targets of its size, none hidden, all on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from device.graphics.actions import SWALLOW, ReadRule
from device.graphics.look import Look
from device.graphics.widgets import Scene, Touch, Widget

LEAST_TARGET = 42
"""Pixels of the 800 x 480 screen, about 8 mm on the 7-inch panel."""


def too_small(scene: Scene, size: tuple[int, int]) -> Iterator[Any]:
    """The actions of targets without room for a thumb on a screen of that ``size``."""
    least = LEAST_TARGET * Look(size=size).scale
    for touch in scene:
        if isinstance(touch, Touch) and min(touch.rect.w, touch.rect.h) < least:
            yield touch.action


def hidden(scene: Scene) -> Iterator[tuple[str, str]]:
    """Targets on whose middle another one lies, with that one; on purpose does only a sentence that takes the touch."""
    touches = [widget for widget in scene if isinstance(widget, Touch)]
    for n, below in enumerate(touches):
        x, y = below.rect.x + below.rect.w // 2, below.rect.y + below.rect.h // 2
        for above in touches[n + 1 :]:
            if not above.rect.contains(x, y):
                continue
            if above.action == SWALLOW or isinstance(above.action, ReadRule):
                break  # what lies on that lies on it alone
            yield str(below.action), str(above.action)


def outside(scene: Scene, size: tuple[int, int]) -> Iterator[Widget]:
    """Widgets that reach over an edge of a screen of that ``size``."""
    wide, high = size
    for widget in scene:
        x, y, w, h = widget.rect
        if x < 0 or y < 0 or x + w > wide or y + h > high:
            yield widget
