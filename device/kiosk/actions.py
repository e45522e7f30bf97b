"""What a touch can mean on any screen of the kiosk. Plain values: a button carries one, whoever shows it acts on it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from rules.game import Event


@dataclass(frozen=True, slots=True)
class Go:
    """Show another screen of the same room, with an argument of that screen's own."""

    screen: str
    arg: Any = None


@dataclass(frozen=True, slots=True)
class Do:
    """Record ``event``; then show the room's usual screen."""

    event: Event


@dataclass(frozen=True, slots=True)
class Put:
    """Set the value ``name`` of the screen that is being filled in."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Step:
    """Change the number ``name`` of the screen that is being filled in by ``by``."""

    name: str
    by: int


@dataclass(frozen=True, slots=True)
class Why:
    """A disabled button was touched: say why it does nothing."""

    reason: str


@dataclass(frozen=True, slots=True)
class PressArea:
    """The touchscreen's own clock button of pair ``side``, for when a real button fails."""

    side: int


@dataclass(frozen=True, slots=True)
class Grab:
    """An area from which something can be dragged; ``what`` is an argument of the screen's own.

    The room gets a `Drag` when the finger goes down on it, for each move, and when it is lifted, wherever that is.
    """

    what: Any


class Motion(enum.Enum):
    """How far a drag is."""

    DOWN = "down"
    MOVE = "move"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Drag:
    """The finger that took hold of ``what`` is now at ``x``, ``y`` pixels of the screen."""

    what: Any
    x: int
    y: int
    motion: Motion


@dataclass(frozen=True, slots=True)
class Simple:
    """An action without an argument: ``"back"``, ``"undo"``, ``"redo"``, ``"home"``, ``"language"``, ``"sound"``..."""

    name: str


@dataclass(frozen=True, slots=True)
class AtEvent:
    """What people do about the event, on any screen: ``"open"``, ``"read"``, ``"call"``, ``"play"``, ``"take"``..."""

    name: str
    arg: Any = None


BACK = Simple("back")
UNDO = Simple("undo")
REDO = Simple("redo")
HOME = Simple("home")
LANGUAGE = Simple("language")
SOUND = Simple("sound")
HISTORY = Simple("history")
AREAS = Simple("areas")
SWALLOW = Simple("swallow")
SETTINGS = Simple("settings")
TURN = Simple("turn")
EVENT = AtEvent("open")

__all__ = [
    "AREAS",
    "BACK",
    "EVENT",
    "HISTORY",
    "HOME",
    "LANGUAGE",
    "REDO",
    "SETTINGS",
    "SOUND",
    "SWALLOW",
    "TURN",
    "UNDO",
    "AtEvent",
    "Do",
    "Drag",
    "Go",
    "Grab",
    "Motion",
    "PressArea",
    "Put",
    "Simple",
    "Step",
    "Why",
]
