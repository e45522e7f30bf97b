"""Tells other programs of this device how the pods stand: the table holds their lines, so nobody else can ask them.

A datagram socket in the journal's folder; whoever sends anything to it gets the roster as JSON. Nobody is waited for.
"""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

import msgspec

from device.files.small_file import set_aside
from device.pods.status import PodStatus

LARGEST = 65_536
ASKED = 16
"""How many questions are answered in one round."""


class StatusServer:
    """The table's end. Where the socket cannot be made there is none: the pods do without."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None

    def open(self) -> None:
        """Take the place of whoever sat here before: only one program holds the journal."""
        with contextlib.suppress(OSError):
            if self._path.is_socket():
                self._path.unlink(missing_ok=True)
            elif os.path.lexists(self._path):  # nothing of ours: it is not for us to remove
                set_aside(self._path)
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
            self._socket.bind(os.fspath(self._path))

    def fileno(self) -> int:
        """For `select`; negative where there is no socket."""
        return -1 if self._socket is None else self._socket.fileno()

    def answer(self, seen: tuple[PodStatus, ...]) -> None:
        """Answer whoever has asked meanwhile."""
        if self._socket is None:
            return
        with contextlib.suppress(OSError):  # nobody asks any more
            for _ in range(ASKED):
                _, whom = self._socket.recvfrom(16)
                with contextlib.suppress(OSError, TypeError):
                    self._socket.sendto(msgspec.json.encode(seen), whom)

    def close(self) -> None:
        """Nobody sits here any more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def ask(path: Path, patience: float = 2.0) -> tuple[PodStatus, ...] | None:
    """What the table's program says of its pods; None where none runs, or none that answers within ``patience`` s."""
    with (
        contextlib.suppress(OSError, ValueError, msgspec.DecodeError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mine,
    ):
        mine.settimeout(patience)
        mine.bind("")  # Linux finds a name for it that is in no folder
        mine.connect(os.fspath(path))
        mine.send(b"?")
        return msgspec.json.decode(mine.recv(LARGEST), type=tuple[PodStatus, ...])
    return None
