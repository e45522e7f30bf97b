"""Sequences of writes, syncs, renames and truncations, and the states of a folder that the simulated disk allows.

What is drawn of a case has to be among them, and so has what a real ext4 leaves.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.world.disk import Disk
from tools.world.medium import SECTOR, Change, Truncation, before
from tools.world.volume import OpenFile

PAGE = 4096
State = dict[str, bytes]
"""The files of a folder by name."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call: ``write``, ``truncate``, ``sync``, ``rename``, ``unlink`` or ``sync_folder``."""

    call: str
    name: str = ""
    other: str = ""
    at: int = 0
    data: bytes = b""


def write(name: str, at: int, length: int, letter: str) -> Step:
    return Step("write", name, at=at, data=letter.encode() * length)


def truncate(name: str, length: int) -> Step:
    return Step("truncate", name, at=length)


def sync(name: str) -> Step:
    return Step("sync", name)


def rename(name: str, other: str) -> Step:
    return Step("rename", name, other)


def unlink(name: str) -> Step:
    return Step("unlink", name)


def framed(at: int, letter: str) -> list[Step]:
    """A frame of SQLite's log: its head and its page, which lies across two of the file's."""
    return [write("w", at, 24, letter.upper()), write("w", at + 24, PAGE, letter)]


FOLDER = Step("sync_folder")
BEFORE: State = {"a": b"o" * 3 * PAGE, "small": b"old"}
"""What is in the folder, and safe, before each case."""
CASES: dict[str, list[Step]] = {
    "a new file": [write("n", 0, 100, "x"), sync("n")],
    "a new file that is not synced itself": [write("n", 0, 100, "x"), FOLDER],
    "two writes, the second synced": [write("a", 0, PAGE, "x"), write("small", 0, 3, "y"), sync("small")],
    "pages in place": [write("a", 0, PAGE, "x"), write("a", 2 * PAGE, PAGE, "y"), sync("a")],
    "a page twice": [write("a", 0, PAGE, "x"), write("a", 100, 1000, "y"), sync("a"), write("a", 0, PAGE, "z")],
    "frames of a log": [
        *(
            write("w", 32 + n * (PAGE + 24) + part, length, "abcd"[n])
            for n in range(3)
            for part, length in ((0, 24), (24, PAGE))
        ),
        sync("w"),
        write("w", 32, PAGE, "e"),
        sync("w"),
    ],
    "appended across pages": [write("a", 3 * PAGE, 5000, "x"), write("a", 3 * PAGE + 5000, 5000, "y"), sync("a")],
    "far behind the end": [write("a", 5 * PAGE + 10, 10, "x"), sync("a")],
    "made shorter": [truncate("a", PAGE + 100), sync("a")],
    "made shorter and longer": [truncate("a", 0), write("a", 0, PAGE, "x"), sync("a"), write("a", PAGE, 1000, "y")],
    "made shorter within a page and written behind": [truncate("a", 100), write("a", 2 * PAGE, 50, "x"), sync("a")],
    "a small file in the place of another": [write("new", 0, 3, "n"), sync("new"), rename("new", "small"), FOLDER],
    "the same without its sync": [write("new", 0, 3, "n"), rename("new", "small"), FOLDER],
    "the same without the folder's": [write("new", 0, 3, "n"), sync("new"), rename("new", "small"), sync("a")],
    "renamed, then synced": [write("new", 0, 3, "n"), rename("new", "moved"), sync("moved")],
    "deleted": [unlink("small"), FOLDER],
    "deleted and made anew": [unlink("small"), write("small", 0, 5, "n"), sync("small")],
    "names in their order": [
        write("p", 0, 1, "p"),
        write("q", 0, 1, "q"),
        unlink("small"),
        rename("a", "b"),
        sync("q"),
        FOLDER,
    ],
    "a file that is old keeps what came after it waiting": [
        write("small", 0, 3, "x"),
        write("p", 0, 1, "p"),
        sync("small"),
    ],
}


@dataclass
class Player:
    """Plays steps in a folder with the system's calls; ``watching`` is told of those on files before they are made."""

    folder: Path
    watching: Callable[[Step, str, int], None] = lambda step, path, file: None
    _open: dict[str, int] = field(default_factory=dict)

    def begin(self) -> None:
        """The folder as it is before each case, safe."""
        for name, content in BEFORE.items():
            (self.folder / name).write_bytes(content)
            self._sync(self.folder / name)
        self._sync(self.folder)

    def _sync(self, path: Path) -> None:
        file = os.open(path, os.O_RDONLY)
        os.fsync(file)
        os.close(file)

    def play(self, step: Step) -> None:
        """One step."""
        path = self.folder / step.name
        match step.call:
            case "sync_folder":
                self._sync(self.folder)
            case "rename":
                path.rename(self.folder / step.other)
                if step.name in self._open:
                    self._open[step.other] = self._open.pop(step.name)
            case "unlink":
                path.unlink()
                if step.name in self._open:
                    os.close(self._open.pop(step.name))
            case _:
                if step.name not in self._open:
                    self._open[step.name] = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
                self._on_file(step, str(path), self._open[step.name])

    def _on_file(self, step: Step, path: str, file: int) -> None:
        self.watching(step, path, file)
        if step.call == "write":
            os.pwrite(file, step.data, step.at)
        elif step.call == "truncate":
            os.ftruncate(file, step.at)
        else:
            os.fsync(file)

    def close(self) -> None:
        """Let the files go."""
        for file in self._open.values():
            os.close(file)
        self._open.clear()


def as_sqlite(disk: Disk) -> Callable[[Step, str, int], None]:
    """Has the disk told of writes and truncations one by one, as it is for files that SQLite has open."""
    handles: dict[int, OpenFile] = {}

    def watching(step: Step, path: str, file: int) -> None:
        status = os.fstat(file)
        if status.st_ino not in handles:
            handle = disk.on_open(path)
            assert handle is not None
            handles[status.st_ino] = handle
        handle, size = handles[status.st_ino], status.st_size
        if step.call == "write":
            handle.on_write(step.at, step.data, size, os.pread(file, len(step.data), step.at))
        elif step.call == "truncate":
            handle.on_truncate(step.at, size, os.pread(file, size, step.at))

    return watching


@dataclass(frozen=True)
class Allowed:
    """The states that a power cut may leave at some moment."""

    names: list[dict[str, int]]
    """Each of the folders that there may be: names, with the number of their file."""
    files: dict[int, tuple[bytes, list[Change]]]
    """Content of each file, and those of its changes that are not safe."""

    def allows(self, state: State) -> bool:
        """Whether it may leave that."""
        return any(
            names.keys() == state.keys()
            and all(possible(*self.files[number], state[name]) for name, number in names.items())
            for names in self.names
        )


def allowed_now(disk: Disk, folder: Path) -> Allowed:
    """The states that a power cut may leave of a machine's folder now."""
    volume = disk._volumes[f"{folder}/"]
    volume.look()
    names, seen, files = dict(volume._safe), [], {}
    for naming in (None, *volume._pending):
        if naming is not None:
            naming.apply(names)
        seen.append({name: id(file) for name, file in names.items()})
        files |= {id(file): (file.content(), list(file.unsafe())) for file in names.values()}
    return Allowed(seen, files)


def possible(content: bytes, changes: Sequence[Change], left: bytes) -> bool:
    """Whether a file that would be ``content`` with all ``changes`` may be ``left``: each sector of a write is there or
    not, each truncation is, or only the zeros before it, and the length is one of those that its sectors came to."""
    old = bytes(before(content, changes))
    truncations = [change for change in changes if isinstance(change, Truncation)]
    for number in range(len(truncations) + 1):
        for combination in itertools.combinations(range(len(truncations)), number):
            written = {id(truncations[at]) for at in combination}
            steps = [
                change.zeros() if isinstance(change, Truncation) and id(change) not in written else change
                for change in changes
            ]
            if len(left) in _lengths(len(old), steps) and all(
                _sector(left, start) in _sectors(_sector(old, start), start, steps)
                for start in range(0, len(left), SECTOR)
            ):
                return True
    return False


def _lengths(length: int, changes: Iterable[Change]) -> set[int]:
    lengths = {length}
    for change in changes:
        if isinstance(change, Truncation):
            lengths = {change.length}
        else:
            lengths |= {max(length, end) for length in lengths for _, end in change.sectors()}
    return lengths


def _sector(content: bytes, start: int) -> bytes:
    return content[start : start + SECTOR].ljust(SECTOR, b"\0")


def _sectors(old: bytes, start: int, changes: Iterable[Change]) -> set[bytes]:
    contents = {old}
    for change in changes:
        if isinstance(change, Truncation):
            contents = {content[: max(0, change.length - start)].ljust(SECTOR, b"\0") for content in contents}
            continue
        begin, end = max(change.offset, start), min(change.end, start + SECTOR)
        if begin < end:
            new = change.data[begin - change.offset : end - change.offset]
            contents |= {content[: begin - start] + new + content[end - start :] for content in contents}
    return contents


def states_of(disk: Disk, folder: Path, steps: Sequence[Step], *, sqlite: bool) -> Iterator[Allowed]:
    """Play a case on the simulated disk: what may be left before it and after each step."""
    player = Player(folder)
    player.begin()
    disk.machine(f"{folder}/")
    if sqlite:
        player.watching = as_sqlite(disk)
    try:
        yield allowed_now(disk, folder)
        for step in steps:
            player.play(step)
            yield allowed_now(disk, folder)
    finally:
        player.close()
