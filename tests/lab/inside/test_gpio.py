"""The project's buttons and lamps through unmodified gpiozero, lgpio and rpi-lgpio on the kernel's own GPIO lines."""

import subprocess
import sys
from queue import SimpleQueue

import pytest
from gpiozero import Device
from msgspec.structs import replace

from device.common.settings.settings import Settings
from device.doctor import buttons as doctor
from device.io.inputs import PeripheralStatus, RawEdge
from device.io.signals import Lamp, Signals
from device.peripherals.gpio import Gpio
from tests.lab.inside.conftest import until
from tests.lab.models.gpiosim import Header

PINS = Settings().buttons


class Bench:
    def __init__(self, factory):
        self.queue = SimpleQueue()
        self.gpio = Gpio(replace(PINS, pin_factory=factory), self.queue.put)
        self.troubles = [self.gpio.open() or self.gpio.open_outputs()]

    def edges(self):
        heard = []
        while not self.queue.empty():
            heard.append(self.queue.get())
        return [edge for edge in heard if isinstance(edge, RawEdge)]


@pytest.fixture(params=["lgpio", "rpigpio"])
def bench(request, header: Header):
    new_bench = Bench(request.param)
    yield new_bench
    new_bench.gpio.close()


def test_gpiozero_finds_the_board_and_lgpio_by_itself(header: Header):
    factory = Device._default_pin_factory()
    assert type(factory).__name__ == "LGPIOFactory"
    assert (factory.board_info.model, factory.board_info.revision) == ("3B", "a22082")
    factory.close()


def test_rpi_gpio_is_rpi_lgpio_and_knows_the_board(header: Header):
    from RPi import GPIO

    assert GPIO.RPI_INFO["TYPE"] == "Pi 3 Model B"
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(26, GPIO.IN, pull_up_down=GPIO.PUD_UP)
    seen = []
    GPIO.add_event_detect(26, GPIO.FALLING, callback=seen.append)
    header.pull(26, up=False)
    until(lambda: seen == [26], "the callback")
    GPIO.cleanup()
    header.pull(26, up=True)


def test_a_press_and_a_release_arrive_once_each_on_their_side(bench: Bench, header: Header):
    assert bench.troubles == [None]
    assert header.pulled_up(PINS.button_a), "the pin's own resistor"
    edges = []
    for side, number in enumerate((PINS.button_a, PINS.button_b)):
        for down in (True, False):
            before, after = header.pull(number, up=not down)
            until(lambda: edges.extend(bench.edges()) or len(edges) == 1, "the edge")
            (edge,) = edges
            edges.clear()
            assert (edge.side, edge.down) == (side, down)
            if bench.gpio.factory.__class__.__name__ == "LGPIOFactory":
                assert before - 1_000_000 <= edge.at <= after + 1_000_000, "the time is that of the pull"


def test_lamps_light_on_their_lines(bench: Bench, header: Header):
    bench.gpio.show(Signals(lamp_a=Lamp.ON))
    assert [header.value(PINS.lamp_a), header.value(PINS.lamp_b)] == [1, 0]
    bench.gpio.show(Signals(lamp_b=Lamp.FAST))
    assert header.value(PINS.lamp_a) == 0
    until(lambda: header.value(PINS.lamp_b) == 1, "the lamp is on")
    until(lambda: header.value(PINS.lamp_b) == 0, "the lamp is off")


def test_a_line_that_another_program_holds_is_said_named_by_the_doctor_and_taken_when_free(header: Header):
    hold = (
        f"import lgpio, sys; h = lgpio.gpiochip_open(0); lgpio.gpio_claim_input(h, {PINS.button_b})"
        "; print(1, flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"1\n"
    heard = SimpleQueue()
    gpio = Gpio(PINS, heard.put)
    gpio.start()
    try:
        status = until(lambda: not heard.empty() and heard.get(), "what is wrong")
        assert isinstance(status, PeripheralStatus)
        assert "busy" in str(status.trouble)
        lines = [str(text) for ok, text in doctor.lines(Settings()) if not ok]
        assert len(lines) == 1
        assert f"Line {PINS.button_b} (Clock button B)" in lines[0]
        assert str(other.pid) in lines[0]
        other.communicate()
        until(lambda: not heard.empty() and heard.get() == PeripheralStatus("buttons", None), "the buttons are back")
    finally:
        other.kill()
        gpio.close()
    assert all(ok for ok, _ in doctor.lines(Settings()))
