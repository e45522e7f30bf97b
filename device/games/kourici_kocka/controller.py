"""The screens of a game of Kouřící kočka: which one each phase calls for."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.controller import GameController
from device.games.kourici_kocka import outputs
from device.games.kourici_kocka.menu import KockaMenu
from device.games.kourici_kocka.play import Play
from device.games.kourici_kocka.questions import REOPENING, Tie
from device.games.kourici_kocka.result import Result
from device.games.kourici_kocka.seats import ACCENT
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.screen import Screen
from device.kiosk.time_bar import SideTime
from rules.kourici_kocka.state import Phase, State

USUAL: dict[Phase, Screen[State]] = {Phase.TIED: Tie(), Phase.OVER: Result(), Phase.SIGNED: Result()}
"""The screen that each phase calls for; the others are played."""


class KockaController(GameController[State]):
    """Screens of the game on the table."""

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        return USUAL.get(state.phase, Play())

    def menu(self) -> Screen[State]:
        """The game's menu."""
        return KockaMenu()

    def reopening(self) -> Screen[State]:
        """Why a signed end is opened again."""
        return REOPENING

    def accent(self) -> int:
        """The game's own."""
        return ACCENT

    def big_times(self, at: int) -> Sequence[SideTime]:
        """The letters of every player."""
        return outputs.big_times(self.state)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return outputs.oled_content(self.state, 0), outputs.oled_content(self.state, 1)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer."""
        return outputs.signals(self.state)
