"""The screens of a game on the chess clock: which one its state calls for, and what its menu offers."""

from __future__ import annotations

from types import MappingProxyType

from device.games.act_menu import ActMenu
from device.games.chess_clock import outputs as own_outputs
from device.games.chess_clock.play import ACCENT, ClockResult, PlayScreen, WhoWon
from device.games.chess_clock.referee import RefereeScreen, ReopenScreen
from device.games.controller import TimedController
from device.games.menu_screen import MenuItem, big_clock_item
from device.graphics.actions import Show
from device.i18n import t
from device.kiosk.screen import View
from rules.chess_clock import acts as e
from rules.chess_clock.state import Phase, State


def _big_clock(view: View[State]) -> MenuItem:
    return big_clock_item(in_play=view.state.phase is Phase.PLAY)


def _arbiter(view: View[State]) -> MenuItem:
    return MenuItem("scales", t("Arbiter"), t("times · moves · presses"), Show(RefereeScreen()), referee=True)


class ClockMenu(ActMenu):
    """The clocks, the result, the arbiter."""

    entries = ((e.Pause, e.Resume), _big_clock, e.Result, _arbiter)
    screens = MappingProxyType({e.Result: WhoWon})


class ClockController(TimedController[State]):
    """Screens of the game on the table."""

    outputs = own_outputs
    screens = PlayScreen(), ClockResult()
    menu = ClockMenu()
    reopening = ReopenScreen()
    accent = ACCENT
    arbiter = True
