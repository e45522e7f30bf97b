"""The kernel's input devices: what is plugged in, what a device says of itself, its events decoded (evdev).

The interface is that of ``linux/input.h``, which the kernel promises to keep; docs/decisions/input-devices.md says why
no library stands between.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from device.common.settings.settings import Identity, LearntKey, identity
from rules.game import Nanoseconds

FOLDER = Path("/dev/input")
AT_ONCE = 64
"""Events that are read at a time."""
KEYS = 0x300
"""Codes of keys that the kernel has."""
READ, WRITE = 2, 1
EV_REL, EV_ABS = 2, 3
REL_X, ABS_X, ABS_MT_POSITION_X = 0, 0, 0x35
BTN_TOUCH = 0x14A
NEVER = frozenset({*range(0x110, 0x118), *range(0x140, 0x150), 116, 142, 143, 205, 356})
"""Codes that are no clock buttons: of mice, fingers and pens, and keys that switch the device off or wake it."""

EVENT = struct.Struct("@llHHi")
"""Seconds, microseconds, type, code, value."""
EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN = 0, 1

Mark = tuple[int, int, int]
"""What distinguishes a device from another that had its path before, or from itself before its rights were set."""


def request(direction: int, number: int, size: int) -> int:
    """The number of a call of the kernel's input devices (``_IOC`` of ``asm-generic/ioctl.h`` with the type E)."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


SET_CLOCK = request(WRITE, 0xA0, 4)
GET_ID = request(READ, 0x02, 8)
NAME, PHYS, KEYS_DOWN, CAPABILITIES = 0x06, 0x07, 0x18, 0x20


class KeyChange(msgspec.Struct, frozen=True):
    """The key ``code`` went ``down`` or up at ``at``: the kernel's own time in ns, of the clock set for it."""

    code: int
    down: bool
    at: Nanoseconds


class Resync(msgspec.Struct, frozen=True):
    """Events were lost until ``at`` (ns): the keys have to be asked for as they are now."""

    at: Nanoseconds


class InputEventDecoder:
    """One device's events, in order. A report that is cut in two by a read is put together."""

    def __init__(self) -> None:
        self._rest = b""
        self._dropped = False

    def feed(self, raw: bytes) -> Iterator[KeyChange | Resync]:
        """What those bytes say; repeats of a key that is held say nothing."""
        raw = self._rest + raw
        whole = len(raw) - len(raw) % EVENT.size
        self._rest = raw[whole:]
        for seconds, micros, kind, code, value in EVENT.iter_unpack(raw[:whole]):
            at = seconds * 1_000_000_000 + micros * 1_000
            if kind == EV_SYN and code == SYN_DROPPED:
                self._dropped = True
            elif self._dropped:  # the rest of a report of which a part is missing
                if kind == EV_SYN and code == SYN_REPORT:
                    self._dropped = False
                    yield Resync(at)
            elif kind == EV_KEY and value in (UP, DOWN):
                yield KeyChange(code, value == DOWN, at)


class KernelDevice:
    """A device under /dev/input, only listened to: what else listens to it gets its events, too.

    ``keys`` are the codes that may serve as clock buttons; ``stamped`` whether its events carry the time of the
    monotonic clock.
    """

    def __init__(self, path: str) -> None:
        self._handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            vendor, product = struct.unpack("@4H", fcntl.ioctl(self._handle, GET_ID, bytes(8)))[1:3]
            self.identity = identity(vendor, product, self._text(PHYS), self._text(NAME))
            self.keys = frozenset() if self._points() else self._bits(CAPABILITIES + EV_KEY, KEYS) - NEVER
            self.stamped = self._stamp_by_monotonic()
        except BaseException:
            os.close(self._handle)
            raise

    def _stamp_by_monotonic(self) -> bool:
        try:
            fcntl.ioctl(self._handle, SET_CLOCK, struct.pack("@i", time.CLOCK_MONOTONIC))
        except OSError:
            return False
        return True

    def _text(self, code: int) -> str:
        try:
            raw = fcntl.ioctl(self._handle, request(READ, code, 256), bytes(256))
        except OSError:  # a device need not tell where it is
            return ""
        return raw.split(b"\0", 1)[0].decode("utf-8", "replace")

    def _bits(self, code: int, count: int) -> frozenset[int]:
        size = count // 8
        raw = fcntl.ioctl(self._handle, request(READ, code, size), bytes(size))
        return frozenset(8 * n + bit for n, byte in enumerate(raw) for bit in range(8) if byte & 1 << bit)

    def _points(self) -> bool:
        """Whether it is a mouse, a touchscreen or a pad: what it does belongs to the picture."""
        if REL_X in self._bits(CAPABILITIES + EV_REL, 16):
            return True
        absolute = self._bits(CAPABILITIES + EV_ABS, 64)
        touched = ABS_X in absolute and BTN_TOUCH in self._bits(CAPABILITIES + EV_KEY, KEYS)
        return ABS_MT_POSITION_X in absolute or touched

    def fileno(self) -> int:
        """Its descriptor, which can be read once something happened."""
        return self._handle

    def read(self) -> bytes:
        """Events as bytes, empty where none wait. Raises OSError where the device is gone."""
        try:
            raw = os.read(self._handle, AT_ONCE * EVENT.size)
        except BlockingIOError:
            return b""
        if not raw:
            raise OSError(errno.ENODEV, "end of file")
        return raw

    def down(self) -> frozenset[int]:
        """The keys that are down now. Raises OSError where the device is gone."""
        return self._bits(KEYS_DOWN, KEYS)

    def close(self) -> None:
        """Close it."""
        with contextlib.suppress(OSError):
            os.close(self._handle)


class Kernel:
    """Where input devices are found: those of this machine."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    def paths(self) -> dict[str, Mark]:
        """Each event device that is plugged in, and its mark; none where there is no such folder."""
        marks: dict[str, Mark] = {}
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if entry.name.startswith("event"):
                        with contextlib.suppress(OSError):  # unplugged meanwhile
                            seen = entry.stat()
                            if stat.S_ISCHR(seen.st_mode):
                                marks[entry.path] = (seen.st_rdev, seen.st_ino, seen.st_ctime_ns)
        except OSError:
            return {}
        return marks

    def open(self, path: str) -> KernelDevice:
        """Open one. Raises OSError; PermissionError where this user may not."""
        return KernelDevice(path)


def assign_devices(wanted: Sequence[LearntKey | None], there: Mapping[str, Identity]) -> dict[int, str]:
    """The device of each side, by its path; sides whose device is away are not in it.

    A device at the port where it was learnt comes first. One of the same make at another port serves as well, unless it
    is the other side's own: so a cable may be plugged in elsewhere, and two of the same make are still distinguished.
    """
    path_of = {
        side: path
        for side, key in enumerate(wanted)
        if key is not None
        for path, identity in there.items()
        if identity == key.device
    }
    own = set(path_of.values())
    moved: dict[Identity, str] = {}
    for side, key in enumerate(wanted):
        if key is None or side in path_of:
            continue
        if key.device not in moved:
            alike = (
                path
                for path, identity in sorted(there.items())
                if identity.model == key.device.model and path not in own
            )
            if (path := next(alike, None)) is None:
                continue
            moved[key.device] = path
            own.add(path)
        path_of[side] = moved[key.device]
    return path_of
