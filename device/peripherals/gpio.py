"""Buttons, lamps and the buzzer through gpiozero. The pin factory is named in the settings: never a silent mock.

Edges are taken raw from the pin, with the time that the kernel or the library gives them; gpiozero's own debounce
drops edges and the kernel's trails, so `device.peripherals.gestures` does it. A pin that cannot be opened says so and
is tried again; the game goes on.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pkgutil
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.common.address import Address
from device.common.settings.settings import ButtonSettings
from device.io.inputs import Input, RawEdge, StatusReporter
from device.io.signals import Beep, Lamp, Signals
from device.peripherals.gpio_chip import chip_number, header_chip
from rules.message import Message, msg

FACTORIES = {
    "lgpio": "gpiozero.pins.lgpio:LGPIOFactory",
    "rpigpio": "gpiozero.pins.rpigpio:RPiGPIOFactory",
}
"""Pin factories by the word that names them in the settings."""

LAMP: Address[Callable[..., Any]] = Address("gpiozero:LED")
BUZZER: Address[Callable[..., Any]] = Address("gpiozero:Buzzer")
"""gpiozero takes 0.1 s to load on a laptop and much longer on a Pi; a table without lamps is spared that."""

RETRY_S = 5.0
READ_EVERY_S = 0.1
"""How often the level of a button that is down is read: less than a hold, longer than any switch bounces."""
READINGS, NARROW = 5, 100_000
"""How often both clocks are read for one edge at most, and how wide a reading may be (ns) to be believed at once."""


def make_factory(name: str) -> Any:
    """The gpiozero pin factory of that name. Raises OSError or ImportError where it cannot work here."""
    if name == "lgpio" and "LG_WD" not in os.environ:
        os.environ["LG_WD"] = folder = tempfile.mkdtemp(prefix="dvojtah-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    make = pkgutil.resolve_name(FACTORIES[name])
    if name != "lgpio":  # RPi.GPIO looks for the chip itself
        return make()
    chip = header_chip()  # gpiozero would try no number but 0 and 4
    return make(chip=None if chip is None else chip_number(chip))


def not_opened(factory: str, error: Exception) -> Message:
    """What is wrong where a pin factory, or a button's line, cannot be opened."""
    return msg(
        "Clock buttons do not work ({factory}: {error}); use the screen's own.",
        factory=factory,
        error=f"{type(error).__name__} {error}"[:80],
    )


class ButtonPin:
    """One clock button on a pin: pulled up, pressed is low. Posts raw edges with their own time."""

    def __init__(
        self, factory: Any, number: int, side: int, put: Callable[[RawEdge], None], now: Callable[[], int]
    ) -> None:
        self._factory = factory
        self._put = put
        self._now = now
        self._down = False
        self._lock = threading.Lock()
        self.side = side
        self.pin = factory.pin(number)
        factory.reserve_pins(self, number)
        self.pin.input_with_pull("up")
        self.pin.edges = "both"
        self.pin.bounce = None
        self.pin.when_changed = self._changed

    def _changed(self, ticks: Any, state: Any) -> None:
        at = self._stamp(ticks)
        with self._lock:
            self._down = not state
            self._put(RawEdge(self.side, self._down, at))

    @property
    def is_down(self) -> bool:
        """Whether its level is that of a pressed button now."""
        return not self.pin.state

    def check(self) -> bool:
        """Read the level of a button that is down: the edge of its release may have been lost. Whether it still is."""
        with self._lock, contextlib.suppress(Exception):  # every pin library has errors of its own
            if self._down and self.pin.state:
                self._down = False
                self._put(RawEdge(self.side, False, self._now()))
        return self._down

    def _stamp(self, ticks: Any) -> int:
        """The edge's time on the device's clock. The factory's clock and ours are read one inside the other; a reading
        in whose middle the processor was taken away is wide, and is done again."""
        narrowest, stamp = None, 0
        for _ in range(READINGS):
            before = self._now()
            age = self._factory.ticks_diff(self._factory.ticks(), ticks)
            width = self._now() - before
            if narrowest is None or width < narrowest:
                narrowest, stamp = width, before + width // 2 - max(0, round(age * 1_000_000_000))
            if width <= NARROW:
                break
        return stamp

    def _conflicts_with(self, other: object) -> bool:
        """gpiozero asks whoever reserves a pin that is taken."""
        return True

    def close(self) -> None:
        """Let the pin go."""
        self.pin.when_changed = None
        self._factory.release_all(self)
        self.pin.close()


@dataclass(eq=False)
class Gpio:
    """All lines of the table: two buttons, two lamps, a buzzer.

    ``put`` takes `RawEdge` and `PeripheralStatus` values. ``given`` is the pin factory of a simulator.
    """

    settings: ButtonSettings
    put: Callable[[Input], None]
    now: Callable[[], int] = time.monotonic_ns
    given: Any = None

    def __post_init__(self) -> None:
        self._statuses = tuple(StatusReporter(name, self.put, is_known=False) for name in ("buttons", "lamps"))
        self._stop = threading.Event()
        self._pressed = threading.Event()
        self._lock = threading.Lock()
        self._buttons: list[ButtonPin] = []
        self._lamps: list[Any] = [None, None]
        self._buzzer: Any = None
        self._shown = Signals()
        self.factory: Any = None

    @property
    def buttons(self) -> tuple[ButtonPin, ...]:
        """Both buttons; none while their lines are not open."""
        return tuple(self._buttons)

    def start(self) -> None:
        """Open the lines in the background, again and again until they are there, and look after what is pressed."""
        threading.Thread(target=self._open_until_there, name="gpio", daemon=True).start()
        threading.Thread(target=self._check_levels, name="button levels", daemon=True).start()

    def _check_levels(self) -> None:
        while not self._stop.is_set():
            self._pressed.wait()
            self._pressed.clear()
            while not self._stop.wait(READ_EVERY_S) and True in [button.check() for button in self._buttons]:
                pass

    def _take(self, edge: RawEdge) -> None:
        self.put(edge)
        if edge.down:
            self._pressed.set()

    def _open_until_there(self) -> None:
        while not self._stop.is_set():
            buttons = self.open()
            troubles = buttons, None if buttons else self.open_outputs()
            for status, trouble in zip(self._statuses, troubles, strict=True):
                status.report(trouble)
            if not any(troubles):
                return
            self._stop.wait(RETRY_S)

    def open(self) -> Message | None:
        """Open the buttons, unless they are open. What is wrong, or None where they are there."""
        if self._buttons:
            return None
        try:
            factory = self.factory = self.given or make_factory(self.settings.factory)
            for side, number in enumerate((self.settings.button_a, self.settings.button_b)):
                self._buttons.append(ButtonPin(factory, number, side, self._take, self.now))
        except Exception as error:  # every library behind a factory has errors of its own
            self._release()
            return not_opened(self.settings.factory, error)
        if self._stop.is_set():  # closed meanwhile
            self.factory = factory
            self._release()
        return None

    def open_outputs(self) -> Message | None:
        """Open what is not open yet of lamps and buzzer; the buttons come first. What is wrong, or None."""
        if (factory := self.factory) is None:  # without one gpiozero would choose its own
            return None
        try:
            for side, number in enumerate((self.settings.lamp_a, self.settings.lamp_b)):
                if number and self._lamps[side] is None:
                    self._lamps[side] = LAMP(number, pin_factory=factory)
            if self.settings.buzzer and self._buzzer is None:
                self._buzzer = BUZZER(self.settings.buzzer, pin_factory=factory)
        except Exception as error:
            return msg("A lamp or the buzzer does not work ({error}). The game goes on.", error=f"{error}"[:80])
        finally:
            with self._lock:
                self._bring(self._shown)
        if self._stop.is_set():
            self._release()
        return None

    def show(self, signals: Signals) -> None:
        """Bring lamps and buzzer to that state; a beep sounds once for each change."""
        with self._lock:
            self._bring(signals)

    def _bring(self, signals: Signals) -> None:
        before, self._shown = self._shown, signals
        for lamp, state in zip(self._lamps, (signals.lamp_a, signals.lamp_b), strict=True):
            if lamp is not None:
                with contextlib.suppress(Exception):  # every pin library has errors of its own
                    _light(lamp, state)
        with contextlib.suppress(Exception):
            if self._buzzer is not None and signals.beep is not None and signals.beep is not before.beep:
                times = {Beep.LOW: 1, Beep.LAST: 2, Beep.OVER: 4}[signals.beep]
                self._buzzer.beep(0.12, 0.12, n=times, background=True)

    def close(self) -> None:
        """Let all lines go."""
        self._stop.set()
        self._pressed.set()
        self._release()

    def _release(self) -> None:
        for thing in (*self._buttons, *self._lamps, self._buzzer):
            if thing is not None:
                with contextlib.suppress(Exception):
                    thing.close()
        self._buttons, self._lamps, self._buzzer = [], [None, None], None
        if self.factory is not None and self.given is None:
            with contextlib.suppress(Exception):
                self.factory.close()
        self.factory = None


def _light(lamp: Any, state: Lamp) -> None:
    if (half := {Lamp.SLOW: 0.8, Lamp.FAST: 0.15}.get(state)) is not None:
        lamp.blink(half, half, background=True)
    elif state is Lamp.ON:
        lamp.on()
    else:
        lamp.off()
