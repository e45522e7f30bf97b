"""The changes of a file that are not yet on the medium, and what a power cut leaves of them.

Each is there or not, in any order; a write also in parts: a sector is old or new. Where it made the file longer, the
file may be longer and have zeros there. Where it is made shorter, the
rest of its last page may have zeros while it is as long as before: Linux writes those first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

SECTOR = 512
"""Bytes that a medium writes whole or not at all."""
PAGE = 4096
"""Bytes of a page of memory, in which Linux keeps what is to be written."""
SHARES = 0.0, 0.3, 0.7, 1.0
"""How much of a file's changes came to the medium: a cut draws one of them for each file."""
TORN = 0.2
"""Share of the writes of which only some sectors came, and of the others whose length came without them."""


@dataclass(frozen=True, slots=True)
class Write:
    """``data`` at ``offset`` of a file of ``size`` bytes, where ``covered`` stood before."""

    offset: int
    data: bytes
    size: int
    covered: bytes

    @property
    def end(self) -> int:
        """Where it ends in the file."""
        return self.offset + len(self.data)

    def sectors(self) -> list[tuple[int, int]]:
        """Start and end in the file of what it writes of each sector."""
        first = self.offset - self.offset % SECTOR if self.data else self.end
        return [(max(start, self.offset), min(start + SECTOR, self.end)) for start in range(first, self.end, SECTOR)]

    def apply(self, content: bytearray) -> None:
        """Write it whole."""
        self.apply_part(content, self.offset, self.end)

    def apply_part(self, content: bytearray, start: int, end: int) -> None:
        """Write what it has for that range of the file."""
        lengthen(content, start)
        content[start:end] = self.data[start - self.offset : end - self.offset]

    def undo(self, content: bytearray) -> None:
        """Make the file what it was before."""
        content[self.offset : self.offset + len(self.covered)] = self.covered
        del content[self.size :]


@dataclass(frozen=True, slots=True)
class Truncation:
    """A file of ``size`` bytes gets ``length``; ``covered`` stood behind that."""

    length: int
    size: int
    covered: bytes

    def zeros(self) -> Write:
        """What is written before the length: zeros in the rest of the last page."""
        end = min(self.length + -self.length % PAGE, self.size)
        covered = self.covered[: max(0, end - self.length)]
        return Write(self.length, bytes(len(covered)), self.size, covered)

    def apply(self, content: bytearray) -> None:
        """Give the file that length."""
        del content[self.length :]
        lengthen(content, self.length)

    def undo(self, content: bytearray) -> None:
        """Make the file what it was before."""
        content[self.length :] = self.covered
        del content[self.size :]


Change = Write | Truncation


def lengthen(content: bytearray, length: int) -> None:
    """Zeros up to ``length``, where it is not that long."""
    content.extend(bytes(max(0, length - len(content))))


def before(content: bytes, changes: Sequence[Change]) -> bytearray:
    """The file without those changes."""
    data = bytearray(content)
    for change in reversed(changes):
        change.undo(data)
    return data


def difference(old: bytes, new: bytes) -> list[Change]:
    """The changes that make the one of the other, for a file that was written without anybody watching."""
    if old == new:
        return []
    if old.startswith(new):
        return [Truncation(len(new), len(old), old[len(new) :])]
    if len(new) < len(old):  # opened to be written anew
        return [Truncation(0, len(old), old), Write(0, new, 0, b"")]
    start = next((at for at, byte in enumerate(old) if byte != new[at]), len(old))
    return [Write(start, new[start:], len(old), old[start:])]


def left_by_cut(content: bytes, changes: Sequence[Change], draw: Random, *, in_order: bool) -> bytes:
    """What is on the medium of a file that would have ``content`` with all ``changes``.

    With ``in_order`` those up to one came and only the last in parts, from its start: a kinder medium than there are.
    """
    data = before(content, changes)
    if in_order:
        number = draw.randrange(len(changes) + 1)
        for change in changes[:number]:
            change.apply(data)
        if number and draw.random() < TORN:
            _tear(data, changes[number - 1], draw)
        return bytes(data)
    share = draw.choice(SHARES)
    for change in changes:
        arrives = draw.random() < share
        if isinstance(change, Truncation):
            if arrives:
                change.apply(data)
            elif draw.random() < TORN:
                _scatter(data, change.zeros(), True, draw)
        elif draw.random() < TORN:
            _scatter(data, change, arrives, draw)
        elif arrives:
            change.apply(data)
    return bytes(data)


def _tear(data: bytearray, change: Change, draw: Random) -> None:
    """Take the later sectors of the last change away."""
    if isinstance(change, Write):
        change.undo(data)
        for start, end in change.sectors()[: draw.randrange(len(change.sectors()) + 1)]:
            change.apply_part(data, start, end)


def _scatter(data: bytearray, write: Write, arrives: bool, draw: Random) -> None:
    """Some sectors of a write, or none, and a length up to any of them."""
    sectors = write.sectors()
    if arrives:
        at, how = draw.randrange(len(sectors) + 1), draw.randrange(3)
        for number, (start, end) in enumerate(sectors):
            if (number < at, number >= at, draw.random() < 0.5)[how]:
                write.apply_part(data, start, end)
    if sectors and draw.random() < 0.5:
        lengthen(data, draw.choice(sectors)[1])
