"""The screens of a game of Kouřící kočka: which one each phase calls for, the end with its signatures, the rounds."""

from __future__ import annotations

from device.common.i18n import t
from device.games.act_forms import Counts
from device.games.act_menu import ActMenu, screen_entry
from device.games.controller import GameController, GameViews
from device.games.kourici_kocka import ACCENT
from device.games.kourici_kocka import outputs as own_outputs
from device.games.kourici_kocka.play import (
    FORMS,
    SCREENS,
    CorrectedPoints,
    OverPlay,
    PlayScreen,
    ReopenScreen,
    TieScreen,
    doing,
)
from device.games.kourici_kocka.seats import cards
from device.games.menu_screen import MenuItem, big_clock_item
from device.games.result_screen import ResultScreen
from device.games.sheet_list import PAST_LINE, SheetList, SheetListScreen
from device.games.table_parts import BarItem
from device.graphics.actions import Do, Show
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.palette import Palette
from device.graphics.widgets import Colour, Rect
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen, call
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.acts.rounds import IN_PLAY
from rules.kourici_kocka.game import rounds_table
from rules.kourici_kocka.state import SEAT, Phase, State
from rules.message import msg
from rules.needs import MenuEntry


class KockaResult(ResultScreen[State]):
    """The end of the game."""

    phases = (Phase.OVER, Phase.SIGNED)
    forms, sign = FORMS, e.Sign

    def outcome(self, state: State) -> str:
        """Who lost the game."""
        assert state.loser is not None
        return t("{name} has the whole word: {word}", name=state.names[state.loser], word="".join(state.letters))

    def draw_tally(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """Everybody's letters."""
        cards(canvas, state, rect, None)

    def colour(self, palette: Palette, side: int) -> Colour:
        """The game's: seats at a side have different ones."""
        return palette.accents[ACCENT]

    def own(self, view: Moment[State]) -> BarItem:
        """The rounds."""
        return BarItem(t("Rounds"), Show(Rounds()), t("corrections"))


class CorrectRound(Screen[State]):
    """How round ``number`` (from 1) really went: who lost, or everybody's points, or nobody (K2, K5)."""

    key = "correct"
    number: int

    def valid(self, state: State) -> bool:
        """While there is such a round."""
        return self.number <= len(state.rounds)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """What stands, and what can stand instead."""
        state, number, p = view.state, self.number, canvas.look.palette
        title = t("Put round {n} right", n=number)
        middle, who, body = draw_heading(canvas, (90, 130, 130), title, fill=p.accents[ACCENT])
        old = state.rounds[number - 1]
        line = t("Nobody lost it; it was played again.")
        if old.loser is not None:
            line = t("{name} lost it.", name=state.names[old.loser])
        if old.points is not None:
            line += " " + " · ".join(f"{SEAT[seat]} {n}" for seat, n in enumerate(old.points))
        canvas.text(middle, line + "\n" + t("Who really lost it?"), 24, "semibold", p.text, "center", lines=2)
        for seat, box in enumerate(canvas.cols(who, (1, 1, 1, 1))):
            event = e.Correct(round=number, seat=SEAT[seat])
            label = t("{name} lost", name=state.names[seat])
            canvas.button(box, label, Do(event), sub=SEAT[seat], selected=old.loser == seat, size=22)
        counted, again = canvas.cols(body, (1, 1))
        canvas.button(counted, t("Points"), call(self.points), sub=t("what everybody took"), size=24)
        replayed = Do(e.Correct(round=number, again=True))
        canvas.button(again, t("Played again"), replayed, sub=t("a letter for nobody"), size=24)
        return middle

    def points(self, state: State) -> CorrectedPoints:
        """Everybody's points, as they stand where they were entered."""
        old = state.rounds[self.number - 1]
        if old.points is None:
            return CorrectedPoints(number=self.number)
        a, b, c, d = (str(count) for count in old.points)
        return CorrectedPoints(number=self.number, counts=Counts((a, b, c, d), flag=old.how == "early"))


LIST = SheetList(
    rounds_table,
    (5, 12, 12, 20, 28, 12, 11),
    ACCENT,
    msg("Rounds"),
    msg("Rounds · tap one to put it right"),
    msg("No round is finished yet."),
    msg("This is the newest round."),
    heavy=5,
    words=4,
)


class Rounds(SheetListScreen):
    """Every round with its dealer, leader, loser and letter; a touch corrects one."""

    key = "rounds"
    listed = LIST
    opens = CorrectRound


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Four cards, what was to be done, the last rounds; at the end of the game its result."""
    k = canvas.print_scale
    if state.phase in KockaResult.phases and canvas.look.large_print:
        KockaResult().draw_past(canvas, rect, state)
        return
    if state.phase in KockaResult.phases:
        rect, body = canvas.rows(rect, (430, 120) if canvas.look.portrait else (200, 100))
        KockaResult().draw_past(canvas, rect, state)
    else:
        heights = (250, 26 * k, 290) if canvas.look.portrait else (112 * k, 24 * k, 160)
        who, caption, body = canvas.rows(rect, heights, canvas.u(4))
        cards(canvas, state, who, None)
        canvas.text(caption, doing(state), 16, "semibold", canvas.look.palette.text)
    LIST.draw(canvas, state, body, None, canvas.lu(PAST_LINE))


def _large_item(view: Moment[State]) -> MenuItem:
    return big_clock_item(in_play=view.state.phase in IN_PLAY, note=t("letters, for the whole room"))


class KockaMenu(ActMenu):
    """What is rare in a round, notes, and the rounds that are over."""

    entries = (
        (e.Halt, e.GoOn),
        _large_item,
        e.Misdeal,
        e.Points,
        e.FirstDealer,
        e.Substitute,
        e.Note,
        screen_entry(MenuEntry("sheet", msg("Rounds"), msg("list · corrections")), Rounds),
        e.Deal,
    )
    screens = SCREENS


class KockaController(GameController[State]):
    """Screens of the game on the table."""

    views = GameViews(own_outputs.oled_content, own_outputs.signals, large=own_outputs.big_times)
    screens = TieScreen(), KockaResult(), PlayScreen()
    menu = KockaMenu()
    reopening = ReopenScreen()
    accent = ACCENT

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._tapped, self._round = PlayScreen(), self._current_round()
        self._keep_tapped(self.screen)

    def usual(self, state: State) -> Screen[State]:
        """Where a round is played, as far as it is tapped: the menu, a look at the rounds, a stop lead back to that."""
        screen = super().usual(state)
        return self._tapped if isinstance(screen, PlayScreen) and self._round == self._current_round() else screen

    def half_written(self, screen: Screen[State] | None) -> None:
        """Keep what is tapped of the round, whatever shows over it."""
        self._keep_tapped(screen)
        usual = self.usual(self.state)
        is_tapped = isinstance(usual, PlayScreen) and usual != PlayScreen()
        super().half_written(usual if is_tapped and not (screen is not None and screen.half_written) else screen)

    def _keep_tapped(self, screen: Screen[State] | None) -> None:
        if isinstance(screen, OverPlay):
            screen = screen.parent
        if isinstance(screen, PlayScreen):
            self._tapped, self._round = screen if screen.draft.owner else PlayScreen(), self._current_round()

    def _current_round(self) -> tuple[int, int]:
        """The round that is played, and how many times its cards were dealt wrongly."""
        return len(self.state.rounds), self.state.misdeals
