"""The buttons of input devices as screens show them. Values, no behaviour."""

from __future__ import annotations

import enum
from typing import Protocol

import msgspec

from device.settings.learnt import LearntKey


class InputButtonState(enum.Enum):
    """How the device of a clock button stands."""

    NONE = "none"
    READY = "ready"
    AWAY = "away"
    FORBIDDEN = "forbidden"


class InputButton(msgspec.Struct, frozen=True):
    """The key that is the clock button of a side (None: there is none), and how its device stands."""

    key: LearntKey | None = None
    standing: InputButtonState = InputButtonState.NONE


class InputButtons(Protocol):
    """What a screen may ask of them, from the loop's thread."""

    @property
    def buttons(self) -> tuple[InputButton, InputButton]:
        """The button of each side as it stood a moment ago."""

    @property
    def learning(self) -> int | None:
        """The side that the next key belongs to; None where nothing is being learnt."""

    @property
    def devices(self) -> int:
        """How many devices with keys are listened to while one is learnt."""

    def learn(self, side: int | None) -> None:
        """The next key that goes down belongs to ``side``; None: nothing is learnt."""
