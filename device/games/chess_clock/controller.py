"""The screens of a game on the chess clock: which one its state calls for."""

from __future__ import annotations

from device.games.chess_clock import outputs as own_outputs
from device.games.chess_clock.cards import ACCENT
from device.games.chess_clock.menu import ClockMenu
from device.games.chess_clock.play import PlayScreen
from device.games.chess_clock.referee import REOPENING
from device.games.chess_clock.result import ResultScreen
from device.games.controller import TimedController
from device.kiosk.screen import Screen
from rules.chess_clock.state import Phase, State


class ClockController(TimedController[State]):
    """Screens of the game on the table."""

    outputs = own_outputs
    menu = ClockMenu()
    reopening = REOPENING
    accent = ACCENT
    arbiter = True
    panes_press = True

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        return ResultScreen() if state.phase in (Phase.RESULT, Phase.SIGNED) else PlayScreen()
