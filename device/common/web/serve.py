"""Web servers: ports, and a server with bounded connections for an application."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import STARTUP_FAILURE

from device.common.web import network
from device.common.web.arrivals import HANDSHAKES
from device.common.web.connections import Connections, Limits, protocol
from device.common.web.listener import OWN_DESCRIPTORS, listeners, raise_descriptors
from device.common.web.plain_on_tls import server_context
from rules.message import Refusal

log = logging.getLogger("dvojtah.web")

LEAVING_S = 10.0
"""Seconds for which a port is waited for."""
GRACE_S, CLOSING_S = 1.0, 0.1
"""Seconds that answers under way have when a server ends, and that a connection may take to be closed then."""


def free_port(wanted: int, host: str = "127.0.0.1") -> int:
    """``wanted`` where nobody listens there, else the next free one of the twenty after it, else any.

    Raises `Refusal` where this computer has no address ``host``.
    """
    for port in (*range(wanted, wanted + 21), 0):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    raise Refusal("", "This computer has no address {host} to listen at.", host=host) from None
                continue
            return int(probe.getsockname()[1])
    raise OSError("no port is free")


def port_for(chosen: int | None, usual: int, host: str) -> int:
    """The port that somebody ``chosen``, waited for while it is being left; else `free_port` from the ``usual`` one on.

    Raises `Refusal`, also where somebody stays at the chosen one.
    """
    if chosen is None:
        return free_port(usual, host)
    end = time.monotonic() + LEAVING_S
    while free_port(chosen, host) != chosen:
        if time.monotonic() > end:
            raise Refusal(
                "", "Port {port} is taken by another program, or kept from this user; choose another.", port=chosen
            )
        time.sleep(0.1)
    return chosen


def own_address() -> str:
    """The address under which others of the network reach this machine; 127.0.0.1 where there is no network."""
    return network.reachable_address() or "127.0.0.1"


class Server(uvicorn.Server):
    """uvicorn's server on listeners of ours, with bounded connections."""

    def __init__(self, config: uvicorn.Config, bounds: Connections, descriptors: int | None = None) -> None:
        super().__init__(config)
        self.bounds = bounds
        self._descriptors = descriptors
        self.on_start: Callable[[], None] = lambda: None
        """Called once it listens."""
        self.on_turn: Callable[[], None] = lambda: None
        """Called ten times a second while its loop comes round."""
        self.is_over: Callable[[], bool] = lambda: False
        """Whether it is to end by itself; asked as often."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen. Ends the program where the port is taken meanwhile."""
        descriptors = self._descriptors or raise_descriptors()
        try:
            bound = listeners(self.config.host, self.config.port, descriptors)
        except OSError as error:
            log.error("port %d: %s", self.config.port, error)
            sys.exit(STARTUP_FAILURE)
        # Each connection has a descriptor, and some open a file.
        most = min(self.bounds.limits.connections, (descriptors - 2 * OWN_DESCRIPTORS) * 3 // 4)
        reserved = min(self.bounds.limits.reserved, most // 2)
        self.bounds.limits = replace(self.bounds.limits, connections=most, reserved=reserved)
        self.bounds.arrivals.most = HANDSHAKES if self.config.is_ssl else None
        for listener in bound:
            listener.bounds = self.bounds
        await super().startup(list(bound))
        self.on_start()

    async def on_tick(self, counter: int) -> bool:
        """A turn of uvicorn's own loop; whether it is to end."""
        self.on_turn()
        return await super().on_tick(counter) or self.is_over()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End. Whoever is still held after `GRACE_S` (a stream, half a request, a slow store) is let go."""
        letting_go = asyncio.create_task(self._let_go())
        try:
            await super().shutdown(sockets)
        finally:
            letting_go.cancel()

    async def _let_go(self) -> None:
        """Their connections first, so that nothing is answered to what is cancelled then."""
        await asyncio.sleep(GRACE_S)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(CLOSING_S)
        for task in list(self.server_state.tasks):
            task.cancel()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal ends it; one that comes before the loop runs is heeded, too."""
        with self.capture_signals():
            super().run(sockets)


class _WithoutTraces:
    """An application of which the log has no traceback for what is no fault of it: who asks goes away in the middle,
    or the server ends while it holds somebody."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except (ClientDisconnect, asyncio.CancelledError) as end:
            log.debug("not answered to its end: %r", end)


def server(
    app: Starlette,
    host: str,
    port: int,
    limits: Limits | None = None,
    proxies: tuple[str, ...] = (),
    descriptors: int | None = None,
    sockets: type[asyncio.Protocol] | None = None,
    tls: tuple[Path, Path] | None = None,
) -> Server:
    """A server that says nothing about itself and lets open streams go when it ends.

    ``sockets`` is the protocol of its WebSockets; without one there are none.

    ``tls`` are the files of its certificate and key; who speaks plain HTTP is led to https then. Without them it speaks
    plain HTTP.

    ``proxies`` are the addresses of reverse proxies: only what they forward is believed about who asks.
    ``descriptors`` are those that it may use, where they are fewer than the program has.
    """
    limits = limits or Limits()
    bounds = Connections(replace(limits, exempt=(*limits.exempt, *proxies)))
    config = uvicorn.Config(
        _WithoutTraces(app),
        host=host,
        port=port,
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        http=protocol(bounds),
        ssl_context_factory=tls and (lambda config, default: server_context(str(tls[0]), str(tls[1]), port)),
        ws=sockets or "none",
        ws_max_size=4096,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        lifespan="on",
        timeout_graceful_shutdown=5,  # what cannot be cancelled is left behind
        backlog=4096,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
    return Server(config, bounds, descriptors)
