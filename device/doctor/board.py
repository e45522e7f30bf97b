"""The board itself: supply and clock source. On anything but a Pi only what can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from device.doctor.finding import Finding
from device.settings import Settings
from rules.message import msg

SOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
HWMON = Path("/sys/class/hwmon")
POOR = ("jiffies", "refined-jiffies")
"""Clock sources of some milliseconds' grain."""


def power(settings: Settings) -> Iterator[Finding]:
    """Under-voltage as the Pi's own sensor has seen it since the start (hwmon ``rpi_volt``)."""
    for name in HWMON.glob("hwmon*/name"):
        if (_read(name) or "") != "rpi_volt":
            continue
        if _read(name.with_name("in0_lcrit_alarm")) == "1":
            text = msg("The voltage was too low; use the Pi's own supply and a short cable.")
            yield Finding("power", False, text)
        else:
            yield Finding("power", True, msg("The supply is in order."))


def clock_source(settings: Settings) -> Iterator[Finding]:
    """What the kernel counts time by."""
    name = _read(SOURCE)
    if name is None:
        return
    if name in POOR:
        yield Finding("clock", False, msg("Time is counted coarsely ({name}); update the system.", name=name))
    else:
        yield Finding("clock", True, msg("Time is counted by {name}.", name=name))


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
