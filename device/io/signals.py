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


def waiting(side_a: bool, side_b: bool) -> Signals:
    """The lamp of each side for which people wait blinks slowly."""
    return Signals(Lamp.SLOW if side_a else Lamp.OFF, Lamp.SLOW if side_b else Lamp.OFF)
