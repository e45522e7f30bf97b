"""Every press lies within the doubt that is stated with it: both real ends, over bad lines, with clocks as they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pod.simulation import MS, SECOND, Scene, Way, World

CABLE = Way(MS // 2, MS // 4)
BUSY = Way(MS // 2, MS // 4, 0.02)
RADIO = Way(5 * MS, 3 * MS, 0.02)
FAR = Way(25 * MS, 25 * MS, 0.02)
LINES = {"cable": CABLE, "busy": BUSY, "radio": RADIO, "far": FAR}
MINUTE = ((40, 100),)
SCENES = {
    "two crystals": {"ppm": 100},
    "the kernel slews": {"ppm": -100, "slews": ((20, 80, 500),)},
    "slewed and cut": {"ppm": 100, "slews": ((20, 80, -500),), "cuts": ((25, 33), (60, 61), (70, 90))},
    "the pod sleeps": {"ppm": 30, "pod_sleeps": MINUTE},
    "the pod sleeps while the line is cut": {"ppm": 30, "pod_sleeps": MINUTE, "cuts": ((37, 102),)},
    "the table sleeps": {"ppm": 30, "host_sleeps": MINUTE},
    "the table sleeps while the line is cut": {"ppm": 30, "host_sleeps": MINUTE, "cuts": ((37, 102),)},
}


def worst(values, share=1.0):
    """The largest of that share of them."""
    return sorted(values)[max(0, round(len(values) * share) - 1)]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("scene", SCENES)
def test_no_press_lies_beyond_its_doubt(scene, line):
    world = World(Scene(LINES[line], every=2.6, seed=1, **SCENES[scene])).run()
    assert len(world.stamps) > 30
    assert world.beyond == []


@given(
    way=st.builds(Way, st.integers(0, 60 * MS), st.integers(0, 40 * MS), st.sampled_from([0.0, 0.02, 0.1])),
    ppm=st.integers(-100, 100),
    slew=st.sampled_from([0, 500, -500, 200]),
    cut=st.tuples(st.integers(5, 60), st.integers(1, 30)),
    sleep=st.tuples(st.integers(5, 60), st.integers(5, 40)),
    sleeper=st.sampled_from([None, "pod_sleeps", "host_sleeps"]),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=40, deadline=None)
def test_no_press_lies_beyond_its_doubt_whatever_line_and_clocks_do(way, ppm, slew, cut, sleep, sleeper, seed):
    asleep = {} if sleeper is None else {sleeper: ((sleep[0], sum(sleep)),)}
    slews = () if asleep else ((15, 55, slew),)
    scene = Scene(way, 90, ppm, seed, slews, cuts=((cut[0], sum(cut)),), every=2.0, **asleep)
    assert World(scene).run().beyond == []


@pytest.mark.parametrize(
    ("line", "typical", "most"), [("cable", 1.1, 2), ("busy", 1.2, 3), ("radio", 9, 12), ("far", 33, 45)]
)
def test_what_is_stated_stays_useful(line, typical, most):
    """In ms: the doubt is little more than half of a quick round trip, and a press much closer than that."""
    doubts, errors = [], []
    for seed in range(3):
        for error, doubt in World(Scene(LINES[line], 120, 50, seed, every=1.0)).run().stamps:
            errors.append(error / MS)
            doubts.append(doubt / MS)
    assert worst(doubts, 0.5) < typical
    assert worst(doubts, 0.99) < most
    assert worst(errors, 0.5) < typical / 8
    assert worst(errors, 0.99) < most / 3


def test_a_press_before_the_pod_slept_that_arrives_after_it_has_its_own_time():
    """The line is cut just after the press and comes back when the pod is awake again."""
    scene = Scene(CABLE, 90, 40, 3, cuts=((30.2, 61),), pod_sleeps=((31, 60.5),), every=1.0)
    world = World(scene).run()
    late = [n for n, (moment, _) in enumerate(world.truth) if 30.2 * SECOND <= moment < 30.8 * SECOND]
    assert late
    assert all(world.stamps[n][0] < 2 * MS for n in late)
