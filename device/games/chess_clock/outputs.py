"""The chess clock on the OLEDs, the lamps and the buzzer, and how its times are written: functions of the state.

Each display shows its own side's time; the lamp of who is on move shines.
"""

from __future__ import annotations

from device.common import i18n
from device.common.i18n import t, tr
from device.io.oled_content import OledContent
from device.io.signals import Beep, Lamp, Signals, waiting
from device.kiosk import low_time
from device.kiosk.time_bar import LASTS, SideTime, call_of
from rules.chess_clock.clock import Budget, ChessClock
from rules.chess_clock.game import SCORES, score_of
from rules.chess_clock.state import Phase, State
from rules.game import SECOND
from rules.message import msg

TENTH = SECOND // 10
TENTHS = 10 * SECOND
"""Time left from which tenths of a second are shown."""
LOW = 30 * SECOND
"""Time left from which displays warn."""

MINUTE = 60 * SECOND
"""Time left that is only called."""
FLAG = msg("the flag is down")
"""What is called when a flag falls."""


def time_text(left: int) -> str:
    """Time left in ns: ``1:30:00``, ``4:59``, ``0:09.4`` in the last ten seconds, ``−0:04`` below 0.

    Rounded up, so that nothing left shows only when it is so.
    """
    places = 1 if 0 < left <= TENTHS else 0
    return i18n.span(left, places, up=True, hours=True)


def changes_in(left: int) -> int:
    """In how many ns of running `time_text` of ``left`` becomes another."""
    if left <= 0:
        return left % SECOND + 1
    return (left - 1) % (SECOND if left > TENTHS else TENTH) + 1


def gains_in(left: int) -> int:
    """In how many ns `time_text` becomes another where time is gained (C7)."""
    grain = SECOND if left >= TENTHS or left < 0 else TENTH
    return -left % grain + 1


def next_change(state: State, at: int) -> int | None:
    """The game time (ns) at which something shown changes next while a clock runs; None while none does."""
    clock = state.clock.advance(at)
    if state.phase is not Phase.PLAY or clock.mover is None or not clock.running:
        return None
    budget, now = clock.budgets[clock.mover], clock.last
    if waits := budget.waits:
        return now + (waits - 1) % SECOND + 1
    moments = [now + changes_in(budget.left)]
    if budget.now.kind == "hourglass":
        moments.append(now + gains_in(clock.budgets[1 - clock.mover].left))
    if (switch := clock.next_switch(at)) is not None:
        moments.append(switch)
    return min(moments)


def warnings(budget: Budget) -> tuple[int, int]:
    """At what is left (ns) displays, lamp and sounds warn, and hurry."""
    return (TENTHS, TENTHS // 2) if budget.in_period else (LOW, TENTHS)


def call(state: State, at: int) -> str:
    """What is called of the time of who is on move, and that a flag has fallen (C1); ``""`` where nothing is."""
    clock = state.clock.advance(at)
    if state.phase is not Phase.PLAY or clock.mover is None:
        return ""
    if any(fell is not None and 0 <= at - fell < LASTS for fell in clock.flags):
        return tr(FLAG)
    if not clock.running or clock.flags[clock.mover] is not None:
        return ""
    budget = clock.budgets[clock.mover]
    called = warnings(budget) if budget.in_period else (MINUTE, *warnings(budget))
    return call_of(budget.left, called) if budget.left >= 0 else ""


def alarm(clock: ChessClock, side: int) -> int:
    """0 nothing, 1 low time, 2 the last seconds, 3 the flag is down; the clocks as they are now."""
    if clock.flags[side] is not None:
        return 3
    if clock.mover != side or not clock.running:
        return 0
    budget = clock.budgets[side]
    low, last = warnings(budget)
    return 2 if budget.left <= last else 1 if budget.left <= low else 0


def side_times(state: State, at: int) -> tuple[SideTime, ...]:
    """Both sides' times at game time ``at`` (ns) while the game is played."""
    if state.phase is not Phase.PLAY:
        return ()
    clock = state.clock.advance(at)
    times = []
    for side, name in enumerate(map(tr, state.names)):
        left, moving, level = clock.budgets[side].left, clock.mover == side, alarm(clock, side)
        words = "" if level < low_time.OVER else t("first flag") if clock.first == side else t("flag")
        if moving and state.is_paused:
            words = words or t("pause")
        running = clock.running and (moving or clock.budgets[side].now.kind == "hourglass")
        times.append(SideTime(name, side, left, moving, running, level, time_text(left), words))
    return tuple(times)


def stage_text(budget: Budget, *, moving: bool) -> str:
    """What else belongs to a side's time: which stage, how many periods; who is ``moving``, whether its clock waits."""
    parts = []
    if len(budget.stages) > 1:
        parts.append(t("stage {n}", n=budget.stage + 1))
    if budget.in_period and budget.periods:
        parts.append(t("periods: {n}", n=budget.periods))
        if (wanted := budget.now.period_moves) > 1:
            parts.append(t("moves to make: {n}", n=wanted - budget.made))
    if moving and (waits := budget.waits):
        parts.append(t("waits {n} s", n=-(-waits // SECOND)))
    return " · ".join(parts)


def oled_content(state: State, side: int, at: int) -> OledContent:
    """What the OLED beside ``side`` shows at game time ``at`` (ns): its own time."""
    clock = state.clock.advance(at)
    budget, name = clock.budgets[side], tr(state.names[side])
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        signed = t("signed") if side in state.signed else t("hold to sign")
        return OledContent(name, SCORES[score_of(state, side)], mark=signed)
    if state.phase is Phase.READY:
        return OledContent(name, time_text(budget.left), mark=t("press: their time runs"))
    level = alarm(clock, side)
    title, moving = name, clock.mover == side
    if level == 3:
        title = t("first flag") if clock.first == side else t("flag")
    elif state.is_paused:
        title = t("pause")
    return OledContent(
        title,
        time_text(budget.left),
        mine=moving and clock.running,
        mark=stage_text(budget, moving=moving) or t("move {n}", n=budget.moves + 1),
        inverted=level >= 2,
        low=level == 1,
        standing=not clock.running,
        over=level == 3,
        waits=not moving,
    )


def signals(state: State, at: int) -> Signals:
    """The lamp of who is on move shines, hurries and blinks; before the start and for signatures both do slowly."""
    if state.phase is Phase.RESULT:
        return waiting(*(side not in state.signed for side in (0, 1)))
    if state.phase is not Phase.PLAY:
        starting = state.phase is Phase.READY
        return waiting(starting, starting)
    lamps, clock = [Lamp.OFF, Lamp.OFF], state.clock.advance(at)
    mover = clock.mover
    assert mover is not None
    level = alarm(clock, mover)
    lamps[mover] = Lamp.FAST if level >= 2 else Lamp.SLOW if not clock.running else Lamp.ON
    return Signals(lamps[0], lamps[1], (None, Beep.LOW, Beep.LAST, Beep.OVER)[level])
