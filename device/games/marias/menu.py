"""What the menu of a mariáš table offers, with the reason where it is not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.marias.cards import money
from device.games.marias.choices import Note, People, Tariff
from device.games.marias.deals import Deals
from device.games.marias.referee import Referee
from device.games.marias.slip_view import Slips, Standings
from device.games.menu_entries import pause_entry
from device.i18n import t
from device.kiosk.actions import Show
from device.kiosk.dialogs import Entry
from device.kiosk.menu_screen import Menu
from device.kiosk.screen import View
from rules.marias import events as e
from rules.marias.state import Phase, State


@dataclass(frozen=True)
class MariasMenu(Menu[State]):
    """The table's menu."""

    def own(self, view: View[State]) -> list[Entry]:
        """The round's clock, the referee, deals, players, notes, slips, standings, the tariff."""
        state, may = view.state, view.may
        paused = state.phase is Phase.PLAY and not state.round.running
        slips = None if state.rounds else t("No round is played yet.")
        cap = t("cap {cap} Kč", cap=money(state.setup.cap))
        return [
            pause_entry(may, paused, e.Pause(), e.Resume(), t("the round's clock")),
            (t("Referee"), t("time · warnings · decisions"), Show(Referee()), None),
            (t("Deals"), t("corrections"), Show(Deals()), may["correct"]),
            (t("Players"), t("top up · who deals"), Show(People()), None),
            (t("Note"), t("what the device cannot see"), Show(Note()), None),
            (t("Slips"), t("of all rounds"), Show(Slips(len(state.rounds))), slips),
            (t("Standings"), t("places so far"), Show(Standings()), None),
            (t("Tariff"), cap, Show(Tariff()), None),
        ]
