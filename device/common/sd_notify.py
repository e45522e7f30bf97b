"""The service manager's end of the line: "ready", "still alive", "ending" (sd_notify(3), systemd's protocol).

One datagram of ``NAME=value`` lines to the socket that ``$NOTIFY_SOCKET`` names; without one nothing is sent. The
watchdog is fed by whoever turns the loop, never by a thread of its own: a hung loop has to starve it.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import MutableMapping

from rules.game import MICROSECOND

FEEDS = 4
"""How many times the watchdog is fed in the time that it allows."""


class ServiceNotifier:
    """Messages to the service manager. Nothing raises: the table runs as well without anybody listening."""

    def __init__(self, environment: MutableMapping[str, str]) -> None:
        """As systemd started it. What it started the program with is taken away from programs below."""
        self._address = _address(environment.pop("NOTIFY_SOCKET", ""))
        self._socket: socket.socket | None = None
        if self._address:
            with contextlib.suppress(OSError):
                self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
                self._socket.setblocking(False)
        self.feed_every = _interval(environment.pop("WATCHDOG_PID", ""), environment.pop("WATCHDOG_USEC", "")) // FEEDS
        """Nanoseconds between two feeds; 0: there is no watchdog."""
        self._fed: int | None = None
        self._ending = False

    def ready(self) -> None:
        """The first picture is on the screen."""
        self._say("READY=1")

    def on_turn(self, now: int) -> None:
        """The loop has come round at ``now`` (monotonic ns): feed the watchdog where that is due."""
        if self.feed_every and (self._fed is None or now - self._fed >= self.feed_every):
            self._fed = now
            self._say("WATCHDOG=1")

    def ending(self) -> None:
        """The program ends because it was asked to."""
        if not self._ending:
            self._ending = True
            self._say("STOPPING=1")

    def close(self) -> None:
        """Let the socket go."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _say(self, text: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):  # nobody listens, or too late to say
                self._socket.sendto(text.encode(), self._address)


def _address(named: str) -> str:
    """A path, or a name in the abstract name space, which systemd writes with ``@``; anything else is none."""
    if named.startswith("@"):
        return "\0" + named[1:]
    return named if named.startswith("/") else ""


def _interval(process: str, us: str) -> int:
    """How long the watchdog waits (ns), where it waits for this process; 0 otherwise."""
    mine = process in ("", str(os.getpid()))
    return int(us) * MICROSECOND if mine and us.isdecimal() else 0
