"""The clocks of both players as immutable values: what a time control leaves a side, whose clock runs (C1-C10).

| clock | press of the side whose clock runs | press of the other side |
|---|---|---|
| not started | the other side's clock starts | the other side's clock starts |
| stands | nothing | nothing |
| runs | the move ends, the other side's clock runs | nothing |

No ticks, nothing counts down: how much time has passed goes in, what is left comes out; it follows from what was left
when the open move began and from the time that `rules.clock.SideClock` has measured since. 0 is too late: whoever has
nothing left has lost the period, comes to the next stage, or has its flag fallen, at exactly that nanosecond, whenever
somebody looks; and a press that is heard late but was earlier is in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.chess_clock.control import Stage, TimeControl
from rules.clock import SideClock
from rules.game import SECOND

T = TypeVar("T")

MINUTE = 60 * SECOND


@dataclass(frozen=True, slots=True)
class Spent:
    """What became of a budget: ``flag`` is how many ns into the time spent the flag fell (None: it did not, or had
    fallen before), ``given`` how many ns of it the other side gained (C7)."""

    budget: Budget
    flag: int | None
    given: int


class Budget(Struct, frozen=True, gc=False):
    """What one side has. All times are integer nanoseconds.

    ``left`` is what is left of the time, or of the period that runs where ``in_period``; below 0 it is overtime.
    ``stage`` counts from 0. ``periods`` are those left, with the one that runs; ``made`` the moves made in it.
    ``moves`` are all moves made. ``used`` is what the open move has used since it began, or since its stage began.
    ``flagged``: nothing of this stage is left. ``over`` is the overtime of the stages before it, which stays (C8);
    ``lowest``, 0 or less, is the least that was left in this one before time was gained.
    """

    stages: tuple[Stage, ...]
    left: int = 0
    stage: int = 0
    periods: int = 0
    in_period: bool = False
    made: int = 0
    moves: int = 0
    used: int = 0
    flagged: bool = False
    over: int = 0
    lowest: int = 0

    @classmethod
    def begin(cls, stages: tuple[Stage, ...], *, first_increment: bool) -> Budget:
        """A side before its first move. ``first_increment``: that move gets an increment, too (C3)."""
        begun = cls(stages).enter_stage(0)
        if stages[0].kind == "fischer" and not first_increment:
            return replace(begun, left=begun.left - stages[0].extra_s * SECOND)
        return begun

    @property
    def now(self) -> Stage:
        """The stage that runs."""
        return self.stages[self.stage]

    @property
    def waits(self) -> int:
        """How long the clock still waits before it runs (C5)."""
        return max(0, self.now.extra_s * SECOND - self.used) if self.now.kind == "delay" else 0

    @property
    def until_switch(self) -> int | None:
        """Time after which a running clock does something else than before; None in overtime, where nothing comes."""
        if waits := self.waits:
            return waits
        return None if self.flagged else self.left

    @property
    def overtime(self) -> int:
        """All the time (ns) that the side has used beyond what it had, in this stage at the worst moment (C8)."""
        return self.over - min(self.left, self.lowest, 0)

    def enter_stage(self, stage: int) -> Budget:
        """The side comes to ``stage``: its time joins what is left, and the open move begins anew in it (C8).

        Overtime is counted once, with the stage that it was used in: the new one starts whole.
        """
        stage_terms = self.stages[stage]
        left = stage_terms.time_s * SECOND + (0 if self.in_period else max(0, self.left))
        if stage_terms.kind == "fischer":
            left += stage_terms.extra_s * SECOND
        begun = replace(self, left=left, stage=stage, periods=stage_terms.periods, in_period=False, made=0, used=0)
        after = replace(begun, flagged=False, over=self.overtime, lowest=0)
        return after.start_period() if stage_terms.kind == "byo_yomi" and left <= 0 else after

    def start_period(self) -> Budget:
        """A whole period of byo-yomi runs (C6)."""
        return replace(self, in_period=True, left=self.now.extra_s * SECOND, made=0)

    def spend(self, ns: int, *, stands: bool) -> Spent:
        """The clock runs for ``ns``. ``stands``: at the flag it stops for good (C9)."""
        budget, left, flag, given = self, ns, None, 0
        while left and not (budget.flagged and stands):
            until = budget.until_switch
            step = left if until is None else min(left, until)
            if not budget.waits:
                given += step if budget.now.kind == "hourglass" else 0
                budget = replace(budget, left=budget.left - step)
            budget = replace(budget, used=budget.used + step)
            left -= step
            if budget.left <= 0 and not budget.flagged:
                budget = budget.run_out()
                flag = ns - left if budget.flagged else None
        return Spent(budget, flag, given)

    def gain_time(self, ns: int) -> Budget:
        """With an increment, a delay that comes back or what the other side used (C3, C4, C7); overtime stays (C8)."""
        return replace(self, left=self.left + ns, lowest=min(self.left, self.lowest)) if ns else self

    def run_out(self) -> Budget:
        """Nothing is left: the next period (C6), the next stage (C8), or the flag."""
        stage = self.now
        if stage.kind == "byo_yomi":
            periods = self.periods - self.in_period
            if periods:
                return replace(self, periods=periods).start_period()
        due = stage.until_move is not None and self.moves < stage.until_move
        if due or self.stage + 1 == len(self.stages):
            return replace(self, periods=0, flagged=True)
        return self.enter_stage(self.stage + 1)

    def end_move(self) -> Budget:
        """The open move is made; what it brings is there for the next one (C3, C4, C6, C8)."""
        stage, extra = self.now, self.now.extra_s * SECOND
        budget = replace(self, moves=self.moves + 1, used=0)
        if stage.kind == "bronstein":
            budget = budget.gain_time(min(self.used, extra))
        if stage.until_move is not None and budget.moves >= stage.until_move:
            return budget.enter_stage(self.stage + 1)
        if stage.kind == "fischer":
            return budget.gain_time(extra)
        if stage.kind == "byo_yomi" and self.in_period and not self.flagged:
            moves_made = self.made + 1
            return budget.start_period() if moves_made >= stage.period_moves else replace(budget, made=moves_made)
        return budget


class ChessClock(Struct, frozen=True, gc=False):
    """Both clocks. Sides are 0 and 1, times integer nanoseconds of game time.

    ``budgets`` are the sides as they stood when the open move's stopwatch ``watch`` had measured ``accounted``.
    ``mover`` is the side whose clock runs or stands in its move, None before the first press. ``standing`` are the
    reasons for which the clocks stand. ``flags`` are the moments at which the flags fell, ``first`` whose fell first
    (C9). ``last`` is the latest game time seen: an earlier stamp counts as simultaneous. ``doubt`` is how much of the
    open move a power cut left uncertain.
    """

    control: TimeControl
    budgets: tuple[Budget, Budget]
    watch: SideClock = SideClock()
    accounted: int = 0
    mover: int | None = None
    standing: frozenset[str] = frozenset()
    flags: tuple[int | None, int | None] = (None, None)
    first: int | None = None
    doubt: int = 0
    last: int = 0

    @classmethod
    def of(cls, control: TimeControl) -> ChessClock:
        """Both clocks before the first press."""
        a, b = (Budget.begin(control.of(side), first_increment=control.first_increment) for side in (0, 1))
        return cls(control, (a, b))

    @property
    def running(self) -> bool:
        """Whether a clock runs, as far as was seen: a flag that falls later stops it (`advance`)."""
        return self.mover is not None and not self.standing

    @property
    def flag_stands(self) -> bool:
        """Whether both clocks stand once a flag has fallen (C9)."""
        return self.control.after_flag == "stand"

    def advance(self, at: int) -> ChessClock:
        """The clocks as they are at ``at``: all that has run out until then has happened."""
        at = max(at, self.last)
        mover, seen = self.mover, replace(self, last=at)
        if mover is None or self.watch.since is None:
            return seen
        used = self.watch.time_used(at)
        spent = self.budgets[mover].spend(used - self.accounted, stands=self.flag_stands)
        other = self.budgets[1 - mover].gain_time(spent.given)
        after = replace(seen, budgets=_pair(mover, spent.budget, other), accounted=used)
        if spent.flag is None:
            return after
        fell = at - (used - self.accounted - spent.flag)
        after = replace(
            after,
            flags=_pair(mover, fell, self.flags[1 - mover]) if self.flags[mover] is None else self.flags,
            first=mover if self.first is None else self.first,
        )
        if not self.flag_stands:
            return after
        accounted = self.accounted + spent.flag
        return replace(after, standing=self.standing | {"flag"}, watch=self.watch.stop(fell), accounted=accounted)

    def remaining(self, side: int, at: int) -> int:
        """What side 0 or 1 has at ``at``: of its time, or of its period; negative in overtime."""
        return self.advance(at).budgets[side].left

    def time_used(self, at: int) -> int:
        """What the open move has used at ``at``; 0 before the first press."""
        return self.advance(at).watch.time_used(max(at, self.last))

    def overtime(self, side: int, at: int) -> int:
        """Begun minutes of overtime (C8, C10)."""
        return -(-self.advance(at).budgets[side].overtime // MINUTE)

    def next_switch(self, at: int) -> int | None:
        """The game time at which a running clock next does something else than count down; None where none runs."""
        clock = self.advance(at)
        if clock.mover is None or not clock.running:
            return None
        until = clock.budgets[clock.mover].until_switch
        return None if until is None else clock.last + until

    def start(self, mover: int, at: int) -> ChessClock:
        """The clock of side ``mover`` starts (C1). ValueError where one was started already."""
        if self.mover is not None:
            raise ValueError("the clocks are started already")
        last = max(at, self.last)
        watch = self.watch.start(last) if not self.standing else self.watch.start(last).stop(last)
        return replace(self, mover=mover, watch=watch, accounted=0, last=last)

    def press(self, side: int, at: int) -> tuple[ChessClock, int | None]:
        """Button ``side`` went down at ``at``; with it what the move used where that ended one, else None (C1)."""
        clock = self.advance(at)
        if not clock.running or side != clock.mover:
            return clock, None
        used = clock.watch.time_used(clock.last)
        return clock._next(side, clock.budgets[side].end_move()), used

    def _next(self, side: int, budget: Budget) -> ChessClock:
        budgets = _pair(side, budget, self.budgets[1 - side])
        return replace(self, budgets=budgets, mover=1 - side, watch=self.watch.switch(self.last), accounted=0, doubt=0)

    def count_move(self, side: int) -> ChessClock:
        """Side ``side`` has made a move that no clock measured."""
        return replace(self, budgets=_pair(side, self.budgets[side].end_move(), self.budgets[1 - side]))

    def stop(self, reason: str, at: int) -> ChessClock:
        """Both clocks stand for ``reason``."""
        clock = self.advance(at)
        return replace(clock, standing=clock.standing | {reason}, watch=clock.watch.stop(clock.last))

    def resume(self, reason: str, at: int) -> ChessClock:
        """``reason`` is over; the clock of who is on move runs on unless another reason is left."""
        clock = self.advance(at)
        standing = clock.standing - {reason}
        return replace(clock, standing=standing, watch=clock.watch if standing else clock.watch.resume(clock.last))

    def adjust(self, side: int, budget: Budget, at: int) -> ChessClock:
        """The arbiter gives side ``side`` another budget (C10).

        A flag of this stage that he lifts is up again; where it had stopped the clocks they stand as after a pause.
        """
        clock = self.advance(at)
        was_down = clock.budgets[side].flagged
        clock = replace(clock, budgets=_pair(side, budget, clock.budgets[1 - side]), doubt=0)
        if budget.flagged:
            return clock if clock.flags[side] is not None else clock._fallen(side)
        if not was_down:
            return clock  # a flag of an earlier stage stays down
        flags = _pair(side, None, clock.flags[1 - side])
        first = clock.first if clock.first != side else None if flags[1 - side] is None else 1 - side
        clock = replace(clock, flags=flags, first=first)
        if "flag" in clock.standing and flags == (None, None):
            return replace(clock, standing=clock.standing - {"flag"} | {"pause"})
        return clock

    def _fallen(self, side: int) -> ChessClock:
        flags = _pair(side, self.last, self.flags[1 - side])
        return replace(self, flags=flags, first=side if self.first is None else self.first)

    def give_move(self, side: int, at: int) -> ChessClock:
        """The arbiter says that side ``side`` is on move; its move begins now (C10)."""
        clock = self.advance(at)
        if clock.mover is None:
            raise ValueError("the clocks are not started")
        a, b = (replace(budget, used=0) for budget in clock.budgets)
        watch = clock.watch.switch(clock.last)
        if clock.standing:
            watch = watch.stop(clock.last)
        return replace(clock, budgets=(a, b), mover=side, watch=watch, accounted=0, doubt=0)

    def power_loss(self, at: int, doubt: int) -> ChessClock:
        """Power went at ``at``, known to within ``doubt`` ns: the clocks stand as after a pause, the doubt is noted."""
        stopped = self.stop("pause", at)
        return replace(stopped, doubt=self.doubt + doubt) if self.advance(at).running else stopped


def _pair(side: int, first: T, other: T) -> tuple[T, T]:
    """``one`` in the place of ``side``, ``other`` in the other one."""
    return (first, other) if side == 0 else (other, first)
