"""An answer without end to which others write at once: a crowd is told in one loop, without a task's turn for each.

What many are told is compressed once for all of them: each piece is a block of a gzip stream that refers to nothing
before it, so that it fits behind whatever else a reader has had.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from device.common.web.connections import Connection

GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\x03"
"""How a gzip stream begins (RFC 1952): deflated, no name, no time."""
BLOCKS = 64
"""Compressed pieces that are kept."""


def takes_gzip(request: Request) -> bool:
    """Whether who asks can read what is compressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


@lru_cache(maxsize=BLOCKS)
def block(text: bytes) -> bytes:
    """``text`` as a piece of any gzip stream after its `GZIP_HEAD`."""
    deflating = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflating.compress(text) + deflating.flush(zlib.Z_FULL_FLUSH)


@lru_cache(maxsize=BLOCKS)
def whole(text: bytes) -> bytes:
    """``text`` as a gzip file."""
    return gzip.compress(text, mtime=0)


def chunk(data: bytes) -> bytes:
    """``data`` as a chunk of an answer whose length is not known."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def push(connection: Connection, chunks: bytes) -> bool:
    """Write to the answer that a connection is given; False where earlier pieces still wait, or nobody is there."""
    if connection.flow.write_paused or connection.transport.is_closing():
        return False
    connection.transport.write(chunks)
    return True


class PushResponse(Response):
    """The answer, as long as who asked is there; ``telling`` is entered meanwhile, by whom `push` is called."""

    def __init__(
        self, connection: Connection, telling: AbstractContextManager[None], headers: Mapping[str, str], media_type: str
    ) -> None:
        self._connection, self._telling = connection, telling
        self.status_code, self.media_type, self.background = 200, media_type, None
        self.init_headers(headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        gone = asyncio.Event()
        self._connection.on_lost = gone.set
        if scope["method"] != "HEAD" and not self._connection.transport.is_closing():
            with self._telling:
                await gone.wait()
        await send({"type": "http.response.body"})
