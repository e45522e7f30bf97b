"""What the peripherals put on the one queue that the table's loop sleeps on.

Times are integer nanoseconds of the device's monotonic clock (`time.monotonic_ns`), taken as near to the edge as the
hardware allows; the wall clock appears nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.game import Nanoseconds
from rules.message import Message


class Input(msgspec.Struct, frozen=True):
    """Something on the queue."""


class RawEdge(Input, frozen=True):
    """The level of clock button ``side`` changed at ``at``, bounces and all; ``down`` is the new level."""

    side: int
    down: bool
    at: Nanoseconds


class PodReport(Input, frozen=True):
    """A source that may be late, or away, says that clock button ``side`` is ``down`` or up at ``at`` (debounced).

    At every change, and again and again while the button is down: only what was reported counts as held.
    ``doubt``: by how many ns ``at`` may be wrong, where that is to stand on record; 0: it need not. ``remark``: what
    both sides are to be told of its time.
    """

    side: int
    down: bool
    at: Nanoseconds
    doubt: Nanoseconds = 0
    remark: Message | None = None


class ButtonGesture(Input, frozen=True):
    """What people did with the clock buttons."""


class ButtonPress(ButtonGesture, frozen=True):
    """A clock button went down (debounced). ``side`` is 0 or 1; ``at`` is the first edge's own time in ns.

    ``doubt`` as in `PodReport`.
    """

    side: int
    at: Nanoseconds
    doubt: Nanoseconds = 0


class ButtonHold(ButtonGesture, frozen=True):
    """A clock button has stayed down for the hold time since its `ButtonPress` at ``began``."""

    side: int
    began: Nanoseconds
    at: Nanoseconds


class BothButtonsHold(ButtonGesture, frozen=True):
    """Both buttons have stayed down together for the hold time."""

    at: Nanoseconds


class BothButtonsLongHold(ButtonGesture, frozen=True):
    """Both buttons, already held, have stayed down much longer: somebody calls for help."""

    at: Nanoseconds


Gestures = list[ButtonGesture]
"""In order."""


class FingerInput(Input, frozen=True):
    """A finger or the mouse at ``x``, ``y`` pixels of the screen.

    ``finger`` distinguishes several fingers until they are lifted (0: the mouse). ``lag``: by so many ns it sees
    pictures later than they are sent, and what it does may come late, too; None: it lies on the screen itself.
    ``behind``: the picture that it saw had been there for so many ns before it was sent.
    """

    x: int
    y: int
    at: Nanoseconds
    finger: int = 0
    lag: Nanoseconds | None = None
    behind: int = 0


class FingerDown(FingerInput, frozen=True):
    """It went down; counted once per tap."""


class FingerMotion(FingerInput, frozen=True):
    """A finger that is down, or the mouse with its button down, has moved there, or is still there."""


class FingerUp(FingerInput, frozen=True):
    """The finger or the mouse button went up."""


class TextInput(Input, frozen=True):
    """A key of an attached keyboard: the character it wrote, or ``"\\b"``, ``"\\r"``, ``"\\x1b"``."""

    text: str


class EntrySaved(Input, frozen=True):
    """The journal has entry ``n`` and everything before it of game ``game`` safe on disk."""

    game: int
    n: int


class PeripheralStatus(Input, frozen=True):
    """How a peripheral is (``"buttons"``, ``"oled A"``, ``"journal"``): well (``trouble`` None), or what is wrong.

    ``connecting`` says that nothing is wrong yet: it is only being opened.
    """

    name: str
    trouble: Message | None
    connecting: bool = False


class StatusReporter:
    """Posts how one peripheral is, once for each change. Where it ``is_known``, it is well at first."""

    def __init__(self, name: str, post: Callable[[Input], None], *, is_known: bool = True) -> None:
        self._name, self._post = name, post
        self._is_known = is_known
        self.trouble: Message | None = None

    def report(self, trouble: Message | None, *, connecting: bool = False) -> None:
        """It is like this now: well (None), or what is wrong. May be called from any thread."""
        if trouble != self.trouble or not self._is_known:
            self.trouble, self._is_known = trouble, True
            self._post(PeripheralStatus(self._name, trouble, connecting=connecting))

    def forget(self) -> None:
        """The next report is posted whatever it says."""
        self.trouble, self._is_known = None, False


class KeyLearnt(Input, frozen=True):
    """A key of an input device went down while the clock button of ``side`` was being learnt.

    ``key`` is the line of the settings that names it (`device.common.settings.settings.LearntKey`).
    """

    side: int
    key: str


class DisplayResized(Input, frozen=True):
    """The display has another surface, of another size."""


class Redraw(Input, frozen=True):
    """Something that a screen shows has changed beside the loop."""


class ShowMessage(Input, frozen=True):
    """Something that went on beside the loop has ended; the sentence shows for a few seconds."""

    message: Message


class EventUpdate(Input, frozen=True):
    """Something came over the line to the event (`device.event.client`)."""

    what: Any


class Quit(Input, frozen=True):
    """The window was closed or the process was asked to end."""
