"""The last heartbeat in a file of its own, for as long as the disk has no room for it in the journal.

The file has its room from the beginning and is written in place, so a full disk takes it all the same. It is no longer
than a sector, which a disk writes whole or not at all.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from device.common.files.atomic_write import OWNER, sync_folder
from device.common.files.small_file import Damaged, decoder, read_bounded
from rules.game import Nanoseconds

ENDING = ".beat"
"""What its name has after that of the journal."""
SECTOR = 512
"""Bytes of the file."""


class ReservedBeat(msgspec.Struct, frozen=True):
    """A heartbeat: its game by the number and the boot of its row, its game time, and its doubt (ns)."""

    game: int
    boot: str
    at: Nanoseconds
    doubt: Nanoseconds


_decode = decoder(ReservedBeat)


class ReserveFile:
    """The file beside the journal ``path``."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ENDING)

    def make(self) -> None:
        """Take the room, where that was not done yet and the disk has it. Raises nothing."""
        with contextlib.suppress(OSError), self._open(os.O_CREAT) as file:
            if os.fstat(file).st_size != SECTOR:
                os.ftruncate(file, 0)
                _put(file, b"")
                sync_folder(self._path.parent)

    def write(self, beat: ReservedBeat) -> None:
        """Keep ``beat`` in the place of the one before, safe on the medium. Raises OSError."""
        with self._open() as file:
            _put(file, msgspec.json.encode(beat))

    def read(self) -> ReservedBeat | None:
        """The heartbeat that was kept last; None where none was."""
        try:
            return _decode(read_bounded(self._path, SECTOR, links=False))
        except (OSError, Damaged, ValueError, msgspec.MsgspecError):
            return None

    @contextlib.contextmanager
    def _open(self, flags: int = 0) -> Iterator[int]:
        file = os.open(self._path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | flags, OWNER)
        try:
            yield file
        finally:
            os.close(file)


def _put(file: int, content: bytes) -> None:
    os.pwrite(file, content.ljust(SECTOR), 0)
    os.fdatasync(file)
