"""What can be read of a damaged journal: its pages one by one, whatever has become of the tree that they hang in.

SQLite reads a row only by way of the schema and the pages above it, so one wrong byte there hides all that is below.
Here every page of the file and of its write-ahead log is looked at by itself, and whatever is a row of one of the
journal's tables by the number and the types of its columns is taken. That is sound because games and entries are only
ever inserted: every version of a page that is found anywhere is right about the rows that it holds.

Layout: https://www.sqlite.org/fileformat2.html (sections 1.6 pages, 2.1 records, 4.1 the write-ahead log).
"""

from __future__ import annotations

import contextlib
import os
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

GAME, ENTRY = (type(None), str, str, str, str), (int, int, int, str, int, str, str, str)
SHARE, HEARTBEAT = ((type(None), str, str, str), (type(None), str, str, type(None))), (type(None), int, int)
"""Types of the columns; None stands for a row's own number."""
LARGEST = 1 << 30
"""Bytes of a journal that are looked at."""
LARGEST_LOG = 256 << 20
"""Bytes of a write-ahead log that is looked at."""
TIMES = 32
"""How many times as many bytes as the file has are looked at: each version of a page has its rows again."""
LONGEST = 1 << 20
"""Bytes of one row: a setup or an event has a few hundred."""
HEAD, FRAME = 32, 24
"""Bytes before the first frame of a write-ahead log, and before the page in each."""

Row = tuple[Any, ...]


@dataclass(slots=True)
class SalvagedRows:
    """The rows that were found: games and shares by the game's number, entries by game and number.

    ``heartbeat`` is (game, game time in ns).
    """

    games: dict[int, Row] = field(default_factory=dict)
    entries: dict[int, dict[int, Row]] = field(default_factory=dict)
    shares: dict[int, Row] = field(default_factory=dict)
    heartbeat: tuple[int, int] | None = None

    def take(self, key: int | None, values: Row) -> bool:
        """A row, where it is one of the journal's; whether it is kept and was not there yet."""
        types = tuple(type(value) for value in values)
        if key is None:
            if types == ENTRY and values[0] > 0 and values[1] > 0:
                return _added(self.entries.setdefault(values[0], {}), values[1], values)
        elif types == GAME and key > 0:
            return _added(self.games, key, (key, *values[1:]))
        elif types in SHARE and key > 0:
            return _added(self.shares, key, (key, *values[1:]))
        elif types == HEARTBEAT and key == 1:
            self.heartbeat = values[1:]
        return False

    def unbroken(self, game: int, after: int = 0) -> list[Row]:
        """The entries of a game from the one after ``after`` to the first that is missing."""
        entries = self.entries.get(game, {})
        rows: list[Row] = []
        while (row := entries.get(after + len(rows) + 1)) is not None:
            rows.append(row)
        return rows

    def whole(self, game: int) -> bool:
        """Whether no entry before the last that was found is missing."""
        return len(self.unbroken(game)) == max(self.entries.get(game, {}), default=0)


def _added(rows: dict[int, Row], key: int, row: Row) -> bool:
    return rows.setdefault(key, row) is row


def salvage(path: Path, largest: int = LARGEST) -> SalvagedRows:
    """The rows in the first ``largest`` bytes of the journal at ``path`` and of its write-ahead log.

    What cannot be read is passed over.
    """
    rows, beat = SalvagedRows(), None
    with contextlib.closing(_File(path, largest)) as file, contextlib.suppress(_NoJournal):
        pages = _Pages(file, _bytes(path.with_name(path.name + "-wal"), min(largest, LARGEST_LOG)))
        for frame in reversed(pages.logged):  # the newest of what was checked comes before what was not
            _rows(frame.page, 0, pages, rows)
        last = -(-file.length // pages.size)
        for number in (*range(1, last + 1), *sorted(page for page in pages if page > last)):
            rows.heartbeat = None
            _rows(pages[number], 100 if number == 1 else 0, pages, rows)
            beat = rows.heartbeat or beat  # of several the one in the newest version of its page
    rows.heartbeat = beat
    return rows


def behind(path: Path, log: bytes, known: int, *, at_event: bool) -> SalvagedRows:
    """The rows in the frames of a write-ahead log that follow the first ``known`` ones and are whole by themselves.

    SQLite ends at the first damaged frame. ``log`` are the bytes as they were before anything was written. Where frames
    of the last commit are missing, the power may have gone before it was safe: of a device that was ``at_event`` a game
    begun in it counts only with its row of ``share``, for without that it would never reach the organiser.
    """
    rows = SalvagedRows()
    with contextlib.closing(_File(path, LARGEST)) as file, contextlib.suppress(_NoJournal):
        pages = _Pages(file, log)
        *_, before, end = -1, -1, *(frame.place for frame in pages.logged if frame.commits)
        last = [frame for frame in pages.logged if frame.place > before]
        for frame in reversed(last):
            if frame.place >= known:
                _rows(frame.page, 0, pages, rows)
        if at_event and sum(bool(frame.page) for frame in last) < end - before:
            for game in rows.games.keys() - rows.shares.keys():
                del rows.games[game]
        for frame in reversed(pages.logged):
            if known <= frame.place <= before:
                _rows(frame.page, 0, pages, rows)
    return rows


class LogFrame(NamedTuple):
    """A frame of a write-ahead log: its place there, the page and its number, whether a commit ends with it.

    The page is empty where it does not fit the frame's sum.
    """

    place: int
    number: int
    page: bytes
    commits: bool


def frames(log: bytes, size: int) -> list[LogFrame]:
    """The frames of a write-ahead log up to the last with which a commit ends.

    The sum of each goes on from the one before as that stands in the file, so a damaged frame costs itself and at most
    the one after it. Frames of an earlier round of the log have other salts.
    """
    if len(log) < HEAD + FRAME + size:
        return []
    order = ">" if log[3] & 1 else "<"
    before = struct.unpack(">II", log[24:32])
    if _sum(log[:24], (0, 0), order) != before:  # a damaged head: the frames themselves say what belongs together
        salts = log[HEAD + 8 : HEAD + 16]
    else:
        salts = log[16:24]
    log_frames: list[LogFrame] = []
    for index in range((len(log) - HEAD) // (FRAME + size)):
        start = HEAD + index * (FRAME + size)
        head, content = log[start : start + FRAME], log[start + FRAME : start + FRAME + size]
        wanted = struct.unpack(">II", head[16:24])
        if head[8:16] == salts:
            whole = _sum(content, _sum(head[:8], before, order), order) == wanted
            log_frames.append(
                LogFrame(index, int.from_bytes(head[:4], "big"), content if whole else b"", any(head[4:8]))
            )
        before = wanted
    while log_frames and not log_frames[-1].commits:
        log_frames.pop()
    return log_frames


def _sum(raw: bytes, before: tuple[int, int], order: str) -> tuple[int, int]:
    """The sum of a write-ahead log (section 4.2), going on from ``before``."""
    low, two = before
    words = struct.unpack(f"{order}{len(raw) // 4}I", raw)
    for n in range(0, len(words) - 1, 2):
        low = (low + words[n] + two) & 0xFFFFFFFF
        two = (two + words[n + 1] + low) & 0xFFFFFFFF
    return low, two


class _NoJournal(Exception):
    """The rows have more bytes than the file: one page is part of thousands of them."""


class _File:
    """The beginning of a file, read where it is asked for; zeros in the place of what the disk does not give."""

    def __init__(self, path: Path, largest: int) -> None:
        self.length = 0
        try:
            self._handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            self._handle = -1
        else:
            self.length = min(os.fstat(self._handle).st_size, largest)

    def part(self, place: int, length: int) -> bytes:
        """The bytes from ``place`` on, fewer at the end."""
        length = min(length, self.length - place)
        if length <= 0:
            return b""
        try:
            return os.pread(self._handle, length, place)
        except OSError:
            return bytes(length)

    def close(self) -> None:
        """Let the file go."""
        if self._handle >= 0:
            os.close(self._handle)


class _Pages(dict[int, bytes]):
    """The pages of a file, read only where they are asked for, under those of its write-ahead log.

    ``size`` are the bytes of a page, ``logged`` the frames of the log that were committed. What is kept of a journal
    has no more bytes than file and log.
    """

    def __init__(self, file: _File, log: bytes) -> None:
        self.size = _page_size(file.part(0, 100))
        self.logged = frames(log, self.size)
        super().__init__((frame.number, frame.page) for frame in self.logged if frame.page)
        self._file = file
        self._kept = file.length + len(log)
        self._left = TIMES * self._kept

    def __missing__(self, number: int) -> bytes:
        page = self._file.part((number - 1) * self.size, self.size) if number > 0 else b""
        if not page:
            raise KeyError(number)
        return page

    def count(self, length: int, *, is_row: bool = False) -> None:
        """A row of so many bytes is looked at, or is one (``is_row``). `_NoJournal` where there were too many."""
        if is_row:
            self._kept -= length
        else:
            self._left -= length
        if min(self._kept, self._left) < 0:
            raise _NoJournal


def _rows(page: bytes, start: int, pages: _Pages, rows: SalvagedRows) -> None:
    """Take what is a row from a leaf: 13 is one of a table, 10 one of an index (entries have no number of their own).

    Pages above the leaves of an index hold rows, too (2).
    """
    kind = page[start] if len(page) > start else 0
    if kind not in (2, 10, 13):
        return
    head = start + (12 if kind == 2 else 8)
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for n in range(min(count, pages.size // 4)):
        place = int.from_bytes(page[head + 2 * n : head + 2 * n + 2], "big") + (4 if kind == 2 else 0)
        try:
            length, at = _varint(page, place)
            key, at = _varint(page, at) if kind == 13 else (None, at)
            if 0 < length <= LONGEST:
                pages.count(length)
                if rows.take(key, _record(_payload(page, at, length, kind, pages))):
                    pages.count(length, is_row=True)
        except (IndexError, KeyError, ValueError, struct.error):
            continue


def _payload(page: bytes, at: int, length: int, kind: int, pages: _Pages) -> bytes:
    """The bytes of a record, those on overflow pages as well. KeyError and ValueError where they are not there."""
    size = pages.size
    most = size - 35 if kind == 13 else (size - 12) * 64 // 255 - 23
    least = (size - 12) * 32 // 255 - 23
    if length <= most:
        here = length
    else:
        here = least + (length - least) % (size - 4)
        here = here if here <= most else least
    parts, left = [page[at : at + here]], length - here
    following = int.from_bytes(page[at + here : at + here + 4], "big") if left else 0
    seen: set[int] = set()
    while left > 0:
        if following in seen:
            raise ValueError("pages in a circle")
        seen.add(following)
        over = pages[following]
        parts.append(over[4 : 4 + min(left, size - 4)])
        left -= len(parts[-1]) or left
        following = int.from_bytes(over[:4], "big")
    raw = b"".join(parts)
    if len(raw) != length:
        raise ValueError("cut off")
    return raw


def _record(raw: bytes) -> Row:
    """The values of a record. ValueError and IndexError where it is none."""
    end, at = _varint(raw, 0)
    kinds = []
    while at < end:
        kind, at = _varint(raw, at)
        kinds.append(kind)
    if at != end or len(kinds) > 8:
        raise ValueError("no record of ours")
    values: list[Any] = []
    for kind in kinds:
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind <= 6:
            width = (0, 1, 2, 3, 4, 6, 8)[kind]
            values.append(int.from_bytes(raw[at : at + width], "big", signed=True))
            at += width
        elif kind >= 13 and kind % 2:
            width = (kind - 13) // 2
            values.append(raw[at : at + width].decode("utf-8"))
            at += width
        else:
            raise ValueError("no value of ours")
    if at != len(raw):
        raise ValueError("too long or cut off")
    return tuple(values)


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends. IndexError past the end."""
    value = 0
    for n in range(8):
        byte = raw[at + n]
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, at + n + 1
    return value << 8 | raw[at + 8], at + 9


def _page_size(raw: bytes) -> int:
    """Bytes of a page, as the head says or, where that is damaged, as journals are made."""
    size = int.from_bytes(raw[16:18], "big")
    return size if raw[:16] == b"SQLite format 3\0" and size >= 512 and not size & size - 1 else 4096


def _bytes(path: Path, largest: int) -> bytes:
    """The beginning of a file; nothing where there is none."""
    with contextlib.closing(_File(path, largest)) as file:
        return b"".join(file.part(place, 4096) for place in range(0, file.length, 4096))
