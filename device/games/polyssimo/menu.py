"""What the menu of Polyssimo offers, with the reason where it is not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.menu_screen import Menu, MenuItem, big_clock_item
from device.games.polyssimo.corrections_view import Note, Placements, Swap
from device.games.polyssimo.outcome import Outcome
from device.graphics.actions import Show
from device.i18n import t
from device.kiosk.screen import View, call
from rules.polyssimo.state import Phase, State


@dataclass(frozen=True)
class PolyssimoMenu(Menu[State]):
    """The game's menu."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """The result, corrections, and notes."""
        state, may, typing = view.state, view.may, call(self.type_result)
        result = MenuItem("cup", t("Type the result"), t("what is left, who was last"), typing, may["outcome"])
        if state.phase is Phase.RESULT and not state.on_board:
            result = MenuItem("cup", t("Put the result right"), t("as counted on the table"), typing)
        unplaced = None if state.placed else t("Nothing is placed yet.")
        return [
            result,
            big_clock_item(in_play=state.phase is not Phase.RESULT, what=t("pieces, for the whole room")),
            MenuItem("sheet", t("Placed pieces"), t("list · corrections"), Show(Placements()), unplaced),
            MenuItem("swap", t("Mixed-up pieces"), t("two change places"), Show(Swap()), may["correct"]),
            MenuItem("note", t("Note"), t("for the referee"), Show(Note()), may["note"], referee=True),
        ]

    def type_result(self, state: State) -> Outcome:
        """What is left, and who placed last."""
        return Outcome.of(state)
