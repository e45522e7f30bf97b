"""A block device that keeps a log of all that came to it (dm-log-writes), and states of a card made from that log.

The kernel writes down what a card was given up to each flush, in the order in which the card had it; what was still on
its way is not in it. Layout: ``struct log_write_super`` and ``log_write_entry`` of drivers/md/dm-log-writes.c.
"""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAGIC = 0x6A736677736872
SECTOR = 512
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8


@dataclass(frozen=True, slots=True)
class Entry:
    """One request: ``data`` to ``sector``, or a mark with its words as data."""

    sector: int
    count: int
    flags: int
    data: bytes


class LoggedWrites:
    """The device ``path`` on the card ``card``, whose log lies on ``log``; sectors have 512 bytes."""

    NAME = "logged"

    def __init__(self, card: Path, log: Path) -> None:
        self._card, self._log = card, log
        size = int((Path("/sys/class/block") / card.name / "size").read_text())
        self._dmsetup("create", self.NAME, "--table", f"0 {size} log-writes {card} {log}")
        (name,) = (place for place in Path("/sys/block").glob("dm-*/dm/name") if place.read_text().strip() == self.NAME)
        self.path = Path("/dev") / name.parts[3]

    def _dmsetup(self, *words: str) -> None:
        subprocess.run(["dmsetup", "--noudevrules", "--noudevsync", *words], check=True, capture_output=True)

    def mark(self, words: str) -> None:
        """Put a mark into the log."""
        self._dmsetup("message", self.NAME, "0", "mark", words)

    def close(self) -> list[Entry]:
        """Take the device away; what came to it."""
        self._dmsetup("remove", self.NAME)
        return list(self._entries())

    def _entries(self) -> Iterator[Entry]:
        with self._log.open("rb") as file:
            magic, _, number, size = struct.unpack("<QQQI", file.read(28))
            assert (magic, size) == (MAGIC, SECTOR)
            at = SECTOR
            for _ in range(number):
                file.seek(at)
                sector, count, flags, length = struct.unpack("<QQQQ", file.read(32))
                at += SECTOR
                data = file.read(length) if flags & MARK else b""
                if count and not flags & DISCARD:
                    file.seek(at)
                    data = file.read(count * SECTOR)
                    at += count * SECTOR
                yield Entry(sector, count, flags, data)


def put(card: Path, entries: list[Entry]) -> None:
    """Write requests to a card."""
    file = os.open(card, os.O_RDWR)
    try:
        for entry in entries:
            data = bytes(entry.count * SECTOR) if entry.flags & DISCARD else entry.data
            if not entry.flags & MARK and data:
                os.pwrite(file, data, entry.sector * SECTOR)
        os.fsync(file)
    finally:
        os.close(file)
