"""The card's system made as large as the card, where the system itself did not do that at its first start.

Raspberry Pi OS grows its partition early and its file system later, the latter only where it takes a start for its
first one; a card made of an image starts with an empty machine-id, which systemd does not. Without the room there is
none for an update. Done again it finds nothing to do; a power cut in the middle is followed by the rest at the next
start, because sfdisk writes one sector and ext4 grows by its journal.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from installer.machine import Machine, last_line
from installer.words import Sentence, msg

SECTOR = 512
WORTH = 64 << 20
"""Bytes behind the end that are worth the work: cards of one name differ by less, and file systems round down."""
_MAGIC = 0xEF53
_SUPERBLOCK = struct.Struct("<4xI16xI28xH38xI236xI")
"""Of ext4's: blocks, how large one is, the magic number, features, and the high half of the blocks."""
_MOST = (1 << 32) - 1
"""The last sector that the partition table of an image (MBR) can speak of: 2 TB."""


@dataclass(frozen=True, slots=True)
class Root:
    """Where the system lies. ``start``, ``size`` and ``disk_size`` are bytes; ``alone``: nothing is behind it."""

    disk: str
    partition: str
    number: int
    start: int
    size: int
    disk_size: int
    alone: bool

    @property
    def behind(self) -> int:
        """Bytes of the card behind it."""
        return min(self.disk_size, _MOST * SECTOR) - self.start - self.size


def grow(machine: Machine) -> int:
    """Grow the root's partition and file system to the end of the card; 1 with one sentence where that failed."""
    root = find(machine)
    if root is None:
        return 0  # the root is in memory (a read-only card) or on something that is no partition
    if root.behind >= WORTH:
        if not root.alone:
            return _failed(machine, msg("another partition follows it"))
        done = machine.run("sfdisk", "--no-reread", "--no-tell-kernel", "-N", str(root.number), root.disk, feed=",+\n")
        if done.returncode:
            return _failed(machine, last_line(done.stdout))
        done = machine.run("partx", "--update", "--nr", str(root.number), root.disk)
        if done.returncode:
            return _failed(machine, last_line(done.stdout))
        root = find(machine) or root
    there = length(machine, root.partition)
    if there is None or root.size - there < WORTH:
        return 0
    done = machine.run("resize2fs", root.partition)
    if done.returncode:
        return _failed(machine, last_line(done.stdout))
    machine.say(str(msg("The system has {mb} MB of the card now.", mb=root.size // 1_000_000)))
    return 0


def find(machine: Machine) -> Root | None:
    """The partition of the root, as the kernel has it; None where the root is none."""
    source = machine.run("findmnt", "--noheadings", "--output", "SOURCE", "/").stdout.strip()
    if not source.startswith("/dev/"):
        return None
    known = machine.path("/sys/class/block")
    name = source.removeprefix("/dev/")
    number = _number(known / name / "partition")
    if not number:
        return None
    place = (known / name).resolve()
    disk = place.parent
    start, size = _number(place / "start"), _number(place / "size")
    starts = [_number(path.parent / "start") for path in disk.glob("*/partition")]
    return Root(
        f"/dev/{disk.name}",
        source,
        number,
        start * SECTOR,
        size * SECTOR,
        _number(disk / "size") * SECTOR,
        max(starts, default=0) <= start,
    )


def length(machine: Machine, partition: str) -> int | None:
    """Bytes of the ext4 on a partition as its superblock says; None where there is none."""
    try:
        with machine.path(partition).open("rb") as file:
            file.seek(1024)
            low, shift, magic, features, high = _SUPERBLOCK.unpack(file.read(_SUPERBLOCK.size))
    except (OSError, struct.error):
        return None
    if magic != _MAGIC:
        return None
    return int(((high if features & 0x80 else 0) << 32 | low) * (1024 << shift))  # 0x80: the feature 64bit


def _failed(machine: Machine, why: Sentence | str) -> int:
    sentence = msg("The system could not be grown to the whole card: {why}.", why=str(why).rstrip("."))
    machine.say(str(sentence))
    return 1


def _number(place: Path) -> int:
    try:
        return int(place.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0
