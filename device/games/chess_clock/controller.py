"""The screens of a game on the chess clock: which one its state calls for, its menu, the arbiter's (C10).

The arbiter's are behind the PIN: a side's time, moves, stage and periods, who is on move, presses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from device.common import i18n
from device.common.i18n import t, tr
from device.games.act_forms import screen_of
from device.games.act_menu import ActMenu, menu_item, possible, screen_entry
from device.games.act_screens import QuestionScreen
from device.games.chess_clock import ACCENT
from device.games.chess_clock import outputs as own_outputs
from device.games.chess_clock.outputs import time_text
from device.games.chess_clock.play import FORMS, ClockResult, PlayScreen, WhoWon, step_text, stepper
from device.games.controller import GameController, GameViews
from device.games.menu_screen import big_clock_in
from device.games.referee_screens import PressList, RefereeMenu
from device.graphics.actions import Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Entry
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.pin_screens import NewPin
from device.kiosk.screen import Next, RecordAt, Screen, call, draw_panel
from rules.chess_clock import acts as e
from rules.chess_clock.clock import Budget
from rules.chess_clock.state import INDEX, Phase, State
from rules.game import SECOND, SIDES
from rules.game import Entry as GameEntry
from rules.message import Refusal, msg
from rules.needs import MenuEntry

STEPS = (-600, -60, -10, -1, 1, 10, 60, 600)
"""Seconds that one tap takes from or gives to a side."""
ReopenScreen = screen_of(FORMS, e.Reopen, "ReopenScreen")
Decide = screen_of(FORMS, e.Result, "Decide", QuestionScreen, need=e.Result.arbiter_need, locked=True, ends_game=True)


def _press_effect(state: State, entry: GameEntry) -> str:
    note = state.press(entry.n)
    return t("ended a move") if note is not None and note.acted else t("changed nothing")


def _presser(state: State, press: e.Press) -> str:
    return tr(state.names[INDEX[press.side]])


PRESSES = PressList(e.Press, ACCENT, _presser, _press_effect)
"""The newest presses (C10)."""


class ArbiterScreen(RefereeMenu):
    """What the arbiter may do."""

    title = msg("Arbiter")
    accent = ACCENT
    press_list = PRESSES
    new_pin = NewPin(accent=ACCENT, arbiter=True)

    def entries(self, view: Moment[State]) -> Sequence[Entry]:
        """A side's time, who is on move, presses, the result."""
        state, may = view.state, view.may
        other = 1 if state.clock.mover == 0 else 0
        mover = t("On move: {name}", name=tr(state.names[other]))
        clocks: list[Entry] = [
            (t("Clock of {name}", name=name), t("time · moves"), Show(SetClockForm(side)), may["set_clock"])
            for side, name in enumerate(map(tr, state.names))
        ]
        return [
            *clocks,
            menu_item(possible((e.Pause, e.Resume), may), may).entry,
            (mover, t("the other side"), Do(e.SetMover(side=SIDES[other])), may["set_mover"]),
            self.presses_entry(view, "C10"),
            (t("Decide"), t("the result"), Show(Decide(asker=self)), may["result"]),
            (t("Reopen the result"), t("with a reason"), Show(ReopenScreen(asker=self)), may["reopen"]),
        ]


class SetClockForm(Screen[State]):
    """The clock of ``side`` (0 or 1): ``seconds`` are given or taken, the rest is set; None stays as it is."""

    locked = True
    phases = (Phase.READY, Phase.PLAY)
    side: int
    seconds: int = 0
    moves: int | None = None
    stage: int | None = None
    periods: int | None = None

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """What the side has, and what it will have."""
        state, p, portrait = view.state, canvas.look.palette, canvas.look.portrait
        budget = state.clock.advance(view.at).budgets[self.side]
        rows = (96, 132, 66, 66, 66) if portrait else (76, 54, 54, 54, 54)
        head, paper, times, *steps = below_heading(canvas, rows)
        name = t("Clock of {name}", name=tr(state.names[self.side]))
        same = self == SetClockForm(self.side)
        why = t("First change something.") if same else canvas.look.refuses(Do(self.event(state, view.at)))
        heading(canvas, head, name, fill=p.pair[self.side], done=t("Set"), why=why)
        text = draw_panel(canvas, paper, p.paper, 14, 0)
        beside = text
        if canvas.look.large_print and portrait:
            beside, text = canvas.rows(text, (30, 70), 0)
        canvas.text(beside, t("now {time}", time=time_text(budget.left)), 20, "regular", p.ink_muted, digits=True)
        canvas.text(text, time_text(self.remaining(budget)), 72, "bold", p.ink, "center", digits=True)
        changed = t("{n} s", n=i18n.number(self.seconds, plus=True)) if self.seconds else t("as it is")
        canvas.text(beside, changed, 20, "semibold", p.ink_muted, "right", digits=True)
        half = len(STEPS) // 2
        bands = canvas.rows(times, (1, 1)) if portrait else [times]
        groups = [STEPS[:half][::-1], STEPS[half:]] if portrait else [STEPS]
        for band, group in zip(bands, groups, strict=True):
            for step, box in zip(group, canvas.cols(band, (1,) * len(group)), strict=True):
                canvas.button(box, step_text(step), call(self.change_time, step), size=22)
        moves_made = budget.moves if self.moves is None else self.moves
        by = (-10, -1, 1, 10)
        stepper(canvas, steps.pop(0), t("moves made"), str(moves_made), lambda n: call(self.change_moves, n), by)
        stage = budget.stage + 1 if self.stage is None else self.stage
        if len(budget.stages) > 1:
            text_of = t("{n} of {all}", n=stage, all=len(budget.stages))
            stepper(canvas, steps.pop(0), t("stage"), text_of, lambda n: call(self.change_stage, n), (-1, 1))
        if budget.stages[stage - 1].kind == "byo_yomi":
            left = periods_of(budget) if self.periods is None else self.periods
            amount = str(left) if left else t("main time")
            stepper(canvas, steps.pop(0), t("periods left"), amount, lambda n: call(self.change_periods, n), (-1, 1))
        # A sentence covers neither time nor what changes it.
        return steps[-1] if steps else head

    # -- touches ---------------------------------------------------------------------------------------------------

    def remaining(self, budget: Budget) -> int:
        """What the side will have."""
        rest = e.SetClock(side=SIDES[self.side], stage=self.stage, periods=self.periods)
        return rest.budget_after(budget).left + self.seconds * SECOND

    def change_time(self, state: State, step: int) -> Next[State]:
        """So many seconds more, or fewer."""
        return replace(self, seconds=self.seconds + step)

    def change_moves(self, state: State, step: int) -> Next[State]:
        """So many moves more, or fewer."""
        now = state.clock.budgets[self.side].moves if self.moves is None else self.moves
        return replace(self, moves=max(0, min(999, now + step)))

    def change_stage(self, state: State, step: int) -> Next[State]:
        """Another stage; its periods are then all there."""
        budget = state.clock.budgets[self.side]
        now = budget.stage + 1 if self.stage is None else self.stage
        return replace(self, stage=max(1, min(len(budget.stages), now + step)), periods=None)

    def change_periods(self, state: State, step: int) -> Next[State]:
        """More periods left, or fewer; none: the main time."""
        budget = state.clock.budgets[self.side]
        stage = budget.now if self.stage is None else budget.stages[self.stage - 1]
        now = periods_of(budget) if self.periods is None else self.periods
        return replace(self, periods=max(0, min(stage.periods, now + step)))

    def on_done(self, state: State) -> Next[State]:
        """Set it, as it is at this moment. Raises `Refusal` where nothing was changed."""
        if self == SetClockForm(self.side):
            raise Refusal("C10", "First change something.")
        return RecordAt(partial(self.event, state))

    def event(self, state: State, at: int) -> e.SetClock:
        """What is recorded at game time ``at`` (ns)."""
        budget = state.clock.advance(at).budgets[self.side]
        left = self.remaining(budget) / SECOND if self.seconds else None
        side = SIDES[self.side]
        return e.SetClock(side=side, left_s=left, moves=self.moves, stage=self.stage, periods=self.periods)


def periods_of(budget: Budget) -> int:
    """The periods left, 0 in the main time."""
    return budget.periods if budget.in_period else 0


class ClockMenu(ActMenu):
    """The clocks, the result, the arbiter."""

    entries = (
        (e.Pause, e.Resume),
        big_clock_in(Phase.PLAY),
        e.Result,
        screen_entry(MenuEntry("scales", msg("Arbiter"), msg("times · moves · presses"), referee=True), ArbiterScreen),
    )
    screens = MappingProxyType({e.Result: WhoWon})


class ClockController(GameController[State]):
    """Screens of the game on the table."""

    views = GameViews(
        own_outputs.oled_content, own_outputs.signals, own_outputs.side_times, own_outputs.next_change, own_outputs.call
    )
    screens = PlayScreen(), ClockResult()
    menu = ClockMenu()
    reopening = ReopenScreen()
    accent = ACCENT
    arbiter = True
