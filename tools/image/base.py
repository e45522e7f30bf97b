"""The image that the builder brings: is it one, is it for this, and is there room to work on it."""

from __future__ import annotations

import lzma
import os
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.image import filesystems
from tools.image.partitions import NO_IMAGE, Partition, boot_and_root, copy_out
from tools.image.payload import PYTHONS
from tools.image.said import Refused, step

XZ = b"\xfd7zXZ\x00"
PROCESSOR = "aarch64"
WORK = 4
"""How many times its unpacked size an image needs beside it while the new one is made."""


@dataclass(frozen=True, slots=True)
class Base:
    """An image that was looked at: the file, its partitions, the release of its system, its root as a file."""

    image: Path
    boot: Partition
    root: Partition
    system: str
    root_file: Path


def check_builder(processor: str = PROCESSOR) -> None:
    """Whether this machine can run the programs of the image in it. Raises `Refused`."""
    if os.geteuid():
        raise Refused("Only root can make an image, because its files have owners: sudo make image BASE=...")
    if platform.machine() != processor and not Path(f"/proc/sys/fs/binfmt_misc/qemu-{processor}").exists():
        raise Refused(
            f"Programs for {processor} do not run here: sudo apt install qemu-user-static binfmt-support, "
            "and where that does not do, mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc"
        )


def unpacked(file: Path, work: Path) -> Path:
    """The image itself, unpacked where it came packed. Raises `Refused`."""
    if not file.is_file():
        raise Refused(f"There is no file {file}; BASE is an image of Raspberry Pi OS Lite (64-bit), .img or .img.xz.")
    with file.open("rb") as opened:
        packed = opened.read(6) == XZ
    size = file.stat().st_size
    if not packed:
        check_room(work, size * WORK)
        return file
    size = unpacked_size(file)
    check_room(work, size * WORK)
    step(f"Unpacking {file.name}...")
    target = work / "base.img"
    try:
        with lzma.open(file) as source, target.open("wb") as out:
            while block := source.read(1 << 20):
                out.seek(len(block), 1) if block.count(0) == len(block) else out.write(block)
            out.truncate(out.tell())
    except (lzma.LZMAError, EOFError):
        raise Refused(f"{file.name} is damaged; fetch it anew.") from None
    return target


def unpacked_size(file: Path) -> int:
    """How large a packed image is unpacked, as xz says; a guess where it does not."""
    done = subprocess.run(["xz", "--robot", "--list", file], capture_output=True, text=True, check=False)
    match = re.search(r"^totals\t\d+\t\d+\t\d+\t(\d+)", done.stdout, re.MULTILINE)
    return int(match[1]) if match else file.stat().st_size * 6


def check_room(work: Path, needed: int) -> None:
    """Whether the disk takes what is made on the way. Raises `Refused`."""
    free = shutil.disk_usage(work).free
    if free < needed:
        raise Refused(
            f"There is no room on the disk: {needed // 1_000_000} MB are needed in {work}, "
            f"{free // 1_000_000} MB are free."
        )


def looked_at(file: Path, work: Path) -> Base:
    """The builder's image, checked as far as can be before anything is made of it. Raises `Refused`."""
    image = unpacked(file, work)
    boot, root = boot_and_root(image)
    root_file = work / "root.ext4"
    root_file.unlink(missing_ok=True)
    copy_out(image, root, root_file)
    processor = filesystems.processor_of(root_file)
    if processor == "?":
        raise Refused(NO_IMAGE.format(file=file.name, why="there is no system in it"))
    if processor != PROCESSOR:
        raise Refused(f"{file.name} is a system for {processor}; a 64-bit one (arm64) is needed.")
    release = filesystems.one_file(root_file, "/usr/lib/os-release").decode(errors="replace")
    match = re.search(r'^VERSION_CODENAME="?(\w+)', release, re.MULTILINE)
    system = match[1] if match else "?"
    if system not in PYTHONS:
        raise Refused(f"{file.name} is of the release {system}; the table runs on {' and '.join(PYTHONS)}.")
    return Base(image, boot, root, system, root_file)
