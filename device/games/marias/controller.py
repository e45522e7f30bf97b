"""The screens of a mariáš table: which one each phase calls for."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.controller import TimedController
from device.games.marias import outputs as own_outputs
from device.games.marias.cards import ACCENT, money
from device.games.marias.choices import Note, People, Tariff
from device.games.marias.entry import Deals
from device.games.marias.play import Play, Ready
from device.games.marias.referee import Referee
from device.games.marias.slip_view import Final, Slip, Slips, Standings
from device.games.menu_screen import Menu, MenuItem, big_clock_item, pause_entry, pause_item
from device.graphics.actions import Show
from device.i18n import t
from device.kiosk.screen import Screen, View
from rules.marias import events as e
from rules.marias.state import Phase, State


@dataclass(frozen=True)
class MariasMenu(Menu[State]):
    """The table's menu."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """The round's clock, the referee, deals, players, notes, slips, standings, the tariff."""
        state, may = view.state, view.may
        paused = state.phase is Phase.PLAY and not state.round.running
        slips = None if state.rounds else t("No round is played yet.")
        cap = t("cap {cap} Kč", cap=money(state.setup.cap))
        in_play = state.phase is Phase.PLAY
        return [
            pause_item(pause_entry(may, paused, e.Pause(), e.Resume(), t("the round's clock")), paused=paused),
            big_clock_item(in_play=in_play),
            MenuItem("cards", t("Deals"), t("corrections"), Show(Deals()), may["correct"]),
            MenuItem("people", t("Players"), t("top up · who deals"), Show(People())),
            MenuItem("sheet", t("Slips"), t("of all rounds"), Show(Slips(len(state.rounds))), slips),
            MenuItem("podium", t("Standings"), t("places so far"), Show(Standings())),
            MenuItem("coins", t("Tariff"), cap, Show(Tariff())),
            MenuItem("scales", t("Referee"), t("time · warnings · decisions"), Show(Referee()), referee=True),
            MenuItem("note", t("Note"), t("what the device cannot see"), Show(Note()), referee=True),
        ]


USUAL: dict[Phase, Screen[State]] = {
    Phase.READY: Ready(),
    Phase.PLAY: Play(),
    Phase.SLIP: Slip(),
    Phase.SIGNED: Final(),
}
"""The screen that each phase calls for."""


class MariasController(TimedController[State]):
    """Screens of the table."""

    outputs = own_outputs
    menu = MariasMenu()
    accent = ACCENT
    slim_times = True

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        return USUAL[state.phase]
