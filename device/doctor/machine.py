"""The machine: its board, supply, heat and clock, the disk under the journal, the table's service.

On anything but a Pi only what can be read.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from device.common.files.machine import HOT, degrees, read_line, run_program
from device.common.files.usb_sticks import MountEntry, mount_table
from device.common.settings.settings import Settings
from device.doctor.common import Findings
from device.doctor.storage import table_runs
from device.peripherals.power import sensor, under_voltage
from rules.message import Message, msg, msgs

MODEL = Path("/proc/device-tree/model")
SOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
FIRST_YEAR = 2025
"""What a clock without a battery begins with is before it."""
RTC = Path("/sys/class/rtc")
POOR = ("jiffies", "refined-jiffies")
"""Clock sources of some milliseconds' grain."""
UNDER_VOLTAGE = 1 << 0 | 1 << 16
"""Bits of ``vcgencmd get_throttled``: now, and at any time since the start."""
SLOWED = {
    1 << 3 | 1 << 19: msg("The processor has been slowed down by heat since the start; give it air or a heat sink."),
    1 << 1 | 1 << 2 | 1 << 17 | 1 << 18: msg(
        "The processor has been slowed down since the start; the supply is too weak, or it is too hot."
    ),
}
"""Other bits of the same: the soft limit of the temperature; the frequency was capped, it was throttled."""
MOUNTS = Path("/proc/self/mounts")
SYS = Path("/sys")
IN_MEMORY = ("tmpfs", "ramfs", "overlay", "squashfs")
"""File systems that forget at power-off, or let nothing be written."""
WORN = 9
"""A card that keeps count says in tenths how much of its life is used (JESD84-B51, 7.4.44); from here on it is worn."""
UNIT = "dvojtah.service"
RUNNING = ("active", "activating", "reloading")
"""States of a service that runs, or is about to."""
SYSTEMD = Path("/run/systemd/system")
KEYS = ("LoadState", "ActiveState", "SubState", "UnitFileState", "NRestarts", "Result")


def model(settings: Settings) -> Findings:
    """Which board this is."""
    if name := (read_line(MODEL) or "").rstrip("\0"):
        yield True, msg("This is a {model}.", model=name)


def power(settings: Settings) -> Findings:
    """Under-voltage since the start, as the Pi's firmware reports it, or else as the kernel does now."""
    if (flags := throttle_flags()) is not None:
        low = bool(int(flags, 16) & UNDER_VOLTAGE)
    elif (file := sensor(SYS)) is not None:
        low = under_voltage(file)
    else:
        return
    if low:
        yield False, msg("The voltage was too low; use the Pi's own supply and a short cable.")
    else:
        yield True, msg("The supply is in order.")


def throttle_flags() -> str | None:
    """The firmware's flags (`vcgencmd get_throttled`), such as ``0x0``; None where it cannot be asked."""
    match = re.search(r"=(0x[0-9a-fA-F]+)", run_program("vcgencmd", "get_throttled") or "")
    return match[1] if match else None


def heat(settings: Settings) -> Findings:
    """How hot the processor is."""
    flags = int(throttle_flags() or "0", 16)
    if slowed := next((text for bits, text in SLOWED.items() if flags & bits), None):
        yield False, slowed
    heat = degrees()
    if heat is None:
        return
    if heat >= HOT:
        yield False, msg("The processor is at {degrees} °C and slows down; give it air or a heat sink.", degrees=heat)
    else:
        yield True, msg("The processor is at {degrees} °C.", degrees=heat)


def clock_source(settings: Settings) -> Findings:
    """What the kernel counts time by."""
    name = read_line(SOURCE)
    if name in POOR:
        yield False, msg("Time is counted coarsely ({name}); update the system.", name=name)
    elif name is not None:
        yield True, msg("Time is counted by {name}.", name=name)


def calendar_clock(settings: Settings) -> Findings:
    """Which battery clock the system took its date from at the start.

    A Pi 5 has its own, the HAT may have another, and the kernel reads the first.
    """
    clocks = {place: (read_line(place / "name") or "").split(" ")[0] for place in sorted(RTC.glob("rtc[0-9]*"))}
    if not clocks:
        return
    used = next((place for place in clocks if read_line(place / "hctosys") == "1"), None)
    if used is None:
        yield False, msg("No clock with a battery set the date ({clocks}).", clocks=", ".join(clocks.values()))
    elif (year := (read_line(used / "date") or "")[:4]).isdecimal() and int(year) < FIRST_YEAR:
        text = msg(
            "The clock {name} set the date and says {year}: its battery is missing or empty.",
            name=clocks[used],
            year=year,
        )
        yield False, text
    else:
        yield True, msg("The clock {name} set the date.", name=clocks[used])
    if used is not None and len(clocks) > 1:
        others = ", ".join(name for place, name in clocks.items() if place != used)
        yield (
            True,
            msg(
                "There is also {clocks}, which nobody asks; the battery belongs to {name}.",
                clocks=others,
                name=clocks[used],
            ),
        )


def mount_options(settings: Settings) -> Findings:
    """Whether the file system of the journal keeps what is written, in the right order, through a power cut."""
    mount = mount_of(settings.journal_path)
    if mount is None:
        return
    place = {"place": str(mount.place), "kind": mount.kind}
    if mount.kind in IN_MEMORY:
        text = msg("Games are on {kind} and are lost at power-off; give /var/lib/dvojtah a disk of its own.", **place)
    elif "ro" in mount.options:
        text = msg("The disk {place} is read-only; games cannot be kept. Look for its errors: sudo dmesg.", **place)
    elif {"nobarrier", "barrier=0", "data=writeback"}.intersection(mount.options):
        text = msg("The disk {place} is mounted so that a power cut may damage games; correct /etc/fstab.", **place)
    elif mount.kind in ("vfat", "exfat"):
        text = msg("Games are on {kind}, which a power cut may damage; use ext4.", **place)
    else:
        yield True, msg("The disk {place} ({kind}) keeps games through a power cut.", **place)
        return
    yield False, text


def health(settings: Settings) -> Findings:
    """Errors that the file system has met, and the wear that the card itself reports."""
    mount = mount_of(settings.journal_path)
    if mount is None or not mount.device.startswith("/dev/"):
        return
    partition = Path(os.path.realpath(mount.device)).name
    errors = read_line(SYS / "fs" / "ext4" / partition / "errors_count") or ""
    count = int(errors) if errors.isdecimal() else None
    if count:
        text = msgs(
            "The disk reports {n} error; copy the games away and use another card.",
            "The disk reports {n} errors; copy the games away and use another card.",
            count,
        )
        yield False, text
    elif _life(partition) >= WORN:
        yield False, msg("The card is nearly worn out; copy the games away and use another.")
    elif count is not None:
        yield True, msg("The disk reports no errors.")


def mount_of(path: Path) -> MountEntry | None:
    """The file system on which a path lies, or would lie; None where the kernel knows none."""
    try:
        mounts = mount_table(MOUNTS.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    place, entry = Path(os.path.realpath(path)), None
    for mount in mounts:
        if place.is_relative_to(mount.place) and (entry is None or len(mount.place.parts) >= len(entry.place.parts)):
            entry = mount  # of two on one place the later covers the earlier
    return entry


def _life(partition: str) -> int:
    """How much of its life a card that keeps count says is used, in tenths; 0 for any other disk."""
    try:
        text = (SYS / "block" / partition.rsplit("p", 1)[0] / "device" / "life_time").read_text(encoding="ascii")
        return max(int(word, 16) for word in text.split())
    except (OSError, ValueError):
        return 0


def unit(settings: Settings) -> Findings:
    """What systemd says about the table, where it is installed as a service."""
    properties = state()
    if properties is None:
        return
    if properties.get("LoadState") != "loaded":
        yield True, msg("The table is not installed as a service; it is started by hand.")
    elif (trouble := _trouble(properties)) is not None:
        yield False, trouble
    else:
        again = properties.get("NRestarts", "")
        text = msgs(
            "The service runs and starts with the device; restarted by itself: {n} time.",
            "The service runs and starts with the device; restarted by itself: {n} times.",
            int(again) if again.isdecimal() else 0,
        )
        yield True, text


def _trouble(properties: dict[str, str]) -> Message | None:
    if properties.get("ActiveState") == "activating" and properties.get("SubState") == "auto-restart":
        return msg(
            "The table ends again and again ({result}, {n} times); its last messages: journalctl -u dvojtah -n 30",
            result=properties.get("Result", "?"),
            n=properties.get("NRestarts", "?"),
        )
    if properties.get("ActiveState") not in RUNNING:
        return msg(
            "The service does not run ({result}); start it: sudo systemctl start dvojtah",
            result=properties.get("Result", "?"),
        )
    if properties.get("UnitFileState") != "enabled":
        return msg("The table does not start with the device; sudo systemctl enable dvojtah")
    return None


def table_has_hardware(settings: Settings) -> bool:
    """Whether a table has buttons, screen and loudspeaker now: one with these settings' journal, or the service, of
    whose journal not every user may know."""
    return table_runs(settings.journal_path) or (state() or {}).get("ActiveState") in RUNNING


def state() -> dict[str, str] | None:
    """The service as systemd shows it; None where no systemd runs."""
    command = ("systemctl", "show", UNIT, *(f"--property={key}" for key in KEYS))
    output = run_program(*command) if SYSTEMD.is_dir() else None
    return None if output is None else dict(line.split("=", 1) for line in output.splitlines() if "=" in line)
