"""The screens of a game of Kouřící kočka: which one each phase calls for."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.controller import GameController
from device.games.kourici_kocka import outputs as own_outputs
from device.games.kourici_kocka.forms import (
    REOPENING,
    DealtScreen,
    FirstDealerScreen,
    HaltScreen,
    MisdealScreen,
    NoteForm,
    PointsForm,
    SubstituteForm,
    TieScreen,
)
from device.games.kourici_kocka.play import PlayScreen
from device.games.kourici_kocka.result import KockaResult, Rounds
from device.games.kourici_kocka.seats import ACCENT
from device.games.menu_screen import Menu, MenuItem, big_clock_item
from device.graphics.actions import Do, Show
from device.i18n import t
from device.kiosk.screen import Screen, View
from device.kiosk.time_bar import SideTime
from rules.kourici_kocka import events as e
from rules.kourici_kocka.state import Phase, State


class KockaMenu(Menu[State]):
    """The game's menu."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """What is rare in a round, notes, and the rounds that are over."""
        may = view.may
        clock = MenuItem("pause", t("Stop!"), t("settle something"), Show(HaltScreen()), may["halt"])
        if view.state.halted is not None:
            clock = MenuItem("go_on", t("Go on"), t("settle something"), Do(e.GoOn()), may["go_on"])
        in_play = view.state.phase in (Phase.DEAL, Phase.PASSING, Phase.PLAY)
        return [
            clock,
            big_clock_item(in_play=in_play, what=t("letters, for the whole room")),
            MenuItem("redo", t("Misdeal"), t("repeated: by vote"), Show(MisdealScreen()), may["misdeal"]),
            MenuItem("cup", t("Points"), t("33 in all"), Show(PointsForm()), may["points"]),
            MenuItem("people", t("Deals first"), t("by agreement"), Show(FirstDealerScreen()), may["first_dealer"]),
            MenuItem("swap", t("Substitute"), t("between rounds"), Show(SubstituteForm()), may["substitute"]),
            MenuItem("note", t("Note"), t("costs nothing"), Show(NoteForm()), may["note"], referee=True),
            MenuItem("sheet", t("Rounds"), t("list · corrections"), Show(Rounds())),
            MenuItem("cards", t("Cards dealt"), t("one or two at a time"), Show(DealtScreen()), may["deal"]),
        ]


USUAL: dict[Phase, Screen[State]] = {Phase.TIED: TieScreen(), Phase.OVER: KockaResult(), Phase.SIGNED: KockaResult()}
"""The screen that each phase calls for; the others are played."""


class KockaController(GameController[State]):
    """Screens of the game on the table."""

    outputs = own_outputs
    menu = KockaMenu()
    reopening = REOPENING
    accent = ACCENT

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        return USUAL.get(state.phase, PlayScreen())

    def big_times(self, at: int) -> Sequence[SideTime]:
        """The letters of every player."""
        return own_outputs.big_times(self.state)
