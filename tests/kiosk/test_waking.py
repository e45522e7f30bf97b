"""What wakes the loop: inputs from any thread, and the display itself. It asks for touches only with reason."""

from __future__ import annotations

import os
import socket
import threading

import pytest

from device.graphics.actions import SOUND
from device.graphics.display import display_sockets, open_descriptors
from device.graphics.widgets import place_of
from device.io.inputs import ButtonPress, FingerDown, FingerUp, Quit, TextInput
from device.kiosk.loop import PUMP, WATCHED_PUMP, InputQueue
from device.kiosk.touches import TouchTracker
from device.peripherals.gestures import GestureRecognizer
from rules.game import SECOND
from tests.inputs import next_input
from tests.kiosk.situations.polish_doubles import begin

LONG = 30.0
"""Seconds that no test ever waits, unless waking is broken."""


@pytest.fixture
def pipe():
    read, write = os.pipe()
    yield read, write
    os.close(read)
    os.close(write)


# -- the inbox ---------------------------------------------------------------------------------------------------------


def test_what_was_put_before_wakes_at_once_and_comes_in_order():
    inbox = InputQueue()
    for text in "abc":
        inbox.put(TextInput(text))
    assert inbox.sleep(LONG) is False
    assert [next_input(inbox, LONG).text for _ in "abc"] == list("abc")
    assert [*inbox.take_all()] == []


def test_a_put_from_another_thread_wakes_a_sleeper():
    inbox = InputQueue()
    thread = threading.Thread(target=inbox.put, args=(Quit(),))
    thread.start()
    assert next_input(inbox, LONG) == Quit()
    thread.join()
    assert inbox.sleep(0) is False, "the bell rings once"


def test_what_is_put_while_others_are_taken_wakes_again():
    inbox = InputQueue()
    inbox.put(TextInput("a"))
    inbox.sleep(LONG)
    inbox.put(TextInput("b"))
    assert [*inbox.take_all()] == [TextInput("a"), TextInput("b")]
    inbox.put(TextInput("c"))
    assert inbox.sleep(LONG) is False
    assert [*inbox.take_all()] == [TextInput("c")]


def test_a_signal_in_the_middle_of_ringing_rings_too(monkeypatch):
    inbox, write = InputQueue(), os.eventfd_write
    signals = [Quit()]

    def interrupted(bell, value):
        write(bell, value)
        if signals:
            inbox.put(signals.pop())  # its handler runs in the thread that it interrupts

    monkeypatch.setattr(os, "eventfd_write", interrupted)
    thread = threading.Thread(target=inbox.put, args=(TextInput("a"),), daemon=True)
    thread.start()
    thread.join(LONG)
    assert not thread.is_alive(), "it waits for itself"
    assert [next_input(inbox, LONG), next_input(inbox, LONG)] == [TextInput("a"), Quit()]


def test_nothing_is_lost_between_threads():
    inbox, threads = InputQueue(), []
    for n in range(4):
        threads.append(threading.Thread(target=lambda n=n: [inbox.put(ButtonPress(n, k)) for k in range(500)]))
    for thread in threads:
        thread.start()
    presses = [next_input(inbox, LONG) for _ in range(2000)]
    for thread in threads:
        thread.join()
    for n in range(4):
        assert [press.at for press in presses if press.side == n] == list(range(500))


def test_the_display_wakes_too_and_is_told_apart(pipe):
    inbox = InputQueue()
    assert inbox.sleep(0, pipe[:1]) is False
    os.write(pipe[1], b"x")
    assert inbox.sleep(LONG, pipe[:1]) is True
    inbox.put(Quit())
    assert inbox.sleep(LONG) is False


# -- what leads to a display -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "leads"), [(".X11-unix/X7", True), ("wayland-1", True), ("bus", False)])
def test_connections_to_displays_are_told_from_others(tmp_path, monkeypatch, name, leads):
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    place = tmp_path / name
    place.parent.mkdir(exist_ok=True)
    before = open_descriptors()
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(f"./{name}")
        server.listen()
        client.connect(f"./{name}")
        assert display_sockets(before) == ([client.fileno()] if leads else [])
        assert client.fileno() not in display_sockets(open_descriptors()), "it was open before"


def test_announcements_of_new_devices_lead_there_and_files_do_not(tmp_path):
    before = open_descriptors()
    with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, 15) as udev, (tmp_path / "x").open("w"):
        assert display_sockets(before) == [udev.fileno()]


# -- the loop ----------------------------------------------------------------------------------------------------------


class Asked:
    """Virtual time for a loop that sleeps; how often its stage is asked, and what the display then has."""

    def __init__(self, p, display=()):
        self.p, self.times, self.pending, self.told, self.always = p, [], [], False, False
        p.kiosk.screen.display.wakes = display
        p.kiosk.screen.display.inputs = self.inputs
        p.kiosk.queue.sleep = self.sleep

    def inputs(self):
        self.times.append(self.p.clock.ns)
        pending, self.pending = self.pending, []
        return pending

    def sleep(self, seconds, wakes):
        if (self.told or self.always) and wakes:
            self.told = False
            self.p.clock.ns += 100_000
            return True
        self.p.clock.ns += max(1, round(seconds * SECOND))
        return False

    def run(self, ns):
        end = self.p.clock.ns + ns
        while self.p.clock.ns < end:
            self.p.kiosk.loop.step()


def test_a_display_that_wakes_the_loop_is_hardly_asked_while_a_clock_runs(p, pipe):
    begin(p)
    asked = Asked(p, pipe[:1])
    asked.run(30 * SECOND)
    assert 30 <= len(asked.times) <= 30 * (1 + SECOND // WATCHED_PUMP) + 5, "after each picture, and in between"


def test_a_display_that_cannot_tell_is_asked_again_and_again(p):
    begin(p)
    asked = Asked(p)
    asked.run(30 * SECOND)
    assert len(asked.times) >= 30 * 24


def test_a_display_that_can_always_be_read_is_asked_no_more_than_fifty_times_a_second(p, pipe):
    asked = Asked(p, pipe[:1])
    asked.always = True  # a touchscreen that was torn out, say
    asked.run(3 * SECOND)
    assert 100 <= len(asked.times) <= 3 * SECOND // PUMP + 5


def test_a_touch_that_woke_the_loop_is_taken_at_once(p, pipe):
    asked = Asked(p, pipe[:1])
    asked.run(3 * SECOND)
    p.clock.ns = asked.times[-1] + PUMP  # nobody has asked for a moment
    x, y = place_of(p.kiosk.scene, SOUND)
    asked.pending, asked.told = [FingerDown(x, y, p.clock.ns)], True
    before, told_at = p.kiosk.host.settings.silent, p.clock.ns
    p.kiosk.loop.step()
    assert p.kiosk.host.settings.silent != before
    assert p.clock.ns - told_at < PUMP // 100


def test_what_drawing_had_read_is_asked_for_although_nothing_tells_of_it(p, pipe):
    asked = Asked(p, pipe[:1])
    asked.run(3 * SECOND)
    p.kiosk.loop.handle(TextInput("x"))  # something is drawn, and with the answer the display's touches were read
    asked.times.clear()
    start = p.clock.ns
    p.kiosk.loop.step()
    p.kiosk.loop.step()
    assert asked.times
    assert asked.times[0] - start <= SECOND // 50


# -- fingers -----------------------------------------------------------------------------------------------------------


def test_an_area_is_up_once_the_last_finger_has_left_it():
    fingers, hands = TouchTracker(), GestureRecognizer(0, SECOND)
    assert fingers.press(hands, 0, FingerDown(1, 1, 10, 1)) == [ButtonPress(0, 10)]
    assert fingers.press(hands, 0, FingerDown(2, 2, 20, 2)) == []
    assert fingers.lift(hands, FingerUp(1, 1, 30, 1)) == []
    assert fingers.press(hands, 0, FingerDown(1, 1, 40, 3)) == [], "the second one still lies there"
    fingers.lift(hands, FingerUp(1, 1, 50, 2))
    fingers.lift(hands, FingerUp(1, 1, 60, 3))
    assert fingers.press(hands, 0, FingerDown(1, 1, 70, 1)) == [ButtonPress(0, 70)]


def test_one_thing_is_held_at_a_time():
    fingers = TouchTracker()
    assert fingers.grab(1, "a")
    assert not fingers.grab(2, "b")
    assert fingers.grip_of(2) is None
    assert fingers.grip_of(1).what == "a"
    fingers.let_go()
    assert fingers.grab(2, "b")
