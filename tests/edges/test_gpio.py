"""Buttons, lamps and buzzer on gpiozero's own mock pins, chosen by name in a settings file; and lines that fail."""

import os
import queue
import sys
import threading
import time

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.threads import GPIOThread

from device import app
from device.edges import gpio
from device.edges.gpio import Gpio
from device.edges.signals import Beep, Lamp, Signals
from device.inputs import EdgeStatus, Lifted, RawEdge, Touched
from device.kiosk.actions import PressArea
from device.kiosk.stage import HeadlessStage
from device.kiosk.widgets import place_of
from device.settings import SettingsTrouble, load
from device.simulator import SimulatedFactory, SimulatedPin
from rules.game import SECOND
from rules.polish_doubles import DoublesSetup, PairSetup, Phase
from rules.polish_doubles import events as e

LIBRARIES = {"lgpio": "lgpio", "rpigpio": "RPi", "pigpio": "pigpio"}
"""Factories by name, and the module that each cannot do without."""
SOON = 5
"""Seconds after which a test gives up waiting for another thread."""


class Bench:
    """The lines of a table as its settings file names them, and the queue they report to."""

    def __init__(self, folder, lines, now=time.monotonic_ns, factory=None):
        path = folder / "settings.toml"
        path.write_text("[buttons]\n" + "\n".join(lines), encoding="utf-8")
        self.settings = load(path)
        self.queue = queue.SimpleQueue()
        self.gpio = Gpio(self.settings.buttons.pin_factory, self.settings.pins, self.queue.put, now, factory)

    def pin(self, name):
        """The mock pin behind a line of the settings: what a soldering iron would touch."""
        return self.gpio.factory.pin(getattr(self.settings.buttons, name))

    def open(self):
        """Open everything once; what is wrong, as people read it."""
        troubles = [self.gpio.open()]
        if troubles == [None]:
            troubles.append(self.gpio.open_outputs())
        return [str(trouble) for trouble in troubles if trouble is not None]

    def said(self, edge):
        """What the queue hears next about that edge, as people read it; ``""`` where it is fine."""
        while True:
            status = self.queue.get(timeout=SOON)
            if isinstance(status, EdgeStatus) and status.edge == edge:
                return "" if status.trouble is None else str(status.trouble)

    def heard(self):
        """Everything that the queue holds."""
        found = []
        while not self.queue.empty():
            found.append(self.queue.get())
        return found

    def opened(self):
        """Wait until the thread that opens the lines has ended."""
        for thread in threading.enumerate():
            if thread.name == "gpio":
                thread.join(SOON)
                assert not thread.is_alive()


@pytest.fixture
def bench(tmp_path):
    """Makes benches from lines of the settings file, open unless asked otherwise, and clears them away."""
    made = []

    def make(*lines, opened=True, **more):
        one = Bench(tmp_path, lines, **more)
        made.append(one)
        if opened:
            assert one.open() == []
        return one

    yield make
    for one in made:
        one.gpio.close()
        one.opened()


@pytest.fixture
def no_library(monkeypatch, tmp_path):
    """A machine on which gpiozero finds none of the libraries it could drive real pins with."""
    monkeypatch.setenv("LG_WD", str(tmp_path))
    for name, module in LIBRARIES.items():
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, f"gpiozero.pins.{name}", raising=False)


@pytest.fixture
def blinks(monkeypatch):
    """gpiozero's blinking threads: how long each means to wait between its changes. The buzzer's do not wait."""

    class Stop(threading.Event):
        delays: queue.SimpleQueue

        def wait(self, timeout=None):
            self.delays.put(timeout)
            return super().wait(0 if timeout < 0.13 else timeout)

    class Blinking(GPIOThread):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            self.stopping = Stop()
            self.stopping.delays = queue.SimpleQueue()
            threads.append(self)

    threads = []
    monkeypatch.setattr("gpiozero.output_devices.GPIOThread", Blinking)
    return threads


MOCK = 'pin_factory = "mock"'


# -- presses ---------------------------------------------------------------------------------------------------------


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


def test_every_bounce_comes_through_because_nobody_before_our_own_debounce_drops_any(bench):
    table = bench(MOCK)
    pin = table.pin("button_a")
    for _ in range(5):
        pin.drive_low()
        pin.drive_high()
    assert [edge.down for edge in table.heard()] == [True, False] * 5
    assert pin.bounce is None


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


# -- lamps and buzzer ------------------------------------------------------------------------------------------------


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


# -- lines that are not there ----------------------------------------------------------------------------------------


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
    lines = Gpio("mocks", load().pins, heard.put)
    assert "mocks" in str(lines.open())
    assert lines.factory is None


def test_lgpio_keeps_its_pipes_out_of_the_working_folder(no_library, monkeypatch):
    monkeypatch.delenv("LG_WD")
    with pytest.raises(ImportError):
        gpio.make_factory("lgpio")
    assert os.path.isdir(os.environ["LG_WD"])
    assert not os.path.samefile(os.environ["LG_WD"], os.getcwd())
    os.rmdir(os.environ["LG_WD"])


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
    other = LED(number, pin_factory=table.gpio._given)
    [trouble] = table.open()
    assert f"GPIO{number} is already in use" in trouble
    assert table.gpio._given.pin(number).function == "output", "the other one keeps it"
    other.close()
    assert table.open() == []


@pytest.mark.parametrize("line", ["lamp_a", "lamp_b", "buzzer"])
def test_a_lamp_that_cannot_be_had_leaves_the_buttons_and_the_other_lamp_alone(bench, monkeypatch, line):
    monkeypatch.setattr(gpio, "RETRY_S", 0.001)
    table = bench(MOCK, factory=SimulatedFactory(), opened=False)
    other = LED(getattr(table.settings.buttons, line), pin_factory=table.gpio._given)
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
    kiosk, edges = app.assemble(load(path), HeadlessStage((800, 480)))
    try:
        edges.gpio.start()
        while "buttons" not in kiosk.troubles:
            kiosk.handle(kiosk.queue.get(timeout=SOON))
        pairs = tuple(PairSetup(name=name, players=("Jana", "Petr")) for name in ("Krtci", "Sloky"))
        kiosk.table.new(DoublesSetup(pairs=pairs))
        kiosk.table.do(e.Starters(pair="A"))
        kiosk.enter(kiosk.rooms["polish_doubles"].play(kiosk))
        kiosk.settle()
        place = place_of(kiosk.scene, PressArea(0))
        assert place is not None, "the screen has no button of its own"
        kiosk.handle_all([Touched(*place, kiosk.now()), Lifted(*place, kiosk.now())])
        kiosk.settle()
        assert kiosk.table.state.phase is Phase.PLAY
    finally:
        kiosk.journal.close()
        edges.close()


# -- the end of the evening ------------------------------------------------------------------------------------------


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
    assert not [one for one in table.heard() if isinstance(one, RawEdge)]
