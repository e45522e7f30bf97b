"""Buttons of input devices as clock buttons: the kernel's stamps, learning, cables pulled and put back."""

from __future__ import annotations

import pygame
import pytest

from device.common.settings.reading import SettingsTrouble, parse
from device.common.settings.settings import (
    Identity,
    InputDevicesSettings,
    LearntKey,
    Settings,
    identity,
    parse_key,
    with_value,
)
from device.doctor.buttons import input_devices as doctor
from device.graphics.display import key_input
from device.input_devices import kernel
from device.input_devices.kernel import assign_devices
from device.input_devices.names import SCANCODES, name_of
from device.io.inputs import KeyLearnt, RawEdge, TextInput
from rules.game import SECOND
from rules.message import Refusal
from tests.input_devices.input_bench import (
    ENCODER,
    ENTER,
    KEYBOARD,
    THUMB,
    TRIGGER,
    A,
    B,
    Bench,
    FakeDevice,
    event,
    key,
    press,
)


def encoder() -> FakeDevice:
    return FakeDevice(ENCODER, {TRIGGER, THUMB})


def keyboard() -> FakeDevice:
    return FakeDevice(KEYBOARD, {A, B, ENTER})


# -- which device it is ------------------------------------------------------------------------------------------------


def test_what_is_learnt_stands_on_one_line_of_the_settings_and_is_read_back():
    for learnt_key in (
        key(TRIGGER),
        key(A, KEYBOARD),
        key(5, identity(1, 2, "", "  ")),
        key(7, identity(0, 65535, "a b", "Žá")),
    ):
        assert parse_key(learnt_key.text) == learnt_key
        assert with_value(Settings(), "input_devices", "button_a", learnt_key.text).input_devices.keys == (
            learnt_key,
            None,
        )
    assert key(TRIGGER).text == ("288 0079:0006 usb-3f980000.usb-1.2/input0 DragonRise Inc. Generic USB Joystick")
    assert parse_key("") is None


@pytest.mark.parametrize(
    "text", ["288", "x 0079:0006 usb n", "288 79:6 usb name", "288 0079:0006 usb", "288 0079:0006 usb n\n"]
)
def test_a_line_that_names_no_key_is_refused(text):
    with pytest.raises(Refusal):
        with_value(Settings(), "input_devices", "button_a", text)


def test_the_same_key_for_both_is_refused_on_the_screen_and_in_the_file(tmp_path):
    settings = with_value(Settings(), "input_devices", "button_a", key(TRIGGER).text)
    with pytest.raises(Refusal, match="both clock buttons"):
        with_value(settings, "input_devices", "button_b", key(TRIGGER).text)
    assert with_value(settings, "input_devices", "button_b", key(THUMB).text).input_devices.keys == (
        key(TRIGGER),
        key(THUMB),
    )
    text = f'[input_devices]\nbutton_a = "{key(A).text}"\nbutton_b = "{key(A).text}"\n'
    with pytest.raises(SettingsTrouble, match="line 3"):
        parse(tmp_path / "s.toml", text)


def test_two_of_the_same_make_are_told_apart_by_their_ports_and_a_cable_may_move():
    other = Identity(ENCODER.vendor, ENCODER.product, "usb-3f980000.usb-1.4/input0", ENCODER.name)
    third = Identity(ENCODER.vendor, ENCODER.product, "usb-3f980000.usb-1.5/input0", ENCODER.name)
    both = (key(TRIGGER), key(TRIGGER, other))
    assert assign_devices(both, {"e1": other, "e2": ENCODER}) == {0: "e2", 1: "e1"}
    assert assign_devices(both, {"e1": other}) == {1: "e1"}, "the other side's own device never serves"
    assert assign_devices(both, {"e1": other, "e3": third}) == {0: "e3", 1: "e1"}
    assert assign_devices((key(TRIGGER), key(THUMB)), {"e3": third}) == {0: "e3", 1: "e3"}, "one device with both"
    assert assign_devices(both, {"e1": KEYBOARD}) == {}


# -- at the table ------------------------------------------------------------------------------------------------------


def test_a_press_comes_with_the_kernel_s_time_on_its_side():
    bench = Bench(key(TRIGGER), key(THUMB))
    device = bench.system.plug("/dev/input/event5", encoder())
    assert bench.edges() == []
    device.waiting = press(99 * SECOND, THUMB) + press(99 * SECOND + 80_000_000, THUMB, 0) + press(99 * SECOND, A)
    assert bench.edges() == [RawEdge(1, True, 99 * SECOND), RawEdge(1, False, 99 * SECOND + 80_000_000)]
    device.waiting = press(98 * SECOND, TRIGGER)
    assert bench.edges() == [RawEdge(0, True, 98 * SECOND)]


def test_where_the_kernel_cannot_stamp_by_the_table_s_clock_the_time_is_that_of_reading():
    bench = Bench(key(TRIGGER))
    device = bench.system.plug("e5", FakeDevice(ENCODER, {TRIGGER}, stamped=False))
    bench.step()
    device.waiting = press(1_700_000_000 * SECOND, TRIGGER)
    assert bench.edges(0.5) == [RawEdge(0, True, bench.time)]


def test_a_device_that_is_away_at_the_start_is_said_once_and_heard_once_it_is_plugged_in():
    bench = Bench(key(TRIGGER))
    troubles = bench.troubles()
    assert list(troubles) == ["input device A"]
    assert "not plugged in" in str(troubles["input device A"])
    assert bench.troubles(2.1) == {}
    device = bench.system.plug("e9", encoder())
    assert bench.troubles(1) == {}, "it is looked for every two seconds"
    assert bench.troubles(1.2) == {"input device A": None}
    device.waiting = press(103 * SECOND, TRIGGER)
    assert len(bench.edges()) == 1


def test_a_cable_pulled_with_the_button_down_lets_it_go_and_works_again_when_it_is_back():
    bench = Bench(key(TRIGGER))
    device = bench.system.plug("e5", encoder())
    bench.step()
    device.waiting = press(99 * SECOND, TRIGGER)
    assert bench.edges() == [RawEdge(0, True, 99 * SECOND)]
    bench.system.pull("e5")
    heard = bench.step()
    assert RawEdge(0, False, bench.time) in heard
    assert device.closed
    again = bench.system.plug("e5", encoder())
    assert bench.troubles(2.1) == {"input device A": None}
    again.waiting = press(103 * SECOND, TRIGGER)
    assert bench.edges() == [RawEdge(0, True, 102 * SECOND + 100_000_000)], "never later than now"


def test_a_device_whose_rights_come_a_moment_later_is_tried_again():
    bench = Bench(key(TRIGGER))
    bench.system.plug("e5", encoder())
    bench.system.forbidden.add("e5")
    assert "group input" in str(bench.troubles()["input device A"])
    bench.system.forbidden.clear()
    assert bench.troubles(2.1) == {"input device A": None}


def test_lost_events_leave_no_button_down():
    bench = Bench(key(TRIGGER), key(THUMB))
    device = bench.system.plug("e5", encoder())
    bench.step()
    device.waiting = press(97 * SECOND, TRIGGER)
    bench.step()
    device.held, device.waiting = {THUMB}, event(98 * SECOND, 0, 3, 0) + event(99 * SECOND, 0, 0, 0)
    assert bench.edges() == [RawEdge(0, False, 99 * SECOND), RawEdge(1, True, 99 * SECOND)]


def test_what_is_not_needed_is_neither_kept_open_nor_opened_again():
    bench = Bench(key(TRIGGER))
    bench.system.plug("e5", encoder())
    other = bench.system.plug("e6", keyboard())
    bench.step()
    for _ in range(5):
        bench.step(2.1)
    assert (other.opened, other.closed) == (1, True)


def test_where_nothing_is_wanted_nothing_is_opened_and_nothing_is_due():
    bench = Bench()
    device = bench.system.plug("e5", encoder())
    bench.step()
    assert device.opened == 0
    assert bench.keys._due() is None


def test_letting_go_twice_or_asking_afterwards_changes_nothing():
    bench = Bench(key(TRIGGER))
    device = bench.system.plug("e5", encoder())
    bench.step()
    for _ in range(2):
        bench.keys.close()
    bench.keys.learn(1)
    bench.keys.change((None, None))
    assert device.closed


# -- learning ----------------------------------------------------------------------------------------------------------


def test_the_key_that_is_pressed_is_learnt_and_is_no_press():
    bench = Bench(key(TRIGGER))
    device, other = bench.system.plug("e5", encoder()), bench.system.plug("e6", keyboard())
    bench.step()
    bench.keys.learn(1)
    bench.step()
    assert bench.keys.devices == 2
    other.waiting = press(99 * SECOND, 116) + press(99 * SECOND, B) + press(99 * SECOND, B, 0)
    assert bench.step()[0] == KeyLearnt(1, key(B, KEYBOARD).text)
    assert bench.keys.learning is None
    bench.keys.change((key(TRIGGER), key(B, KEYBOARD)))
    bench.step()
    other.waiting, device.waiting = press(99 * SECOND, B), press(99 * SECOND, TRIGGER)
    assert bench.edges() == [RawEdge(0, True, 99 * SECOND), RawEdge(1, True, 99 * SECOND)]


@pytest.mark.parametrize("soon", [True, False], ids=["before the table listens to it", "after"])
def test_the_key_that_was_learnt_comes_up_and_that_is_no_release_of_a_press(soon):
    """It goes up whenever the finger leaves it, before or after the settings have made it a clock button."""
    bench = Bench()
    device = bench.system.plug("e5", encoder())
    bench.keys.learn(0)
    bench.step()
    device.waiting = press(99 * SECOND, TRIGGER)
    assert bench.learnt()
    bench.keys.change((key(TRIGGER), None))
    if not soon:
        bench.step()
    device.waiting = press(100 * SECOND, TRIGGER, 0)
    assert bench.edges() == []
    device.waiting = press(100 * SECOND, TRIGGER)
    assert bench.edges() == [RawEdge(0, True, 100 * SECOND)]


def test_the_key_that_was_learnt_is_pulled_out_while_it_is_down_and_that_is_no_release_of_a_press():
    bench = Bench()
    bench.system.plug("e5", encoder()).waiting = press(99 * SECOND, TRIGGER)
    bench.keys.learn(0)
    assert bench.learnt()
    bench.keys.change((key(TRIGGER), None))
    bench.step()
    bench.system.pull("e5")
    assert bench.edges() == []


def test_a_key_that_is_down_while_it_becomes_the_other_side_s_button_leaves_none_down():
    bench = Bench(key(TRIGGER), key(THUMB))
    device = bench.system.plug("e5", encoder())
    bench.step()
    device.waiting = press(99 * SECOND, TRIGGER)
    bench.step()
    bench.keys.change((key(THUMB), key(TRIGGER)))
    assert bench.edges() == [RawEdge(0, False, bench.time)]
    device.waiting = press(100 * SECOND, TRIGGER, 0)
    assert bench.edges() == []


def test_once_a_key_was_learnt_the_other_devices_are_let_go_at_once():
    bench = Bench()
    other = bench.system.plug("e6", keyboard())
    bench.keys.learn(0)
    bench.step()
    other.waiting = press(99 * SECOND, B)
    assert bench.learnt()
    assert bench.keys._due() == bench.time, "nobody has to ask for it"
    bench.step()
    assert (other.closed, bench.keys.devices) == (True, 0)


def test_learning_is_given_up_after_a_minute_and_then_a_press_is_a_press():
    bench = Bench(key(TRIGGER))
    device = bench.system.plug("e5", encoder())
    bench.keys.learn(0)
    bench.step(59)
    assert bench.keys.learning == 0
    bench.step(2)
    assert bench.keys.learning is None
    device.waiting = press(99 * SECOND, TRIGGER)
    assert len(bench.edges()) == 1


def test_mice_fingers_and_the_key_that_switches_off_are_never_learnt():
    assert {0x110, 0x111, 0x14A, 116} <= kernel.NEVER
    assert not kernel.NEVER & {A, B, ENTER, TRIGGER, THUMB, 353, 164}


# -- what else it touches ----------------------------------------------------------------------------------------------


def test_a_learnt_key_of_a_keyboard_types_nothing_and_its_other_keys_do():
    bench = Bench(key(A, KEYBOARD))
    bench.system.plug("e6", keyboard())
    bench.step()
    assert bench.keys.scancodes == {pygame.KSCAN_A}

    def down(scancode: int, letter: str):
        event = pygame.event.Event(pygame.KEYDOWN, key=ord(letter), unicode=letter, scancode=scancode)
        return key_input(event, bench.keys.scancodes)

    assert down(pygame.KSCAN_A, "a") is None
    assert down(pygame.KSCAN_B, "b") == TextInput("b")
    bench.system.pull("e6")
    bench.step()
    assert down(pygame.KSCAN_A, "a") == TextInput("a"), "another keyboard may type it while that one is away"


def test_every_key_that_types_has_the_scancode_of_its_name():
    for code, name in ((28, "RETURN"), (57, "SPACE"), (11, "0"), (2, "1"), (82, "KP0"), (79, "KP1"), (44, "Z")):
        assert SCANCODES[code] == getattr(pygame, f"KSCAN_{name}")
    assert len(set(SCANCODES.values())) == len(SCANCODES)


def test_keys_have_names_that_people_know():
    assert [name_of(code) for code in (A, 183, TRIGGER, 0x130, 500)] == [
        "klávesa A",
        "klávesa F13",
        "tlačítko 1",
        "tlačítko 1",
        "klávesa číslo 500",
    ]


def test_the_doctor_says_of_each_learnt_button_whether_it_is_there():
    bench = Bench()
    bench.system.plug("e5", encoder())
    settings = Settings(input_devices=InputDevicesSettings(button_a=key(TRIGGER).text, button_b=key(A, KEYBOARD).text))
    (first, _), (second, text) = doctor(settings, bench.system)
    assert (first, second) == (True, False)
    assert "not plugged in" in str(text)
    assert list(doctor(Settings(), bench.system)) == []
    bench.system.forbidden.add("e5")
    assert [ok for ok, _ in doctor(settings, bench.system)] == [False, False]


def test_a_key_names_its_side_only_where_it_is_on_that_device():
    """The same code on another keyboard is no clock button."""
    bench = Bench(LearntKey(A, KEYBOARD))
    bench.system.plug("e6", keyboard())
    other = bench.system.plug("e7", FakeDevice(Identity(1, 1, "usb-2", "Another keyboard"), {A}))
    bench.step()
    other.waiting = press(99 * SECOND, A)
    assert bench.edges() == []
