"""Sockets on which a server listens: they keep descriptors back for the program itself, and take a crowd in turns."""

from __future__ import annotations

import contextlib
import errno
import logging
import math
import resource
import socket
from typing import Any

from device.common.web.connections import BUSY, Connections, network

log = logging.getLogger("dvojtah.web")

OWN_DESCRIPTORS = 64
"""Descriptors that are kept for the program itself: its files, its log, its other connections."""
A_TURN = 32
"""TLS connections accepted in one turn of the loop: each takes much memory, and makes way only in the next one."""
DEAD_MS = 60_000
"""How long (ms) the kernel keeps a connection whose other end confirms nothing that was sent."""
NO_DESCRIPTORS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Listener(socket.socket):
    """A listening socket that leaves the descriptors from ``highest`` on to the program itself.

    Where there is no descriptor at all, asyncio stops listening for a second; within the same turn it would ask again
    as often as its backlog is long, so the answer to the second question is that nobody is there. ``bounds`` says
    whether an address has its share already, before anything is made of a connection. After `A_TURN` connections that
    speak TLS the same is said, and after a third of a share beyond one: what makes way for those is gone three turns
    later, so that of one address two shares are open at most.
    """

    highest: float = math.inf
    bounds: Connections | None = None
    _paused = False
    _accepted = 0

    def accept(self) -> tuple[socket.socket, Any]:
        """`socket.socket.accept`."""
        if self._paused or self._accepted >= A_TURN:
            self._paused, self._accepted = False, 0
            raise BlockingIOError
        try:
            connection, peer = super().accept()
        except OSError as error:
            self._paused = error.errno in NO_DESCRIPTORS
            raise
        if connection.fileno() >= self.highest:
            _refuse(connection)
            raise BlockingIOError
        if self.bounds is not None:
            address = network(str(peer[0]))
            crowded = self.bounds.has_share(address)
            self._accepted += crowded or self.bounds.arrivals.most is not None
            self._paused = crowded and self._accepted >= self.bounds.limits.per_address // 3
            if crowded and not self.bounds.make_way(address):
                _refuse(connection)
                return self.accept()
            self.bounds.arrivals.begin(connection, address)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)
        return connection, peer


def _refuse(connection: socket.socket) -> None:
    connection.setblocking(False)
    with contextlib.suppress(OSError):
        connection.send(BUSY)
    connection.close()


def listeners(host: str, port: int, descriptors: int) -> list[Listener]:
    """Sockets bound to every address of ``host``, for a program that may have so many descriptors. Raises OSError."""
    bound = []
    with contextlib.ExitStack() as opened:
        for family, kind, number, _, address in dict.fromkeys(
            socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        ):
            listener = opened.enter_context(Listener(family, kind, number))
            bound.append(listener)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.highest = descriptors - OWN_DESCRIPTORS
        opened.pop_all()
    return bound


def raise_descriptors() -> int:
    """Let this program have as many descriptors as it may; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (ValueError, OSError):  # some systems name a limit that they do not give
            log.info("the limit of descriptors stays at %d", soft)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft
