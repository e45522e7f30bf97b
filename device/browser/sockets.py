"""WebSockets within the bounds of the other pages: uvicorn's protocol, counted as a connection, its frames bounded."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from device.web.connections import Connection

FRAGMENTS = 16
"""Frames that a message may come in."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A connection that began as HTTP (`Connection`) and is counted as one until it ends."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """`asyncio.Protocol.connection_made`: the connection asked to be a WebSocket."""
        super().connection_made(transport)
        before: Any = transport
        self._counted = before.get_protocol()
        self._fragments = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """`asyncio.Protocol.connection_lost`."""
        if isinstance(self._counted, Connection):
            self._counted.bounds.leave(self._counted)
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        """A message goes on: never without end, however small its frames are."""
        self._fragments += 1
        if self._fragments > FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """A message begins."""
        self._fragments = 0
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message of bytes begins: nothing here understands one."""
        if event.opcode is Opcode.BINARY:
            self.transport.abort()
