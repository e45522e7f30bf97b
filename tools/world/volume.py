"""The medium of one machine: what of its files and names is safe, what is not yet, and the faults it is to have.

Names are kept as ext4 keeps them: in the order of their changes, through one journal. To sync a folder makes everything
safe up to its last change, to sync a file everything up to the change that gave it its name.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tools.world.medium import Change, Truncation, Write, before, difference, left_by_cut
from tools.world.vfs import FULL, IOERR, IOERR_FSYNC, IOERR_TRUNCATE, IOERR_WRITE, OK

SMALL = 1 << 16
"""Bytes up to which a file that is there at the beginning is kept, for whoever writes into it without SQLite."""
NOT_KEPT = "-shm"
"""Ending of the names that are left out: SQLite makes those files anew."""
_open = os.open
_close = os.close

Key = tuple[int, int]
"""Device and inode of a file."""


class File:
    """A file with what of it is not on the medium. Its inode is held, whatever name it has, until `close`."""

    def __init__(self, path: str) -> None:
        self._held: int | None = _open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
        status = os.fstat(self._held)
        self.key: Key = status.st_dev, status.st_ino
        self._size = status.st_size
        self._safe: bytes | None = b""
        self._changes: list[Change] = []
        self._doubtful = 0

    def content(self) -> bytes:
        """All that was written, safe or not."""
        return Path(f"/proc/self/fd/{self._held}").read_bytes()

    def keep(self) -> None:
        """Take what it has for safe, as it was there before anybody watched."""
        self._safe = self.content() if self._size <= SMALL else None

    def watch(self) -> None:
        """From here on `add` is told of every change."""
        if self._safe is not None:
            self._changes, self._safe = difference(self._safe, self.content()), None

    def add(self, change: Change) -> None:
        """A change that is about to be made."""
        if self._held is not None:
            self._changes.append(change)

    def unsafe(self) -> list[Change]:
        """The changes that are not safe."""
        return self._changes if self._safe is None else difference(self._safe, self.content())

    def sync(self) -> None:
        """All that was written is safe, but for what a failed sync has left in doubt and nobody has written again."""
        if self._doubtful and self._held is not None:
            content = self.content()
            sure = before(content, self._changes)
            for change in self._changes[self._doubtful :]:
                change.apply(sure)
            self._changes = difference(bytes(sure), content)
            self._doubtful = len(self._changes)
        else:
            self._changes.clear()
        if self._safe is not None:
            self._safe = self.content()

    def fail_sync(self) -> None:
        """A sync has failed: Linux may then give up what was to be written, and the next sync says nothing of it."""
        if self._safe is None:
            self._doubtful = len(self._changes)

    def grown(self) -> bool:
        """Whether it needs room that it had not at its last sync, where nobody watches it."""
        return self._safe is not None and len(self.content()) > len(self._safe)

    def left_by_cut(self, draw: Random, *, in_order: bool) -> bytes:
        """What a power cut leaves of it."""
        return left_by_cut(self.content(), self.unsafe(), draw, in_order=in_order)

    def close(self) -> None:
        """It has no name any more, on the medium neither."""
        if self._held is not None:
            _close(self._held)
            self._held = None


@dataclass(frozen=True, slots=True)
class Naming:
    """Names that were taken away and names that were given, in one step."""

    gone: frozenset[str]
    given: dict[str, File]

    def apply(self, names: dict[str, File]) -> None:
        """Change the names."""
        for name in self.gone:
            names.pop(name, None)
        names.update(self.given)

    def concerns(self, folder: str) -> bool:
        """Whether it changes what is in that folder ("" is the machine's own)."""
        return any(os.path.dirname(name) == folder for name in (*self.gone, *self.given))


@dataclass
class Fault:
    """After ``after`` changes that it may hit, the next ``count`` end with the error ``code`` of SQLite's."""

    after: int
    count: int
    code: int


class Volume:
    """The medium under ``prefix``, the machine's folder with a slash at its end. What is there now is safe."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.is_cut = False
        self.cut_in: int | None = None
        """The number of changes after which the power goes."""
        self.fault: Fault | None = None
        self.unreadable: set[str] = set()
        """Paths of what cannot be read."""
        self.writes = self.syncs = 0
        self._files: dict[Key, File] = {}
        self._names: dict[str, File] = {}
        self._pending: list[Naming] = []
        self.look()
        for file in self._files.values():
            file.keep()
        self._safe, self._pending = dict(self._names), []

    def close(self) -> None:
        """Nobody asks for its files any more."""
        self.is_cut = True
        for file in self._files.values():
            file.close()

    def change(self, *, grows: bool = False, code: int = IOERR) -> int:
        """Something is about to change the medium: 0, or the error instead. ``code`` is this call's kind of IOERR.

        A full disk refuses only what ``grows``: needs room, as far as anybody can tell.
        """
        if self.is_cut:
            return code
        self.writes += 1
        if self.cut_in is not None:
            self.is_cut = self.cut_in == 0
            self.cut_in -= 1
            if self.is_cut:
                return code
        fault = self.fault
        if fault is None or (fault.code == FULL and not grows):
            return OK
        if fault.after:
            fault.after -= 1
            return OK
        fault.count -= 1
        if fault.count <= 0:
            self.fault = None
        return code if fault.code == IOERR else fault.code

    def look(self) -> None:
        """Notice names that came or went without a word."""
        names: dict[str, File] = {}
        for folder, _, files in os.walk(self.prefix):
            for name in files:
                path = os.path.join(folder, name)
                if not name.endswith(NOT_KEPT) and stat.S_ISREG(os.lstat(path).st_mode):
                    names[path.removeprefix(self.prefix)] = self._file(path)
        gone = self._names.keys() - names.keys()
        given = {name: names[name] for name in sorted(names) if self._names.get(name) is not names[name]}
        for name in sorted(given):
            self._name(gone=(), given={name: given[name]})
        if gone:
            self._name(gone=gone, given={})

    def _file(self, path: str) -> File:
        status = os.lstat(path)
        key = status.st_dev, status.st_ino
        if key not in self._files:
            self._files[key] = File(path)
        return self._files[key]

    def _name(self, gone: Iterable[str], given: dict[str, File]) -> None:
        naming = Naming(frozenset(gone), given)
        naming.apply(self._names)
        self._pending.append(naming)

    def file(self, path: str) -> File:
        """The file of that path, whose name may be new."""
        name, file = path.removeprefix(self.prefix), self._file(path)
        if self._names.get(name) is not file:
            self._name(gone=(), given={name: file})
        return file

    def file_of(self, key: Key) -> File | None:
        """The file with that inode."""
        return self._files.get(key)

    def on_remove(self, path: str) -> None:
        """A file has lost that name."""
        if (name := path.removeprefix(self.prefix)) in self._names:
            self._name(gone=[name], given={})

    def on_rename(self, source: str, target: str) -> None:
        """A file, or a folder with its files, has that other name; either may lie outside."""
        old, new = source.removeprefix(self.prefix), target.removeprefix(self.prefix)
        moved = {name: file for name, file in self._names.items() if name == old or name.startswith(old + "/")}
        inside = target.startswith(self.prefix)
        self._name(gone=moved, given={new + name[len(old) :]: file for name, file in moved.items()} if inside else {})

    def sync_file(self, file: File) -> int:
        """A file has to be on the medium. 0 or the error instead."""
        if code := self.change(grows=file.grown(), code=IOERR_FSYNC):
            file.fail_sync()
            return code
        self.syncs += 1
        file.sync()
        self._settle(lambda naming: any(given is file for given in naming.given.values()))
        return OK

    def sync_folder(self, path: str) -> int:
        """A folder's names have to be on the medium. 0 or the error instead."""
        if code := self.change(code=IOERR_FSYNC):
            return code
        self.syncs += 1
        folder = (path.rstrip("/") + "/").removeprefix(self.prefix).rstrip("/")
        self._settle(lambda naming: naming.concerns(folder))
        return OK

    def _settle(self, reaches: Callable[[Naming], bool]) -> None:
        """Make the names safe up to the last change that ``reaches``."""
        number = max((at + 1 for at, naming in enumerate(self._pending) if reaches(naming)), default=0)
        if not number:
            return
        for naming in self._pending[:number]:
            naming.apply(self._safe)
        del self._pending[:number]
        named = {
            id(file)
            for names in (self._safe, self._names, *(naming.given for naming in self._pending))
            for file in names.values()
        }
        for key, file in list(self._files.items()):
            if id(file) not in named:
                self._files.pop(key).close()

    def left_by_cut(self, draw: Random, *, in_order: bool) -> dict[str, bytes]:
        """What a power cut leaves, by name."""
        self.look()
        names = dict(self._safe)
        for naming in self._pending[: draw.randrange(len(self._pending) + 1)]:
            naming.apply(names)
        drawn: dict[int, bytes] = {}
        for name in sorted(names):
            file = names[name]
            if id(file) not in drawn:
                drawn[id(file)] = file.left_by_cut(draw, in_order=in_order)
        return {name: drawn[id(names[name])] for name in sorted(names)}


@dataclass
class OpenFile:
    """A file of a volume that SQLite has open."""

    volume: Volume
    file: File

    def on_write(self, offset: int, data: bytes, size: int, covered: bytes) -> int:
        """Refuse it, or take note of it."""
        if code := self.volume.change(grows=True, code=IOERR_WRITE):
            return code
        self.file.add(Write(offset, data, size, covered))
        return OK

    def on_truncate(self, length: int, size: int, covered: bytes) -> int:
        """Refuse it, or take note of it."""
        if code := self.volume.change(code=IOERR_TRUNCATE):
            return code
        self.file.add(Truncation(length, size, covered))
        return OK

    def on_sync(self) -> int:
        """Refuse it, or make it safe."""
        return self.volume.sync_file(self.file)
