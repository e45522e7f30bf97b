"""The screens of a game of Polish doubles: which one its state calls for."""

from __future__ import annotations

from collections.abc import Sequence

from device import i18n
from device.games.controller import TimedController
from device.games.polish_doubles import outputs as own_outputs
from device.games.polish_doubles.advice import Adviser
from device.games.polish_doubles.choices import EarlyScreen, OverrunScreen, VerdictScreen
from device.games.polish_doubles.forms import RacksForm, due
from device.games.polish_doubles.menu import DoublesMenu
from device.games.polish_doubles.play import PlayScreen, mistaken
from device.games.polish_doubles.referee import REOPENING
from device.games.polish_doubles.result import ResultScreen, StartingDrawScreen
from device.graphics.actions import Do
from device.graphics.choices import NOWHERE, ScreenChoice
from device.i18n import t
from device.kiosk.host import Host
from device.kiosk.screen import Screen
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.turns import overrun_turn

CROSS_RULES = ("S14", "S15", "S17", "S18")
"""Rules about crosses."""
TIME_RULES = ("S8", "S9", "S10", "S28")
"""Rules about the time of a turn."""


class DoublesController(TimedController[State]):
    """Screens of the game on the table."""

    outputs = own_outputs
    menu = DoublesMenu()
    reopening = REOPENING

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._adviser = Adviser(host.settings.word_lists_path)

    def usual(self, state: State) -> Screen[State]:
        """What has to be decided first, then by the phase."""
        phase = state.phase
        if state.judging is not None and phase in (Phase.PLAY, Phase.CLOSING, Phase.ENDING):
            return VerdictScreen(self._adviser.on(state))
        if phase is Phase.PLAY and overrun_turn(state) is not None:
            return OverrunScreen()
        if phase in (Phase.CLOSING, Phase.ENDING):
            return RacksForm(due(state))
        if phase is Phase.DRAWING:
            return StartingDrawScreen()
        return ResultScreen() if phase in (Phase.RESULT, Phase.SIGNED) else PlayScreen()

    def show(self, screen: Screen[State] | None, *, locked: bool = False) -> None:
        """Show a screen; early judgement with what the word list says."""
        if isinstance(screen, EarlyScreen):
            screen = EarlyScreen(self._adviser.on(self.state))
        super().show(screen, locked=locked)

    def menu_choices(self, at: int) -> Sequence[ScreenChoice]:
        """While the clocks stand also the press before the moves are written, which the screen has while they run."""
        mistake = mistaken(self.state) if self.state.phase is Phase.PLAY else None
        own = (
            () if mistake is None else (ScreenChoice(t("By mistake?"), t("take the press back"), Do(mistake), NOWHERE),)
        )
        return (*own, *super().menu_choices(at))

    def at_table(self, rule: str) -> str:
        """The crosses of both pairs, or what is left of the turn, where the rule is about that; else the game."""
        state, pairs = self.state, self.state.setup.pairs
        if rule in CROSS_RULES:
            return t(
                "crosses: {a} {n}, {b} {m}", a=pairs[0].name, n=state.crosses[0], b=pairs[1].name, m=state.crosses[1]
            )
        if rule in TIME_RULES and state.phase is Phase.PLAY and state.turn is not None:
            left = i18n.clock(state.clock.remaining(self.host.table.game_time()))
            return t("{name} have {time} left", name=pairs[state.turn.pair].name, time=left)
        return super().at_table(rule)
