"""What the menu of Polish doubles offers, with the reason where it is not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.menu_screen import Menu, MenuItem, big_clock_item, pause_entry, pause_item
from device.games.polish_doubles.board_view import BoardView
from device.games.polish_doubles.choices import EndScreen, NoteForm
from device.games.polish_doubles.forms import BagCountForm, WhoseRacksScreen
from device.games.polish_doubles.players import SubstituteForm
from device.games.polish_doubles.referee import RefereeScreen
from device.games.polish_doubles.sheet import SheetScreen
from device.graphics.actions import Do, Show, TryOut
from device.i18n import t
from device.kiosk.screen import View
from rules.polish_doubles import GAME
from rules.polish_doubles import events as e
from rules.polish_doubles.state import Phase, State


@dataclass(frozen=True)
class DoublesMenu(Menu[State]):
    """The menu of a game."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """The clocks, what is judged, the bag, the end, the sheet, the board, notes, the referee."""
        state, may = view.state, view.may
        paused = "pause" in state.clock.standing
        unwritten = None if state.turns else t("Nothing is written yet.")
        end = MenuItem("flag", t("End of game"), t("close · partner out"), Show(EndScreen()), may["bag"])
        if state.phase is Phase.RESULT:
            end = MenuItem("flag", t("Racks"), t("put right"), Show(WhoseRacksScreen()), may["racks"])
        runs = t("Stop the clocks first: the trial has the buttons.") if state.clock.running else None
        return [
            pause_item(pause_entry(may, paused, e.Pause(), e.Resume(), t("both clocks")), paused=paused),
            big_clock_item(in_play=state.phase is Phase.PLAY),
            MenuItem("judge", t("Early judgement"), t("of the first move"), Do(e.Early()), may["early"]),
            MenuItem("speech", t("Announced"), t("the move's own time"), Do(e.Announce()), may["announce"]),
            MenuItem("bag", t("Count the bag"), t("at a pair's request"), Show(BagCountForm()), may["bag"]),
            end,
            MenuItem("sheet", t("Scoresheet"), t("all rows · corrections"), Show(SheetScreen())),
            MenuItem("board", t("Board"), t("tiles · letters left"), Show(BoardView()), unwritten),
            MenuItem("people", t("Players"), t("late · substitute"), Show(SubstituteForm()), may["substitute"]),
            MenuItem("trial", t("On trial"), t("two minutes, not recorded"), TryOut(GAME.key), runs),
            MenuItem("scales", t("Referee"), t("times · presses · award"), Show(RefereeScreen()), referee=True),
            MenuItem("note", t("Note"), t("an infraction"), Show(NoteForm()), referee=True),
        ]
