"""The screens of a game that measures time: what clocks, OLEDs, lamps and loudspeaker show is asked of one module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from device.games.controller import GameController
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.time_bar import SideTime

S = TypeVar("S")


class Outputs(Protocol):
    """A game's module ``outputs``: functions of its state and of the game time ``at`` (ns)."""

    def side_times(self, state: Any, at: int) -> Sequence[SideTime]:
        """The clocks on the screen."""

    def next_change(self, state: Any, at: int) -> int | None:
        """When a digit or a colour changes; None: not by itself."""

    def oled_content(self, state: Any, side: int, at: int) -> OledContent:
        """What the OLED of a side shows."""

    def call(self, state: Any, at: int) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""

    def signals(self, state: Any, at: int) -> Signals:
        """Lamps and buzzer."""


class TimedController(GameController[S]):
    """Screens of a game whose `outputs` change while a clock runs."""

    outputs: Outputs

    def side_times(self, at: int) -> Sequence[SideTime]:
        """The clocks on the screen."""
        return self.outputs.side_times(self.state, at)

    def next_change(self, at: int) -> int | None:
        """When a digit or a colour changes."""
        return self.outputs.next_change(self.state, at)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return self.outputs.oled_content(self.state, 0, at), self.outputs.oled_content(self.state, 1, at)

    def call(self, at: int) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""
        return self.outputs.call(self.state, at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer."""
        return self.outputs.signals(self.state, at)
