"""What the menu of the chess clock offers, with the reason where it is not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.chess_clock.play import WhoWon
from device.games.chess_clock.referee import RefereeScreen
from device.games.menu_screen import Menu, MenuItem, big_clock_item, pause_entry, pause_item
from device.graphics.actions import Show
from device.i18n import t
from device.kiosk.screen import View
from rules.chess_clock import events as e
from rules.chess_clock.state import Phase, State


@dataclass(frozen=True)
class ClockMenu(Menu[State]):
    """The menu of a game."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """The clocks, the result, the arbiter."""
        state, may = view.state, view.may
        pause = pause_entry(may, state.is_paused, e.Pause(), e.Resume(), t("both clocks"))
        return [
            pause_item(pause, paused=state.is_paused),
            big_clock_item(in_play=state.phase is Phase.PLAY),
            MenuItem("cup", t("Result"), t("who won?"), Show(WhoWon()), may["result"]),
            MenuItem("scales", t("Arbiter"), t("times · moves · presses"), Show(RefereeScreen()), referee=True),
        ]
