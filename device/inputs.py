"""What the edges put on the one queue that the table's loop sleeps on.

Times are integer nanoseconds of the device's monotonic clock (`time.monotonic_ns`), taken as near to the edge as the
hardware allows; the wall clock appears nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.message import Message


@dataclass(frozen=True, slots=True)
class RawEdge:
    """The level of clock button ``side`` changed at ``at``, bounces and all; ``down`` is the new level."""

    side: int
    down: bool
    at: int


@dataclass(frozen=True, slots=True)
class Reported:
    """A source that may be late, or away, says that clock button ``side`` is ``down`` or up at ``at`` (debounced).

    Said at every change, and again and again while the button is down: only what was reported counts as held.
    """

    side: int
    down: bool
    at: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A clock button went down (debounced). ``side`` is 0 or 1; ``at`` is the first edge's own time in ns."""

    side: int
    at: int


@dataclass(frozen=True, slots=True)
class Held:
    """A clock button has stayed down for the hold time since its `Pressed` at ``began``."""

    side: int
    began: int
    at: int


@dataclass(frozen=True, slots=True)
class BothHeld:
    """Both buttons have stayed down together for the hold time."""

    at: int


@dataclass(frozen=True, slots=True)
class Touched:
    """A finger or the mouse went down at ``x``, ``y`` pixels of the screen; counted once per tap.

    ``finger`` tells several fingers apart until they are lifted (0: the mouse).
    """

    x: int
    y: int
    at: int
    finger: int = 0


@dataclass(frozen=True, slots=True)
class Dragged:
    """A finger that is down, or the mouse with its button down, has moved to ``x``, ``y``."""

    x: int
    y: int
    at: int
    finger: int = 0


@dataclass(frozen=True, slots=True)
class Lifted:
    """The finger or the mouse button went up at ``x``, ``y``."""

    x: int
    y: int
    at: int
    finger: int = 0


@dataclass(frozen=True, slots=True)
class Typed:
    """A key of an attached keyboard: the character it wrote, or ``"\\b"``, ``"\\r"``, ``"\\x1b"``."""

    text: str


@dataclass(frozen=True, slots=True)
class Saved:
    """The journal has entry ``n`` and everything before it of game ``game`` safe on disk."""

    game: int
    n: int


@dataclass(frozen=True, slots=True)
class EdgeStatus:
    """An edge (``"buttons"``, ``"oled A"``, ``"journal"``) is fine (``trouble`` None) or says what is wrong.

    ``connecting`` says that nothing is wrong yet: the edge is only being opened.
    """

    edge: str
    trouble: Message | None
    connecting: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """Something that went on beside the loop has ended; the sentence shows for a few seconds."""

    message: Message


@dataclass(frozen=True, slots=True)
class FromEvent:
    """Something came over the line to the event (`device.event.presence`)."""

    what: Any


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed or the process was asked to end."""


Input = (
    RawEdge
    | Reported
    | Pressed
    | Held
    | BothHeld
    | Touched
    | Dragged
    | Lifted
    | Typed
    | Saved
    | EdgeStatus
    | Said
    | FromEvent
    | Quit
)
