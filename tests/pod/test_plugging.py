"""Pods that come and go: cables pulled at any moment, restarts of either end, strangers, twins."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from device.io.inputs import PeripheralStatus, PodReport
from device.pods.link import LinkState
from device.pods.pods import REMEMBERED
from device.pods.status import NAMES, PodState, PodStatus, StatusServer, ask
from firmware import wire
from tests.pod.bench import MS, NUMBERS, WAIT
from tests.pod.rig import Watched


def states(b):
    return [link.state for link in b.links()]


@pytest.mark.parametrize("moment", range(0, 12))
def test_a_cable_pulled_at_any_moment_of_a_press_loses_and_doubles_nothing(bench, moment):
    b = bench(ppm=(60,), numbers=NUMBERS[:1]).ready()
    seen = []

    def up(n, frame):
        seen.append(frame)
        return [frame] if len(seen) <= moment else []

    b.cables[0].up = up
    truth = [b.press(0, 50)]
    b.cables[0].unplug()
    truth += [b.press(0), b.press(0)]  # while nobody listens
    b.pass_time(20 * WAIT, 5 * WAIT)
    b.cables[0].up = lambda n, frame: [frame]
    b.cables[0].plug()
    b.ready()
    truth.append(b.press(0))
    heard = [press for press in b.presses() if press.down]
    assert len(heard) == len(truth)
    assert all(abs(press.at - at) < MS for press, at in zip(heard, truth, strict=True))


def test_pulled_while_it_is_down_a_button_counts_as_let_go_and_is_not_pressed_again(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    b.button(0, True)
    b.pass_time(300 * MS)
    b.cables[0].unplug()
    b.pass_time(100 * MS)
    assert [report.down for report in b.heard if isinstance(report, PodReport)][-1] is False
    b.cables[0].plug()
    b.ready().pass_time(500 * MS)
    b.button(0, False)
    b.pass_time(200 * MS)
    assert len(b.presses()) == 1


def test_a_pod_that_is_away_is_told_and_its_return_too(bench):
    b = bench()
    b.pass_time(7 * WAIT, WAIT)
    assert b.said() == {}
    b.cables[1].unplug()
    b.pass_time(WAIT)
    assert list(b.said()) == ["pod B"]
    b.cables[1].plug()
    b.ready()
    assert b.said() == {}


def test_a_pod_that_hangs_on_its_line_is_told_after_three_seconds(bench):
    b = bench(numbers=NUMBERS[:1])
    b.pass_time(7 * WAIT, WAIT)
    b.cables[0].up = lambda n, frame: []
    b.pass_time(5 * WAIT, WAIT // 2)
    assert states(b) == [LinkState.SILENT]
    assert list(b.said()) == ["pod A"]
    at = b.press(0)
    b.cables[0].up = lambda n, frame: [frame]
    b.pass_time(2 * WAIT, WAIT // 4)
    assert states(b) == [LinkState.READY]
    assert [press.at for press in b.presses()] == [at]


def test_a_pod_that_restarts_in_mid_turn_goes_on_with_a_new_count_and_the_same_countdown(bench):
    from device.io.signals import Lamp, OpenTurnSignal, Signals

    b = bench(ppm=(60, 0)).ready()
    b.pods.show(Signals(Lamp.ON, Lamp.OFF, None, OpenTurnSignal(0, True, b.now + 60 * WAIT)), False)
    first = b.press(0)
    b.pass_time(30 * WAIT, WAIT)
    gained = b.clocks.bases[0].gain(b.now)
    assert 1_700_000 < gained < 2_000_000
    b.reboot(0)
    b.pass_time(3 * WAIT, 100 * MS)
    assert states(b) == [LinkState.READY, LinkState.READY]
    assert abs(b.clocks.bases[0].gain(b.now) - gained) < 300_000, "what it had gained stays"
    assert b.chips[0].lamp, "it is still pair A's turn"
    second = b.press(0)
    assert [abs(press.at - at) < MS for press, at in zip(b.presses(0), (first, second), strict=True)] == [True, True]


@pytest.mark.parametrize("running", [True, False])
def test_a_pod_hurries_at_the_end_of_a_turn_that_runs_and_not_of_one_that_stands(bench, running):
    from device.io.signals import Lamp, OpenTurnSignal, Signals

    b = bench(numbers=NUMBERS[:1]).ready()
    b.pods.show(
        Signals(Lamp.ON, Lamp.OFF, None, OpenTurnSignal(0, running, b.now + 5 * WAIT if running else 5 * WAIT)), False
    )
    lamps, sounds = [], []
    for _ in range(30):
        b.pass_time(150 * MS, 150 * MS)
        lamps.append(b.chips[0].lamp)
        sounds.append(b.chips[0].sounds)
    assert (False in lamps) is running
    assert any(sounds) is running


def test_a_button_that_was_down_when_its_pod_restarted_is_let_go_and_the_next_press_counts(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    first = b.button(0, True)
    b.pass_time(200 * MS)
    b.reboot(0)
    b.ready()
    second = b.press(0)
    assert [press.at for press in b.presses(0)] == [first, second]


def test_what_is_wrong_with_a_pod_is_said_once(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    b.heard.clear()
    b.cables[0].unplug()
    b.pass_time(10 * WAIT)
    troubles = [(str(status.trouble), status.connecting) for status in b.heard if isinstance(status, PeripheralStatus)]
    assert troubles == [
        ("The pod of clock button A is being connected…", True),  # the table was just started
        ("The pod of clock button A does not answer; use the screen's own.", False),
    ]


def test_what_a_pod_forgot_with_its_power_is_gone_but_nothing_old_counts_twice(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    old = []
    b.cables[0].up = lambda n, frame: (old.append(frame), [frame])[1]
    b.press(0)
    b.reboot(0)
    b.ready()
    b.cables[0].up = lambda n, frame: [*old, frame]  # frames of the former start come again
    b.press(0)
    assert len(b.presses()) == 2


def test_old_numbers_and_numbers_from_the_future_are_passed_over(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    b.press(0)
    boot = b.links()[0].memory.boot
    odd = [wire.encode("edge", boot, n, True, 5) for n in (0, 1, 2, 9, 1 << 40)]
    b.cables[0].up = lambda n, frame: [*odd, frame]
    sent = b.cables[0].sent[0]
    b.pass_time(2_500 * MS)
    assert b.cables[0].sent[0] > sent + 2
    assert len(b.presses()) == 1
    b.cables[0].up = lambda n, frame: [frame]
    b.press(0)
    assert len(b.presses()) == 2


def test_two_pods_with_one_number_the_second_is_told_and_not_used(bench):
    b = bench(numbers=(NUMBERS[0], NUMBERS[0]))
    b.pairing.sides = [NUMBERS[0], ""]
    b.pass_time(8 * WAIT, WAIT // 2)
    assert sorted(states(b), key=str) == [LinkState.DUPLICATE, LinkState.READY]
    assert list(b.said()) == ["pod duplicate"]
    duplicate = states(b).index(LinkState.DUPLICATE)
    b.press(duplicate)
    assert b.presses() == []
    b.press(1 - duplicate)
    assert len(b.presses()) == 1
    b.cables[1 - duplicate].unplug()
    b.pass_time(3 * WAIT, WAIT // 2)
    assert states(b) == [LinkState.READY], "it takes the other's place"
    assert b.said() == {}


def test_a_pod_of_another_version_is_told_and_understood_again_when_it_is_flashed(bench):
    b = bench(numbers=NUMBERS[:1])

    def other(n, frame):
        if not frame.startswith(b"$hello"):
            return [frame]
        values = wire.Decoder().feed(frame)[0][1]
        return [wire.encode("hello", 7, "9.2", *values[2:])]

    b.cables[0].up = other
    b.pass_time(3 * WAIT, WAIT // 2)
    assert states(b) == [LinkState.INCOMPATIBLE]
    assert "9.2" in b.said()["pod incompatible"]
    b.press(0)
    assert b.presses() == []
    b.cables[0].up = lambda n, frame: [frame]
    b.pass_time(2 * WAIT, WAIT // 2)
    assert states(b) == [LinkState.READY]
    assert b.said() == {}


def test_a_line_that_takes_five_bytes_at_a_time_brings_everything(bench, monkeypatch):
    whole = Watched.write
    monkeypatch.setattr(Watched, "write", lambda line, data: whole(line, data[:5]))
    b = bench(numbers=NUMBERS[:1])
    b.pass_time(2 * WAIT, 2 * MS)
    assert states(b) == [LinkState.READY]
    at = b.press(0)
    assert [press.at for press in b.presses()] == [at]
    assert all(frame.startswith(b"$") and wire.Decoder().feed(frame) for frame in b.cables[0].log)


def test_while_the_table_restarts_the_pod_counts_on_and_tells_of_a_press_that_came_too_late(bench):
    from device.io.signals import Lamp, OpenTurnSignal, Signals

    b = bench(numbers=NUMBERS[:1]).ready()
    b.pods.show(Signals(Lamp.ON, Lamp.OFF, None, OpenTurnSignal(0, True, b.now + 15 * WAIT)), False)
    b.pass_time(WAIT)
    b.pods.close()
    for second in range(12):
        b.now += WAIT
        b.chips[0].say("t", b.own(0))
        if second == 3:
            assert b.chips[0].sounds, "ten seconds are left, and nobody but the pod knows"
    b.chips[0].say("p", 0, b.own(0))
    b.now += 100 * MS
    b.chips[0].say("p", 1, b.own(0))
    b.now += WAIT
    b.chips[0].say("t", b.own(0))
    b.pods = b.table()
    b.heard.clear()
    b.ready().pass_time(300 * MS)
    assert b.presses() == []
    assert "A" in b.said()["pod missed"]
    b.press(0)
    assert len(b.presses()) == 1
    assert "pod missed" not in b.said()


def test_a_press_of_which_nobody_knows_when_it_was_is_declared_until_the_next_one(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    b.pass_time(3 * WAIT)
    b.cables[0].up = lambda n, frame: []
    b.pass_time(WAIT)
    b.button(0, True)
    b.started[0] += 20 * WAIT  # its clock stands still
    b.now += 20 * WAIT
    b.pass_time(WAIT)
    b.cables[0].up = lambda n, frame: [frame]
    b.pass_time(2 * WAIT)
    assert len(b.presses()) == 1
    assert "20 s off" in b.said()["pod doubt"] or "21 s off" in b.said()["pod doubt"]
    b.button(0, False)
    b.pass_time(WAIT)
    b.press(0)
    assert len(b.presses()) == 2
    assert "pod doubt" not in b.said()


def test_more_presses_than_a_pod_keeps_while_its_frames_are_lost_are_told_and_the_next_one_counts(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    b.cables[0].up = lambda n, frame: [] if frame.startswith(b"$edge") else [frame]
    for _ in range(40):
        b.press(0, 30)
    assert states(b) == [LinkState.READY], "everything but presses arrives, so the line looks well"
    b.cables[0].up = lambda n, frame: [frame]
    b.pass_time(2 * WAIT, 100 * MS)
    assert len(b.presses()) == 32, "64 changes are kept"
    assert "lost" in b.said()["pod missed"]
    at = b.press(0)
    assert b.presses()[-1].at == at


def test_a_line_on_which_nobody_says_hello_is_told_and_forgotten_when_it_is_pulled(bench):
    b = bench(numbers=NUMBERS[:1])
    b.cables[0].up = lambda n, frame: [b"MicroPython v1.25.0\r\n>>> "]
    b.pass_time(8 * WAIT, WAIT)
    assert b.cables[0].path in b.said()["pod mute"]
    assert [status.standing for status in b.pods.statuses if status.path] == [PodState.MUTE]
    b.cables[0].unplug()
    b.pass_time(WAIT)
    assert "pod mute" not in b.said()


def test_pods_that_come_and_go_for_ever_leave_nothing_behind(bench):
    """Two hundred pods, one after the other, on one cable: what is remembered has a bound, and pairs stay known."""
    b = bench(numbers=NUMBERS[:1]).ready()
    b.press(0)
    memory = b.pods._memory_of(NUMBERS[0], b.links()[0])
    for n in range(200):
        hello = wire.encode("hello", wire.VERSION, "1.0", f"{n + 1:016x}", "ab", 1, 1, 1)
        b.cables[0].up = lambda _, frame, hello=hello: [hello]
        b.pass_time(600 * MS, 300 * MS)
    assert len(b.pods._memories) <= REMEMBERED + 1
    assert b.pods._statuses.keys() <= {*NAMES, "pods", "pod missed", "pod doubt"}
    assert b.pods._memories[NUMBERS[0]] is memory
    b.cables[0].up = lambda n, frame: [frame]
    b.pass_time(9 * WAIT, WAIT // 2)
    at = b.press(0)
    assert [press.at for press in b.presses()][1:] == [at]


def test_a_pod_that_restarts_a_thousand_times_leaves_nothing_behind(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    link = b.links()[0]
    for n in range(1_000):
        link.feed(wire.encode("hello", wire.VERSION, "1.0", NUMBERS[0], f"{n:08x}", 1, 1, 1), b.now)
    assert len(link.memory.former) <= 8
    assert len(link.memory.sync.base.knots) < 10


def test_the_roster_says_who_is_there_beside_whom_and_how_its_clock_runs(bench):
    b = bench(ppm=(30, 0), numbers=(*NUMBERS, "e660583883480001"))
    b.cables[1].unplug()
    b.ready().pass_time(60 * WAIT, WAIT)
    a, away, new = b.pods.statuses
    assert (a.ident, a.side, a.standing, a.version) == (NUMBERS[0], 0, PodState.READY, wire.FIRMWARE)
    assert abs(a.drift - 30_000) < 500
    assert a.trip < MS
    assert a.uptime == pytest.approx(60, abs=2)
    assert away == PodStatus(ident=NUMBERS[1], side=1, standing=PodState.AWAY)
    assert (new.ident, new.side, new.standing) == ("e660583883480001", None, PodState.NEW)
    b.cables[0].up = lambda n, frame: [] if frame.startswith(b"$edge") else [frame]
    b.press(0)
    b.pass_time(2 * WAIT, 100 * MS)
    assert b.pods.statuses[0].waiting == 2
    b.cables[0].up = lambda n, frame: []
    b.pass_time(5 * WAIT, WAIT)
    assert b.pods.statuses[0].standing is PodState.SILENT


def test_other_programs_are_told_by_the_desk_and_nobody_is_waited_for(bench, tmp_path):
    desk = StatusServer(tmp_path / "pods.sock")
    assert ask(tmp_path / "pods.sock") is None, "no table runs"
    desk.open()
    b = bench().ready()
    b.pods.desk = desk
    b.pass_time(WAIT)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, tmp_path / "pods.sock", 60)
        while not asked.done():
            b.pods.step()
        assert asked.result() == b.pods.statuses
    assert ask(tmp_path / "pods.sock", 0.01) is None, "it is busy"
    b.pods.step()
    desk.close()
    assert not (tmp_path / "pods.sock").exists()
