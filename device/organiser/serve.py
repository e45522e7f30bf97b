"""Web servers of the organiser: ports, a server for an application, and the board as a program of its own."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

import uvicorn
from starlette.applications import Starlette

from rules.message import Message, msg

log = logging.getLogger("dvojtah.organiser")

AGAIN_S = 1.0
"""Seconds until the board is started again where it ended."""


def free_port(wanted: int, host: str = "127.0.0.1") -> int:
    """``wanted`` where nobody listens there, else the next free one of the twenty after it, else any."""
    for port in (*range(wanted, wanted + 21), 0):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OSError("no port is free")


class PortTrouble(Exception):
    """A port that was asked for is taken; ``message`` says so."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def port_or_wait(port: int, host: str, seconds: float = 10) -> int:
    """``port`` once nobody listens there. Raises `PortTrouble` where somebody stays."""
    end = time.monotonic() + seconds
    while free_port(port, host) != port:
        if time.monotonic() > end:
            raise PortTrouble(msg("Port {port} is taken by another program; choose another.", port=port))
        time.sleep(0.1)
    return port


def end_with_parent() -> None:
    """End this program when the one that started it is gone, killed or not: its end of our standard input closes."""

    def watch() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def own_address() -> str:
    """The address under which others of the network reach this machine; 127.0.0.1 where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which way it would go
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def server(app: Starlette, host: str, port: int) -> uvicorn.Server:
    """A server that says nothing about itself and lets open streams go when it ends."""
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", access_log=False, server_header=False, date_header=False,
        http="httptools", ws="none", lifespan="on", timeout_graceful_shutdown=1, backlog=4096,
    )  # fmt: skip
    return uvicorn.Server(config)


class Program:
    """Another part of this program in a process of its own, started again whenever it ends by itself."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._arguments = [sys.executable, "-m", "device", *arguments]
        self._stop = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._watch, name="program", daemon=True)

    def start(self) -> None:
        """Start it."""
        self._thread.start()

    def close(self) -> None:
        """End it."""
        self._stop.set()
        if self.process is not None:
            self.process.terminate()
        self._thread.join(timeout=5)

    def _watch(self) -> None:
        while not self._stop.is_set():
            self.process = subprocess.Popen(self._arguments, stdin=subprocess.PIPE)
            status = self.process.wait()
            if self.process.stdin is not None:
                self.process.stdin.close()
            if not self._stop.is_set():
                log.error("%s ended with status %d and is started again", self._arguments[3], status)
                time.sleep(AGAIN_S)
