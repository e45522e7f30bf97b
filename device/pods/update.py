"""A pod's program, sent to it over its own line: ``dvojtah pods --update``.

The pod's end is `firmware/update.py`; the words of the line are in docs/pod-protocol.md. What is sent are the files
that this program itself was installed with, except `pins`, which says how that one pod is wired.
"""

from __future__ import annotations

import binascii
import select
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import firmware
from device.pods.ports import GONE, SerialLine
from firmware import wire

KEPT_OUT = ("__init__.py", "pins.py")
"""Not sent: this is no file of a Pico, and that one is the pod's own."""
HALF = 16
"""Bytes in one field of a piece."""
RESEND_S = 1.0
"""Seconds after which a frame is sent again."""
SILENCE_S = 20.0
"""Seconds of silence after which it is given up; a Pico writes its flash for a part of a second now and then."""


class UpdateFailure(Exception):
    """The pod did not take it. ``why``: ``"silent"``, ``"old"`` (no updates) or ``"bad"`` (it was not whole)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def bundle() -> bytes:
    """All files as one stream: ``name length`` and a line feed, then the bytes."""
    files = [path for path in sorted(Path(firmware.__file__).parent.glob("*.py")) if path.name not in KEPT_OUT]
    return b"".join(f"{path.name} {path.stat().st_size}\n".encode() + path.read_bytes() for path in files)


@dataclass(frozen=True)
class Hello:
    """What a pod says of itself: number, version of its program, this start."""

    ident: str
    version: str
    boot: str


@dataclass
class UpdateConnection:
    """One line while a pod is updated. The port goes and comes back while the Pico starts anew."""

    path: str
    opener: Callable[[str], SerialLine] = SerialLine
    now: Callable[[], float] = time.monotonic
    rest: Callable[[float], None] = time.sleep
    _line: SerialLine | None = None
    _decoder: wire.Decoder = field(default_factory=wire.Decoder)

    def ask(self, frame: bytes, word: str, timeout_s: float, again_s: float = RESEND_S) -> tuple[object, ...] | None:
        """Say it again and again until ``word`` comes back: its values. None after ``timeout_s`` s."""
        end = self.now() + timeout_s
        offset = -again_s
        while (now := self.now()) < end:
            try:
                if self._line is None:
                    self._line = self.opener(self.path)
                    offset = now - again_s
                if now - offset >= again_s:
                    self._write(frame)
                    offset = now
                select.select([self._line], [], [], 0.05)
                for reply, values in self._decoder.feed(self._line.read()):
                    if reply == word:
                        return values
            except GONE:
                self.close()
                self.rest(0.2)
        return None

    def _write(self, frame: bytes) -> None:
        assert self._line is not None
        end = self.now() + RESEND_S
        while frame and self.now() < end:
            written = self._line.write(frame)
            frame = frame[written:]
            if not written:
                self.rest(0.002)

    def hello(self, timeout_s: float = SILENCE_S) -> Hello | None:
        """Who is there; None where nobody is, or one of another protocol."""
        values = self.ask(wire.encode("who"), "hello", timeout_s)
        if values is None or values[0] != wire.VERSION:
            return None
        return Hello(str(values[2]), str(values[1]), str(values[3]))

    def close(self) -> None:
        """Let the line go."""
        if self._line is not None:
            self._line.close()
            self._line = None


def send(
    talk: UpdateConnection,
    stream: bytes,
    before: Hello,
    progress: Callable[[int, int], None] = lambda done, size: None,
    timeout_s: float = SILENCE_S,
) -> Hello:
    """Send a program and wait until the pod runs it; what it then says of itself. Raises `UpdateFailure`.

    ``progress`` gets how many bytes are there, of how many.
    """
    if talk.ask(wire.encode("load", len(stream)), "took", min(timeout_s, 5.0)) is None:
        raise UpdateFailure("old" if talk.hello(timeout_s) is not None else "silent")
    at = 0
    while at < len(stream):
        piece = stream[at : at + 2 * HALF]
        fields = [piece[:HALF].hex(), piece[HALF:].hex()] if len(piece) > HALF else [piece[:-1].hex(), piece[-1:].hex()]
        if not fields[0]:  # a single byte is left: a field may not be empty, and what is too much is cut off
            fields = [piece.hex(), "00"]
        answer = talk.ask(wire.encode("part", at, *fields), "took", timeout_s)
        if answer is None:
            raise UpdateFailure("silent")
        at = int(str(answer[0])) if int(str(answer[0])) > at or answer[0] == 0 else at
        progress(at, len(stream))
    if talk.ask(wire.encode("run", f"{binascii.crc32(stream):08x}"), "took", timeout_s) == (0,):
        raise UpdateFailure("bad")
    end = talk.now() + timeout_s
    while talk.now() < end:
        after = talk.hello(timeout_s)
        if after is not None and after.boot != before.boot:
            return after
    raise UpdateFailure("silent")
