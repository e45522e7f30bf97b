"""The chess clock played by itself: how each event of a record is entered through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from device.games.chess_clock.control_form import ControlForm
from device.games.chess_clock.controller import PRESSES, ArbiterScreen, ClockController, Decide, SetClockForm
from device.games.chess_clock.play import ClockResult, How, PlayScreen, WhoWon
from device.games.chess_clock.setup import Names, Presets
from device.graphics.actions import DONE, MENU, REDO, Do, NewGame, Show
from device.kiosk.screen import call_on
from rules.chess_clock import ClockSetup
from rules.chess_clock import acts as e
from rules.chess_clock.state import INDEX, Phase, State
from rules.game import SECOND, Entry, Redo, Restore, Undo, Void
from rules.history import History
from tools.play.player import Player


class ClockPlayer(Player):
    """Two players at a table with two clock buttons."""

    @property
    def controller(self) -> ClockController:
        """The screens of the game."""
        return self.playing(ClockController)

    @property
    def state(self) -> State:
        """The game."""
        return self.controller.state

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the game."""
        if not isinstance(self.kiosk.controller, ClockController):
            return ""
        shown, state = self.controller.current_screen(), self.state
        if isinstance(shown, PlayScreen):
            return playing(state, self.kiosk.table.game_time())
        if isinstance(shown, ClockResult) and state.phase is Phase.SIGNED:
            return "signed"
        return "signed-by-one" if isinstance(shown, ClockResult) and state.signed else shown.key

    def set_up(self, record: History) -> None:
        """Choose the time control, or make it; type the names."""
        setup = record.setup
        assert isinstance(setup, ClockSetup)
        self.touch(NewGame("chess_clock"))
        self.settle("setup")
        choose = call_on(Presets.choose, setup.control)
        if not self.has(choose):
            self.make(setup)
        self.touch(choose)
        self.touch(call_on(Presets.names))
        for side, name in enumerate(setup.players):
            self.touch(call_on(Names.on_field, side))
            self.write(name)
        if setup.white is not None:
            names = self.shown(Names)
            self.touch(names.change(presets=replace(names.presets, white=setup.white)))
        self.settle("setup-names")
        self.touch(DONE)
        self.settle("setup-chosen")
        self.touch(DONE)

    def make(self, setup: ClockSetup) -> None:
        """An own time control, stage by stage."""
        wanted = setup.control
        self.touch(call_on(Presets.own))
        for number, stage in enumerate(wanted.stages):
            if number:
                self.touch(call_on(ControlForm.add_stage))
            self.touch(call_on(ControlForm.of_kind, stage.kind))
            self.steps("time_s", stage.time_s, (600, 60, 10))
            for field, steps in (("extra_s", (10, 1)), ("periods", (1,)), ("period_moves", (1,))):
                self.steps(field, getattr(stage, field), steps)
            self.settle("own-control")
        for number, stage in enumerate(wanted.stages):
            self.touch(call_on(ControlForm.on_stage, number))
            while (until := self.shown(ControlForm).now.until_move) != stage.until_move:
                assert stage.until_move is not None
                below = 0 if until is None else until
                step = 1 if below < stage.until_move else -1
                far = abs(stage.until_move - below) >= 10
                self.touch(call_on(ControlForm.until, step * (10 if far else 1)))
        self.touch(call_on(ControlForm.on_stage, -1))
        if wanted.after_flag == "goes_on":
            self.touch(call_on(ControlForm.after_flag, True))
        self.settle("own-control-flag")
        self.touch(DONE)

    def steps(self, field: str, wanted: int, steps: tuple[int, ...]) -> None:
        """Step a number to what is wanted, the large steps first."""
        for step in steps:
            while abs(left := wanted - getattr(self.shown(ControlForm).now, field)) >= step:
                self.touch(call_on(ControlForm.on_step, field, step if left > 0 else -step))

    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record."""
        event = entry.event
        hold = self.settings.buttons.hold_ms
        if isinstance(event, e.Sign):
            self.sign(entry.at, INDEX[event.side])
            return
        if isinstance(event, e.Press):
            self.until(entry.at)
            held = later is not None and isinstance(later.event, Void) and entry.n in later.event.of
            voids = later is not None and isinstance(later.event, Void) and later.event.by in INDEX
            self.press(INDEX[event.side], hold + 100 if held and voids else 60)
        elif isinstance(event, Void) and event.by in INDEX:
            return  # the hold above did it
        elif isinstance(event, e.PowerLoss):
            self.until(entry.at)
            self.pull_the_plug()
        else:
            self.ahead(entry.at)
            _ENTERED[type(event)](self, event)

    def referee(self, action: Any) -> None:
        """Something from the arbiter's menu."""
        self.menu(Show(ArbiterScreen()))
        self.touch(action)

    def void(self, event: Void) -> None:
        """The arbiter takes a press back."""
        self.referee(Show(PRESSES))
        self.touch(Do(Void(of=event.of, by="referee")))

    def restore(self, event: Restore) -> None:
        """The arbiter lets it count again."""
        self.referee(Show(PRESSES))
        self.touch(Do(Restore(of=event.of)))

    def set_clock(self, event: e.SetClock) -> None:
        """Time, moves, stage and periods by their steps."""
        side = INDEX[event.side]
        self.referee(Show(SetClockForm(side)))
        budget = self.state.clock.advance(self.moment).budgets[side]
        if event.stage is not None:
            for _ in range(abs(event.stage - 1 - budget.stage)):
                self.touch(call_on(SetClockForm.change_stage, 1 if event.stage - 1 > budget.stage else -1))
        if event.periods is not None:
            now = budget.periods if budget.in_period else 0
            for _ in range(abs(event.periods - now)):
                self.touch(call_on(SetClockForm.change_periods, 1 if event.periods > now else -1))
        if event.moves is not None:
            self.some(SetClockForm.change_moves, event.moves - budget.moves, (10, 1))
        if event.left_s is not None:
            left = self.shown(SetClockForm).remaining(budget)
            self.some(SetClockForm.change_time, round((event.left_s * SECOND - left) / SECOND), (600, 60, 10, 1))
        self.settle("set-clock-changed")
        self.touch(DONE)

    def some(self, method: Any, left: int, steps: tuple[int, ...]) -> None:
        """So many in all, by the steps there are."""
        for step in steps:
            for _ in range(abs(left) // step):
                self.touch(call_on(method, step if left > 0 else -step))
            left = left % step if left > 0 else -(-left % step)

    def result(self, event: e.Result) -> None:
        """Offered where a flag fell, by the arbiter, or by who won and how."""
        if event.how == "referee":
            self.referee(Show(Decide()))
        elif not self.has(Do(event)):
            if not self.has(Show(WhoWon())):
                self.touch(MENU)
            self.touch(Show(WhoWon()))
            self.touch(Show(How(WhoWon(), given=(("A", None, "B").index(event.winner),))))
        self.touch(Do(event))


_ENTERED: dict[type, Callable[[ClockPlayer, Any], None]] = {
    e.Pause: ClockPlayer.use_button,
    e.Resume: lambda p, x: p.touch(Do(x)),
    e.SetClock: ClockPlayer.set_clock,
    e.SetMover: lambda p, x: p.referee(Do(x)),
    e.Result: ClockPlayer.result,
    e.Reopen: ClockPlayer.reopen,
    Void: ClockPlayer.void,
    Restore: ClockPlayer.restore,
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}


def playing(state: State, at: int) -> str:
    """Which kind of moment the screen of a running game shows."""
    clock = state.clock.advance(at)
    if clock.first is not None:
        return "play-flag" if clock.flag_stands else "play-overtime"
    if state.phase is Phase.READY:
        return "ready"
    if state.is_paused:
        return "play-power-loss" if clock.doubt else "play-paused"
    mover = clock.mover
    assert mover is not None
    budget = clock.budgets[mover]
    if budget.in_period:
        return "play-period"
    return "play-low" if budget.left <= 30 * SECOND else f"play-{'ab'[mover]}"


PLAYER = ClockPlayer
