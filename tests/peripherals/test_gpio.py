"""Buttons, lamps and buzzer on gpiozero's own mock pins."""

import threading
import time
from types import SimpleNamespace

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from device.demo.simulator import SimulatedFactory, SimulatedPin
from device.io.inputs import RawEdge
from device.io.signals import Beep, Lamp, Signals
from device.peripherals import gpio
from rules.game import SECOND
from tests.peripherals.conftest import MOCK, SOON


def test_a_press_on_a_real_mock_pin_reaches_the_queue_with_its_own_time(bench):
    table = bench(MOCK)
    assert type(table.gpio.factory) is MockFactory
    before = time.monotonic_ns()
    table.pin("button_a").drive_low()
    after = time.monotonic_ns()
    [edge] = table.heard()
    assert (edge.side, edge.down) == (0, True)
    assert before - 1_000 <= edge.at <= after


def test_an_edge_that_was_delivered_late_keeps_the_pins_time_not_the_handlers(bench):
    table = bench(MOCK, now=lambda: 10 * SECOND)
    pin = table.pin("button_b")
    table.gpio.factory.ticks = lambda: pin._last_change + 0.25
    pin.drive_low()
    [edge] = table.heard()
    assert edge.at == pytest.approx(9.75 * SECOND, abs=1_000)


def test_a_stamp_from_the_future_counts_as_now(bench):
    table = bench(MOCK, now=lambda: 10 * SECOND)
    pin = table.pin("button_a")
    table.gpio.factory.ticks = lambda: pin._last_change - 0.25
    pin.drive_low()
    assert table.heard() == [RawEdge(0, True, 10 * SECOND)]


def test_a_counter_that_wraps_between_edge_and_handler_costs_no_time(bench):
    class Wrapping(SimulatedFactory):
        """Microseconds in 32 bits, as pigpio counts them; each reading is 300 µs after the last."""

        reading = 2**32 - 400

        def ticks(self):
            self.reading = (self.reading + 300) % 2**32
            return self.reading

        @staticmethod
        def ticks_diff(later, earlier):
            return ((later - earlier) % 2**32) / 1_000_000

    table = bench(MOCK, now=lambda: 10 * SECOND, factory=Wrapping())
    table.pin("button_a").drive_low()
    assert table.gpio.factory.reading < 400, "wrapped"
    assert table.heard() == [RawEdge(0, True, 10 * SECOND - 300_000)]


def test_a_reading_in_whose_middle_the_processor_was_taken_away_is_done_again(bench):
    clock = SimpleNamespace(ns=10 * SECOND, away=[])

    class Preempted(SimulatedFactory):
        """The clock goes on by 40 ms between the two readings, once."""

        def ticks(self):
            clock.ns += clock.away.pop() if clock.away else 0
            return clock.ns

    table = bench(MOCK, now=lambda: clock.ns, factory=Preempted(lambda: clock.ns))
    pin = table.pin("button_a")
    clock.away = [40_000_000]
    PiPin._call_when_changed(pin, 10 * SECOND - 5_000_000, False)
    assert table.heard()[-1] == RawEdge(0, True, 10 * SECOND - 5_000_000)


def test_every_bounce_comes_through_because_nobody_before_our_own_debounce_drops_any(bench):
    table = bench(MOCK)
    pin = table.pin("button_a")
    for _ in range(5):
        pin.drive_low()
        pin.drive_high()
    assert [edge.down for edge in table.heard()] == [True, False] * 5
    assert pin.bounce is None


def test_a_release_whose_edge_was_lost_is_read_from_the_level_long_before_it_is_a_hold(bench):
    table = bench(MOCK, opened=False)
    table.gpio.start()
    assert (table.said("buttons"), table.said("lamps")) == ("", "")
    pin = table.pin("button_a")
    pin.drive_low()
    pin._state = True  # let go, and no edge tells so
    press, release = table.queue.get(timeout=SOON), table.queue.get(timeout=SOON)
    assert (press.side, press.down, release.side, release.down) == (0, True, 0, False)
    assert 0 < release.at - press.at < table.settings.buttons.hold_ms * 1_000_000


def test_a_button_that_stays_down_is_only_read(bench, monkeypatch):
    monkeypatch.setattr(gpio, "READ_EVERY_S", 0)
    table, read = bench(MOCK, opened=False), threading.Event()
    table.gpio.start()
    assert (table.said("buttons"), table.said("lamps")) == ("", "")
    pin = table.pin("button_b")

    class Watched(type(pin)):
        def _get_state(self):
            read.set()
            return super()._get_state()

    pin.drive_low()
    pin.__class__ = Watched
    for _ in range(3):
        read.clear()
        assert read.wait(SOON)
    assert [edge.down for edge in table.heard()] == [True]


def test_each_button_is_the_one_that_the_settings_say(bench):
    table = bench(MOCK, "button_a = 5", "button_b = 6")
    table.gpio.factory.pin(6).drive_low()
    table.gpio.factory.pin(5).drive_low()
    assert [(edge.side, edge.down) for edge in table.heard()] == [(1, True), (0, True)]


def test_a_loose_button_reads_as_released(bench):
    table = bench(MOCK)
    for name in ("button_a", "button_b"):
        assert (table.pin(name).function, table.pin(name).pull, table.pin(name).state) == ("input", "up", True)
    assert table.heard() == []


def test_lamps_shine_and_go_dark_each_on_its_own_line(bench):
    table = bench(MOCK, "lamp_a = 12", "lamp_b = 13")
    table.gpio.show(Signals(Lamp.ON, Lamp.OFF))
    assert (table.gpio.factory.pin(12).state, table.gpio.factory.pin(13).state) == (True, False)
    table.gpio.show(Signals(Lamp.OFF, Lamp.ON))
    assert (table.gpio.factory.pin(12).state, table.gpio.factory.pin(13).state) == (False, True)


def test_a_lamp_hurries_visibly_faster_than_it_invites(bench, blinks):
    table = bench(MOCK)
    table.gpio.show(Signals(Lamp.SLOW, Lamp.FAST))
    slow, fast = (thread.stopping.delays.get(timeout=SOON) for thread in blinks)
    assert fast <= 0.2
    assert slow >= 3 * fast


def test_a_lamp_that_blinked_shines_steadily_when_it_should(bench, blinks):
    table = bench(MOCK)
    table.gpio.show(Signals(Lamp.FAST))
    table.gpio.show(Signals(Lamp.ON))
    assert not blinks[0].is_alive()
    assert table.pin("lamp_a").state is True


@pytest.mark.parametrize("beep", list(Beep))
def test_the_buzzer_beeps_more_the_more_urgent_it_is_and_falls_silent_again(bench, blinks, beep):
    table = bench(MOCK)
    table.gpio.show(Signals(beep=beep))
    blinks[0].join(SOON)
    states = [change.state for change in table.pin("buzzer").states]
    assert states == [False, *[True, False] * {Beep.LOW: 1, Beep.LAST: 2, Beep.OVER: 4}[beep]]


def test_a_signal_that_stays_beeps_once_and_beeps_again_when_it_comes_again(bench, blinks):
    table = bench(MOCK)
    for signals, beeps in (
        (Signals(Lamp.OFF, Lamp.ON, Beep.LOW), 1),
        (Signals(Lamp.ON, Lamp.OFF, Beep.LOW), 1),
        (Signals(Lamp.ON, Lamp.OFF), 1),
        (Signals(Lamp.ON, Lamp.OFF, Beep.LOW), 2),
    ):
        table.gpio.show(signals)
        assert len(blinks) == beeps


def test_a_table_without_lamps_and_buzzer_is_a_table(bench):
    table = bench(MOCK, "lamp_a = 0", "lamp_b = 0", "buzzer = 0")
    table.gpio.show(Signals(Lamp.ON, Lamp.FAST, Beep.OVER))
    assert {pin._number for pin in table.gpio.factory.pins.values()} == {17, 27}


def test_lines_that_come_late_show_what_holds_now_and_keep_quiet_about_the_past(bench, blinks):
    table = bench(MOCK, opened=False)
    table.gpio.show(Signals(Lamp.ON, Lamp.OFF, Beep.OVER))
    assert table.open() == []
    assert (table.pin("lamp_a").state, table.pin("lamp_b").state) == (True, False)
    assert [change.state for change in table.pin("buzzer").states] == [False]


class BoardGone(Exception):
    """What pin libraries raise when the kernel takes a line away: no OSError (lgpio.error, pigpio.error)."""


@pytest.mark.parametrize("error", [OSError, BoardGone])
@pytest.mark.parametrize("state", [Lamp.ON, Lamp.OFF])
def test_a_lamp_whose_line_is_gone_stops_neither_the_game_nor_the_other_lamp(bench, monkeypatch, error, state):
    table = bench(MOCK)
    broken, set_state = table.pin("lamp_a"), MockPin._set_state

    def fails(pin, value):
        if pin is broken:
            raise error(f"{pin!r} is gone")
        set_state(pin, value)

    monkeypatch.setattr(MockPin, "_set_state", fails)
    table.gpio.show(Signals(state, Lamp.ON))
    assert table.pin("lamp_b").state is True
    monkeypatch.undo()


class KeepsItsCallback(SimulatedPin):
    """A pin that, like lgpio's, does not forget by itself whom it reports to."""

    def close(self):
        """Nothing."""


def test_closing_lets_every_pin_go(bench, blinks):
    factory = SimulatedFactory()
    factory.pin_class = KeepsItsCallback
    table = bench(MOCK, factory=factory)
    table.gpio.show(Signals(Lamp.SLOW, Lamp.FAST, Beep.OVER))
    alive = list(table.gpio._buttons)
    table.gpio.close()
    assert not any(thread.is_alive() for thread in blinks)
    for button in alive:
        button.pin.drive_low()
    assert table.heard() == []
    lines = ("button_a", "button_b", "lamp_a", "lamp_b", "buzzer")
    others = [LED(getattr(table.settings.buttons, line), pin_factory=factory) for line in lines]
    for other in others:
        other.close()


def test_what_was_closed_can_be_opened_by_the_next(bench):
    factory = SimulatedFactory()
    bench(MOCK, factory=factory).gpio.close()
    table = bench(MOCK, factory=factory)
    table.pin("button_a").drive_low()
    assert [edge.down for edge in table.heard()] == [True]


def test_closing_closes_the_factory_that_was_opened_by_name(bench, monkeypatch):
    table, closed = bench(MOCK), []
    monkeypatch.setattr(table.gpio.factory, "close", lambda: closed.append(True))
    table.gpio.close()
    assert closed == [True]
    assert table.gpio.factory is None


def test_a_failed_try_leaves_nothing_open_for_the_next(bench):
    factory = SimulatedFactory()
    table = bench(MOCK, factory=factory, opened=False)
    blocker = LED(table.settings.buttons.button_b, pin_factory=factory)
    for _ in range(3):
        assert len(table.open()) == 1
    factory.pin(table.settings.buttons.button_a).drive_low()
    assert table.heard() == [], "one button alone is no clock"
    factory.pin(table.settings.buttons.button_a).drive_high()
    blocker.close()
    assert table.open() == []
    factory.pin(table.settings.buttons.button_a).drive_low()
    assert [edge.down for edge in table.heard()] == [True], "heard once, not once for each try"


def test_closing_twice_or_before_anything_was_opened_is_fine(bench):
    table = bench(MOCK, opened=False)
    table.gpio.close()
    table.gpio.close()
    table.gpio.show(Signals(Lamp.ON, Lamp.ON, Beep.LOW))


def test_closing_while_the_lines_are_being_opened_leaves_none_open(bench, monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    factory, reached, go_on = SimulatedFactory(), threading.Event(), threading.Event()
    table = bench(MOCK, factory=factory, opened=False)
    pin = factory.pin

    def slow(number, *args):
        if number == table.settings.buttons.button_b:
            reached.set()
            assert go_on.wait(SOON)
        return pin(number, *args)

    factory.pin = slow
    table.gpio.start()
    assert reached.wait(SOON)
    table.gpio.close()
    go_on.set()
    table.opened()
    assert Device.pin_factory is None, "no other pins were opened in their stead"
    pin(table.settings.buttons.button_b).drive_low()
    assert not [edge for edge in table.heard() if isinstance(edge, RawEdge)]
