"""The hardware of a step on gpiozero's mock pins and a bus without glass."""

import queue

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.bring_up.needs import needs_of
from device.bring_up.steps import Edge, Lines, Looked, WiringReply, WiringStep, begin, on
from device.bring_up.wired_parts import WiredParts
from device.common.settings.settings import ButtonSettings, OledSettings, Settings
from device.peripherals.gpio import Gpio
from tests.bring_up.builder import Builder
from tests.peripherals.oled_bus import Wire

A, B = 17, 27


class Table:
    """Parts whose rounds are wired_table by hand, and what it has posted."""

    def __init__(self, dev):
        self.heard = queue.SimpleQueue()
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.parts = WiredParts(self.heard.put, self.pins, dev=dev)

    def show(self, builder):
        self.parts.want(builder.needs)
        self.parts.serve()
        return self.said()

    def said(self):
        heard = []
        while not self.heard.empty():
            heard.append(self.heard.get())
        return heard


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr("smbus2.SMBus", Wire)
    monkeypatch.setattr("device.peripherals.oled_probe.SMBUS", Wire)
    Wire.open, Wire.present, Wire.sent = 0, (), []
    (tmp_path / "i2c-1").touch()
    wired_table = Table(tmp_path)
    yield wired_table
    wired_table.parts.close()


def test_presses_on_the_buttons_and_on_places_beside_are_edges_of_their_pins(table):
    assert table.show(Builder()) == [Lines(None)]
    for pin in (A, 25, B):
        table.pins.pin(pin).drive_low()
        table.pins.pin(pin).drive_high()
    assert table.said() == [edge for pin in (A, 25, B) for edge in (Edge(pin, True), Edge(pin, False))]


def test_a_button_that_is_closed_at_rest_is_seen_at_once(table, monkeypatch):
    table.pins.pin(A).drive_low()
    monkeypatch.setattr(MockPWMPin, "_set_pull", lambda self, value: None)  # a contact is stronger than any pull-up
    assert Edge(A, True) in table.show(Builder())


def test_lines_that_do_not_open_are_said_once_and_tried_again(table, monkeypatch):
    monkeypatch.setattr(table.parts, "_factory", None)
    monkeypatch.setattr("device.peripherals.gpio.make_factory", lambda name: 1 // 0)
    trouble = table.show(Builder())
    assert [type(event) for event in trouble] == [Lines]
    assert trouble[0].trouble is not None
    assert table.show(Builder()) == []
    monkeypatch.setattr("device.peripherals.gpio.make_factory", lambda name: table.pins)
    assert table.show(Builder()) == [Lines(None)]


def test_the_lamp_that_is_asked_about_blinks_alone(table):
    builder = Builder().to("TURNS")
    table.show(builder)
    lamps = [table.pins.pin(pin).state for pin in (22, 23)]
    assert lamps == [True, False]
    table.show(builder.see(Edge(A, True)))
    assert [table.pins.pin(pin).state for pin in (22, 23)] == [False, True]


def test_a_display_is_found_shown_and_found_again_after_its_cable(table):
    builder = Builder().to("OLED_A")
    assert table.show(builder) == [Looked((), (1,))]
    Wire.present = (0x3D,)
    (looked,) = table.show(builder)
    builder.see(looked)
    assert builder.settings.oled_a.address == 0x3D
    table.show(builder)
    pictures = len(Wire.sent)
    table.show(builder)
    assert table.parts._shown, "it shows its letter"
    Wire.present = ()
    assert table.show(builder) == [Looked((), (1,))]
    assert not table.parts._shown
    Wire.present = (0x3D,)
    table.show(builder)
    table.show(builder)
    assert table.parts._shown
    assert len(Wire.sent) > pictures


def test_what_a_step_does_not_want_is_let_go(table):
    Wire.present = (0x3C, 0x3D)
    table.show(Builder().to("TURNS"))
    assert set(table.parts._shown) == {0, 1}
    table.show(Builder().to("DONE"))
    assert not table.parts._shown
    assert Wire.open == 0
    assert Gpio(ButtonSettings(), print, given=table.pins).open() is None, "the lines are free again"


def test_a_whole_table_is_brought_up_by_what_its_parts_see(table):
    Wire.present = (0x3C, 0x3D)
    state = begin(Settings(oled_a=OledSettings(address=0x3D)))
    table.parts.want(needs_of(state))
    table.parts.serve()
    builder = Builder(state.settings)
    for pin in (A, B):
        table.pins.pin(pin).drive_low()
        table.pins.pin(pin).drive_high()
        builder.see(*table.said()).wait()
        table.show(builder)
    builder.answer(WiringReply.YES, WiringReply.YES, WiringReply.YES)
    for _ in range(2):
        builder.see(*table.show(builder))
        builder.answer(WiringReply.YES)
    assert builder.state.step is WiringStep.SIDES
    builder.answer(WiringReply.YES)
    table.show(builder)
    for pin in (A, B, A, B):
        table.pins.pin(pin).drive_low()
        table.pins.pin(pin).drive_high()
        builder.see(*table.said())
    assert builder.state.step is WiringStep.DONE
    assert on(builder.state, Edge(A, True)).step is WiringStep.DONE
