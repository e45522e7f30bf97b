"""The frames that a pod and the table exchange: text lines with a checksum. Both ends run this very file.

No input or output here, and nothing that MicroPython lacks. A frame is one line:

    $edge 5e0f31aa 12 1 8123456789*1b2c3d4e

``$``, a word, its fields in the order of `FIELDS`, ``*``, the CRC-32 of what stands between the two as eight
hexadecimal digits, and a line feed. A ``$`` always begins a frame, so a good one is read right after whatever noise.
"""

import binascii

try:  # noqa: SIM105 - MicroPython has no contextlib
    from typing import Any
except ImportError:  # nor typing; it never looks at an annotation
    pass

VERSION = 1
"""Of this protocol. Another version says hello in the same way, and is recognised by it."""

FIRMWARE = "1.4"
"""Of the program in these files; a table says which one it brings."""

LONGEST = 120
"""Bytes of the longest frame, line feed and all. What grows longer is noise."""

FIELDS = {
    "hello": "nwxxnnn",
    "edge": "xnbn",
    "live": "xnnbnn",
    "pong": "xnnn",
    "done": "n",
    "took": "n",
    "who": "",
    "ack": "xn",
    "ping": "n",
    "set": "nnnnb",
    "show": "nwwnbin",
    "load": "n",
    "part": "nxx",
    "run": "x",
}
"""The words, and their fields by kind: n a count from 0, i an integer, b 0 or 1, w a word, x hexadecimal digits."""

MOST = 1 << 62
"""Numbers are smaller than this, whatever their sign: no source makes larger ones."""

_DIGITS = "0123456789"
_HEX = "0123456789abcdef"
_WORD = "abcdefghijklmnopqrstuvwxyz0123456789.-"


def encode(word: str, *fields: Any) -> bytes:
    """The bytes of a frame. ValueError for what the other end would not read."""
    kinds = FIELDS.get(word)
    if kinds is None or len(kinds) != len(fields):
        raise ValueError("no such frame: " + str(word))
    text = " ".join([word] + [str(int(fields[n]) if kind == "b" else fields[n]) for n, kind in enumerate(kinds)])
    if _read(text) is None:
        raise ValueError("not a frame: " + text)
    body = text.encode()
    if len(body) > LONGEST - 11:
        raise ValueError("too long: " + text)
    return b"$" + body + b"*%08x\n" % binascii.crc32(body)


def _read(text: str) -> tuple[str, tuple[Any, ...]] | None:
    """The word and the values of a frame's text; None where it is none."""
    parts = text.split(" ")
    kinds = FIELDS.get(parts[0])
    if kinds is None or len(kinds) != len(parts) - 1:
        return None
    values = []
    for n, kind in enumerate(kinds):
        value = _value(kind, parts[n + 1])
        if value is None:
            return None
        values.append(value)
    return parts[0], tuple(values)


def _value(kind: str, part: str) -> Any:
    """A field as its kind says; None where it is not of that kind."""
    if not 0 < len(part) <= 32:
        return None
    if kind in "xw":
        allowed = _HEX if kind == "x" else _WORD
        return None if part.strip(allowed) else part
    digits = part[1:] if kind == "i" and part[0] == "-" else part
    if not digits or digits.strip(_DIGITS):
        return None
    number = int(part)
    if not -MOST < number < MOST:
        return None
    if kind == "b":
        return None if number > 1 else number == 1
    return number


class Decoder:
    """Bytes in, frames out. ``bad`` counts what began like a frame and was none; it and the buffer never grow large."""

    def __init__(self) -> None:
        self.bad = 0
        self._line = b""
        self._inside = False

    def feed(self, data: bytes) -> list[tuple[str, tuple[Any, ...]]]:
        """The frames that ``data`` completes, as (word, values). Raises nothing, whatever comes."""
        frames = []
        begins = False
        for piece in data.split(b"$"):
            if begins:
                if self._inside:
                    self._spoil()
                self._inside = True
            begins = True
            if not self._inside:
                continue
            end = piece.find(b"\n")
            line = self._line + (piece if end < 0 else piece[:end])
            if len(line) > LONGEST - 2:
                self._spoil()
            elif end < 0:
                self._line = line
            elif (frame := _frame(line)) is None:
                self._spoil()
            else:
                self._line, self._inside = b"", False
                frames.append(frame)
        return frames

    def _spoil(self) -> None:
        """What began was no frame; the next one begins with the next ``$``."""
        self._line, self._inside = b"", False
        self.bad = min(self.bad + 1, MOST - 1)


def _frame(line: bytes) -> tuple[str, tuple[Any, ...]] | None:
    """The frame of a line between ``$`` and its end; None where it is none."""
    if len(line) < 10 or line[-9] != 0x2A:
        return None
    body, check = line[:-9], line[-8:]
    if b"%08x" % binascii.crc32(body) != check:
        return None
    try:
        return _read(body.decode())
    except UnicodeError:
        return None
