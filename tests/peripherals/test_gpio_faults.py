"""Lines that cannot be opened, are taken, or fail: said, tried again, and never replaced by something silent."""

import contextlib
import os
import queue

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from device.app import composition
from device.common.settings.reading import SettingsTrouble, load
from device.common.settings.settings import ButtonSettings
from device.demo.simulator import SimulatedFactory
from device.graphics.actions import PressArea
from device.graphics.widgets import place_of
from device.io.inputs import FingerDown, FingerUp, RawEdge
from device.io.signals import Lamp, Signals
from device.peripherals import gpio, gpio_chip
from device.peripherals.gpio import Gpio
from rules.polish_doubles import DoublesSetup, PairSetup, Phase
from rules.polish_doubles import acts as e
from tests.inputs import next_input
from tests.peripherals.chips import OTHER, PI_4, PI_5, Chips
from tests.peripherals.conftest import LIBRARIES, MOCK, SOON
from tools.play.unwatched import HeadlessDisplay


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_missing_library_is_said_and_never_becomes_a_mock(bench, no_library, monkeypatch, name):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    table = bench(f'pin_factory = "{name}"', opened=False)
    trouble = table.gpio.open()
    assert trouble is not None
    assert name in str(trouble)
    assert "screen" in str(trouble), "what people can do about it"
    assert table.gpio.factory is None
    assert not Device.pin_factory.pins, "nobody took a pin of the default factory"


def test_a_board_that_is_not_a_pi_is_said_too(bench, monkeypatch):
    def no_pi(name):
        raise OSError(f"{name}: no gpiochip here")

    monkeypatch.setattr(gpio, "make_factory", no_pi)
    assert "no gpiochip here" in str(bench('pin_factory = "lgpio"', opened=False).gpio.open())


def test_a_factory_that_nobody_knows_is_refused_with_the_line_of_the_settings(bench):
    with pytest.raises(SettingsTrouble, match=r"settings\.toml, line 3: .*pin_factory"):
        bench("button_a = 5", 'pin_factory = "mocks"')


def test_a_factory_that_nobody_knows_opens_nothing(tmp_path):
    heard = queue.SimpleQueue()
    lines = Gpio(ButtonSettings(pin_factory="mocks"), heard.put)
    assert "mocks" in str(lines.open())
    assert lines.factory is None


def test_lgpio_keeps_its_pipes_out_of_the_working_folder(no_library, monkeypatch):
    monkeypatch.delenv("LG_WD")
    with pytest.raises(ImportError):
        gpio.make_factory("lgpio")
    assert os.path.isdir(os.environ["LG_WD"])
    assert not os.path.samefile(os.environ["LG_WD"], os.getcwd())
    os.rmdir(os.environ["LG_WD"])


@pytest.mark.parametrize(
    ("chips", "number"),
    [({0: PI_4, 1: OTHER}, 0), ({0: OTHER, 4: PI_5}, 4), ({11: PI_5, 12: OTHER, 13: OTHER}, 11), ({1: OTHER}, 0)],
    ids=["Pi 4", "Pi 5", "Pi 5 with a newer kernel", "no Pi: gpiozero's own choice"],
)
def test_lgpio_opens_the_chip_of_the_header_whatever_its_number(tmp_path, monkeypatch, chips, number):
    kernel = Chips(tmp_path, {key: (label, {}) for key, label in chips.items()})
    kernel.install(monkeypatch)
    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", lambda self: 0xC04170)
    with contextlib.suppress(kernel.error):
        gpio.make_factory("lgpio").close()
    assert kernel.opened == [number]


def test_a_chip_that_may_not_be_asked_hides_no_header_and_is_told_where_there_is_none(tmp_path, monkeypatch):
    kernel = Chips(tmp_path, {0: (OTHER, {}), 11: (PI_5, {})})
    kernel.install(monkeypatch)

    def refuses(chip, request, data):
        if chip.name == "gpiochip0":
            raise PermissionError("gpiochip0")
        return kernel.ask(chip, request, data)

    monkeypatch.setattr(gpio_chip, "ask", refuses)
    gpio.make_factory("lgpio").close()
    assert kernel.opened == [11]
    (tmp_path / "gpiochip11").unlink()
    with pytest.raises(PermissionError):
        gpio.make_factory("lgpio")


def test_lines_that_do_not_open_are_said_once_and_taken_up_when_they_are_there(bench, monkeypatch):
    table, tries = bench(MOCK, opened=False), []

    def make(name):
        tries.append(name)
        if len(tries) < 6:
            raise ImportError("no module named lgpio")
        return MockFactory()

    monkeypatch.setattr(gpio, "make_factory", make)
    monkeypatch.setattr(gpio, "RETRY_S", 0.001)
    table.gpio.show(Signals(Lamp.ON))
    table.gpio.start()
    assert "lgpio" in table.said("buttons")
    assert table.said("buttons") == "", "said once, then fine"
    assert len(tries) == 6
    table.opened()
    assert table.pin("lamp_a").state is True
    table.heard()
    table.pin("button_a").drive_low()
    assert [edge.down for edge in table.heard()] == [True]


def test_a_second_trouble_is_said_as_well(bench, monkeypatch):
    table, errors = bench(MOCK, opened=False), [OSError("first"), OSError("first"), OSError("second")]

    def make(name):
        if errors:
            raise errors.pop(0)
        return MockFactory()

    monkeypatch.setattr(gpio, "make_factory", make)
    monkeypatch.setattr(gpio, "RETRY_S", 0.001)
    table.gpio.start()
    assert "first" in table.said("buttons")
    assert "second" in table.said("buttons")
    assert table.said("buttons") == ""


@pytest.mark.parametrize("line", ["button_a", "button_b", "lamp_a", "lamp_b", "buzzer"])
def test_a_pin_that_somebody_else_holds_is_named_and_taken_when_it_is_free(bench, line):
    table = bench(MOCK, factory=SimulatedFactory(), opened=False)
    number = getattr(table.settings.buttons, line)
    other = LED(number, pin_factory=table.gpio.given)
    [trouble] = table.open()
    assert f"GPIO{number} is already in use" in trouble
    assert table.gpio.given.pin(number).function == "output", "the other one keeps it"
    other.close()
    assert table.open() == []


@pytest.mark.parametrize("line", ["lamp_a", "lamp_b", "buzzer"])
def test_a_lamp_that_cannot_be_had_leaves_the_buttons_and_the_other_lamp_alone(bench, monkeypatch, line):
    monkeypatch.setattr(gpio, "RETRY_S", 0.001)
    table = bench(MOCK, factory=SimulatedFactory(), opened=False)
    other = LED(getattr(table.settings.buttons, line), pin_factory=table.gpio.given)
    table.gpio.start()
    assert table.said("buttons") == ""
    assert "already in use" in table.said("lamps")
    table.heard()
    table.pin("button_b").drive_low()
    assert [edge.side for edge in table.heard() if isinstance(edge, RawEdge)] == [1]
    table.gpio.show(Signals(Lamp.ON, Lamp.ON))
    other.close()
    assert table.said("lamps") == ""
    assert (table.pin("lamp_a").state, table.pin("lamp_b").state) == (True, True)


def test_without_clock_buttons_the_game_goes_on_by_the_screens_own(tmp_path, no_library):
    path = tmp_path / "settings.toml"
    path.write_text(f'journal = "{tmp_path}/journal.db"\n[buttons]\npin_factory = "lgpio"\n', encoding="utf-8")
    kiosk, edges = composition.assemble(load(path), HeadlessDisplay((800, 480)))
    try:
        edges.gpio.start()
        while "buttons" not in kiosk.host.notices.troubles:
            kiosk.loop.handle(next_input(kiosk.queue, SOON))
        pairs = tuple(PairSetup(name=name, players=("Jana", "Petr")) for name in ("Krtci", "Sloky"))
        kiosk.table.new(DoublesSetup(pairs=pairs))
        kiosk.table.do(e.Starters(pair="A"))
        kiosk.host.enter(kiosk.host.games["polish_doubles"].play(kiosk.host))
        kiosk.loop.settle()
        place = place_of(kiosk.scene, PressArea(0))
        assert place is not None, "the screen has no button of its own"
        kiosk.loop.handle_all([FingerDown(*place, kiosk.now()), FingerUp(*place, kiosk.now())])
        kiosk.loop.settle()
        assert kiosk.table.state.phase is Phase.PLAY
    finally:
        kiosk.close()
        edges.close()
