"""How many connections a page takes, for how long, and how much one of them may send: bounds against strangers.

uvicorn closes a connection that is idle after an answer; whoever never finishes a request, sends a header without end,
or does not read, would stay. `protocol` gives uvicorn a protocol of its own that knows these bounds
(docs/decisions/web.md).
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from device.common.web.arrivals import PendingConnections

log = logging.getLogger("dvojtah.web")

LOOPBACK = ("127.0.0.0/8", "::1/128")
FEW = 4
"""Connections of one address that may take what is reserved: a browser that comes while others hold everything."""
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one server. Times are in seconds, sizes in bytes.

    Of ``connections`` the last ``reserved`` are for addresses that have fewer than `FEW`. One address (an IPv6 network
    of 64 bits counts as one) has at most ``per_address``, unless it is in one of the networks ``exempt``. A request's
    line and headers come within ``head_s``, its body within ``body_s``; whoever takes nothing of an answer for
    ``stalled_s`` is closed. ``pipelined`` requests may wait for the answer to an earlier one.
    """

    connections: int = 4000
    reserved: int = 100
    per_address: int = 400
    exempt: tuple[str, ...] = LOOPBACK
    head_s: float = 10
    body_s: float = 20
    stalled_s: float = 30
    head_bytes: int = 32 * 1024
    body_bytes: int = 16 * 1024
    pipelined: int = 8
    sweep_s: float = 1


@lru_cache(maxsize=1024)
def network(host: str) -> str:
    """What counts as one address: this computer; an IPv4 one, also where it is written as IPv6; 64 bits of another."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if address.is_loopback:
            return str(address)
        return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


def within(host: str, networks: tuple[str, ...]) -> bool:
    """Whether an address as `network` writes it lies in one of these networks."""
    address = _network(host)
    return address is not None and any(
        allowed is not None and address.version == allowed.version and address.network_address in allowed
        for allowed in map(_network, networks)
    )


@lru_cache(maxsize=1024)
def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


class Connections:
    """The open connections of one server, by address. Lives on the event loop."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.now = now
        self.arrivals = PendingConnections()
        self.all: set[Connection] = set()
        self._of: dict[str, int] = {}
        self._waiting: dict[str, dict[Connection, None]] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def has_share(self, address: str) -> bool:
        """Whether an address as `network` writes it has as many connections as one may, those under way among them."""
        count = self._of.get(address, 0) + self.arrivals.count(address)
        return count >= self.limits.per_address and not within(address, self.limits.exempt)

    def make_way(self, address: str) -> bool:
        """End a connection of an address for its next one; False where all that it has are at work.

        It is the one that waits longest for a request, else the first of those that are under way.
        """
        if (leaves := self._longest(address)) is None:
            return self.arrivals.displace(address)
        leaves.give_way()
        return True

    def enter(self, connection: Connection) -> bool:
        """Count a new connection; False where there is no place for it.

        Where there is none, a connection that waits for a request makes way: the longest waiting one of the address
        that has most. The share of one address was looked at when it was accepted (`has_share`).
        """
        limits, own = self.limits, self._of.get(connection.address, 0)
        if len(self.all) >= limits.connections - (0 if own < FEW else limits.reserved):
            leaves = self._longest(max(self._of, key=self._of.__getitem__, default=""))
            leaves = leaves or next((first for all_ in self._waiting.values() for first in all_), None)
            if leaves is None:
                return False
            leaves.give_way()
        self.all.add(connection)
        self._of[connection.address] = self._of.get(connection.address, 0) + 1
        if self._sweeping is None:
            self._sweep()
        return True

    def leave(self, connection: Connection) -> None:
        """Forget a connection; it may be forgotten already."""
        if connection not in self.all:
            return
        self.all.discard(connection)
        self.busy(connection)
        self._of[connection.address] -= 1
        if not self._of[connection.address]:
            del self._of[connection.address]

    def wait(self, connection: Connection) -> None:
        """Note that a connection has no whole request now."""
        if connection in self.all:
            self._waiting.setdefault(connection.address, {})[connection] = None

    def busy(self, connection: Connection) -> None:
        """Note that a connection has a request."""
        if (waiting := self._waiting.get(connection.address)) is not None:
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting[connection.address]

    def _longest(self, address: str) -> Connection | None:
        return next(iter(self._waiting.get(address, ())), None)

    def _sweep(self) -> None:
        now = self.now()
        for connection in list(self.all):
            connection.look(now)
        self._sweeping = None
        if self.all:
            self._sweeping = asyncio.get_running_loop().call_later(self.limits.sweep_s, self._sweep)


class TooMuch(Exception):
    """A request is larger than it may be, or too many wait: the parser stops, uvicorn answers 400 and closes."""


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with the bounds of `Limits`."""

    bounds: ClassVar[Connections]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.address = ""
        self._limits = self.bounds.limits
        self._in_head = True
        self._in_body = False
        self._came = self._body = self._fields = self._most_body = 0
        self._until = math.inf
        self._stalled = math.inf
        self.on_lost: Callable[[], None] = lambda: None
        self.on_writable: Callable[[], None] = lambda: None
        """Called where the connection is gone, and where it takes more after it took nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """`asyncio.Protocol.connection_made`."""
        super().connection_made(transport)
        self.bounds.arrivals.end(transport.get_extra_info("socket").fileno())
        self.address = network(self.client[0] if self.client else "")
        if not self.bounds.enter(self):
            transport.write(BUSY)
            transport.close()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """`asyncio.Protocol.connection_lost`."""
        self.bounds.leave(self)
        self.on_lost()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """`asyncio.Protocol.data_received`."""
        if self.transport.is_closing():
            return
        self._came += len(data)
        super().data_received(data)
        # What the parser has not said yet, it holds: the beginning of a line, of a header, or of a trailer.
        most = self._limits.head_bytes + (2 * self._most_body if self._in_body else 0)
        if self._came > most and not self.transport.is_closing():
            self.transport.write(TOO_LONG)
            self.transport.close()

    def pause_writing(self) -> None:
        """`asyncio.Protocol.pause_writing`."""
        self._stalled = self.bounds.now() + self._limits.stalled_s
        super().pause_writing()

    def resume_writing(self) -> None:
        """`asyncio.Protocol.resume_writing`."""
        self._stalled = math.inf
        super().resume_writing()
        self.on_writable()

    # -- what the parser finds -------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["state"]["connection"] = self
        self._in_head, self._fields, self._body, self._most_body = True, 0, 0, self._limits.body_bytes
        self._until = min(self._until, self.bounds.now() + self._limits.head_s)

    def on_url(self, url: bytes) -> None:
        """A piece of what is asked for."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer after the body."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A request can be answered."""
        if len(self.pipeline) >= self._limits.pipelined:
            raise TooMuch
        self._in_head, self._in_body, self._came = False, True, 0
        self._until = self.bounds.now() + self._limits.body_s
        self.bounds.busy(self)
        super().on_headers_complete()

    def allow(self, size: int, seconds: float) -> None:
        """The body of this request may have so many bytes and take so long: of somebody who is known."""
        self._most_body, self._until = size, self.bounds.now() + seconds

    def on_body(self, body: bytes) -> None:
        """A piece of a body."""
        self._body += len(body)
        if self._body > self._most_body:
            raise TooMuch
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is whole."""
        self._in_body, self._came = False, 0
        self._until = math.inf
        super().on_message_complete()
        if not (self.parser.should_upgrade() and self._should_upgrade()):  # a WebSocket is no request to wait after
            self._rest()

    def on_response_complete(self) -> None:
        """A request is answered."""
        super().on_response_complete()
        self._rest()

    # -- bounds ----------------------------------------------------------------------------------------------------

    def give_way(self) -> None:
        """Make way for another connection."""
        self.bounds.leave(self)
        self.transport.abort()

    def look(self, now: float) -> None:
        """End a connection that is overdue at ``now``; what was not read after `Limits.stalled_s` is thrown away."""
        if self.transport.is_closing():
            if self._stalled == math.inf:
                self._stalled = now + self._limits.stalled_s
        elif now > self._until:
            self.transport.close()
        if now > self._stalled:
            self.transport.abort()

    def _count(self, size: int) -> None:
        self._fields += size
        if self._fields > self._limits.head_bytes:
            raise TooMuch

    def _rest(self) -> None:
        """Wait for the next request, where the last one is whole and answered."""
        if not self._in_head and not self._in_body and self.cycle.response_complete:
            self._wait()

    def _wait(self) -> None:
        self._came = 0
        self._until = self.bounds.now() + self._limits.head_s
        self.bounds.wait(self)


def protocol(connections: Connections) -> type[Connection]:
    """The protocol to give to uvicorn for the server that has these connections."""

    class Bounded(Connection):
        bounds = connections

    return Bounded
