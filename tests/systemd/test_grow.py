"""A card larger than its system: partition and file system grow to its end. sfdisk and resize2fs are the real ones."""

import errno
import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from installer import grow, main

from tests.systemd.test_installer import Paper

MB = 1 << 20
BOOT, START, SIZE = 4 * MB, 8 * MB, 96 * MB
missing = [
    program
    for program in ("sfdisk", "resize2fs", "mke2fs")
    if not shutil.which(program, path="/usr/sbin:/usr/bin:/sbin")
]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)} (apt install fdisk e2fsprogs)")


class Card(Paper):
    """A device with a card of so many bytes; the kernel's own files about it are made again by `partx`."""

    def __init__(self, root, size, *behind):
        super().__init__(root)
        self.source = "/dev/mmcblk0p2"
        self.faults = {}
        self.place = self.path("/dev/mmcblk0")
        self.partition = self.path(self.source)
        self.place.parent.mkdir()
        entries = (0x0C, BOOT, START - BOOT), (0x83, START, SIZE), *behind
        table = b"".join(struct.pack("<4xB3xII", kind, at // 512, long // 512) for kind, at, long in entries)
        self.place.write_bytes(b"\0" * 446 + table.ljust(64, b"\0") + b"\x55\xaa")
        with self.place.open("r+b") as file:
            file.truncate(size)
        with self.partition.open("wb") as file:
            file.truncate(SIZE)
        real("mke2fs", "-q", "-t", "ext4", "-F", self.partition)
        self.told()

    def told(self):
        """What the kernel says once it has read the table."""
        disk = self.path("/sys/devices/mmc/mmcblk0")
        known = self.path("/sys/class/block")
        known.mkdir(parents=True, exist_ok=True)
        sector = beginning(self.place, 512)
        for number in range(1, 5):
            at, long = struct.unpack_from("<II", sector, 446 + 16 * (number - 1) + 8)
            if long:
                own = disk / f"mmcblk0p{number}"
                own.mkdir(parents=True, exist_ok=True)
                for name, value in (("partition", number), ("start", at), ("size", long)):
                    (own / name).write_text(f"{value}\n")
                link = known / own.name
                link.unlink(missing_ok=True)
                link.symlink_to(own)
        (disk / "size").write_text(f"{self.place.stat().st_size // 512}\n")

    def run(self, *command, feed="", **environment):
        self.commands.append(command)
        if command[0] in self.faults:
            return subprocess.CompletedProcess(command, 1, self.faults[command[0]])
        if command[0] == "findmnt":
            return subprocess.CompletedProcess(command, 0, f"{self.source}\n")
        if command[0] == "partx":
            self.told()
            with self.partition.open("r+b") as file:
                file.truncate(int(Path(self.path("/sys/class/block/mmcblk0p2/size")).read_text()) * 512)
            return subprocess.CompletedProcess(command, 0, "")
        return real(*(self.path(word) if word.startswith("/dev/") else word for word in command), feed=feed)

    @property
    def names(self):
        return [command[0] for command in self.commands]


def beginning(place, size=BOOT // 2):
    with place.open("rb") as file:
        return file.read(size)


def written(place):
    """All that was ever written on a card, by where it stands; what nobody wrote is not read, there is much of it."""
    blocks, at = {}, 0
    with place.open("rb", buffering=0) as file:
        while True:
            try:
                at = os.lseek(file.fileno(), at, os.SEEK_DATA)
            except OSError as error:
                if error.errno != errno.ENXIO:  # which says that nothing more is written behind it
                    raise
                return blocks
            end = os.lseek(file.fileno(), at, os.SEEK_HOLE)
            blocks[at] = os.pread(file.fileno(), end - at, at)
            at = end


def real(*command, feed=""):
    return subprocess.run(
        list(map(str, command)),
        input=feed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"},
    )


def started(card):
    """A start of the device."""
    card.commands.clear()
    return main.main(["--lang", "en", "--grow"], card)


def test_a_larger_card_is_used_to_its_end_and_once(tmp_path):
    card = Card(tmp_path / "pi", 400 * MB)
    before = beginning(card.place)
    assert started(card) == 0
    root = grow.find(card)
    assert root.start == START, "where it begins stays"
    assert root.start + root.size == 400 * MB
    assert grow.length(card, card.source) == root.size
    after = beginning(card.place)
    assert {i for i in range(len(after)) if before[i] != after[i]} <= set(range(446 + 16, 446 + 32))
    assert card.said == [f"The system has {root.size // 1_000_000} MB of the card now."]
    assert started(card) == 0
    assert card.names == ["findmnt"]
    assert len(card.said) == 1


def test_what_the_system_grew_by_half_is_finished(tmp_path):
    """The partition is grown, its file system is not: cut off in between, or left so by the system's first start."""
    card = Card(tmp_path / "pi", 400 * MB)
    card.faults["resize2fs"] = "no power\n"
    assert started(card) == 1
    assert card.said == ["The system could not be grown to the whole card: no power."]
    card.faults.clear()
    assert started(card) == 0
    assert card.names == ["findmnt", "resize2fs"]
    assert grow.length(card, card.source) == 400 * MB - START


def test_a_card_that_is_no_larger_is_left_alone(tmp_path):
    card = Card(tmp_path / "pi", START + SIZE + 32 * MB)
    assert started(card) == 0
    assert card.names == ["findmnt"]
    assert card.said == []


def test_of_a_disk_of_more_than_two_terabytes_what_its_table_can_speak_of_is_used():
    root = grow.Root("/dev/sda", "/dev/sda2", 2, START, (2 << 40) - START, 4 << 40, alone=True)
    assert root.behind < grow.WORTH


def test_another_partition_behind_it_is_never_written_over(tmp_path):
    card = Card(tmp_path / "pi", 800 * MB, (0x83, 600 * MB, 100 * MB))
    before = written(card.place)
    assert started(card) == 1
    assert card.said == ["The system could not be grown to the whole card: another partition follows it."]
    assert written(card.place) == before
    assert before[0][:512] == beginning(card.place, 512), "the table of partitions is part of it"


@pytest.mark.parametrize(
    ("program", "sentence"),
    [("sfdisk", "cannot open /dev/mmcblk0"), ("partx", "no such device")],
)
def test_a_card_that_refuses_is_said_in_one_sentence(tmp_path, program, sentence):
    card = Card(tmp_path / "pi", 400 * MB)
    card.faults[program] = f"Checking...\n{sentence}\n\n"
    assert started(card) == 1
    assert card.said == [f"The system could not be grown to the whole card: {sentence}."]


@pytest.mark.parametrize("source", ["overlayroot", "/dev/sdz9", ""])
def test_a_root_in_memory_or_nowhere_is_left_alone(tmp_path, source):
    card = Card(tmp_path / "pi", 400 * MB)
    card.source = source
    assert started(card) == 0
    assert card.names == ["findmnt"]


@pytest.mark.parametrize(("wide", "blocks"), [(0x80, 1 << 32 | 1), (0, 1)])
def test_a_file_system_of_more_than_four_thousand_million_blocks_is_measured_whole(tmp_path, wide, blocks):
    machine, block = Paper(tmp_path), bytearray(1024)
    for at, value in ((4, 1), (24, 2), (0x60, wide), (0x150, 1)):
        struct.pack_into("<I", block, at, value)
    struct.pack_into("<H", block, 0x38, 0xEF53)
    place = machine.path("/dev/sda2")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(bytes(1024) + block)
    assert grow.length(machine, "/dev/sda2") == blocks * 4096
