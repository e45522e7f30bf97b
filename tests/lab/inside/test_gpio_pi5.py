"""A Pi 5 whose kernel (6.12.96) calls the chip of the header 11: neither 0 nor 4, which gpiozero tries by itself.

Both of those are there, and belong to other chips of the board.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero import Device

from device.common.settings.settings import Settings
from device.doctor import buttons as doctor
from device.io.signals import Lamp, Signals
from device.peripherals.gpio import Gpio
from tests.lab.inside.conftest import until
from tests.lab.models.gpiosim import Header, Simulated

PINS = Settings().buttons
BOARD = Path("/run/cpuinfo")
"""What lies over /proc/cpuinfo (tests/lab/init.sh)."""
PI_5 = "c04170"
BEFORE = [f"gpio-brcmstb@107d5085{number:02x}" for number in range(11)]


@pytest.fixture(scope="module")
def header() -> Iterator[Header]:
    """The header of a Pi 5, after eleven chips with which it has nothing to do."""
    cpu_info = BOARD.read_text()
    BOARD.write_text(re.sub(r"(?m)^(Revision\t: ).*$", rf"\g<1>{PI_5}", cpu_info))
    others = Simulated("others", BEFORE, lines=32)
    assert others.start() == [f"gpiochip{number}" for number in range(11)]
    pins = Header("pinctrl-rp1")
    assert pins.path.name == "gpiochip11"
    yield pins
    pins.close()
    others.close()
    BOARD.write_text(cpu_info)


@pytest.fixture
def table(header: Header):
    """The table's own lines, open; what they post."""
    heard = SimpleQueue()
    gpio = Gpio(PINS, heard.put)
    assert (gpio.open(), gpio.open_outputs()) == (None, None)
    yield gpio, heard
    gpio.close()


def troubles() -> list[str]:
    return [str(text) for ok, text in doctor.lines(Settings()) if not ok]


def held(chip: str) -> subprocess.Popen[bytes]:
    """A program that holds the line of button B on that chip, until its standard input is closed."""
    hold = (
        f"import lgpio, sys; h = lgpio.gpiochip_open({chip.removeprefix('gpiochip')})"
        f"; lgpio.gpio_claim_input(h, {PINS.button_b}); print(1, flush=True); sys.stdin.read()"
    )
    program = subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdout.readline() == b"1\n"
    return program


def test_gpiozero_by_itself_opens_a_chip_that_is_not_the_header(header: Header):
    """So this board is one on which the number has to be handed over."""
    factory = Device._default_pin_factory()
    try:
        assert factory.board_info.revision == PI_5
        assert factory.chip == 4
    finally:
        factory.close()


def test_both_buttons_and_lamps_of_the_table_are_on_the_header(table, header: Header):
    gpio, heard = table
    assert gpio.factory.chip == 11
    for side, number in enumerate((PINS.button_a, PINS.button_b)):
        assert header.pulled_up(number), "the pin's own resistor"
        for down in (True, False):
            before, after = header.pull(number, up=not down)
            edge = until(lambda: not heard.empty() and heard.get(), "the edge")
            assert (edge.side, edge.down) == (side, down)
            assert before - 1_000_000 <= edge.at <= after + 1_000_000, "the time is that of the pull"
    gpio.show(Signals(lamp_a=Lamp.ON))
    assert [header.value(PINS.lamp_a), header.value(PINS.lamp_b)] == [1, 0]


@pytest.mark.parametrize("chip", ["gpiochip0", "gpiochip4"])
def test_the_doctor_asks_no_chip_that_the_table_does_not_open(header: Header, chip: str):
    other = held(chip)
    try:
        assert troubles() == []
    finally:
        other.communicate()


def test_the_doctor_names_who_holds_a_line_of_the_header(header: Header):
    other = held("gpiochip11")
    try:
        (trouble,) = troubles()
        assert f"Line {PINS.button_b} (Clock button B)" in trouble
        assert str(other.pid) in trouble
        heard = SimpleQueue()
        gpio = Gpio(PINS, heard.put)
        assert "busy" in str(gpio.open()), "the table says it of the same line"
    finally:
        other.communicate()
    assert troubles() == []


def test_the_doctor_sees_the_table_on_the_lines(table, header: Header):
    assert len(troubles()) == 5, "two buttons, two lamps, a buzzer"
