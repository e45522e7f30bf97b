"""A pod's own time base from round trips, the ports, and the real program in real time."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
import tty

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.io.inputs import BothButtonsHold, ButtonHold, ButtonPress
from device.io.timebase import KNOTS, WANDER, SideClocks, Sync, TimeBase
from device.peripherals.gestures import GestureRecognizer
from device.pods.link import LinkState
from device.pods.ports import GONE, SerialLine, find
from tests.pod.bench import MS, NUMBERS
from tests.pod.rig import PATIENCE, ROOT

SECOND = 1_000 * MS


@given(
    ppm=st.integers(-80, 80),
    trips=st.lists(st.tuples(st.integers(0, 4 * MS), st.integers(0, 4 * MS)), min_size=60, max_size=120),
    start=st.integers(0, 10**15),
)
def test_with_any_delays_on_the_way_a_time_is_wrong_by_no_more_than_they_explain(ppm, trips, start):
    sync, now = Sync(), 10**12

    def own(at):
        return start + at - 10**12 + (at - 10**12) * ppm // 1_000_000

    for there, back in trips:
        sync.sample(now, now + there + back, own(now + there), own(now + there))
        now += SECOND
    shortest = min(there + back for there, back in trips[-30:])
    slack = (shortest + 30 * SECOND * 200 // 1_000_000) // 2 + 200_000
    assert abs(sync.place(own(now)).at - now) <= min(slack, 4 * MS + 200_000)


@given(st.lists(st.tuples(*[st.integers(-(10**15), 10**15)] * 4), max_size=40))
def test_impossible_round_trips_raise_nothing_and_keep_nothing_large(samples):
    sync = Sync()
    for sample in samples:
        sync.sample(*sample)
    assert len(sync.base.knots) <= KNOTS


def follow(sync, since, until, ppm=0, start=0, way=0):
    """A round trip each second; the pod's clock read ``start`` at ``since`` and runs ``ppm`` millionths fast."""
    for at in range(since, until, SECOND):
        own = start + at - since + (at - since) * ppm // 1_000_000
        sync.sample(at - way // 2, at + way // 2, own, own)
    return sync


@pytest.mark.parametrize(
    "answer",
    [
        (200 * SECOND, 199 * SECOND, 7, 7),  # back before it was sent
        (200 * SECOND, 200 * SECOND, 8, 7),  # answered before it was received
        (200 * SECOND, 200 * SECOND, 0, 2 * SECOND),  # longer at the pod than away
    ],
)
def test_an_answer_that_cannot_be_changes_nothing(answer):
    sync = follow(Sync(), 0, 100 * SECOND, ppm=30, way=2 * MS)
    before = (sync.base, sync.doubt(100 * SECOND), sync.trip, sync.place(100 * SECOND).at)
    sync.sample(*answer)
    assert (sync.base, sync.doubt(100 * SECOND), sync.trip, sync.place(100 * SECOND).at) == before


def test_an_answer_that_two_crystals_make_a_little_too_quick_is_taken():
    sync = Sync()
    sync.sample(0, 10 * MS, 5, 5 + 10 * MS + 1_000)
    assert sync.is_known
    assert sync.trip == 0
    assert sync.doubt(5 * MS) == 500 + 5 * MS * WANDER // 10**6, "no clock here is read more exactly"


def test_a_slow_answer_does_not_spoil_what_a_quick_one_has_told():
    sync = follow(Sync(), 0, SECOND, way=2 * MS)
    sync.sample(2 * SECOND, 2 * SECOND + 80 * MS, 2 * SECOND + 70 * MS, 2 * SECOND + 70 * MS)
    assert sync.doubt(2 * SECOND) <= MS + 3_000 + 2 * SECOND * WANDER // 10**6
    assert abs(sync.place(2 * SECOND).at - 2 * SECOND) <= 2 * MS


def test_after_a_long_silence_a_quick_answer_of_before_is_trusted_no_further_than_crystals_go():
    sync = follow(Sync(), 0, SECOND, way=2 * MS)
    at = 1_000 * SECOND
    own = at + 80 * MS  # 80 millionths fast
    sync.sample(at - 100 * MS, at + 100 * MS, own, own)
    assert abs(sync.place(own).at - at) <= sync.doubt(at) + 1_000


def test_a_clock_that_was_set_is_believed_anew():
    sync = follow(Sync(), 0, 10 * SECOND, way=2 * MS)
    sync.sample(11 * SECOND - MS, 11 * SECOND + MS, 18 * SECOND, 18 * SECOND)
    assert sync.doubt(11 * SECOND) == 1 * MS + 1_000 + MS * WANDER // 10**6
    assert abs(sync.place(18 * SECOND).at - 11 * SECOND) <= 1 * MS


def test_two_answers_of_one_moment_are_one_knot():
    sync = Sync()
    for _ in range(3):
        sync.sample(SECOND, SECOND, 5, 5)
    assert sync.base.knots == ((SECOND, 0),)


def test_the_rate_is_that_of_the_last_ten_minutes():
    sync = follow(Sync(), 0, 900 * SECOND)
    follow(sync, 900 * SECOND, 1_800 * SECOND, ppm=50, start=900 * SECOND)
    assert abs(sync.base.rate - 50_000) < 500


def test_a_press_between_two_round_trips_has_its_time_by_the_rate():
    sync = follow(Sync(), 0, 60 * SECOND, ppm=80)
    later = 67 * SECOND
    assert abs(sync.place(later + later * 80 // 1_000_000).at - later) < 5_000


@pytest.mark.parametrize("again", [103, 170])
def test_a_pod_that_starts_again_keeps_its_curve_of_before_and_has_no_rate_at_first(again):
    sync = follow(Sync(), 0, 103 * SECOND, ppm=50)
    before = [sync.base.gain(at * SECOND) for at in range(103)]
    sync.restart()
    follow(sync, again * SECOND, (again + 5) * SECOND, start=77)
    assert [sync.base.gain(at * SECOND) for at in range(103)] == before
    assert sync.base.rate is None
    assert sync.to_pod((again - 50) * SECOND) == 77 - 50 * SECOND, "its clock is level before it began"


def test_the_rate_is_not_told_before_it_is_known():
    sync = Sync()
    for second in range(19):
        sync.sample(second * SECOND, second * SECOND, second * SECOND, second * SECOND)
    assert sync.base.rate is None
    assert TimeBase().gain_between(0, SECOND) == 0


def test_the_curve_stays_within_an_hour():
    sync = Sync()
    for second in range(3 * 3_600):
        at = second * SECOND
        sync.sample(at, at, at + second * 60_000, at + second * 60_000)
    assert len(sync.base.knots) == KNOTS
    assert sync.base.rate == 60_000
    assert abs(sync.base.gain_between(at - 180 * SECOND, at) - 180 * 60_000) < 1_000


def test_after_a_restart_of_the_pod_what_it_gained_stays():
    sync = Sync()
    for second in range(100):
        at = second * SECOND
        sync.sample(at, at, at + second * 50_000, at + second * 50_000)
    sync.restart()
    assert not sync.is_known
    for second in range(100, 140):
        at = second * SECOND
        own = (second - 100) * (SECOND + 50_000) + 77
        sync.sample(at, at, own, own)
    assert abs(sync.base.gain(at) - 138 * 50_000) < 60_000
    assert abs(sync.place(own).at - at) < 5_000


def test_sides_without_a_pod_gain_nothing():
    clocks = SideClocks()
    assert not clocks.has_own
    clocks.publish(1, TimeBase(((0, 0), (SECOND, 30_000)), None))
    assert clocks.has_own
    assert (clocks.gain_between(0, 0, SECOND), clocks.gain_between(1, 0, SECOND)) == (0, 30_000)


def test_a_reported_button_is_held_only_when_a_report_says_so():
    hands = GestureRecognizer(25 * MS, 1_500 * MS)
    assert hands.report(0, True, 0) == [ButtonPress(0, 0)]
    assert hands.advance(9_000 * MS) == []
    assert hands.report(0, True, 1_400 * MS) == []
    assert hands.report(0, True, 1_510 * MS) == [ButtonHold(0, 0, 1_500 * MS)]
    assert hands.report(0, True, 1_610 * MS) == []
    assert hands.report(0, False, 1_700 * MS) == []


def test_a_release_that_comes_late_vouches_for_the_hold_before_it():
    hands = GestureRecognizer(25 * MS, 1_500 * MS)
    hands.report(0, True, 0)
    assert hands.report(0, False, 1_600 * MS) == [ButtonHold(0, 0, 1_500 * MS)]
    hands.report(0, True, 5_000 * MS)
    assert hands.report(0, False, 6_000 * MS) == []


def test_a_pod_and_a_pin_are_both_held():
    hands = GestureRecognizer(25 * MS, 1_500 * MS)
    hands.edge(0, True, 0)
    hands.report(1, True, 100 * MS)
    assert hands.advance(1_700 * MS) == []
    assert hands.report(1, True, 1_650 * MS) == [BothButtonsHold(1_600 * MS)]


def test_a_full_line_takes_what_it_can_and_never_waits():
    master, slave = pty.openpty()
    tty.setraw(slave)
    line = SerialLine(os.ttyname(slave))
    written, began = 0, time.monotonic()
    for _ in range(200):
        written += line.write(b"x" * 4096)
    assert 0 < written < 200 * 4096
    assert time.monotonic() - began < 5
    line.close()
    os.close(master)
    os.close(slave)


def test_a_line_belongs_to_one_program_alone():
    master, slave = pty.openpty()
    line = SerialLine(os.ttyname(slave))
    with pytest.raises(GONE):
        SerialLine(os.ttyname(slave))
    line.close()
    SerialLine(os.ttyname(slave)).close()
    os.close(master)
    os.close(slave)


def test_before_the_first_moment_that_is_still_known_the_gain_is_what_it_was_there():
    base = TimeBase(((100 * SECOND, 3_000_000), (105 * SECOND, 3_150_000)), 30_000)
    assert base.gain(0) == base.gain(100 * SECOND) == 3_000_000
    assert base.gain_between(90 * SECOND, 100 * SECOND) == 0


def test_between_two_round_trips_the_curve_goes_on_at_its_rate_but_not_for_ever():
    base = TimeBase(((0, 0), (100 * SECOND, 3_000_000)), 30_000)
    assert base.gain(105 * SECOND) == 3_150_000
    assert base.gain(110 * SECOND) == base.gain(500 * SECOND) == 3_300_000


def test_past_the_last_round_trip_the_curve_goes_no_faster_than_crystals_do():
    for rate in (12_430_000, 500_000, 100_000):
        base = TimeBase(((0, 0), (20 * SECOND, 0)), rate)
        assert base.gain(30 * SECOND) == base.gain(90 * SECOND) == 10 * 100_000
        assert TimeBase(base.knots, -rate).gain(30 * SECOND) == -10 * 100_000


def test_what_jitter_leaves_open_is_no_rate():
    """Twenty seconds on which each answer is later than the one before: that is no clock that runs fast."""
    sync = Sync()
    for second in range(130):
        at, late = second * SECOND, min(second, 20) * 10 * MS
        sync.sample(at, at + late, at, at)
        assert sync.base.rate is None or abs(sync.base.rate) < 20_000, second


def test_a_clock_that_leaps_gains_nothing_by_it():
    sync = follow(Sync(), 0, 100 * SECOND, ppm=50)
    before = sync.base.gain(99 * SECOND)
    follow(sync, 100 * SECOND, 200 * SECOND, ppm=50, start=160 * SECOND)
    assert abs(before - 99 * 50_000) < 1_000
    assert abs(sync.base.gain(199 * SECOND) - before - 99 * 50_000) < 1_000
    assert abs(sync.place(40 * SECOND + 40 * 50_000).at - 40 * SECOND) < 10_000, "the moment before keeps its place"


def test_an_answer_that_was_under_way_while_the_pod_slept_vouches_for_nothing_before_it():
    """Asked when the pod fell asleep, answered when it woke: that fits both the old offset and the new one."""
    sync = follow(Sync(), 0, 100 * SECOND, way=2 * MS)
    woke = 100 * SECOND + MS
    assert not sync.sample(100 * SECOND, 160 * SECOND + 2 * MS, woke, woke)
    assert sync.sample(161 * SECOND - MS, 161 * SECOND + MS, 101 * SECOND, 101 * SECOND)
    pressed = sync.place(woke - MS // 2)
    assert abs(pressed.at - (160 * SECOND + MS // 2)) <= pressed.doubt
    early = sync.place(98 * SECOND)
    assert abs(early.at - 98 * SECOND) <= early.doubt < 2 * MS


def test_paths_are_taken_as_they_are_and_none_are_none():
    assert [port.path for port in find(["/dev/ttyACM3", "/dev/serial/by-id/usb-pod"])] == [
        "/dev/ttyACM3",
        "/dev/serial/by-id/usb-pod",
    ]
    assert find([]) == []


@pytest.mark.parametrize("port", ["/dev/ttyAMA0", "/dev/ttyS0", "/dev/serial1"])
def test_ports_of_the_board_are_passed_over(port):
    assert [found_port.path for found_port in find([port, "/dev/ttyACM0"])] == ["/dev/ttyACM0"]


def test_a_pico_is_found_by_its_usb_number_and_nothing_else_is(monkeypatch):
    from types import SimpleNamespace as Port

    from serial.tools import list_ports

    ports = [
        Port(vid=0x2E8A, pid=5, device="/dev/ttyACM1", serial_number="e660"),
        Port(vid=0x2341, pid=5, device="/dev/ttyACM0", serial_number="x"),
        Port(vid=None, pid=None, device="/dev/ttyS0", serial_number=None),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert [(port.path, port.serial) for port in find(["auto"])] == [("/dev/ttyACM1", "e660")]
    ports.append(Port(vid=0x2E8A, pid=5, device="/dev/ttyACM2", serial_number="E661"))
    assert [port.path for port in find(["e661"])] == ["/dev/ttyACM2"], "by its serial number, and no other"
    assert [port.path for port in find(["e662"])] == []
    assert [port.path for port in find(["/dev/ttyACM2", "auto"])] == ["/dev/ttyACM2", "/dev/ttyACM1"], "each once"


def test_in_real_time_with_its_own_thread_a_press_has_its_time(bench):
    """Everything as on a table: the pods' thread, the machine's clock, the pod's own."""
    b = bench(numbers=NUMBERS[:1])
    b.pods.close()
    chip, cable = b.chips[0], b.cables[0]
    cable.hurried = True
    chip.say("f")
    b.pods = b.table(now=time.monotonic_ns)
    b.pods.start()
    end = time.monotonic() + PATIENCE

    def until(condition):
        while not condition():
            assert time.monotonic() < end
            cable.rest(0.005)
            cable.carry()

    def over():
        """The lock-out is over."""
        began = time.monotonic()
        until(lambda: time.monotonic() > began + 0.06)

    until(lambda: [link.state for link in b.links()] == [LinkState.READY])
    for n in range(3):
        before = time.monotonic_ns()
        chip.say("p", 0, 0)
        after = time.monotonic_ns()
        until(lambda n=n: len(b.presses()) == n + 1)
        doubt = MS + b.links()[0].memory.sync.doubt(after)
        assert before - doubt <= b.presses()[-1].at <= after + doubt
        over()
        chip.say("p", 1, 0)
        until(lambda: not b.heard[-1].down)
        over()


def test_the_page_of_the_protocol_is_drawn_from_the_code():
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "pod_states.py"), "--check"], check=False)
    assert done.returncode == 0, "run .venv/bin/python tools/pod_states.py"
