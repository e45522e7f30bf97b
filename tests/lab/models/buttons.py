"""A USB keyboard and an arcade encoder through uinput: keys as the kernel's input devices have them."""

from __future__ import annotations

import time

from evdev import UInput
from evdev import ecodes as e


class Keys:
    """A device with those keys; what it does has the kernel's own time."""

    def __init__(self, codes: list[int], name: str, vendor: int, product: int, phys: str) -> None:
        self._device = UInput({e.EV_KEY: codes}, name=name, vendor=vendor, product=product, phys=phys)

    def set(self, code: int, *, down: bool) -> tuple[int, int]:
        """Press or let go; the monotonic clock (ns) before and after."""
        before = time.monotonic_ns()
        self._device.write(e.EV_KEY, code, int(down))
        self._device.syn()
        return before, time.monotonic_ns()

    def unplug(self) -> None:
        """Pull it out."""
        self._device.close()


def encoder(phys: str = "usb-1.2/input0") -> Keys:
    """An encoder board with two buttons."""
    return Keys([e.BTN_TRIGGER, e.BTN_THUMB], "Lab encoder", 0x0079, 0x0006, phys)


def keyboard() -> Keys:
    """A keyboard."""
    return Keys(list(range(1, 89)), "Lab keyboard", 0x046D, 0xC31C, "usb-1.3/input0")
