"""The screens of a game on the chess clock: which one its state calls for, and what its menu offers."""

from __future__ import annotations

from device.games.chess_clock import outputs as own_outputs
from device.games.chess_clock.play import ACCENT, ClockResult, PlayScreen, WhoWon
from device.games.chess_clock.referee import RefereeScreen, ReopenScreen
from device.games.controller import TimedController
from device.games.menu_screen import Menu, MenuItem, big_clock_item, pause_item
from device.graphics.actions import Show
from device.i18n import t
from device.kiosk.screen import View
from rules.chess_clock import acts as e
from rules.chess_clock.state import Phase, State


class ClockMenu(Menu[State]):
    """The menu of a game."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """The clocks, the result, the arbiter."""
        state, may = view.state, view.may
        return [
            pause_item(may, state.is_paused, e.Pause(), e.Resume(), t("both clocks")),
            big_clock_item(in_play=state.phase is Phase.PLAY),
            MenuItem("cup", t("Result"), t("who won?"), Show(WhoWon()), may["result"]),
            MenuItem("scales", t("Arbiter"), t("times · moves · presses"), Show(RefereeScreen()), referee=True),
        ]


class ClockController(TimedController[State]):
    """Screens of the game on the table."""

    outputs = own_outputs
    screens = PlayScreen(), ClockResult()
    menu = ClockMenu()
    reopening = ReopenScreen()
    accent = ACCENT
    arbiter = True
