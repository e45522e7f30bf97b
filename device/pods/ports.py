"""Serial lines through pyserial: found by USB id, opened for this program alone, never waited for."""

from __future__ import annotations

import contextlib
import select
import termios
from collections.abc import Sequence
from dataclasses import dataclass

import serial
from serial.tools import list_ports

from device.common.settings.settings import BOARD_PORT

PICO = (0x2E8A, 0x0005)
"""USB vendor and product number of a Pico that runs MicroPython."""

GONE = (OSError, termios.error, ValueError, TypeError)
"""What pyserial raises when a cable is pulled, depending on the moment (its own error is an OSError)."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port with a pod on it, perhaps: its path and the serial number of its USB device."""

    path: str
    serial: str = ""


AUTO = "auto"
"""The word for every Pico that is plugged in."""


def find(wanted: Sequence[str]) -> list[FoundPort]:
    """The ports to open: paths as they are, for a serial number the Pico that has it, for ``"auto"`` every Pico.

    Ports of the board itself, which files of earlier versions may name, are passed over.
    """
    ports = [FoundPort(name) for name in wanted if name.startswith("/") and not BOARD_PORT.match(name)]
    numbers = {name.lower() for name in wanted if not name.startswith("/")}
    if numbers:
        known = {port.path for port in ports}
        for port in list_ports.comports():
            number = port.serial_number or ""
            if (port.vid, port.pid) == PICO and port.device not in known and numbers & {AUTO, number.lower()}:
                ports.append(FoundPort(port.device, number))
    return ports


class SerialLine:
    """A line through pyserial. Raises one of `GONE` where it cannot be opened."""

    def __init__(self, path: str) -> None:
        self._port = serial.Serial(path, 115_200, timeout=0, write_timeout=0, exclusive=True)

    def fileno(self) -> int:
        """For `select`."""
        return int(self._port.fileno())

    def read(self) -> bytes:
        """What has come in, perhaps nothing. Raises one of `GONE` where the line is no longer there."""
        return bytes(self._port.read(4096))

    def write(self, data: bytes) -> int:
        """Write what fits without waiting; how many bytes that were. Raises one of `GONE`.

        pyserial tries for ever where nothing fits, so the line is asked first.
        """
        _, writable, _ = select.select([], [self._port.fileno()], [], 0)
        return int(self._port.write(data) or 0) if writable else 0

    def close(self) -> None:
        """Close it and drop what the other end has not read: the kernel would wait for that."""
        with contextlib.suppress(*GONE):
            self._port.reset_output_buffer()
        self._port.close()
