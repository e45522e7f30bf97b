"""What holds for every game on the chess clock, whatever people press."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chess_clock import GAME, ClockSetup
from rules.chess_clock import acts as e
from rules.chess_clock.clock import ChessClock
from rules.history import History
from rules.message import Refusal
from rules.record import read, write
from tests.chess_clock.game import BY_KEY, EVENT, control, ns
from tests.rules.test_proportion import folded, lines, over_and_over, size

USED = st.lists(st.integers(0, 40_000_000_000), max_size=30)
"""Nanoseconds of moves that no flag ends."""


def played(time_control, used):
    clock, at = ChessClock.of(time_control).start(0, 0), 0
    for ns_used in used:
        at += ns_used
        clock, ended = clock.press(clock.mover, at)
        assert ended == ns_used
    return clock, at


def own(used, side):
    return [seconds for place, seconds in enumerate(used) if place % 2 == side]


@given(USED)
def test_sudden_death_time_is_left_or_was_used(used):
    clock, at = played(control(time_s=3600), used)
    assert clock.remaining(0, at) + clock.remaining(1, at) + at == 2 * ns(3600)


@given(USED, st.integers(0, ns(50)))
def test_hourglass_sand_stays_in_the_glass(used, later):
    clock, at = played(control("hourglass", 3600), used)
    assert clock.remaining(0, at + later) + clock.remaining(1, at + later) == 2 * ns(3600)


@given(USED, st.integers(1, 30))
def test_fischer_adds_one_increment_a_move_and_one_for_the_first(used, increment):
    clock, at = played(control("fischer", 3600, increment), used)
    for side in (0, 1):
        moves = own(used, side)
        assert clock.remaining(side, at) == ns(3600) + ns(increment) * (len(moves) + 1) - sum(moves)


@given(USED, st.integers(1, 30))
def test_bronstein_and_delay_leave_the_same_after_every_move(used, delay):
    bronstein, at = played(control("bronstein", 3600, delay), used)
    waits, _ = played(control("delay", 3600, delay), used)
    for side in (0, 1):
        spent = sum(max(0, seconds - ns(delay)) for seconds in own(used, side))
        assert bronstein.remaining(side, at) == waits.remaining(side, at) == ns(3600) - spent


@given(st.sampled_from(sorted(BY_KEY)), st.lists(st.tuples(EVENT, st.integers(0, ns(700))), max_size=30))
def test_any_game_folds_tells_and_replays_the_same(key, acts):
    history, at = History.begin(GAME, ClockSetup(players=("A", "B"), control=BY_KEY[key])), 0
    for event, gap in acts:
        at += gap
        try:
            history = history.accept(event, at)
        except Refusal:
            continue
    assert read(write(history).splitlines()).state == history.state
    state = history.state
    GAME.report(state)
    shown = [state.clock.advance(at + later).budgets for later in (0, 5, ns(5))]
    assert [state.clock.advance(at + later).budgets for later in (0, 5, ns(5))] == shown
    for side in (0, 1):
        down = state.clock.flags[side] is not None
        assert down == state.clock.budgets[side].flagged
        assert down or state.clock.budgets[side].left > 0
    assert (state.clock.first is None) == (state.clock.flags == (None, None))


ACTS = st.sampled_from([e.Press(side="A"), e.Press(side="B"), e.Pause(), e.Resume(), e.PowerLoss()])
GOES_ON = [
    control(kind, 5, extra, after_flag="goes_on", periods=periods)
    for kind, extra, periods in [
        ("fischer", 3, 0),
        ("bronstein", 3, 0),
        ("delay", 2, 0),
        ("byo_yomi", 3, 2),
        ("hourglass", 0, 0),
        ("sudden_death", 0, 0),
    ]
]


@given(st.sampled_from(GOES_ON), st.lists(st.tuples(ACTS, st.integers(0, ns(12))), max_size=30))
def test_C8_overtime_is_never_given_back(time, acts):
    history, at, over = History.begin(GAME, ClockSetup(players=("A", "B"), control=time)), 0, [0, 0]
    for event, gap in acts:
        at += gap
        with suppress(Refusal):
            history = history.accept(event, at)
        budgets = history.state.clock.advance(at).budgets
        for side in (0, 1):
            assert budgets[side].overtime >= max(over[side], -budgets[side].left)
            over[side] = budgets[side].overtime


LONG = (GAME, ClockSetup(players=("A", "B"), control=BY_KEY["rapid_15_10"]))
MOVES = over_and_over(e.Press(side="A"), e.Press(side="B"), first=(e.Press(side="B"),))
SET = over_and_over(e.SetClock(side="A", left_s=5), e.SetClock(side="A", left_s=9), first=(e.Press(side="B"),))


@pytest.mark.parametrize("events", [MOVES, SET], ids=["moves", "times set by the arbiter"])
def test_twice_the_entries_take_twice_the_work_and_memory(events):
    assert lines(*LONG, events(300)) < 2.15 * lines(*LONG, events(150))
    assert size(folded(*LONG, events(600))) < 2.15 * size(folded(*LONG, events(300)))
