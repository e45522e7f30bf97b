"""What the kernel's ``struct input_event`` says, decoded without any device: bytes in, changes of keys out.

The layout is that of ``linux/input.h``: two longs of time, type, code, value.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import msgspec

EVENT = struct.Struct("@llHHi")
"""Seconds, microseconds, type, code, value."""
EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN = 0, 1


class KeyChange(msgspec.Struct, frozen=True):
    """The key ``code`` went ``down`` or up at ``at``: the kernel's own time in ns, of the clock set for it."""

    code: int
    down: bool
    at: int


class Resync(msgspec.Struct, frozen=True):
    """Events were lost until ``at`` (ns): the keys have to be asked for as they are now."""

    at: int


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
