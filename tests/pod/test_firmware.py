"""The parts of the firmware one by one: contact, outbox, countdown, unwrapped time; and the program as a whole."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pod.bench import MS, NUMBERS
from tests.pod.rig import PATIENCE, ROOT, Chip, interpreter

sys.path.append(str(ROOT / "firmware"))  # the files import each other as they lie on a Pico
from contact import Contact, EdgeBuffer
from countdown import NONE, RUNNING, STANDING, TurnTime
from outbox import RESEND, ChangeQueue
from pod import Pod
from ticks import Micros

S = 1_000_000


@given(st.lists(st.sampled_from(["put", "send", "wait", "ack", "old", "wild"]), max_size=120))
def test_the_outbox_keeps_order_until_it_is_acknowledged(steps):
    box, now, changes, there = ChangeQueue(), 0, 0, 0
    for step in steps:
        if step == "put":
            changes += 1
            box.put(changes % 2 == 1, changes)
        elif step == "wait":
            now += RESEND
        elif step == "ack":
            box.on_ack(there)
        elif step == "old":
            box.on_ack(there - 3)
        elif step == "wild":
            box.on_ack(10**9)
        elif (due := box.due(now)) is not None:
            assert due[0] == due[2], "its number says which it is"
            if due[0] == there + 1:
                there += 1
    while there < changes:
        now += RESEND
        for _ in range(changes):
            if (due := box.due(now)) is not None and due[0] == there + 1:
                there += 1
    assert box.next == changes + 1


def test_an_outbox_that_nobody_empties_gives_up_the_oldest_and_never_grows():
    box = ChangeQueue()
    for n in range(1, 1001):
        box.put(n % 2 == 1, n)
    assert (box.first, box.next) == (1001 - ChangeQueue.SIZE, 1001)
    assert box.due(RESEND) == (1001 - ChangeQueue.SIZE, (1001 - ChangeQueue.SIZE) % 2 == 1, 1001 - ChangeQueue.SIZE)


def test_ten_thousand_bounces_a_second_are_one_press_and_fill_no_memory():
    class Pin:
        level = 1

        def value(self):
            return self.level

    pin, edges, contact, changes = Pin(), EdgeBuffer(), Contact(25_000), []
    time.ticks_us = lambda: 0
    try:
        for n in range(10_000):
            pin.level ^= 1
            edges.interrupt(pin)
            if n % 500 == 0:  # the loop comes round far too seldom
                while (edge := edges.take()) is not None:
                    changes += contact.feed(edge[1], n * 100)
                changes += contact.feed(not pin.level, n * 100)
    finally:
        del time.ticks_us
    assert edges.missed > 8_000
    assert changes[0] == (True, 0)
    assert all(b[1] - a[1] >= 25_000 for a, b in pairwise(changes))


def test_a_pod_whose_release_was_lost_reports_the_next_press_and_none_for_a_level_that_it_reads():
    pod = Pod(NUMBERS[0], "5e0f31aa")
    pod.edge(True, 1_000)
    for at in range(50_000, 200_000, 1_000):
        pod.advance(at, True)
    assert pod.outbox.next == 2
    pod.edge(True, 200_000)
    pod.advance(225_000, True)
    assert [pod.outbox.due(225_000) for _ in range(3)] == [(1, True, 1_000), (2, False, 200_000), (3, True, 200_000)]


def test_the_countdown_goes_on_by_itself_and_hurries_at_the_end():
    clock = TurnTime()
    clock.show("on", "none", RUNNING, True, 40 * S, 5 * S)
    assert clock.left(6 * S) == 39 * S
    assert clock.lamp(6 * S)
    assert [clock.alarm(at * S) for at in (6, 15, 35, 45, 46)] == ["none", "low", "last", "last", "over"]
    seen = [clock.lamp(36 * S + ms * 1000) for ms in range(0, 600, 50)]
    assert 4 <= sum(seen) <= 8


def test_an_alarm_sounds_once_beside_the_pair_on_move_and_not_where_it_is_silent():
    clock = TurnTime()
    clock.show("on", "none", RUNNING, True, 10 * S, 0)
    beeps = [clock.sound(ms * 1000) for ms in range(0, 9_000, 20)]
    changes = sum(1 for a, b in pairwise(beeps) if a != b)
    assert beeps[0]
    assert changes == 3, "on, off, on, off: the last seconds sound twice"
    clock.silent = True
    assert not any(clock.sound(ms * 1000) for ms in range(10_001, 12_000, 20))
    late = TurnTime()
    late.show("on", "none", RUNNING, True, 10 * S, 50 * S)
    assert late.sound(50 * S), "it begins when it comes up, whatever the clock shows by then"
    other = TurnTime()
    other.show("off", "none", RUNNING, False, 10 * S, 0)
    assert not any(other.sound(ms * 1000) for ms in range(0, 12_000, 20))
    assert not other.lamp(0)


def test_a_silent_pod_is_felt_where_it_would_be_heard():
    clock = TurnTime()
    clock.silent = True
    clock.show("on", "none", RUNNING, True, 10 * S, 0)
    assert [clock.beat(ms * 1000) for ms in (0, 130, 250, 500)] == [True, False, True, False]
    assert not any(clock.sound(ms * 1000) for ms in range(0, 2_000, 20))


def test_what_the_table_has_sounded_where_no_turn_runs_sounds_at_every_pod():
    for mine in (True, False):
        clock = TurnTime()
        clock.show("slow", "last", NONE, mine, 0, 0)
        assert clock.sound(0), mine
        assert [clock.sound(ms * 1000) for ms in (60, 150, 260, 400, 900)] == [True, False, True, False, False]


def test_a_turn_that_stands_sounds_nowhere():
    for mine in (True, False):
        clock = TurnTime()
        clock.show("slow", "over", STANDING, mine, -5 * S, 0)
        assert not any(clock.sound(ms * 1000) for ms in range(0, 2_000, 20)), mine


def test_the_own_press_stops_the_own_countdown_until_the_table_says_more():
    clock = TurnTime()
    clock.show("on", "none", RUNNING, True, 40 * S, 0)
    clock.on_press(15 * S)
    assert (clock.runs, clock.left(90 * S)) == (STANDING, 25 * S)
    clock.show("off", "none", RUNNING, False, 180 * S, 16 * S)
    clock.on_press(20 * S)
    assert clock.left(26 * S) == 170 * S, "an accidental press stops nothing"
    clock.show("slow", "none", NONE, False, 0, 30 * S)
    assert clock.alarm(31 * S) == "none"


def test_a_pod_that_was_on_for_an_hour_has_the_right_time(bench):
    """Microseconds wrap after 18 minutes on the chip."""
    b = bench(ppm=(30,), numbers=NUMBERS[:1]).ready()
    for _ in range(6):
        for _ in range(100):
            b.now += 6_000 * MS
            b.chips[0].say("t", b.own(0))
        b.pass_time(2_000 * MS, 500 * MS)
        at = b.press(0)
        assert abs(b.presses()[-1].at - at) < MS
    b.pass_time(30_000 * MS, 1_000 * MS)
    assert abs(b.clocks.bases[0].rate - 30_000) < 500


def test_an_edge_that_no_interrupt_told_of_is_still_seen(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    b.chips[0].say("q", 0)
    b.pass_time(100 * MS, 10 * MS)
    b.chips[0].say("q", 1)
    b.pass_time(100 * MS, 10 * MS)
    assert len(b.presses()) == 1


def test_a_fault_inside_the_program_is_counted_and_the_button_goes_on_working(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    b.chips[0].say("x", 3)
    b.pass_time(2_200 * MS, 100 * MS)
    assert b.links()[0].faults == 3
    b.press(0)
    assert len(b.presses()) == 1


def test_the_watchdog_starts_a_pod_anew_when_no_round_is_a_good_one_any_more(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    chip = b.chips[0]
    for _ in range(3):  # some bad rounds in between are no reason
        chip.say("x", 4)
        b.pass_time(2_900 * MS, 2_900 * MS)
        chip.say("s")
        chip.say("s")
    chip.say("x", 10**9)
    b.now += 2_900 * MS
    chip.say("t", b.own(0))
    b.now += 200 * MS
    chip.tell("t", b.own(0))
    assert chip.ends() == 3
    first = len(b.presses())
    b.reboot(0, "dog")
    b.ready()
    at = b.press(0)
    assert [press.at for press in b.presses()][first:] == [at]


def test_plugged_in_with_its_button_down_for_two_seconds_it_gives_the_prompt_without_a_watchdog(tmp_path):
    chip = Chip(tmp_path, NUMBERS[0])
    chip.off()
    chip.boot("power+down")
    chip.say("t", 1_990_000)
    assert chip.lamp, "the lamp tells that it is noticed"
    chip.tell("t", 2_000_000)
    assert chip.ends() == 0, "4 would mean that a watchdog runs, and restarts the Pico while files are copied"
    chip.off()


def test_let_go_of_in_time_or_started_by_the_watchdog_it_is_a_pod_and_its_button_no_press(bench):
    for start in ("power+down", "dog+down"):
        b = bench(numbers=NUMBERS[:1])
        b.reboot(0, start)
        b.now += 1_000 * MS
        b.chips[0].say("t", b.own(0))
        if start.startswith("power"):
            b.button(0, False)
            b.ready()
        else:
            b.ready().pass_time(3_000 * MS)
            b.button(0, False)
        b.pass_time(200 * MS)
        assert b.presses() == []
        at = b.press(0)
        assert [press.at for press in b.presses()] == [at]


def test_a_contact_that_changes_faster_than_it_can_be_taken_does_not_stop_the_program(bench):
    b = bench(numbers=NUMBERS[:1]).ready()
    chip = b.chips[0]
    chip.say("b", 100_000)
    assert int(chip.say("s").split()[3]) > 90_000, "it came round in between"
    chip.say("b", 0)
    b.button(0, False)
    b.pass_time(300 * MS, 30 * MS)
    before = len(b.presses())
    at = b.press(0)
    assert [press.at for press in b.presses()][before:] == [at]


def test_an_hour_without_a_cable_and_without_a_press_leaves_the_time_right(bench):
    """The chip's own count wraps three times meanwhile, and its program only goes round."""
    b = bench(ppm=(20,), numbers=NUMBERS[:1]).ready()
    b.pass_time(60_000 * MS, 1_000 * MS)
    b.cables[0].unplug()
    for _ in range(9):
        b.now += 400 * 1_000 * MS
        b.chips[0].say("t", b.own(0))
        b.pods.step()
    at = b.press(0)
    b.cables[0].plug()
    b.ready().pass_time(200 * MS, 50 * MS)
    assert [abs(press.at - at) < MS for press in b.presses()] == [True]


def test_an_edge_from_before_the_clock_began_has_the_time_0():
    time.ticks_us, time.ticks_diff = iter([1000, 1005]).__next__, lambda a, b: a - b
    try:
        clock = Micros()
        assert clock.of(990) == 0
    finally:
        del time.ticks_us, time.ticks_diff


def test_a_pod_nobody_reads_from_comes_round_and_keeps_its_presses(bench):
    """Its line is full; every command of the test is answered only when the program has come round twice."""
    b = bench(numbers=NUMBERS[:1]).ready()
    carry = b.cables[0].carry
    b.cables[0].carry = lambda: False
    b.now += 100 * MS
    rounds = int(b.chips[0].say("s").split()[2])
    truth = []
    for second in range(3_000):
        b.now += 1_000 * MS
        b.chips[0].say("t", b.own(0))
        if second % 300 == 100:
            truth.append(b.button(0, True))
        if second % 300 == 101:
            b.button(0, False)
    assert int(b.chips[0].say("s").split()[2]) > rounds + 6_000
    b.cables[0].carry = carry
    b.pass_time(6_000 * MS, 100 * MS)
    assert [abs(press.at - at) < MS for press, at in zip(b.presses(), truth, strict=True)] == [True] * 10


DISPLAY = f"""
import sys
sys.path.insert(0, {str(ROOT / "firmware")!r})
from oled import Oled, text
class Bus:
    sent = asked = 0
    broken = False
    def writeto(self, address, data):
        self.asked += 1
        if self.broken: raise OSError(5)
        assert address == 0x3C
        self.sent += len(data)
bus = Bus()
d = Oled(bus)
def lit():
    return sum(bin(byte).count("1") for byte in d._picture)
def rounds(now):
    before = bus.sent
    for n in range(20): d.advance(now + n)
    return bus.sent - before
"""
PICTURE = 8 * (129 + 12)
START = 2 * 25


def on_a_chip(tmp_path, script: str) -> list[str]:
    """What a script prints under MicroPython."""
    file = tmp_path / "script.py"
    file.write_text(script)
    return subprocess.check_output([interpreter(), str(file)], text=True, timeout=PATIENCE).splitlines()


def test_the_display_shows_the_time_left(tmp_path):
    output = on_a_chip(
        tmp_path,
        DISPLAY
        + """
print([text(left, 2) for left in (180000000, 65000001, 1, 0, -1, -4000000)], text(5, 0))
d.show("2:05", False, False); dark = lit()
print(rounds(0))
d.show("2:05", False, False)
print(rounds(1))
d.show("2:05", True, True); print(dark, lit() > 8192 - dark - 1000)
""",
    )
    assert output[0] == "['3:00', '1:06', '0:01', '0:00', '-0:01', '-0:04'] -:--"
    assert int(output[1]) == START + PICTURE
    assert int(output[2]) == 0, "what it shows already is not sent again"
    assert output[3].endswith("True")


def test_a_display_that_does_not_answer_is_asked_once_a_second_and_taken_up_when_it_does(tmp_path):
    output = on_a_chip(
        tmp_path,
        DISPLAY
        + """
bus.broken = True
d.show("2:05", True, False)
print(rounds(0), bus.asked, rounds(999970), bus.asked, rounds(1000000), bus.asked)
bus.broken = False
print(rounds(1500000), rounds(2000001))
bus.broken = True
d.show("2:04", True, False)
print(rounds(3000000), bus.asked > 0)
bus.broken = False
d.show("2:03", True, False)
print(rounds(4100000))
""",
    )
    assert output[0] == "0 1 0 1 0 2"
    assert [int(number) for number in output[1].split()] == [0, START + PICTURE]
    assert output[2] == "0 True"
    assert int(output[3]) == START + PICTURE


def test_every_file_says_what_it_is_for_and_is_copied_to_the_pod():
    import ast

    for file in (ROOT / "firmware").glob("*.py"):
        source = file.read_text()
        assert ast.get_docstring(ast.parse(source)), file
        assert len(source.splitlines()) < 200


@pytest.mark.parametrize("name", ["main.py", "board.py", "pod.py", "wire.py"])
def test_what_make_pod_copies_is_all_that_the_program_needs(name):
    sys.path.append(str(ROOT / "tools"))
    import flash_pod

    assert name in {path.name for path in flash_pod.FILES}
    assert "__init__.py" not in {path.name for path in flash_pod.FILES}
