"""How many connections are agreeing upon TLS: a bound before anything else is known of them."""

from __future__ import annotations

import contextlib
import socket
from collections import Counter


class Handshakes:
    """Connections on which TLS is still being agreed upon: nobody knows yet what they want, so they are few.

    Whoever comes when there are ``most`` takes the place of the oldest one of the address that has most of them.
    """

    def __init__(self, most: int = 32) -> None:
        self._most = most
        self._open: dict[socket.socket, str] = {}

    def begin(self, one: socket.socket, address: str) -> None:
        """A connection of ``address`` has come."""
        self._open = {each: where for each, where in self._open.items() if each.fileno() >= 0}
        if len(self._open) >= self._most:
            crowd = Counter(self._open.values()).most_common(1)[0][0]
            oldest = next(each for each, where in self._open.items() if where == crowd)
            del self._open[oldest]
            with contextlib.suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)
        self._open[one] = address

    def end(self, descriptor: int) -> None:
        """The connection with that descriptor counts as one from now on."""
        self._open = {each: where for each, where in self._open.items() if each.fileno() != descriptor}
