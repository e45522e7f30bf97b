"""Power: switching the device off, and whether it gets enough: too low a voltage, an almost empty battery.

A chess clock has to show that its battery is low (FIDE, rules for electronic clocks); here that is the supply of the
Pi, as the kernel knows it: the sensor ``rpi_volt`` (hwmon), where that is missing the firmware's own flag, and whatever
battery or UPS has a driver (power_supply). Machines without any of these say nothing.
"""

from __future__ import annotations

import shlex
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from device.common.event.messages import SUPPLY
from device.common.files.machine import read_line
from device.io.inputs import Input, PeripheralStatus, StatusReporter
from rules.game import SECOND
from rules.message import Message, msg

ROOT = Path("/sys")
POWER = "power"
"""What the status of switching off is filed under; that of the supply: `SUPPLY`."""
PATIENCE_S = 30
"""How long the command that switches off may take."""
LOOK_S = 2.0
"""How often it is looked: the kernel's driver asks the firmware as often."""
STAYS = 60 * SECOND
"""For how long (ns) the sentence stays after the last time: a dip takes milliseconds, reading it does not."""
UNDER_VOLTAGE_NOW = 1
"""The bit of the firmware's ``get_throttled`` that says that the voltage is too low now."""
LOW_PERCENT = 15
"""What a battery that is being used has left when it counts as almost empty."""


def sensor(root: Path = ROOT) -> Path | None:
    """The file that reports a voltage that is too low, None where this machine has none.

    The sensor first: reading the firmware's flag is deprecated, and the kernel says so in its log.
    """
    for name in sorted(root.glob("class/hwmon/hwmon*/name")):
        if read_line(name) == "rpi_volt":
            return name.with_name("in0_lcrit_alarm")
    flags = sorted(root.glob("devices/platform/soc*/soc*:firmware/get_throttled"))
    return next(iter(flags), None)


def under_voltage(file: Path) -> bool:
    """Whether that file says that the voltage is too low."""
    value = read_line(file)
    try:
        return value == "1" if file.name == "in0_lcrit_alarm" else bool(int(value or "0", 16) & UNDER_VOLTAGE_NOW)
    except ValueError:
        return False


def batteries(root: Path = ROOT) -> list[Path]:
    """The folders of the batteries that feed this machine: not those of a mouse or a remote."""
    paths = []
    for kind in sorted(root.glob("class/power_supply/*/type")):
        if read_line(kind) in ("Battery", "UPS") and read_line(kind.with_name("scope")) != "Device":
            paths.append(kind.parent)
    return paths


def almost_empty(battery: Path) -> bool:
    """Whether a battery says that it feeds the machine and has not much left."""
    if read_line(battery / "status") != "Discharging":
        return False
    percent = read_line(battery / "capacity")
    if percent is not None and percent.isdigit():
        return int(percent) <= LOW_PERCENT
    return read_line(battery / "capacity_level") in ("Low", "Critical")


class Supply:
    """Looks at the supply in a thread of its own; ``post`` gets a status when it is too weak and when it recovers.

    `look` is one round, for those who bring a time of their own.
    """

    def __init__(
        self, post: Callable[[Input], None], now: Callable[[], int] = time.monotonic_ns, root: Path = ROOT
    ) -> None:
        self._status = StatusReporter(SUPPLY, post)
        self._now = now
        self._root = root
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._low_at: int | None = None
        self._sensor = sensor(root)

    def start(self) -> None:
        """Look from now on, where there is something to look at; a driver that comes later is not waited for."""
        if self._sensor is not None or batteries(self._root):
            self._thread = threading.Thread(target=self._work, name="supply", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(1)

    def _work(self) -> None:
        while not self._stop.is_set():
            self.look()
            self._stop.wait(LOOK_S)

    def look(self) -> None:
        """Say how the supply is, where that is new."""
        trouble: Message | None = None
        if self._sensor is not None and under_voltage(self._sensor):
            self._low_at = self._now()
        if self._low_at is not None and self._now() < self._low_at + STAYS:
            trouble = msg("The supply is too weak: use a stronger one and a short cable. Every entry is kept.")
        if any(almost_empty(battery) for battery in batteries(self._root)):
            trouble = msg("The battery is almost empty: plug the supply in. Every entry is kept.")
        self._status.report(trouble)


def switch_off(command: str, post: Callable[[Input], None]) -> None:
    """Switch the device off, in a thread of its own. The program itself ends when the system asks it to."""
    post(PeripheralStatus(POWER, msg("The device is being switched off…"), connecting=True))
    threading.Thread(target=run, args=(command, post), name="power", daemon=True).start()


def run(command: str, post: Callable[[Input], None]) -> None:
    """Run ``command``, without a shell; where it went well, the sentence stands until the system ends the program."""
    try:
        done = subprocess.run(
            shlex.split(command), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired:
        trouble = msg("{command} does not end; switch the device off by hand.", command=command)
    except (OSError, ValueError, IndexError):
        trouble = msg("{command} cannot be run; it is the command that switches the device off.", command=command)
    else:
        if not done.returncode:
            return
        trouble = msg("{command} was refused ({code}); the device stays on.", command=command, code=done.returncode)
    post(PeripheralStatus(POWER, trouble))
