"""The serial line to the table, without ever waiting for whoever is at the other end.

Over USB standard input and output are that line on a Pico. A write waits there for half a second where nobody reads, so
it is asked before each byte, and what does not fit stays here: one frame at most.
"""

import select
import sys

PIECE = 32
"""Bytes that are read or written in one go before the button has its turn again."""


class Port:
    """Bytes in, frames out."""

    def __init__(self) -> None:
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._rest = b""

    def wait(self, ms: int) -> None:
        """Sleep until something comes in, ``ms`` milliseconds at most."""
        self._readable.poll(ms)

    def read(self) -> bytes:
        """What has come in, perhaps nothing."""
        data = bytearray()
        while len(data) < PIECE and _ready(self._readable, select.POLLIN):
            byte = self._in.read(1)
            if not byte:
                break
            data += byte
        return bytes(data)

    @property
    def free(self) -> bool:
        """Whether the last frame has gone out whole."""
        return not self._rest

    def send(self, frame: bytes) -> None:
        """Take a frame; only while `free`."""
        self._rest = frame

    def flush(self) -> None:
        """Write what the line takes now."""
        written = 0
        while written < min(PIECE, len(self._rest)) and _ready(self._writable, select.POLLOUT):
            self._out.write(self._rest[written : written + 1])
            written += 1
        self._rest = self._rest[written:]


def _ready(poll: object, event: int) -> bool:
    return any(entry[1] & event for entry in poll.poll(0))
