"""What each event does to a game on the chess clock, and what stands against it (C1-C10)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chess_clock import events as e
from rules.chess_clock.budget import Budget
from rules.chess_clock.clock import ChessClock
from rules.chess_clock.control import check
from rules.chess_clock.events import INDEX, ClockSetup
from rules.chess_clock.state import ClockMove, Phase, State
from rules.game import SECOND, Entry, Setup, ns
from rules.message import Refusal, msg, msgs
from rules.signing import Signing

SIGNING = Signing(
    "C9",
    Phase.RESULT,
    Phase.SIGNED,
    lambda event: INDEX[event.side],
    sealed=msg("The result is signed; reopen it with a reason first."),
    unsigned=msg("The result is not signed yet; undo it to go on."),
)


def start(setup: Setup) -> State:
    """C1: the game before its first press: two named players, and times under which it can be played."""
    if not isinstance(setup, ClockSetup):
        raise Refusal("", "This is not the setup of a game on the chess clock.")
    if not all(name.strip() for name in setup.players):
        raise Refusal("C1", "Two players play; each needs a name.")
    check(setup.control)
    return State(setup, ChessClock.of(setup.control))


def may_play(state: State) -> None:
    """C9: until the result."""
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        raise Refusal("C9", "The game is over; undo the result to go on.")


def must_have_started(state: State) -> None:
    """C1: a clock was started."""
    may_play(state)
    if state.phase is Phase.READY:
        raise Refusal("C1", "The clocks have not been started; press a clock button.")


def press(state: State, entry: Entry, event: e.Press) -> State:
    """C1: the first press starts the other side's clock, the mover's press ends its move, any other is only noted."""
    side = INDEX[event.side]
    if state.phase is Phase.READY:
        clock = state.clock.start(1 - side, entry.at)
        if state.white == side:
            clock = clock.count_move(side)
        begun = replace(state, phase=Phase.PLAY, clock=clock)
        return begun.with_remark(entry).with_press(entry.n, side, acted=True)
    before = state.clock.doubt
    clock, used = state.clock.press(side, entry.at)
    after = replace(state, clock=clock).with_press(entry.n, side, acted=used is not None)
    if used is None:
        return after
    budget = clock.budgets[side]
    move = ClockMove(side, budget.moves, used, budget.left, before)
    return replace(after, moves=after.moves.append(move))


def may_pause(state: State) -> None:
    """C10: the clocks stand once."""
    must_have_started(state)
    if state.is_paused:
        raise Refusal("C10", "The clocks are paused already.")


def pause(state: State, entry: Entry, event: e.Pause) -> State:
    """C10: both clocks stand."""
    return replace(state.with_remark(entry), clock=state.clock.stop("pause", entry.at))


def may_resume(state: State) -> None:
    """C10: only a pause is resumed."""
    must_have_started(state)
    if not state.is_paused:
        raise Refusal("C10", "The clocks are not paused.")


def resume(state: State, entry: Entry, event: e.Resume) -> State:
    """C10: the clock of who is on move goes on from where it stood."""
    return replace(state.with_remark(entry), clock=state.clock.resume("pause", entry.at))


def power_loss(state: State, entry: Entry, event: e.PowerLoss) -> State:
    """The device was off: paused at the last moment known, the doubt noted."""
    if state.phase is not Phase.PLAY:
        return state
    return replace(state.with_remark(entry), clock=state.clock.power_loss(entry.at, ns(event.doubt_s)))


def check_set_clock(state: State, entry: Entry, event: e.SetClock) -> None:
    """C6, C8, C9: only what the time control has is set, and no flag is made to fall."""
    budget = set_by_arbiter(state.clock.advance(entry.at), event)
    if budget.left <= 0 and state.clock.flag_stands and event.left_s is not None:
        raise Refusal("C9", "At 0 the flag falls and both clocks stop; set more than that.")


def set_clock(state: State, entry: Entry, event: e.SetClock) -> State:
    """C10: the arbiter sets time, moves, stage and periods of one side."""
    side = INDEX[event.side]
    budget = set_by_arbiter(state.clock.advance(entry.at), event)
    return replace(state.with_remark(entry), clock=state.clock.adjust(side, budget, entry.at))


def set_by_arbiter(clock: ChessClock, event: e.SetClock) -> Budget:
    """The budget of the event's side as the arbiter sets it. Raises `Refusal`."""
    side = INDEX[event.side]
    return adjust_budget(clock.budgets[side], event, flag_fell=clock.flags[side] is not None)


def adjust_budget(budget: Budget, event: e.SetClock, *, flag_fell: bool = False) -> Budget:
    """C6, C8: a side's budget as the arbiter sets it; its flag is down where nothing is left. Raises `Refusal`.

    Where he sets the time, overtime of the stage that runs is what that time says, as a flag of it is up or down (C10).
    """
    if event.stage is not None and event.stage - 1 != budget.stage:
        if event.stage > len(budget.stages):
            raise Refusal("C8", msgs("There is only {n} stage.", "There are only {n} stages.", len(budget.stages)))
        budget = replace(budget, stage=event.stage - 1, in_period=False, made=0)
        budget = replace(budget, periods=budget.now.periods)
    if event.periods is not None:
        budget = _with_periods(budget, event.periods)
    if event.left_s is not None:
        budget = replace(budget, left=ns(event.left_s), lowest=0)
    if budget.in_period and budget.left > budget.now.extra_s * SECOND:
        if not flag_fell:
            text = msgs("A period has at most {n} second.", "A period has at most {n} seconds.", budget.now.extra_s)
            raise Refusal("C6", text)
        budget = replace(budget, in_period=False)  # main time again: earlier versions had it run on after a flag
    if event.moves is not None:
        budget = replace(budget, moves=event.moves)
    return replace(budget, flagged=budget.left <= 0)


def _with_periods(budget: Budget, periods: int) -> Budget:
    """C6: with as many periods left as the arbiter says, at most those of the stage."""
    most = budget.now.periods
    if periods > most:
        raise Refusal("C6", msgs("There is {n} period in this stage.", "There are {n} periods in this stage.", most))
    if not periods:
        return replace(budget, periods=most, in_period=False, made=0)
    if budget.in_period and periods == budget.periods and not budget.flagged:
        return budget
    return replace(budget, periods=periods, lowest=0).start_period()


def check_set_mover(state: State, entry: Entry, event: e.SetMover) -> None:
    """C10: the side that is not on move."""
    if state.clock.mover == INDEX[event.side]:
        raise Refusal("C10", "That side is on move already.")


def set_mover(state: State, entry: Entry, event: e.SetMover) -> State:
    """C10: the arbiter puts the other side on move."""
    return replace(state.with_remark(entry), clock=state.clock.give_move(INDEX[event.side], entry.at))


def check_result(state: State, entry: Entry, event: e.Result) -> None:
    """C9, C10: the clocks stand, so that nothing runs on if the result is taken back; time is lost by a flag."""
    clock = state.clock.advance(entry.at)
    if clock.running:
        raise Refusal("C10", "A clock is running; stop the clocks first.")
    if event.how == "time" and clock.first is None:
        raise Refusal("C9", "No flag has fallen.")


def result(state: State, entry: Entry, event: e.Result) -> State:
    """The game is over."""
    ended = replace(state.with_remark(entry), clock=state.clock.advance(entry.at), phase=Phase.RESULT)
    return replace(ended, result=event, signed=frozenset())


def may_sign(state: State) -> None:
    """C9: only a result is signed."""
    if state.phase is not Phase.RESULT:
        raise Refusal("C9", "There is no result to sign.")
