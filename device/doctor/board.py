"""The board itself: what it is, its supply, its heat, its clock. On anything but a Pi only what can be read."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from device.doctor.finding import Finding
from device.settings.settings import Settings
from rules.message import msg

MODEL = Path("/proc/device-tree/model")
SOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
HWMON = Path("/sys/class/hwmon")
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
HOT = 80
"""Degrees from which a Pi slows itself down."""
POOR = ("jiffies", "refined-jiffies")
"""Clock sources of some milliseconds' grain."""
UNDER_VOLTAGE = 1 << 0 | 1 << 16
"""Bits of ``vcgencmd get_throttled``: now, and at any time since the start."""


def model(settings: Settings) -> Iterator[Finding]:
    """Which board this is."""
    name = (_read(MODEL) or "").rstrip("\0")
    if name:
        yield Finding("board", True, msg("This is a {model}.", model=name))


def power(settings: Settings) -> Iterator[Finding]:
    """Under-voltage since the start, as the Pi's firmware reports it, or else its sensor (hwmon ``rpi_volt``)."""
    low = _throttled()
    if low is None:
        for name in HWMON.glob("hwmon*/name"):
            if (_read(name) or "") == "rpi_volt":
                low = _read(name.with_name("in0_lcrit_alarm")) == "1"
    if low:
        text = msg("The voltage was too low; use the Pi's own supply and a short cable.")
        yield Finding("power", False, text)
    elif low is not None:
        yield Finding("power", True, msg("The supply is in order."))


def heat(settings: Settings) -> Iterator[Finding]:
    """How hot the processor is."""
    raw = _read(HEAT)
    if raw is None or not raw.lstrip("-").isdigit():
        return
    degrees = int(raw) // 1000
    if degrees >= HOT:
        text = msg("The processor has {degrees} °C and slows down; give it air or a heat sink.", degrees=degrees)
        yield Finding("heat", False, text)
    else:
        yield Finding("heat", True, msg("The processor has {degrees} °C.", degrees=degrees))


def clock_source(settings: Settings) -> Iterator[Finding]:
    """What the kernel counts time by."""
    name = _read(SOURCE)
    if name is None:
        return
    if name in POOR:
        yield Finding("clock", False, msg("Time is counted coarsely ({name}); update the system.", name=name))
    else:
        yield Finding("clock", True, msg("Time is counted by {name}.", name=name))


def _throttled() -> bool | None:
    """Whether the firmware has seen too low a voltage; None where it cannot be asked."""
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    try:
        ran = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)
        return bool(int(ran.stdout.partition("=")[2], 16) & UNDER_VOLTAGE)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
