"""A GPIO chip of the kernel's own simulator (Documentation/admin-guide/gpio/gpio-sim.rst), labelled like a Pi's header.

Whoever uses it sees an ordinary /dev/gpiochip. Its lines are pulled through sysfs, as a finger pulls them on a table.
"""

from __future__ import annotations

import time
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim")
LINES = 54


class Header:
    """The chip of the 40-pin header, or another one of that ``label``; ``name`` is the simulator's own for it."""

    def __init__(self, label: str = "pinctrl-bcm2711", name: str = "header") -> None:
        self._folder = CONFIG / name
        bank = self._folder / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text(label)
        for number in range(28):
            (bank / f"line{number}").mkdir()
            (bank / f"line{number}" / "name").write_text(f"GPIO{number}")
        (self._folder / "live").write_text("1")
        chip, device = (bank / "chip_name").read_text().strip(), (self._folder / "dev_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / device / chip
        self.path = Path("/dev") / chip
        for number in range(28):
            self.pull(number, up=True)

    def pull(self, number: int, up: bool) -> tuple[int, int]:
        """Pull a line; the monotonic clock (ns) just before and just after: the edge lies in between."""
        place = self._lines / f"sim_gpio{number}" / "pull"
        with place.open("w", buffering=1) as file:
            before = time.monotonic_ns()
            file.write("pull-up\n" if up else "pull-down\n")
            return before, time.monotonic_ns()

    def pulled_up(self, number: int) -> bool:
        """Whether a line's bias pulls it up."""
        return (self._lines / f"sim_gpio{number}" / "pull").read_text().strip() == "pull-up"

    def value(self, number: int) -> int:
        """The level of a line, also where a program drives it."""
        return int((self._lines / f"sim_gpio{number}" / "value").read_text())

    def close(self) -> None:
        """Take the chip away."""
        (self._folder / "live").write_text("0")
        for line in (self._folder / "bank0").glob("line*"):
            line.rmdir()
        (self._folder / "bank0").rmdir()
        self._folder.rmdir()
