"""The firmware's own files under MicroPython and the table's end, over a pty whose frames are lost, torn, doubled."""

from __future__ import annotations

import random

import pytest

from device.io.inputs import PodReport
from tests.pod.bench import MS, NUMBERS, Bench

FAULTS = {
    "lost": lambda frame: [],
    "torn": lambda frame: [frame[: len(frame) // 2]],
    "beheaded": lambda frame: [frame[len(frame) // 2 :]],
    "doubled": lambda frame: [frame, frame],
}


class Once:
    """A fault at one position of the line."""

    def __init__(self, fault, position):
        self.what, self.position = fault, position

    def __call__(self, n, frame):
        return FAULTS[self.what](frame) if n == self.position else [frame]


def plug_press_and_let_go(b: Bench):
    """A cable is plugged in, the button pressed twice; what the table heard of it, and when it was really."""
    cable = b.cables[0]
    if cable.plugged:
        cable.unplug()
        b.pass_time(2_000 * MS, 1_000 * MS)
    b.heard.clear()
    cable.sent = [0, 0]
    cable.plug()
    b.pass_time(2_200 * MS, 200 * MS)
    truth = [b.press(0), b.press(0)]
    b.pass_time(700 * MS, 100 * MS)
    return truth, b.presses()


@pytest.mark.parametrize("way", [0, 1], ids=["to the table", "to the pod"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_any_position_of_the_line_loses_and_doubles_no_press(bench, fault, way):
    b = bench(ppm=(40,), numbers=NUMBERS[:1])
    truth, heard = plug_press_and_let_go(b)
    assert len(heard) == 2
    positions = b.cables[0].sent[way]
    assert positions > 10
    for position in range(positions + 1):
        setattr(b.cables[0], ("up", "down")[way], Once(fault, position))
        truth, heard = plug_press_and_let_go(b)
        assert len(heard) == 2, f"frame {position}: {heard}"
        assert all(abs(press.at - at) < MS for press, at in zip(heard, truth, strict=True)), f"frame {position}"


@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_loses_a_third_of_its_frames_both_ways_still_brings_every_press_once(bench, seed):
    b = bench(ppm=(-50,), numbers=NUMBERS[:1])
    chance = random.Random(seed)
    b.cables[0].up = b.cables[0].down = lambda n, frame: [] if chance.random() < 1 / 3 else [frame]
    b.pass_time(8_000 * MS, 100 * MS)
    truth = [b.press(0) for _ in range(25)]
    b.pass_time(5_000 * MS, 100 * MS)
    assert [abs(press.at - at) < MS for press, at in zip(b.presses(), truth, strict=True)] == [True] * 25


def test_a_pod_whose_every_frame_comes_late_is_met_all_the_same_and_its_presses_have_their_time(bench):
    b = bench(numbers=NUMBERS[:1])
    under_way = []

    def late(n, frame):
        """As on a machine so busy that it reads the line long after the frame came."""
        under_way.append((b.now + 250 * MS, frame))
        due = [due_frame for at, due_frame in under_way if at <= b.now]
        del under_way[: len(due)]
        return due

    b.cables[0].up = late
    b.ready()
    at = b.press(0)
    b.pass_time(2_000 * MS, 100 * MS)
    assert len(b.presses()) == 1
    assert abs(b.presses()[0].at - at) <= 150 * MS, "wrong by no more than half of the way there and back"


def test_noise_between_and_inside_frames_brings_no_press_and_loses_none(bench):
    b = bench(numbers=NUMBERS[:1])
    junk = [b"\xff\x00$", b"$edge 0 1 1 5*00000000\n", b"$$$edge", b"\n\n*", bytes(range(256)) * 8]
    b.cables[0].up = lambda n, frame: [junk[n % len(junk)], frame]
    b.cables[0].down = lambda n, frame: [junk[n % 4], frame]
    b.ready()
    truth = [b.press(0) for _ in range(5)]
    assert [press.at for press in b.presses()] == truth
    assert [link.bad > 0 for link in b.links()] == [True]


def test_a_held_pod_is_held_and_a_late_release_does_not_make_a_hold(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    at = b.button(0, True)
    b.pass_time(1_700 * MS, 50 * MS)
    still = [report for report in b.heard if isinstance(report, PodReport)]
    assert {report.down for report in still} == {True}
    assert still[0].at == at
    assert still[-1].at >= at + 1_500 * MS
    b.button(0, False)
    b.pass_time(200 * MS)
    b.heard.clear()

    down = b.button(0, True)
    b.exchange()
    b.cables[0].up = lambda n, frame: []
    b.pass_time(60 * MS, 30 * MS)
    b.button(0, False)
    b.pass_time(2_000 * MS, 100 * MS)  # nothing arrives: nobody may say that it was held
    b.cables[0].up = lambda n, frame: [frame]
    b.pass_time(400 * MS, 100 * MS)
    reports = [report for report in b.heard if isinstance(report, PodReport)]
    assert max(report.at for report in reports if report.down) < down + 100 * MS
    assert reports[-1] == PodReport(0, False, down + 60 * MS)
