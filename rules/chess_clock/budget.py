"""The time of one side: what a time control leaves it as its clock runs and its moves are made (C2-C8).

No ticks: how much time has passed goes in, what is left comes out. 0 is too late: whoever has nothing left has lost the
period, comes to the next stage, or has its flag fallen, at exactly that nanosecond.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from rules.chess_clock.control import Stage
from rules.game import SECOND


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
        one = self.stages[stage]
        left = one.time_s * SECOND + (0 if self.in_period else max(0, self.left))
        if one.kind == "fischer":
            left += one.extra_s * SECOND
        begun = replace(self, left=left, stage=stage, periods=one.periods, in_period=False, made=0, used=0)
        after = replace(begun, flagged=False, over=self.overtime, lowest=0)
        return after.start_period() if one.kind == "byo_yomi" and left <= 0 else after

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
            made = self.made + 1
            return budget.start_period() if made >= stage.period_moves else replace(budget, made=made)
        return budget
