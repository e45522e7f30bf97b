"""What lamps, buzzer and loudspeaker should do, as a value; the peripherals do it."""

from __future__ import annotations

import enum

import msgspec

from rules.game import Nanoseconds


class Lamp(enum.Enum):
    """What a button's lamp does."""

    OFF = "off"
    ON = "on"
    SLOW = "slow"
    FAST = "fast"


class Beep(enum.Enum):
    """Which signal sounds: low time once, the last seconds, past the limit."""

    LOW = "low"
    LAST = "last"
    OVER = "over"


class OpenTurnSignal(msgspec.Struct, frozen=True):
    """The turn that is open, for a peripheral that keeps the countdown by itself. Times in ns.

    ``moment`` is the device time at which nothing is left of it where it is ``running``, else what is left.
    """

    side: int
    running: bool
    moment: Nanoseconds


class Signals(msgspec.Struct, frozen=True):
    """Both lamps and the sound that belong to a moment, and the open turn where there is one."""

    lamp_a: Lamp = Lamp.OFF
    lamp_b: Lamp = Lamp.OFF
    beep: Beep | None = None
    turn: OpenTurnSignal | None = None
