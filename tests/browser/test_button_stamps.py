"""Every press of a telephone is taken once and lies within its stated doubt, whatever line and clocks do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.play.telephone import MS, SECOND, Call, PhoneWorld, Way

NEAR = Way(5 * MS, 5 * MS // 2, 0.02)
FAR = Way(50 * MS, 25 * MS, 0.02)
MOON = Way(300 * MS, 150 * MS, 0.02)
LINES = {"5 ms": NEAR, "50 ms": FAR, "300 ms": MOON}
MINUTE = ((40, 100),)
CALLS = {
    "nothing happens": {},
    "its crystal is 80 ppm fast": {"ppm": 80},
    "its kernel slews it by 500 ppm": {"ppm": -500},
    "both kernels slew": {"ppm": 500, "slews": ((20, 80, -500),)},
    "cuts, aloud and in silence": {"cuts": ((20, 24, False), (40, 49, True), (70, 71, True))},
    "it sleeps": {"ppm": 30, "sleeps": MINUTE},
    "it sleeps while the line is cut": {"ppm": 30, "sleeps": MINUTE, "cuts": ((37, 102, True),)},
    "the table sleeps": {"ppm": 30, "host_sleeps": MINUTE},
    "the page is loaded anew": {"loads": (30, 60.2)},
    "it is loaded anew while the line is cut": {"loads": (45, 50), "cuts": ((40, 55, False),)},
    "its wall clock is set": {"wall_leaps": ((30, 3_600_000), (60, -90_000_000))},
    "its browser counts in steps of 17 ms": {"steps": 16_700_000},
}


def worst(values, share=1.0):
    return sorted(values)[max(0, round(len(values) * share) - 1)]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("call", CALLS)
def test_no_press_is_lost_doubled_or_beyond_its_doubt(call, line):
    world = PhoneWorld(Call(LINES[line], seed=1, **CALLS[call])).run()
    assert len(world.stamps) == len(world.truth) > 50
    assert world.beyond == []


ways = st.builds(Way, st.integers(0, 300 * MS), st.integers(0, 150 * MS), st.sampled_from([0.0, 0.02, 0.1]))


@given(
    up=ways,
    down=ways,
    ppm=st.sampled_from([0, 80, -80, 500, -500]),
    cut=st.tuples(st.integers(5, 60), st.integers(1, 40), st.booleans()),
    stop=st.tuples(st.integers(5, 60), st.integers(2, 40)),
    fault=st.sampled_from(["nothing", "sleeps", "host_sleeps", "slews", "loads", "wall_leaps"]),
    steps=st.sampled_from([100_000, 1_000_000, 16_700_000]),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=60, deadline=None)
def test_no_press_is_lost_doubled_or_beyond_its_doubt_whatever_happens(up, down, ppm, cut, stop, fault, steps, seed):
    """Both ways differ: then a press is off by half of the difference, and the doubt has room for all of it."""
    since, until = stop[0], sum(stop)
    more = {
        "nothing": {},
        "sleeps": {"sleeps": ((since, until),)},
        "host_sleeps": {"host_sleeps": ((since, until),)},
        "slews": {"slews": ((since, until, 500),)},
        "loads": {"loads": (since, until)},
        "wall_leaps": {"wall_leaps": ((since, 3_600_000), (until, -3_600_000))},
    }[fault]
    cuts = ((cut[0], cut[0] + cut[1], cut[2]),)
    world = PhoneWorld(Call(up, down, 90, ppm, seed, 4.0, steps=steps, cuts=cuts, **more)).run()
    assert len(world.stamps) == len(world.truth)
    assert world.beyond == []


@pytest.mark.parametrize(("line", "typical", "most"), [("5 ms", 9, 14), ("50 ms", 65, 80), ("300 ms", 340, 400)])
def test_what_is_stated_stays_useful(line, typical, most):
    """In ms: the doubt is little more than half of a quick round trip, and a press much closer than that."""
    doubts, errors = [], []
    for seed in range(3):
        for error, doubt in PhoneWorld(Call(LINES[line], None, 120, 50, seed, 1.0)).run().stamps:
            errors.append(error / MS)
            doubts.append(doubt / MS)
    assert worst(doubts, 0.5) < typical
    assert worst(doubts, 0.99) < most
    assert worst(errors, 0.5) < typical / 8
    assert worst(errors, 0.99) < most / 3


def test_a_press_before_it_slept_that_arrives_after_it_has_its_own_time():
    """A page's clock that stood still for a minute would place it a minute late."""
    call = Call(NEAR, None, 150, 40, 3, 1.0, cuts=((60.2, 122, True),), sleeps=((62, 120),))
    world = PhoneWorld(call).run()
    late = [n for n, (moment, _) in enumerate(world.truth) if 60.2 * SECOND <= moment < 62 * SECOND]
    assert late
    assert all(world.stamps[n][0] < 5 * MS for n in late)


def test_a_press_in_a_wake_without_a_line_is_in_doubt_for_as_long_as_nobody_heard():
    """It slept, was pressed out of reach, and slept again: only its wall clock says when that was."""
    call = Call(NEAR, None, 120, 40, 5, 1.0, cuts=((38, 102, True),), sleeps=((40, 60), (70, 100)))
    world = PhoneWorld(call).run()
    between = [n for n, (moment, _) in enumerate(world.truth) if 60 * SECOND <= moment < 70 * SECOND]
    assert between
    assert all(20 * SECOND < world.stamps[n][1] < 70 * SECOND for n in between), "the doubt says so"
    assert all(world.stamps[n][0] < SECOND for n in between), "and the wall clock did not leap"
    assert world.beyond == []
