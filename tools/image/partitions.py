"""The partition table of a Raspberry Pi OS image: an MBR with a FAT partition to start from and an ext4 one behind it.

Read and written as bytes, so no loop device and no rights are needed. https://en.wikipedia.org/wiki/Master_boot_record
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from tools.image.said import Refused

SECTOR = 512
TABLE = 446
ENTRY = struct.Struct("<B3sB3sII")
FAT = (0x0B, 0x0C, 0x0E)
LINUX = 0x83
GPT = 0xEE
NO_IMAGE = "{file} is no image of Raspberry Pi OS Lite: {why}."


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition: its place in the table, its type, where it begins and how long it is, in bytes."""

    number: int
    kind: int
    start: int
    size: int

    @property
    def end(self) -> int:
        """The first byte behind it."""
        return self.start + self.size


def read_table(sector: bytes, file: str) -> list[Partition]:
    """The partitions of a first sector. Raises `Refused` where it is none."""
    if len(sector) < SECTOR or sector[510:512] != b"\x55\xaa":
        raise Refused(NO_IMAGE.format(file=file, why="it has no partition table"))
    partitions = []
    for number in range(4):
        _, _, kind, _, start, count = ENTRY.unpack_from(sector, TABLE + number * ENTRY.size)
        if kind == GPT:
            raise Refused(NO_IMAGE.format(file=file, why="its partition table is a GPT"))
        if kind and count:
            partitions.append(Partition(number + 1, kind, start * SECTOR, count * SECTOR))
    return partitions


def boot_and_root(image: Path) -> tuple[Partition, Partition]:
    """The two partitions of an image, which lie in it whole. Raises `Refused`."""
    with image.open("rb") as file:
        partitions = read_table(file.read(SECTOR), image.name)
    kinds = [partition.kind for partition in partitions]
    if len(partitions) != 2 or kinds[0] not in FAT or kinds[1] != LINUX:
        others = ", ".join(f"{kind:#04x}" for kind in kinds) or "none"
        raise Refused(NO_IMAGE.format(file=image.name, why=f"it has other partitions ({others})"))
    boot, root = partitions
    if boot.end > root.start:
        raise Refused(NO_IMAGE.format(file=image.name, why="its partitions overlap"))
    if image.stat().st_size < root.end:
        raise Refused(
            f"{image.name} is cut off: {root.end // 1_000_000} MB are in its table, "
            f"{image.stat().st_size // 1_000_000} MB are there; fetch it anew."
        )
    return boot, root


def with_size(sector: bytes, number: int, size: int) -> bytes:
    """The first sector with another size (bytes) for one partition; the disk's number, and with it PARTUUIDs, stays."""
    place = TABLE + (number - 1) * ENTRY.size
    flag, first, kind, last, start, _ = ENTRY.unpack_from(sector, place)
    entry = ENTRY.pack(flag, first, kind, last, start, -(-size // SECTOR))
    return sector[:place] + entry + sector[place + ENTRY.size :]


def copy_out(image: Path, partition: Partition, target: Path) -> None:
    """A partition as a file, with holes where it is empty."""
    copy(image, partition.start, target, 0, partition.size)


def copy(source: Path, at: int, target: Path, to: int, size: int, block: int = 1 << 20) -> None:
    """Copy bytes from one file into another at given places; empty blocks become holes in a new file."""
    mode = "r+b" if target.exists() else "w+b"
    with source.open("rb") as reader, target.open(mode) as writer:
        reader.seek(at)
        left = size
        while left > 0:
            content = reader.read(min(block, left))
            if not content:
                raise Refused(f"{source.name} is shorter than it should be.")
            writer.seek(to + size - left)
            if content.count(0) != len(content) or mode == "r+b":
                writer.write(content)
            left -= len(content)
        if to + size > writer.seek(0, 2):
            writer.truncate(to + size)
