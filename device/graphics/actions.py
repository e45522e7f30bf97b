"""What a touch can mean on any screen of the kiosk. Plain values: a button carries one, whoever shows it acts on it."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from rules.game import Event


class Do(msgspec.Struct, frozen=True):
    """Record ``event``; then show the usual screen."""

    event: Event


class Why(msgspec.Struct, frozen=True):
    """A disabled button was touched: say why it does nothing."""

    reason: str


class PressArea(msgspec.Struct, frozen=True):
    """The touchscreen's own clock button of pair ``side``, for when a real button fails."""

    side: int


class ReadRule(msgspec.Struct, frozen=True):
    """Show the words of the rule ``number``."""

    number: str


class Grab(msgspec.Struct, frozen=True):
    """An area from which something can be dragged; ``what`` is an argument of the screen's own.

    The screen gets a `Drag` when the finger goes down on it, for each move, and when it is lifted, wherever that is.
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


class Show(msgspec.Struct, frozen=True):
    """Show ``screen``, a `device.kiosk.screen.Screen`.

    What is typed or counted on a screen is no `Show` but a `Call`: two touches before one frame are two steps.
    """

    screen: Any


class Call(msgspec.Struct, frozen=True):
    """Ask the screen that shows: its method ``method`` with ``args`` says what comes next.

    Made by `device.kiosk.screen.call`, so that a method that is not there, or other arguments, fail type checking.
    """

    method: str
    args: tuple[Any, ...] = ()


class Key(msgspec.Struct, frozen=True):
    """A key of a keyboard on the screen: what an attached keyboard would have sent; ``"\\b"`` is backspace."""

    text: str


class Command(enum.Enum):
    """An action without an argument."""

    BACK = "back"
    DONE = "done"
    CLEAR = "clear"
    SHIFT = "shift"
    UNDO = "undo"
    REDO = "redo"
    HOME = "home"
    MENU = "menu"
    REOPEN = "reopen"
    LANGUAGE = "language"
    SOUND = "sound"
    HISTORY = "history"
    CARRY = "carry"
    DATE = "date"
    POCKET = "pocket"
    STATISTICS = "statistics"
    AREAS = "areas"
    SWALLOW = "swallow"
    SETTINGS = "settings"
    TURN = "turn"
    BIG_CLOCK = "big_clock"
    HELP = "help"
    INPUT_DEVICES = "input_devices"
    PEOPLE = "people"
    PODS = "pods"
    SET_UP = "set_up"
    UPDATES = "updates"
    WIRING = "wiring"


class Effect(msgspec.Struct, frozen=True):
    """Something with an argument that no screen can do: a controller or the host has a method marked with it.

    A button may carry one, and a screen may answer it.
    """


class Ask(Effect, frozen=True):
    """Ask the controller that shows: its method ``method`` with ``args`` does it.

    Made by `device.kiosk.screen.ask`, as a `Call` is by ``call``.
    """

    method: str
    args: tuple[Any, ...] = ()


class StartAtOnce(Effect, frozen=True):
    """Start a game of ``key`` as it was played last, without a question; the screen has the clock buttons meanwhile."""

    key: str


class NewGame(Effect, frozen=True):
    """Show the screen on which a new game of ``key`` is set up."""

    key: str


class TryOut(Effect, frozen=True):
    """Play the trial of the game ``key``: nothing is recorded."""

    key: str


class ResumeGame(Effect, frozen=True):
    """Put the kept game ``game_id`` on the table and show it."""

    game_id: int


class Again(Effect, frozen=True):
    """Set up another game of the people of ``game_id`` (None: of the game on the table), sides changed.

    ``mixed``: in other pairs, which the device draws.
    """

    game_id: int | None = None
    mixed: bool = False


BACK = Command.BACK
DONE = Command.DONE
CLEAR = Command.CLEAR
SHIFT = Command.SHIFT
UNDO = Command.UNDO
REDO = Command.REDO
HOME = Command.HOME
MENU = Command.MENU
REOPEN = Command.REOPEN
LANGUAGE = Command.LANGUAGE
SOUND = Command.SOUND
HISTORY = Command.HISTORY
CARRY = Command.CARRY
DATE = Command.DATE
POCKET = Command.POCKET
STATISTICS = Command.STATISTICS
AREAS = Command.AREAS
SWALLOW = Command.SWALLOW
SETTINGS = Command.SETTINGS
TURN = Command.TURN
BIG_CLOCK = Command.BIG_CLOCK
HELP = Command.HELP
