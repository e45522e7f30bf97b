"""The screens of a game of Polyssimo: which one each phase calls for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.games.controller import GameController
from device.games.menu_screen import Menu, MenuItem, big_clock_item
from device.games.polyssimo import outputs as own_outputs
from device.games.polyssimo.board_view import BoardScreen
from device.games.polyssimo.looks import ACCENT
from device.games.polyssimo.play import CountScreen, OutcomeScreen, PickScreen
from device.games.polyssimo.result import NOTE, REOPENING, Placements, PolyssimoResult, Swap
from device.graphics.actions import Show
from device.i18n import t
from device.kiosk.host import Host
from device.kiosk.screen import Screen, View, call
from device.kiosk.time_bar import SideTime
from rules.game import Event
from rules.polyssimo import events as e
from rules.polyssimo.board import BOARD
from rules.polyssimo.state import Phase, State


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
            MenuItem("note", t("Note"), t("for the referee"), Show(NOTE), may["note"], referee=True),
        ]

    def type_result(self, state: State) -> OutcomeScreen:
        """What is left, and who placed last."""
        return OutcomeScreen.of(state)


class PolyssimoController(GameController[State]):
    """Screens of the game on the table.

    ``taker`` is who was last chosen to take pieces where they are shared by agreement; he goes on taking.
    """

    outputs = own_outputs
    menu = PolyssimoMenu()
    reopening = REOPENING
    accent = ACCENT

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.taker = self.state.turn

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        if state.phase is Phase.PICKING:
            return PickScreen(self.taker)
        if state.phase is Phase.PLACING:
            return BoardScreen() if state.on_board else CountScreen()
        return PolyssimoResult()

    def show(self, screen: Screen[State] | None, *, locked: bool = False) -> None:
        """Keep in mind who takes pieces."""
        if isinstance(screen, PickScreen):
            self.taker = screen.taker
        super().show(screen, locked=locked)

    def screen_after(self, event: Event) -> Screen[State] | None:
        """After a piece was placed the screen says for whom that left no room (P8)."""
        state = self.state
        if isinstance(event, e.Place) and state.on_board and state.phase is Phase.PLACING:
            earlier = replace(state, free=state.free | BOARD.mask(state.placed[-1].cells))
            seats = filter(state.takes_part, state.seats)
            stuck = [seat for seat in seats if earlier.can_place(seat) and not state.can_place(seat)]
            if stuck:
                names = ", ".join(state.setup.players[seat] for seat in stuck)
                self.host.say(t("Nothing fits any more: {names} (P8).", names=names), self.host.table)
        return None

    def big_times(self, at: int) -> Sequence[SideTime]:
        """The pieces of every player."""
        return own_outputs.big_times(self.state)
