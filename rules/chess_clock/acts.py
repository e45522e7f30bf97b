"""Everything that somebody can do in a game on the chess clock, act by act: presses, the arbiter, the end (C1-C10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from rules.acts import Act, DerivingAct, Obstacle
from rules.chess_clock.clock import Budget
from rules.chess_clock.state import INDEX, ChessResult, ClockMove, How, Phase, State, duration
from rules.clock import acts as clock
from rules.game import SECOND, SIDES, Entry, Side, ns
from rules.message import Message, Refusal, msg, msgs
from rules.needs import Button, MenuEntry, Posed, Question, Reply
from rules.signing import ResultReopen, ResultSign, Signing

HOW: dict[How, Message] = {
    "play": msg("over the board"),
    "time": msg("on time"),
    "resigned": msg("resignation"),
    "agreed": msg("by agreement"),
    "referee": msg("arbiter's decision"),
}
"""How a game ended."""
REASONS: dict[str, Message] = {"wrong result": msg("wrong result"), "table": msg("the table agreed")}
"""Reasons to open a signed game again that screens offer; a record may give others in words."""
SIGNING = Signing(
    "C9",
    Phase.RESULT,
    Phase.SIGNED,
    lambda event: INDEX[event.side],
    sealed=msg("The result is signed; reopen it with a reason first."),
    unsigned=msg("The result is not signed yet; undo it to go on."),
    unready=msg("There is no result to sign."),
)
_OVER = "C9", msg("The game is over; undo the result to go on.")
PAUSED = Obstacle("C10", msg("The clocks are paused already."), lambda state: state.is_paused)
NOT_PAUSED = Obstacle("C10", msg("The clocks are not paused."), lambda state: not state.is_paused)


class InPlay(Act, frozen=True, kw_only=True):
    """An act that is possible until the result (C9)."""

    phases: ClassVar[Sequence[Phase]] = (Phase.PLAY, Phase.READY)
    closed = {Phase.RESULT: _OVER, Phase.SIGNED: _OVER}


class Started(InPlay, frozen=True, kw_only=True):
    """An act that is possible once a clock was started (C1), until the result (C9)."""

    phases = (Phase.PLAY,)
    closed = InPlay.closed | {Phase.READY: ("C1", msg("The clocks have not been started; press a clock button."))}


class Press(clock.ClockPress, InPlay, frozen=True, kw_only=True):
    """The clock button of ``side`` went down (C1)."""

    cites = "C1"
    words = Message("press of side {side}")
    side: Side

    def apply_at(self, state: State, entry: Entry) -> State:
        """C1: the first press starts the other side's clock, the mover's ends its move, any other is only noted."""
        side = INDEX[self.side]
        if state.phase is Phase.READY:
            begun = state.clock.start(1 - side, entry.at)
            if state.white == side:
                begun = begun.count_move(side)
            started = replace(state, phase=Phase.PLAY, clock=begun)
            return started.with_remark(entry).with_press(entry.n, side, acted=True)
        before = state.clock.doubt
        now, used = state.clock.press(side, entry.at)
        after = replace(state, clock=now).with_press(entry.n, side, acted=used is not None)
        if used is None:
            return after
        budget = now.budgets[side]
        move = ClockMove(side, budget.moves, used, budget.left, before)
        return replace(after, moves=after.moves.append(move))


class Pause(clock.Pause, Started, frozen=True, kw_only=True):
    """The clocks stand: by agreement, for the arbiter, or for the organiser's break (C10)."""

    cites = "C10"
    unless = (PAUSED,)
    menu = MenuEntry("pause", msg("Pause"), msg("both clocks"))
    button = Button(msg("Stop the clocks"), msg("pause · end of the game"))


class Resume(clock.Resume, Started, frozen=True, kw_only=True):
    """The clock of who is on move goes on from where it stood (C10)."""

    cites = "C10"
    unless = (NOT_PAUSED,)
    menu = MenuEntry("go_on", msg("Go on"), msg("both clocks"))
    button = Button(msg("Go on"), msg("the clock runs from where it stood"))


class PowerLoss(clock.PowerLoss, frozen=True, kw_only=True):
    """The device lost power: the clocks stand, at most ``doubt_s`` seconds of what ran are not known."""

    cites = "C10"
    in_use = (Phase.PLAY,)


class SetClock(DerivingAct, InPlay, frozen=True, kw_only=True):
    """The arbiter sets a side's clock (C10); what is left out stays.

    ``left_s`` are seconds left, ``moves`` the moves made, ``stage`` counts from 1. ``periods`` are those of byo-yomi
    that are left with the one that runs, and 0 while the main time runs; a period that it changes is whole again (C6).
    """

    cites = "C10"
    on_clocks = True
    decision = True
    side: Side
    left_s: Annotated[float, Meta(ge=-36_000, le=100_000)] | None = None
    moves: Annotated[int, Meta(ge=0, le=999)] | None = None
    stage: Annotated[int, Meta(ge=1, le=4)] | None = None
    periods: Annotated[int, Meta(ge=0, le=99)] | None = None

    def describe(self) -> Message:
        """Whose clock, and what was set of it."""
        parts: list[Message] = []
        if self.left_s is not None:
            parts.append(msg("time {time}", time=duration(ns(self.left_s))))
        if self.moves is not None:
            parts.append(msg("moves {n}", n=self.moves))
        if self.stage is not None:
            parts.append(msg("stage {n}", n=self.stage))
        if self.periods is not None:
            parts.append(msg("periods {n}", n=self.periods) if self.periods else msg("main time"))
        message = msg("nothing") if not parts else parts[0]
        for part in parts[1:]:
            message = msg("{one}, {more}", one=message, more=part)
        return msg("clock of side {side} set: {what}", side=self.side, what=message)

    def derive(self, state: State, entry: Entry) -> Budget:
        """C6, C8, C9: the side's budget; only what the time control has is set, and no flag is made to fall."""
        side, now = INDEX[self.side], state.clock.advance(entry.at)
        budget = self.budget_after(now.budgets[side], flag_fell=now.flags[side] is not None)
        if budget.left <= 0 and state.clock.flag_stands and self.left_s is not None:
            raise Refusal("C9", "At 0 the flag falls and both clocks stop; set more than that.")
        return budget

    def apply_derived(self, state: State, entry: Entry, derived: Budget) -> State:
        """C10: time, moves, stage and periods of one side are as the arbiter sets them."""
        return replace(state.with_remark(entry), clock=state.clock.adjust(INDEX[self.side], derived, entry.at))

    def budget_after(self, budget: Budget, *, flag_fell: bool = False) -> Budget:
        """C6, C8: the side's budget as the arbiter sets it; its flag is down where nothing is left. Raises `Refusal`.

        Where he sets the time, overtime of the stage that runs is what that time says, as a flag of it is up or down
        (C10).
        """
        if self.stage is not None and self.stage - 1 != budget.stage:
            if self.stage > len(budget.stages):
                raise Refusal("C8", msgs("There is only {n} stage.", "There are only {n} stages.", len(budget.stages)))
            budget = replace(budget, stage=self.stage - 1, in_period=False, made=0)
            budget = replace(budget, periods=budget.now.periods)
        if self.periods is not None:
            budget = _with_periods(budget, self.periods)
        if self.left_s is not None:
            budget = replace(budget, left=ns(self.left_s), lowest=0)
        if budget.in_period and budget.left > budget.now.extra_s * SECOND:
            if not flag_fell:
                text = msgs("A period has at most {n} second.", "A period has at most {n} seconds.", budget.now.extra_s)
                raise Refusal("C6", text)
            budget = replace(budget, in_period=False)  # main time again: earlier versions had it run on after a flag
        if self.moves is not None:
            budget = replace(budget, moves=self.moves)
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


class SetMover(Started, frozen=True, kw_only=True):
    """The arbiter says whose move it is; that side's clock is the one that runs (C10)."""

    cites = "C10"
    on_clocks = True
    decision = True
    words = Message("side {side} put on move")
    ways = tuple({"side": side} for side in SIDES)
    side: Side

    def check(self, state: State) -> None:
        """C10: the side that is not on move."""
        if state.clock.mover == INDEX[self.side]:
            raise Refusal("C10", "That side is on move already.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """C10: the arbiter puts the other side on move."""
        return replace(state.with_remark(entry), clock=state.clock.give_move(INDEX[self.side], entry.at))


def _who_won(state: State, event: Callable[[Side | None], Result | Question], style: str = "normal") -> list[Reply]:
    """Either player, or a draw; ``event`` gives what follows."""
    a, b = state.names
    return [
        # Translators: below a name
        Reply(a, msg("won"), event("A"), style),
        # Translators: nobody won
        Reply(msg("Draw"), "½ : ½", event(None), style),
        Reply(b, msg("won"), event("B"), style),
    ]


def _question(state: State) -> Question:
    """Who won, then how, or how the draw came about; on time only where a flag fell."""

    def how(winner: Side | None) -> Question:
        ways: tuple[How, ...] = ("agreed", "play")
        line = msg("A draw. How?")
        if winner is not None:
            ways = ("play", "resigned") if state.clock.first is None else ("play", "resigned", "time")
            line = msg("{name} won. How?", name=state.names[INDEX[winner]])
        return Question(msg("Result"), line, [Reply(HOW[way], None, Result(winner=winner, how=way)) for way in ways])

    return Question(msg("Result"), msg("How did the game end?"), _who_won(state, how))


def _decision(state: State) -> Question:
    replies = _who_won(state, lambda winner: Result(winner=winner, how="referee"), "danger")
    return Question(msg("Arbiter"), msg("The arbiter decides. Who won?"), replies)


class Result(Act, frozen=True, kw_only=True):
    """The game is over; ``winner`` None is a draw. ``how``: over the board, on time, given up, agreed, or decided by
    the arbiter."""

    cites = "C9"
    closed = {Phase.SIGNED: ("C9", SIGNING.sealed)}
    costly = True
    ways = ({"winner": None},)
    menu = MenuEntry("cup", msg("Result"), msg("who won?"))
    need = Posed(_question)
    arbiter_need: ClassVar[Posed] = Posed(_decision)
    winner: Side | None
    how: How = "play"

    @property
    def by_referee(self) -> bool:
        """Where it says so."""
        return self.how == "referee"

    def describe(self) -> Message:
        """Who won, and how."""
        if self.winner is None:
            return msg("draw, {how}", how=HOW[self.how])
        return msg("side {side} won, {how}", side=self.winner, how=HOW[self.how])

    def check_at(self, state: State, at: int) -> None:
        """C9, C10: the clocks stand, so that nothing runs on if the result is taken back; time is lost by a flag."""
        clock = state.clock.advance(at)
        if clock.running:
            raise Refusal("C10", "A clock is running; stop the clocks first.")
        if self.how == "time" and clock.first is None:
            raise Refusal("C9", "No flag has fallen.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """The game is over."""
        ended = replace(state.with_remark(entry), clock=state.clock.advance(entry.at), phase=Phase.RESULT)
        return replace(ended, result=ChessResult(self.winner, self.how), signed=frozenset())


class Sign(ResultSign, frozen=True, kw_only=True):
    """The player of ``side`` agrees with the result."""

    from_buttons = True
    signing = SIGNING


class Reopen(ResultReopen, frozen=True, kw_only=True):
    """A signed result is opened again, for a reason."""

    decision = True
    signing = SIGNING
    reasons = REASONS
    words = Message("result reopened: {reason}")


ACTS: tuple[type[Act], ...] = (Press, Pause, Resume, PowerLoss, SetClock, SetMover, Result, Sign, Reopen)
