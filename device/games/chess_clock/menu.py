"""What the menu of the chess clock offers, with the reason where it is not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.chess_clock.play import WhoWon
from device.games.chess_clock.referee import Referee
from device.games.menu_entries import pause_entry
from device.i18n import t
from device.kiosk.actions import Show
from device.kiosk.dialogs import Entry
from device.kiosk.menu_screen import Menu
from device.kiosk.screen import View
from rules.chess_clock import events as e
from rules.chess_clock.state import State


@dataclass(frozen=True)
class ClockMenu(Menu[State]):
    """The menu of a game."""

    def own(self, view: View[State]) -> list[Entry]:
        """The clocks, the result, the arbiter."""
        state, may = view.state, view.may
        return [
            pause_entry(may, state.paused, e.Pause(), e.Resume(), t("both clocks")),
            (t("Result"), t("who won?"), Show(WhoWon()), may["result"]),
            (t("Arbiter"), t("times · moves · presses"), Show(Referee()), None),
        ]
