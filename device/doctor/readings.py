"""What a machine says of itself for the report: numbers and plain words, never the name of a person or a network."""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Sequence
from pathlib import Path

from device.common.files.machine import HEAT, read_line, run_program
from device.common.version import version
from device.doctor import machine
from device.doctor.common import installed_version

Value = int | float | bool | str | Sequence[int | str]
Section = dict[str, Value]
LIBRARIES = ("gpiozero", "lgpio", "luma.core", "luma.oled", "pygame-ce", "pyserial", "smbus2")
RELEASE = Path("/etc/os-release")
MEMORY = Path("/proc/meminfo")
RTC = Path("/sys/class/rtc")
NET = Path("/sys/class/net")
FREQUENCY = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq")


def versions() -> Section:
    """The board, the system, this program and the libraries that touch hardware."""
    section: Section = {"dvojtah": version(), "python": platform.python_version(), "kernel": platform.release()}
    section["processor"] = platform.machine()
    if board := (read_line(machine.MODEL) or "").rstrip("\0"):
        section["board"] = board
    if name := re.search(r'^PRETTY_NAME="(.*)"$', read_line(RELEASE) or "", re.MULTILINE):
        section["system"] = name[1]
    if memory := re.search(r"^MemTotal:\s+(\d+) kB", read_line(MEMORY) or "", re.MULTILINE):
        section["memory_mb"] = int(memory[1]) // 1024
    for library in LIBRARIES:
        if (release := installed_version(library)) is not None:
            section[library.replace(".", "_")] = release
    return section


def wifi() -> Section:
    """The Wi-Fi that is joined, without its name: strength in percent, MHz, kind of security; the radio's driver."""
    section: Section = {"joined": False}
    radio = next(iter(sorted(NET.glob("*/wireless"))), None)
    if radio is not None:
        section["driver"] = Path(os.path.realpath(radio.parent / "device" / "driver")).name
    rows = run_program("nmcli", "-t", "-f", "IN-USE,SIGNAL,FREQ,SECURITY", "device", "wifi", "list", "--rescan", "no")
    for row in (rows or "").splitlines():
        used, signal, frequency, security = [*row.split(":"), "", "", ""][:4]
        if used == "*" and signal.isdecimal():
            section |= {"joined": True, "signal_percent": int(signal), "security": security or "open"}
            section["mhz"] = int(re.sub(r"\D", "", frequency) or 0)
    return section


def start_times() -> Section:
    """Seconds from the kernel's start until the system, and until the table was ready (the latter after a cold start
    only)."""
    section: Section = {}
    total = re.search(r"= (?:(\d+)min )?([\d.]+)s", run_program("systemd-analyze", "time") or "")
    if total:
        section["system_s"] = round(60 * int(total[1] or 0) + float(total[2]), 1)
    shown = run_program("systemctl", "show", machine.UNIT, "--property=ActiveEnterTimestampMonotonic") or ""
    since = shown.strip().partition("=")[2]
    if since.isdecimal() and int(since):
        section["table_s"] = round(int(since) / 1_000_000, 1)
    return section


def clocks() -> Section:
    """Each clock with a battery: its chip, whether the system was set by it, how far it is from the system's time."""
    section: Section = {}
    for place in sorted(RTC.glob("rtc[0-9]*")):
        own = read_line(place / "since_epoch") or ""
        section[place.name] = (read_line(place / "name") or "?").split()[0]
        section[f"{place.name}_sets_the_time"] = read_line(place / "hctosys") == "1"
        if own.isdecimal():
            section[f"{place.name}_off_s"] = round(int(own) - time.time())
    synchronised = run_program("timedatectl", "show", "-p", "NTPSynchronized", "--value")
    section["set_by_network"] = (synchronised or "").strip() == "yes"
    return section


def heat() -> float | None:
    """The processor's temperature in °C; None where it says none."""
    raw = read_line(HEAT) or ""
    return int(raw) / 1000 if raw.lstrip("-").isdecimal() else None


def megahertz() -> int | None:
    """How fast the first core runs; None where it does not say."""
    raw = read_line(FREQUENCY) or ""
    return int(raw) // 1000 if raw.isdecimal() else None
