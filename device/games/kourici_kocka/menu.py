"""What the menu of Kouřící kočka offers, with the reason where it is not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.kourici_kocka.forms import Points, Substitute
from device.games.kourici_kocka.questions import Dealt, FirstDealer, Halt, Misdeal, Note
from device.games.kourici_kocka.result import Rounds
from device.games.menu_screen import Menu, MenuItem, big_clock_item
from device.graphics.actions import Do, Show
from device.i18n import t
from device.kiosk.screen import View
from rules.kourici_kocka import events as e
from rules.kourici_kocka.state import Phase, State


@dataclass(frozen=True)
class KockaMenu(Menu[State]):
    """The game's menu."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """What is rare in a round, notes, and the rounds that are over."""
        may = view.may
        clock = MenuItem("pause", t("Stop!"), t("settle something"), Show(Halt()), may["halt"])
        if view.state.halted is not None:
            clock = MenuItem("go_on", t("Go on"), t("settle something"), Do(e.GoOn()), may["go_on"])
        in_play = view.state.phase in (Phase.DEAL, Phase.PASSING, Phase.PLAY)
        return [
            clock,
            big_clock_item(in_play=in_play, what=t("letters, for the whole room")),
            MenuItem("redo", t("Misdeal"), t("repeated: by vote"), Show(Misdeal()), may["misdeal"]),
            MenuItem("cup", t("Points"), t("33 in all"), Show(Points()), may["points"]),
            MenuItem("people", t("Deals first"), t("by agreement"), Show(FirstDealer()), may["first_dealer"]),
            MenuItem("swap", t("Substitute"), t("between rounds"), Show(Substitute()), may["substitute"]),
            MenuItem("note", t("Note"), t("costs nothing"), Show(Note()), may["note"], referee=True),
            MenuItem("sheet", t("Rounds"), t("list · corrections"), Show(Rounds())),
            MenuItem("cards", t("Cards dealt"), t("one or two at a time"), Show(Dealt()), may["deal"]),
        ]
