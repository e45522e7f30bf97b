"""The hardware of the pod behind the pins that `pins` names."""

import binascii
import os

import machine
import pins
from contact import EdgeBuffer
from pins import BUTTON, LAMP, OLED, SOUNDER, WATCHDOG_MS


class Board:
    """The hardware of one pod."""

    def __init__(self) -> None:
        self.edges = EdgeBuffer()
        self._button = machine.Pin(BUTTON, machine.Pin.IN, machine.Pin.PULL_UP)
        lamp = machine.Pin(LAMP, machine.Pin.OUT, value=0)
        try:
            self._lamps = (lamp, machine.Pin("LED", machine.Pin.OUT, value=0))
        except (TypeError, ValueError):  # a board without a lamp of its own
            self._lamps = (lamp,)
        self._sounder = machine.Pin(SOUNDER, machine.Pin.OUT, value=0)
        motor = getattr(pins, "MOTOR", None)  # a pod's own file of pins may be older than that word
        self._motor = None if motor is None else machine.Pin(motor, machine.Pin.OUT, value=0)
        self._dog = None
        self._shown = (False, False, False)
        both = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
        self._button.irq(handler=self.edges.interrupt, trigger=both, hard=True)

    @property
    def ident(self) -> str:
        """The chip's own number, as hexadecimal digits."""
        return binascii.hexlify(machine.unique_id()).decode()

    @staticmethod
    def nonce() -> str:
        """Digits that no other start of this pod had."""
        return binascii.hexlify(os.urandom(4)).decode()

    @staticmethod
    def plugged_in() -> bool:
        """Whether this start came with the power, not by the watchdog."""
        return machine.reset_cause() == machine.PWRON_RESET

    def down(self) -> bool:
        """Whether the button is down at this moment."""
        return not self._button.value()

    def show(self, lamp: bool, sound: bool = False, beat: bool = False) -> None:
        """Bring lamp, sounder and, where the pod has one, the motor that is felt to that state."""
        if (lamp, sound, beat) == self._shown:
            return
        self._shown = (lamp, sound, beat)
        for pin in self._lamps:
            pin.value(1 if lamp else 0)
        self._sounder.value(1 if sound else 0)
        if self._motor is not None:
            self._motor.value(1 if beat else 0)

    def guard(self) -> None:
        """From now on the watchdog has to be fed in every round; it cannot be stopped."""
        if WATCHDOG_MS:
            self._dog = machine.WDT(timeout=WATCHDOG_MS)

    def feed(self) -> None:
        """The program has come round, and nothing failed in that round."""
        if self._dog is not None:
            self._dog.feed()

    @staticmethod
    def restart() -> None:
        """Begin anew, as after the power came."""
        machine.reset()

    @staticmethod
    def display() -> object:
        """The small display, whether it answers yet or not; None where the pod has none."""
        if OLED is None:
            return None
        from oled import Oled  # noqa: PLC0415 - most pods have none

        data, clock = OLED
        bus = data // 2 % 2  # which of the chip's two buses those pins can be
        try:
            return Oled(machine.I2C(bus, sda=machine.Pin(data), scl=machine.Pin(clock), freq=400_000, timeout=5_000))
        except (OSError, ValueError):  # pins that cannot be a bus: a pod without a display is still a pod
            return None
