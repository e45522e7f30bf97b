"""File descriptors that can be read once something comes from screen, touch or keyboard. SDL 2 does not give them.

With them the loop sleeps until somebody does something, instead of asking SDL again and again. What is found here is
what SDL itself opened: its connections to an X server or a Wayland compositor, or without either the event devices of
the kernel and udev's announcements of new ones. Where nothing is found the loop has to ask.
"""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

FOLDER = Path("/proc/self/fd")
DISPLAYS = ("/.X11-unix/X", "/wayland-")
"""Parts of the names of the sockets on which X servers and Wayland compositors listen."""
DEVICES = "/dev/input/"


def open_descriptors() -> dict[int, str]:
    """Every descriptor of this process and what it stands for."""
    found = {}
    with contextlib.suppress(OSError):
        for name in os.listdir(FOLDER):
            with contextlib.suppress(OSError):  # the one that lists them is gone
                found[int(name)] = os.readlink(FOLDER / name)
    return found


def sockets(before: dict[int, str]) -> list[int]:
    """Those opened since ``before`` that lead to a display or to udev."""
    return [
        fd
        for fd, what in open_descriptors().items()
        if before.get(fd) != what and what.startswith("socket:") and leads(fd)
    ]


def leads(fd: int) -> bool:
    """Whether a socket is a connection to a display, or one on which the kernel or udev announces devices."""
    try:
        with contextlib.closing(socket.socket(fileno=os.dup(fd))) as one:
            if one.family == socket.AF_NETLINK:
                return True
            peer = one.getpeername()
    except OSError:
        return False
    name = peer.decode(errors="replace") if isinstance(peer, bytes) else str(peer)
    return any(part in name for part in DISPLAYS)


def devices() -> list[int]:
    """The kernel's event devices that are open now: touchscreens, mice, keyboards."""
    return [fd for fd, what in open_descriptors().items() if what.startswith(DEVICES)]
