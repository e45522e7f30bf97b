"""In the twin: the hardware of a table, and a hand on it. ``python -m tests.lab.twin.board``, before any unit of ours.

Orders come as lines of JSON on a TCP port, ``{"do": "pull", "with": [17, false]}``; each is answered by a line,
``{"is": ...}`` or ``{"error": "..."}``.
"""

from __future__ import annotations

import json
import os
import socket
import socketserver
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.lab.models.buttons import encoder
from tests.lab.models.cuse import Wires
from tests.lab.models.gpiosim import Header, Simulated
from tests.lab.models.touch import Touchscreen
from tests.lab.twin import ORDERS

CPU_INFO = Path("/run/twin/cpuinfo")
BROADCOM = [f"gpio-brcmstb@107d5{number:03x}0" for number in range(0x085, 0x085 + 11)]
BOARDS = {
    "pi 4": ("c03115", [], "pinctrl-bcm2711", ["raspberrypi-exp-gpio"]),
    "pi 5": ("c04170", BROADCOM[:4], "pinctrl-rp1", []),
    "pi 5, July 2026": ("c04170", BROADCOM, "pinctrl-rp1", []),
}
"""The revision code, and the labels of the chips before that of the header, of its own and of those behind it."""
NUMBERS = ("e66118c4e3513726", "e66118c4e3530e2c")
"""Those of the pods' chips."""


class Board:
    """All of it. What begins without an underscore can be ordered."""

    def __init__(self) -> None:
        self._cpu_info = Path("/proc/cpuinfo").read_text()
        CPU_INFO.parent.mkdir(exist_ok=True)
        CPU_INFO.touch()
        subprocess.run(["mount", "-o", "bind", CPU_INFO, "/proc/cpuinfo"], check=True)
        self._chips: list[Simulated | Header] = []
        self.become("pi 4")
        self._wires = Wires()
        self._glass = Touchscreen()
        self._encoder = encoder()
        self._pods: dict[int, Any] = {}

    def become(self, name: str) -> str:
        """Another board; the device of its header's chip."""
        for chip in self._chips:
            chip.close()
        revision, before, header, behind = BOARDS[name]
        CPU_INFO.write_text(f"{self._cpu_info}Revision\t: {revision}\n")
        self._chips = []
        if before:
            self._chips.append(Simulated("before", before))
            self._chips[0].start()
        self._header = Header(header)
        self._chips.append(self._header)
        if behind:
            more = Simulated("behind", behind, lines=8)
            more.start()
            self._chips.append(more)
        return str(self._header.path)

    def pull(self, number: int, up: bool) -> None:
        """Pull a pin (BCM)."""
        self._header.pull(number, up)

    def press(self, number: int) -> None:
        """A finger's press of the button at a pin."""
        for up in (False, True):
            self._header.pull(number, up)
            time.sleep(0.15)  # as long as a finger stays

    def rest(self, seconds: float) -> None:
        """Hold what is held for so long."""
        time.sleep(seconds)

    def value(self, number: int) -> int:
        """The level of a pin."""
        return self._header.value(number)

    def oled(self, address: int) -> str:
        """What an OLED shows, a byte a pixel, as hexadecimal digits."""
        return self._wires.show(address).hex()

    def touch(self, x: int, y: int) -> None:
        """A finger's tap."""
        self._glass.down(x, y)
        time.sleep(0.1)
        self._glass.up()

    def key(self, code: int) -> None:
        """A key of the arcade encoder."""
        for down in (True, False):
            self._encoder.set(code, down=down)
            time.sleep(0.1)

    def plug(self, port: int) -> str:
        """Put a pod into a USB port; the number of its chip."""
        if port in self._pods:
            self._pods[port].plug()
        else:
            from tests.lab.models.gadget import Usb  # all of this waits for the board, and not for what comes later
            from tests.pod.rig import Chip

            chip = Chip(Path(f"/run/twin/chip{port}"), NUMBERS[port])
            chip.say("f")
            self._pods[port] = Usb(chip, port)
        return NUMBERS[port]

    def unplug(self, port: int) -> None:
        """Pull it out."""
        self._pods[port].unplug()

    def pod(self, port: int) -> None:
        """A press of a pod's button."""
        for level in (0, 1):
            self._pods[port].chip.say("p", level, 0)
            time.sleep(0.15)

    def _answer(self, line: bytes) -> dict[str, object]:
        order = json.loads(line)
        assert not order["do"].startswith("_")
        try:
            return {"is": getattr(self, order["do"])(*order["with"])}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Be the hardware, for good."""
    board = Board()

    class Orders(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            for line in self.rfile:
                self.wfile.write(json.dumps(board._answer(line)).encode() + b"\n")

    with socketserver.TCPServer(("", ORDERS), Orders) as server:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
        server.serve_forever()


if __name__ == "__main__":
    main()
