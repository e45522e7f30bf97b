"""What a touch can mean on any screen of the kiosk. Plain values: a button carries one, whoever shows it acts on it."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from rules.game import Event


class Go(msgspec.Struct, frozen=True):
    """Show another screen of the same room, with an argument of that screen's own."""

    screen: str
    arg: Any = None


class Do(msgspec.Struct, frozen=True):
    """Record ``event``; then show the room's usual screen."""

    event: Event


class Put(msgspec.Struct, frozen=True):
    """Set the value ``name`` of the screen that is being filled in."""

    name: str
    value: Any


class Step(msgspec.Struct, frozen=True):
    """Change the number ``name`` of the screen that is being filled in by ``by``."""

    name: str
    by: int


class Why(msgspec.Struct, frozen=True):
    """A disabled button was touched: say why it does nothing."""

    reason: str


class PressArea(msgspec.Struct, frozen=True):
    """The touchscreen's own clock button of pair ``side``, for when a real button fails."""

    side: int


class Grab(msgspec.Struct, frozen=True):
    """An area from which something can be dragged; ``what`` is an argument of the screen's own.

    The room gets a `Drag` when the finger goes down on it, for each move, and when it is lifted, wherever that is.
    """

    what: Any


class Motion(enum.Enum):
    """How far a drag is."""

    DOWN = "down"
    MOVE = "move"
    UP = "up"


class Drag(msgspec.Struct, frozen=True):
    """The finger that took hold of ``what`` is now at ``x``, ``y`` pixels of the screen."""

    what: Any
    x: int
    y: int
    motion: Motion


class Simple(msgspec.Struct, frozen=True):
    """An action without an argument: ``"back"``, ``"undo"``, ``"redo"``, ``"home"``, ``"language"``, ``"sound"``..."""

    name: str


class AtEvent(msgspec.Struct, frozen=True):
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
