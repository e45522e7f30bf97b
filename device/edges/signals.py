"""Lamps and the buzzer: what they should do as a value, and the gpiozero edge that does it."""

from __future__ import annotations

import enum
from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class Signals:
    """Both lamps and the sound that belong to a moment."""

    lamp_a: Lamp = Lamp.OFF
    lamp_b: Lamp = Lamp.OFF
    beep: Beep | None = None
