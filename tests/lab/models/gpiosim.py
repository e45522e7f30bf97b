"""A GPIO chip of the kernel's own simulator (Documentation/admin-guide/gpio/gpio-sim.rst), labelled like a Pi's header.

Whoever uses it sees an ordinary /dev/gpiochip. Its lines are pulled through sysfs, as a finger pulls them on a table.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim")
LINES = 54


class Simulated:
    """A device of the simulator with a chip for each label; chips get the lowest numbers that are free."""

    def __init__(self, name: str, labels: Sequence[str], lines: int = LINES) -> None:
        self.folder = CONFIG / name
        for number, label in enumerate(labels):
            bank = self.folder / f"bank{number}"
            bank.mkdir(parents=True)
            (bank / "num_lines").write_text(str(lines))
            (bank / "label").write_text(label)

    def start(self) -> list[str]:
        """Have the kernel make the chips; their names."""
        (self.folder / "live").write_text("1")
        return [(bank / "chip_name").read_text().strip() for bank in sorted(self.folder.glob("bank*"), key=_number)]

    def close(self) -> None:
        """Take the chips away."""
        (self.folder / "live").write_text("0")
        for place in (*self.folder.glob("bank*/line*"), *self.folder.glob("bank*"), self.folder):
            place.rmdir()


def _number(bank: Path) -> int:
    return int(bank.name.removeprefix("bank"))


class Header:
    """The chip of the 40-pin header, labelled as that of a Pi 4 unless another ``label`` is given."""

    def __init__(self, label: str = "pinctrl-bcm2711") -> None:
        self._device = Simulated("header", [label])
        for number in range(28):
            line = self._device.folder / "bank0" / f"line{number}"
            line.mkdir()
            (line / "name").write_text(f"GPIO{number}")
        (chip,) = self._device.start()
        self._lines = Path("/sys/devices/platform") / (self._device.folder / "dev_name").read_text().strip() / chip
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
        self._device.close()
