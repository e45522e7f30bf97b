"""What the menu of Polish doubles offers, with the reason where it is not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.menu_entries import pause_entry
from device.games.polish_doubles.board_view import BoardView
from device.games.polish_doubles.choices import EndOfGame, Note
from device.games.polish_doubles.forms import BagCount
from device.games.polish_doubles.players import Substitute
from device.games.polish_doubles.referee import Referee
from device.games.polish_doubles.sheet import Sheet
from device.i18n import t
from device.kiosk.actions import Do, Show
from device.kiosk.dialogs import Entry
from device.kiosk.menu_screen import Menu
from device.kiosk.screen import View
from rules.polish_doubles import events as e
from rules.polish_doubles.state import State


@dataclass(frozen=True)
class DoublesMenu(Menu[State]):
    """The menu of a game."""

    def own(self, view: View[State]) -> list[Entry]:
        """The clocks, what is judged, the bag, the end, the sheet, the board, notes, the referee."""
        state, may = view.state, view.may
        return [
            pause_entry(may, "pause" in state.clock.standing, e.Pause(), e.Resume(), t("both clocks")),
            (t("Early judgement"), t("of the first move"), Do(e.Early()), may["early"]),
            (t("Announced"), t("the move's own time"), Do(e.Announce()), may["announce"]),
            (t("Count the bag"), t("at a pair's request"), Show(BagCount()), may["bag"]),
            (t("End of game"), t("close · partner out"), Show(EndOfGame()), may["bag"]),
            (t("Scoresheet"), t("all rows · corrections"), Show(Sheet()), None),
            (
                t("Board"),
                t("tiles · letters left"),
                Show(BoardView()),
                None if state.turns else t("Nothing is written yet."),
            ),
            (t("Players"), t("late · substitute"), Show(Substitute()), may["substitute"]),
            (t("Note"), t("an infraction"), Show(Note()), None),
            (t("Referee"), t("times · presses · award"), Show(Referee()), None),
        ]
