"""The screens of a game of Polish doubles: which one its state calls for, and what its menu offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from device.common import i18n
from device.common.i18n import t
from device.games.act_menu import ActMenu
from device.games.controller import GameController, GameViews
from device.games.menu_screen import MenuItem, big_clock_item
from device.games.polish_doubles import outputs as own_outputs
from device.games.polish_doubles.forms import (
    BagCountForm,
    EndScreen,
    NoteForm,
    OverrunScreen,
    RacksForm,
    SubstituteForm,
    VerdictScreen,
    WhoseRacksScreen,
)
from device.games.polish_doubles.judging_view import Adviser, JudgingScreen
from device.games.polish_doubles.play import PlayScreen
from device.games.polish_doubles.referee import RefereeScreen, ReopenScreen
from device.games.polish_doubles.result import DoublesResult, StartingDrawScreen
from device.games.polish_doubles.sheet import BoardView, SheetScreen
from device.graphics.actions import Show, Why
from device.graphics.choices import NOWHERE, ScreenChoice
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase, State

CROSS_RULES = ("S14", "S15", "S17", "S18")
"""Rules about crosses."""
TIME_RULES = ("S8", "S9", "S10", "S28")
"""Rules about the time of a turn."""


def _big_clock(view: Moment[State]) -> MenuItem:
    return big_clock_item(in_play=view.state.phase is Phase.PLAY)


def _end(view: Moment[State]) -> MenuItem:
    if view.state.phase is Phase.RESULT:
        return MenuItem("flag", t("Racks"), t("put right"), Show(WhoseRacksScreen()), view.may["racks"])
    return MenuItem("flag", t("End of game"), t("close · partner out"), Show(EndScreen()), view.may["bag"])


def _sheet(view: Moment[State]) -> MenuItem:
    return MenuItem("sheet", t("Scoresheet"), t("all rows · corrections"), Show(SheetScreen()))


def _board(view: Moment[State]) -> MenuItem:
    unwritten = None if view.state.turns else t("Nothing is written yet.")
    return MenuItem("board", t("Board"), t("tiles · letters left"), Show(BoardView()), unwritten)


def _referee(view: Moment[State]) -> MenuItem:
    return MenuItem("scales", t("Referee"), t("times · presses · award"), Show(RefereeScreen()), referee=True)


class DoublesMenu(ActMenu):
    """The clocks, what is judged, the bag, the end, the sheet, the board, players, the referee, notes."""

    entries = (
        (e.Pause, e.Resume),
        _big_clock,
        e.Early,
        e.Announce,
        e.Bag,
        _end,
        _sheet,
        _board,
        e.Substitute,
        _referee,
        e.Note,
    )
    screens = MappingProxyType({e.Bag: BagCountForm, e.Substitute: SubstituteForm, e.Note: NoteForm})


class DoublesViews(GameViews):
    """What shows of a game."""

    def menu_choices(self, moment: Moment[State]) -> Sequence[ScreenChoice]:
        """While the clocks stand also what the screen has while they run: the menu shows only then."""
        choices, screen = super().menu_choices(moment), moment.screen
        if moment.state.phase is not Phase.PLAY or not isinstance(screen, PlayScreen):
            return choices
        items = [
            item
            for item in screen.playing_items(moment.state, moment.may)
            if item.against is None and not isinstance(item.action, Why)
        ]
        return (*(ScreenChoice(item.label, item.sub, item.action, NOWHERE) for item in items), *choices)


class DoublesController(GameController[State]):
    """Screens of the game on the table."""

    views = DoublesViews(
        own_outputs.oled_content, own_outputs.signals, own_outputs.side_times, own_outputs.next_change, own_outputs.call
    )
    screens = (
        VerdictScreen(),
        OverrunScreen(),
        DoublesResult(),
        RacksForm(0),
        RacksForm(1),
        StartingDrawScreen(),
        PlayScreen(),
    )
    menu = DoublesMenu()
    reopening = ReopenScreen()

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._adviser = Adviser(host.settings.word_lists_path)

    def usual(self, state: State) -> Screen[State]:
        """What has to be decided first, then by the phase; a judgement with what the word list says."""
        return self._advised(super().usual(state))

    def show(self, screen: Screen[State] | None, *, locked: bool = False) -> None:
        """Show a screen; a judgement with what the word list says."""
        super().show(None if screen is None else self._advised(screen), locked=locked)

    def _advised(self, screen: Screen[State]) -> Screen[State]:
        if not isinstance(screen, JudgingScreen) or screen.advice.words:
            return screen
        return replace(screen, advice=self._adviser.on(self.state))

    def at_table(self, rule: str) -> str:
        """The crosses of both pairs, or what is left of the turn, where the rule is about that; else the game."""
        state, pairs = self.state, self.state.setup.pairs
        if rule in CROSS_RULES:
            (a, n), (b, m) = ((pair.name, count) for pair, count in zip(pairs, state.crosses, strict=True))
            return t("crosses: {a} {n}, {b} {m}", a=a, n=n, b=b, m=m)
        if rule in TIME_RULES and state.phase is Phase.PLAY and state.turn is not None:
            left = i18n.clock(state.clock.remaining(self.host.table.game_time()))
            return t("{name} have {time} left", name=pairs[state.turn.pair].name, time=left)
        return super().at_table(rule)
