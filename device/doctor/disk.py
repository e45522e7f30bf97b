"""The disk under the journal: whether it keeps what is written to it, its errors, its wear."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.doctor.finding import Finding
from device.settings.settings import Settings
from rules.message import msg, msgs

MOUNTS = Path("/proc/self/mounts")
SYS = Path("/sys")
IN_MEMORY = ("tmpfs", "ramfs", "overlay", "squashfs")
"""File systems that forget at power-off, or let nothing be written."""
WORN = 9
"""A card that keeps count says in tenths how much of its life is used (JESD84-B51, 7.4.44); from here on it is worn."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A line of /proc/mounts."""

    device: str
    place: str
    kind: str
    options: frozenset[str]


def mount_options(settings: Settings) -> Iterator[Finding]:
    """Whether the file system of the journal keeps what is written, in the right order, through a power cut."""
    mount = mount_of(settings.journal_path)
    if mount is None:
        return
    place = {"place": mount.place, "kind": mount.kind}
    if mount.kind in IN_MEMORY:
        text = msg("Games lie on {kind} and are gone at power-off; give /var/lib/dvojtah a disk of its own.", **place)
    elif "ro" in mount.options:
        text = msg("The disk {place} is read-only; games cannot be kept. Look for its errors: sudo dmesg.", **place)
    elif mount.options & {"nobarrier", "barrier=0", "data=writeback"}:
        text = msg("The disk {place} is mounted so that a power cut may damage games; correct /etc/fstab.", **place)
    elif mount.kind in ("vfat", "exfat"):
        text = msg("Games lie on {kind}, which a power cut may damage; use ext4.", **place)
    else:
        yield Finding("mount", True, msg("The disk {place} ({kind}) keeps games through a power cut.", **place))
        return
    yield Finding("mount", False, text)


def health(settings: Settings) -> Iterator[Finding]:
    """Errors that the file system has met, and the wear that the card itself reports."""
    mount = mount_of(settings.journal_path)
    if mount is None or not mount.device.startswith("/dev/"):
        return
    partition = Path(os.path.realpath(mount.device)).name
    errors = _number(SYS / "fs" / "ext4" / partition / "errors_count", 10)
    life = _life(partition)
    if errors:
        text = msgs(
            "The disk has met {n} error; copy the games away and use another card.",
            "The disk has met {n} errors; copy the games away and use another card.",
            errors,
        )
        yield Finding("disk health", False, text)
    elif life >= WORN:
        text = msg("The card is nearly worn out; copy the games away and use another.")
        yield Finding("disk health", False, text)
    elif errors is not None:
        yield Finding("disk health", True, msg("The disk has met no errors."))


def mount_of(path: Path) -> Mount | None:
    """The file system on which a path lies, or would lie; None where the kernel knows none."""
    place = os.path.realpath(path)
    found = None
    for mount in mounts():
        inside = place == mount.place or place.startswith(mount.place.rstrip("/") + "/")
        if inside and (found is None or len(mount.place) >= len(found.place)):
            found = mount  # of two on one place the later covers the earlier
    return found


def mounts() -> Iterator[Mount]:
    """All that is mounted."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        device, place, kind, options, *_ = line.split(" ")
        yield Mount(device, place.replace("\\040", " "), kind, frozenset(options.split(",")))


def _life(partition: str) -> int:
    """How much of its life a card that keeps count says is used, in tenths; 0 for any other disk."""
    try:
        text = (SYS / "block" / partition.rsplit("p", 1)[0] / "device" / "life_time").read_text(encoding="ascii")
        return max(int(word, 16) for word in text.split())
    except (OSError, ValueError):
        return 0


def _number(path: Path, base: int) -> int | None:
    try:
        return int(path.read_text(encoding="ascii").strip(), base)
    except (OSError, ValueError):
        return None
