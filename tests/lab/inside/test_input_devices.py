"""USB buttons on the kernel's own input devices: learnt, stamped by the table's clock, unplugged and put back."""

import pytest
from evdev import ecodes as e

from device.common.settings.settings import LearntKey, parse_key
from device.input_devices.watcher import InputButtonState, InputDevices
from device.io.inputs import KeyLearnt, RawEdge
from tests.lab.inside.conftest import until
from tests.lab.models.buttons import encoder, keyboard


class Bench:
    def __init__(self) -> None:
        self.heard = []
        self.keys = InputDevices((None, None), self.heard.append)
        self.keys.start()

    def of(self, kind):
        return [event for event in self.heard if isinstance(event, kind)]


@pytest.fixture
def bench():
    new_bench = Bench()
    yield new_bench
    new_bench.keys.close()


def learn(bench: Bench, device, code: int, side: int) -> LearntKey:
    bench.keys.learn(side)
    until(lambda: bench.keys.devices, "the device is listened to")
    device.set(code, down=True)
    device.set(code, down=False)
    (learnt,) = until(lambda: bench.of(KeyLearnt), "the key is learnt")
    until(lambda: not bench.keys.devices, "learning is over")
    bench.heard.clear()
    assert learnt.side == side
    return parse_key(learnt.key)


def test_a_press_comes_with_the_time_at_which_it_happened(bench: Bench):
    board, keys = encoder(), keyboard()
    learnt_key = learn(bench, board, e.BTN_THUMB, 0)
    other = learn(bench, keys, e.KEY_ENTER, 1)
    assert (learnt_key.code, learnt_key.device.name, learnt_key.device.phys) == (
        e.BTN_THUMB,
        "Lab encoder",
        "usb-1.2/input0",
    )
    bench.keys.change((learnt_key, other))
    until(lambda: [seen.standing for seen in bench.keys.buttons] == [InputButtonState.READY] * 2, "both are there")
    assert bench.keys.scancodes == {40}
    for device, code, side in ((board, e.BTN_THUMB, 0), (keys, e.KEY_ENTER, 1)):
        for down in (True, False):
            bench.heard.clear()
            before, after = device.set(code, down=down)
            (edge,) = until(lambda: bench.of(RawEdge), "the edge")
            assert (edge.side, edge.down) == (side, down)
            assert before - 2_000 <= edge.at <= after + 2_000, "the kernel's stamp, in microseconds"
    bench.heard.clear()
    keys.set(e.KEY_A, down=True)
    keys.set(e.KEY_A, down=False)
    board.set(e.BTN_TRIGGER, down=True)
    board.set(e.BTN_THUMB, down=True)
    until(lambda: bench.of(RawEdge), "the edge after the other keys")
    assert [edge.side for edge in bench.of(RawEdge)] == [0], "other keys are no clock buttons"
    board.unplug()
    keys.unplug()


def test_a_cable_is_pulled_with_the_button_down_and_plugged_in_elsewhere(bench: Bench):
    board = encoder()
    learnt_key = learn(bench, board, e.BTN_TRIGGER, 0)
    bench.keys.change((learnt_key, None))
    until(lambda: bench.keys.buttons[0].standing is InputButtonState.READY, "it is there")
    board.set(e.BTN_TRIGGER, down=True)
    until(lambda: bench.of(RawEdge), "the press")
    board.unplug()
    until(lambda: [edge.down for edge in bench.of(RawEdge)] == [True, False], "it counts as let go")
    until(lambda: bench.keys.buttons[0].standing is InputButtonState.AWAY, "it is said to be away")
    again = encoder("usb-1.4/input0")
    until(lambda: bench.keys.buttons[0].standing is InputButtonState.READY, "the same device at another port")
    bench.heard.clear()
    again.set(e.BTN_TRIGGER, down=True)
    assert until(lambda: bench.of(RawEdge), "the press")[0].down
    again.unplug()
