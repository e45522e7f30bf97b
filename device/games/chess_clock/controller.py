"""The screens of a game on the chess clock: which one its state calls for."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.chess_clock import outputs
from device.games.chess_clock.cards import ACCENT
from device.games.chess_clock.menu import ClockMenu
from device.games.chess_clock.play import Play
from device.games.chess_clock.referee import REOPENING
from device.games.chess_clock.result import Result
from device.games.controller import GameController
from device.kiosk.screen import Screen
from device.kiosk.time_bar import SideTime
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.chess_clock.state import Phase, State


class ClockController(GameController[State]):
    """Screens of the game on the table."""

    arbiter = True
    panes_press = True

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        return Result() if state.phase in (Phase.RESULT, Phase.SIGNED) else Play()

    def menu(self) -> Screen[State]:
        """The game's menu."""
        return ClockMenu()

    def reopening(self) -> Screen[State]:
        """Why a signed result is opened again."""
        return REOPENING

    def accent(self) -> int:
        """The game's own."""
        return ACCENT

    def side_times(self, at: int) -> Sequence[SideTime]:
        """Both sides while the game is played."""
        return outputs.side_times(self.state, at)

    def next_change(self, at: int) -> int | None:
        """When a digit or a colour changes."""
        return outputs.next_change(self.state, at)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return outputs.oled_content(self.state, 0, at), outputs.oled_content(self.state, 1, at)

    def call(self, at: int) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""
        return outputs.call(self.state, at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer."""
        return outputs.signals(self.state, at)
