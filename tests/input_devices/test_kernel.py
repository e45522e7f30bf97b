"""What the kernel says of input devices: recorded bytes, events that are lost, the numbers of its calls."""

from __future__ import annotations

import pytest

from device.input_devices import kernel
from device.input_devices.kernel import InputEventDecoder, KeyChange, Resync
from rules.game import SECOND
from tests.input_devices.input_bench import (
    A,
    B,
    event,
    press,
)

RECORDED = bytes.fromhex(
    # A keyboard whose A was pressed for 87 ms, as /dev/input/event3 gave it on x86-64.
    "8f1e010000000000"
    "a7c9070000000000"
    "0400"
    "0400"
    "04000700"
    "8f1e010000000000"
    "a7c9070000000000"
    "0100"
    "1e00"
    "01000000"
    "8f1e010000000000"
    "a7c9070000000000"
    "0000"
    "0000"
    "00000000"
    "8f1e010000000000"
    "0f1d090000000000"
    "0400"
    "0400"
    "04000700"
    "8f1e010000000000"
    "0f1d090000000000"
    "0100"
    "1e00"
    "00000000"
    "8f1e010000000000"
    "0f1d090000000000"
    "0000"
    "0000"
    "00000000"
)


def test_a_recorded_press_is_a_change_down_and_one_up_with_the_kernel_s_own_times():
    at = 73_359 * SECOND + 510_375_000
    assert list(InputEventDecoder().feed(RECORDED)) == [KeyChange(A, True, at), KeyChange(A, False, at + 86_888_000)]


@pytest.mark.parametrize("cut", [1, 23, 25, 60, len(RECORDED) - 1])
def test_a_report_cut_in_two_is_put_together(cut):
    whole, decoder = list(InputEventDecoder().feed(RECORDED)), InputEventDecoder()
    assert [*decoder.feed(RECORDED[:cut]), *decoder.feed(RECORDED[cut:])] == whole


def test_repeats_of_a_held_key_say_nothing():
    assert list(InputEventDecoder().feed(press(SECOND, A, 2) * 40)) == []


def test_after_lost_events_the_rest_of_the_report_is_left_out_and_the_keys_are_asked_for():
    raw = press(1000, A) + event(2000, 0, 3, 0) + press(3000, A, 0) + press(4000, B)
    assert list(InputEventDecoder().feed(raw)) == [KeyChange(A, True, 1000), Resync(3000), KeyChange(B, True, 4000)]


def test_the_calls_of_the_kernel_have_the_numbers_of_its_headers():
    """EVIOCSCLOCKID, EVIOCGID, EVIOCGNAME(256), EVIOCGPHYS(256), EVIOCGKEY(96), EVIOCGBIT(EV_KEY, 96)."""
    asked = (kernel.SET_CLOCK, kernel.GET_ID, *(kernel.request(2, n, size) for n, size in ((6, 256), (7, 256))))
    assert asked == (0x400445A0, 0x80084502, 0x81004506, 0x81004507)
    assert [kernel.request(2, n, 96) for n in (0x18, 0x21)] == [0x80604518, 0x80604521]


def test_a_machine_without_input_devices_has_none(tmp_path):
    assert kernel.Kernel(tmp_path / "none").paths() == {}
    (tmp_path / "event0").write_text("no device")
    assert kernel.Kernel(tmp_path).paths() == {}
