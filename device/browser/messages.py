"""What a browser that shows a table says to it, and what it is told: one JSON array or one binary picture a message.

A message of the browser begins with its word; whatever is not one of these, or larger than `LARGEST`, ends the
connection. A picture begins with a head that `picture` describes; the rest of it is deflated RGB.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
import pygame
from msgspec import Meta

from rules.loading import readable

LARGEST = 4096
"""Bytes of a browser's message at most."""
LEVEL = 3
"""zlib's level: on pictures of a table the smallest that halves what level 1 leaves, in the same time."""
PICTURE = 1
HEAD = struct.Struct(">BIIHHB")
RECT = struct.Struct(">HHHH")

Pixel = Annotated[int, Meta(ge=-16384, le=16384)]
Count = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]
Extent = Annotated[int, Meta(ge=1, le=16384)]


class BrowserMessage(msgspec.Struct, array_like=True, frozen=True, tag=True):
    """Something that a browser says."""


class BrowserHello(BrowserMessage, frozen=True, tag="hello"):
    """The first message: who it is (a word of its own that it keeps), the table's code, and how large it can show it.

    ``only_looks``: it does not ask for the seat.
    """

    ident: Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}\Z")]
    code: Annotated[str, Meta(max_length=20)]
    only_looks: bool
    width: Extent
    height: Extent


class SizeChange(BrowserMessage, frozen=True, tag="size"):
    """The browser's window has another size, or was turned."""

    width: Extent
    height: Extent


class PictureTaken(BrowserMessage, frozen=True, tag="ack"):
    """The picture of that number is on the browser's screen."""

    number: Count


class TouchMessage(BrowserMessage, frozen=True, tag="touch"):
    """A finger (0: the mouse) at a pixel of the table's picture.

    ``seq`` is the last whole picture on which it could be meant, ``shown_ms`` for how long that had been seen.
    """

    what: Literal["down", "move", "up"]
    finger: Annotated[int, Meta(ge=0, le=20)]
    x: Pixel
    y: Pixel
    seq: Count
    shown_ms: Annotated[float, Meta(ge=0, le=1e12)]


class KeyMessage(BrowserMessage, frozen=True, tag="key"):
    """A key of the keyboard went down, is still down, or went up; its name as browsers have it (``"ArrowLeft"``).

    ``seq`` and ``shown_ms`` of one that goes down as in `TouchMessage`.
    """

    name: Annotated[str, Meta(min_length=1, max_length=16)]
    what: Literal["down", "held", "up"]
    seq: Count = 0
    shown_ms: Annotated[float, Meta(ge=0, le=1e12)] = 0


class TakeOver(BrowserMessage, frozen=True, tag="take"):
    """Whoever looked on wants to play from now on."""


class KeepAlive(BrowserMessage, frozen=True, tag="alive"):
    """Nothing but that the browser is there."""


DECODER: msgspec.json.Decoder[BrowserMessage] = msgspec.json.Decoder(
    readable(BrowserHello | SizeChange | PictureTaken | TouchMessage | KeyMessage | TakeOver | KeepAlive)
)


def read(text: str) -> BrowserMessage:
    """What a browser said. Raises ValueError (`msgspec.DecodeError` and what is derived from it are such)."""
    if len(text) > LARGEST:
        raise ValueError("too long")
    return DECODER.decode(text)


def note(word: str, *values: Any) -> str:
    """A message for a page: its word and what belongs to it; bytes are written in base64."""
    return msgspec.json.encode((word, *values)).decode()


def deflate(parts: Sequence[bytes]) -> bytes:
    """Pixels of several rectangles, one after another, as ``DecompressionStream("deflate-raw")`` reads them."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b"".join([*(packer.compress(part) for part in parts), packer.flush()])


def picture(number: int, seq: int, size: tuple[int, int], rects: Sequence[pygame.Rect], body: bytes) -> bytes:
    """A part of the picture.

    Big-endian: 1 byte of kind (1), the message's number (4), the generation that is whole with it (4; 0: more is to
    come), width and height of the whole picture (2 each), how many rectangles (1), each as x, y, width, height (2
    each); then ``body``, the pixels of all of them as `deflate` leaves them, 3 bytes each.
    """
    return HEAD.pack(PICTURE, number, seq, *size, len(rects)) + b"".join(RECT.pack(*rect) for rect in rects) + body
