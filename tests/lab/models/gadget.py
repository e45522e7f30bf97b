"""A pod on a USB cable: the kernel's dummy controller with a serial gadget, MicroPython with the firmware behind it.

The table's end is an ordinary /dev/ttyACM with the USB numbers of a Pico. `Usb.plug` and `unplug` are the cable.
"""

from __future__ import annotations

import contextlib
import os
import select
import termios
import threading
import tty
from pathlib import Path

from device.pods.ports import PICO
from tests.pod.rig import Chip

CONFIG = Path("/sys/kernel/config/usb_gadget")
HUNG_UP = (OSError, termios.error)
"""What the kernel says of a line whose cable went."""


class Usb:
    """The pod's end of a USB cable in one of the ports, and its chip."""

    def __init__(self, chip: Chip, port: int = 0) -> None:
        self.chip = chip
        self._folder = CONFIG / f"pod{port}"
        self._folder.mkdir()
        self._write("idVendor", f"0x{PICO[0]:04x}")
        self._write("idProduct", f"0x{PICO[1]:04x}")
        for key, value in {
            "serialnumber": chip.number,
            "manufacturer": "MicroPython",
            "product": "Board in FS mode",
        }.items():
            self._write(f"strings/0x409/{key}", value)
        (self._folder / "configs/c.1").mkdir()
        (self._folder / "functions/acm.usb0").mkdir()
        (self._folder / "configs/c.1/acm.usb0").symlink_to(self._folder / "functions/acm.usb0")
        self._controller = sorted(Path("/sys/class/udc").iterdir())[port].name
        self._stop = threading.Event()
        self._plugged = threading.Event()
        self._port = "/dev/ttyGS" + (self._folder / "functions/acm.usb0/port_num").read_text().strip()
        self.plug()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _write(self, name: str, value: str) -> None:
        place = self._folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(value + "\n")

    def plug(self) -> None:
        """Put the cable in."""
        self._write("UDC", self._controller)
        self._plugged.set()

    def unplug(self) -> None:
        """Pull it out; the pod keeps its power, as from a hub that the table does not see."""
        self._plugged.clear()
        self._write("UDC", "")

    def _carry(self) -> None:
        """Bytes between the chip and the line, for good.

        When the cable goes the kernel hangs the line up, and whoever has it open never reads or writes on it again: it
        is opened anew. That also forgets what had not gone out.
        """
        while not self._stop.is_set():
            line = os.open(self._port, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
            try:
                tty.setraw(line)
                while not self._stop.is_set() and self._round(line):
                    pass
            except HUNG_UP:
                pass
            finally:
                os.close(line)

    def _round(self, line: int) -> bool:
        """Carry what waits, both ways; False once the line is hung up. What has no host to go to is gone."""
        ready, _, _ = select.select([self.chip.fd_out, line], [], [], 0.1)
        if self.chip.fd_out in ready:
            data = os.read(self.chip.fd_out, 1024)
            if self._plugged.is_set():
                with contextlib.suppress(BlockingIOError):
                    os.write(line, data)
        if line in ready:
            with contextlib.suppress(BlockingIOError):
                data = os.read(line, 1024)
                os.write(self.chip.fd_in, data)
                return bool(data)
        return True

    def close(self) -> None:
        """Take the pod away for good."""
        self._stop.set()
        with contextlib.suppress(OSError):
            self.unplug()
        self._thread.join()
        (self._folder / "configs/c.1/acm.usb0").unlink()
        for name in ("configs/c.1", "functions/acm.usb0", "strings/0x409", ""):
            (self._folder / name).rmdir()
