"""Connections that were accepted and of which nothing else is known yet: a bound before anything is made of them."""

from __future__ import annotations

import contextlib
import socket
from collections import Counter

HANDSHAKES = 32
"""Connections on which TLS is being agreed upon at the same time: nobody knows yet what they want, so they are few."""


class PendingConnections:
    """Connections from when they are accepted until the server's protocol has them: without TLS two turns of its loop,
    else until the handshake is done.

    Whoever comes when there are ``most`` takes the place of the oldest one of the address that has most of them.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self._open: dict[int, tuple[socket.socket, str]] = {}
        self._of: Counter[str] = Counter()

    def begin(self, connection: socket.socket, address: str) -> None:
        """A connection of ``address`` has come."""
        if self.most is not None and len(self._open) >= self.most:
            self._forget_closed()
            if len(self._open) >= self.most:
                self.displace(self._of.most_common(1)[0][0])
        self.end(connection.fileno())
        self._open[connection.fileno()] = connection, address
        self._of[address] += 1

    def end(self, descriptor: int) -> None:
        """The connection with that descriptor counts as one of the server's from now on, or is gone."""
        if (arrival := self._open.pop(descriptor, None)) is not None:
            self._of[arrival[1]] -= 1
            if not self._of[arrival[1]]:
                del self._of[arrival[1]]

    def count(self, address: str) -> int:
        """How many of an address are under way."""
        if self.most is not None:
            self._forget_closed()
        return self._of[address]

    def displace(self, address: str) -> bool:
        """End the oldest one of an address; False where it has none."""
        oldest = next((number for number, (_, where) in self._open.items() if where == address), None)
        if oldest is None:
            return False
        with contextlib.suppress(OSError):
            self._open[oldest][0].shutdown(socket.SHUT_RDWR)
        self.end(oldest)
        return True

    def _forget_closed(self) -> None:
        for number in [number for number, (connection, _) in self._open.items() if connection.fileno() < 0]:
            self.end(number)
