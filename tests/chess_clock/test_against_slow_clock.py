"""The clocks against one that counts seconds, for every kind of time control and whatever people press."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.chess_clock.clock import ChessClock
from rules.chess_clock.control import PRESETS, RULE, Stage, TimeControl, check
from rules.game import SECOND
from rules.message import Refusal
from tests.chess_clock.game import control
from tests.chess_clock.slow import SlowClock


@st.composite
def stages(draw):
    """Up to four stages, each played through in seconds, not hours, and ending later than the one before."""
    drawn, last = [], 0
    for number in range(count := draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(tuple(RULE)))
        until = draw(st.none() | st.integers(last + 1, last + 3)) if number < count - 1 else None
        last = until or last
        drawn.append(
            Stage(
                kind=kind,
                time_s=draw(st.integers(0 if kind in ("byo_yomi", "fischer") else 1, 12)),
                extra_s=0 if kind in ("sudden_death", "hourglass") else draw(st.integers(1, 5)),
                periods=draw(st.integers(1, 3)) if kind == "byo_yomi" else 0,
                period_moves=draw(st.integers(1, 3)) if kind == "byo_yomi" else 1,
                until_move=until,
            )
        )
    return tuple(drawn)


def playable(control):
    try:
        check(control)
    except Refusal:
        return False
    return True


STAGES = stages()
CONTROLS = st.builds(
    TimeControl,
    stages=STAGES,
    stages_b=st.none() | STAGES,
    first_increment=st.booleans(),
    after_flag=st.sampled_from(["stand", "goes_on"]),
).filter(playable)
ACTS = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from(["A", "B", "mover", "mover", "mover", "mover", "pause", "resume"])),
    max_size=25,
)


def both_tell_the_same(clock, slow, at):
    seen = clock.advance(at * SECOND)
    for side in (0, 1):
        budget, other = seen.budgets[side], slow.sides[side]
        assert budget.left == other.shown * SECOND, (side, at)
        assert budget.overtime == other.overtime * SECOND, (side, at)
        assert (budget.stage, budget.moves) == (other.number, other.moves)
        if budget.in_period and not other.down:
            assert budget.periods == len(other.periods)
        assert (budget.in_period, seen.flags[side]) == (
            other.period is not None,
            None if other.flag is None else other.flag * SECOND,
        )
    assert (seen.mover, seen.first) == (slow.mover, slow.first)
    assert seen.running == (slow.mover is not None and not slow.stopped)


def play(control, acts, views):
    """Both clocks through the same acts, compared at every second; ``views`` is who looks in between."""
    clock, slow = ChessClock.of(control), SlowClock(control)
    for gap, act in acts:
        for _ in range(gap):
            slow.tick()
            if views:
                both_tell_the_same(clock, slow, slow.now)
        at = slow.now * SECOND
        side = slow.mover if act == "mover" else {"A": 0, "B": 1}.get(act)
        if act == "pause":
            slow.paused, clock = True, clock.stop("pause", at)
        elif act == "resume":
            slow.paused, clock = False, clock.resume("pause", at)
        else:
            side = 0 if side is None else side
            clock = clock.start(1 - side, at) if clock.mover is None else clock.press(side, at)[0]
            slow.press(side)
        both_tell_the_same(clock, slow, slow.now)


@settings(max_examples=400)
@given(CONTROLS, ACTS)
@example(control("bronstein", 10, 3), [(0, "B"), (2, "mover"), (5, "mover"), (9, "mover"), (9, "A")])
@example(control("hourglass", 5), [(0, "B"), (4, "mover"), (8, "mover"), (9, "mover")])
@example(control("byo_yomi", 0, 3, periods=2, period_moves=2), [(0, "B"), (2, "mover"), (2, "mover"), (4, "mover")])
def test_every_second_shows_what_counting_would(control, acts):
    play(control, acts, views=True)


@settings(max_examples=150)
@given(st.sampled_from([preset.control for preset in PRESETS]), st.data())
def test_presets_over_long_games(control, data):
    gaps = st.integers(0, 2 * control.stages[0].time_s // data.draw(st.integers(1, 20)))
    acts = [(0, "B"), *data.draw(st.lists(st.tuples(gaps, st.just("mover")), max_size=20))]
    play(control, acts, views=False)


@settings(max_examples=200)
@given(CONTROLS, ACTS, st.integers(0, 200 * SECOND))
def test_nothing_shown_changes_between_two_switches_but_by_counting_down(control, acts, later):
    """`next_switch` is exact: until one ns before it what is left falls evenly or stands still."""
    clock, now = ChessClock.of(control), 0
    for gap, act in acts:
        now += gap * SECOND
        side = {"A": 0, "B": 1}.get(act, clock.mover or 0)
        if act in ("pause", "resume"):
            clock = clock.stop("pause", now) if act == "pause" else clock.resume("pause", now)
        else:
            clock = clock.start(1 - side, now) if clock.mover is None else clock.press(side, now)[0]
    now += later
    clock, switch = clock.advance(now), clock.next_switch(now)
    if switch is None:
        assert not clock.running or clock.budgets[clock.mover].flagged
        return
    assert switch > now
    before, mover = clock.advance(switch - 1), clock.mover
    waits = clock.budgets[mover].waits > 0
    assert clock.budgets[mover].left - before.budgets[mover].left == (0 if waits else switch - 1 - now)
    assert before.flags == clock.flags
    assert (before.budgets[mover].stage, before.budgets[mover].periods) == (
        clock.budgets[mover].stage,
        clock.budgets[mover].periods,
    )
    after = clock.advance(switch).budgets[mover]
    assert after.flagged or after.left > 1 or waits, "at the switch something begins anew, or the flag falls"
