"""GPIO chips of a machine as the kernel answers for them, and lgpio as it opens them by their number alone."""

import struct
import sys
from types import ModuleType

from device.doctor import buttons
from device.peripherals import gpio_chip

PI_4, PI_5, OTHER = b"pinctrl-bcm2711", b"pinctrl-rp1", b"raspberrypi-exp-gpio"


class Chips:
    """Chips by number: each label, and which lines are used by whom. ``opened``: the numbers asked of lgpio."""

    def __init__(self, folder, chips):
        self.folder, self.chips, self.opened = folder, chips, []
        for number in chips:
            (folder / f"gpiochip{number}").touch()

    def install(self, monkeypatch):
        """Stand in for the kernel and for lgpio."""
        monkeypatch.setattr(gpio_chip, "DEV", self.folder)
        monkeypatch.setattr(gpio_chip, "ask", self.ask)
        monkeypatch.setenv("LG_WD", str(self.folder))
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
        del sys.modules["gpiozero.pins.lgpio"]  # loaded anew, and forgotten afterwards
        monkeypatch.setitem(sys.modules, "lgpio", self._lgpio())

    def ask(self, chip, request, data):
        """What the kernel answers to an ioctl."""
        label, held = self.chips[gpio_chip.chip_number(chip)]
        if request == gpio_chip.CHIP_INFO:
            assert len(data) == 68
            return struct.pack("=32s32sI", chip.name.encode(), label, 54)
        assert (request >> 16) & 0x3FFF == len(data) == 256
        (line,) = struct.unpack_from("=I", data, 64)
        who = held.get(line)
        return struct.pack("=32s32sIIQ176x", b"", who or b"", line, 0, 0 if who is None else buttons.USED)

    def _open(self, number):
        self.opened.append(number)
        if number not in self.chips:
            raise self.error("can not open gpiochip")
        return number

    def _lgpio(self):
        module = ModuleType("lgpio")
        self.error = module.error = type("error", (Exception,), {})
        for word in ("BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE", "SET_PULL_NONE", "SET_PULL_UP", "SET_PULL_DOWN"):
            setattr(module, word, word)
        module.gpiochip_open, module.gpiochip_close = self._open, lambda handle: None
        return module
