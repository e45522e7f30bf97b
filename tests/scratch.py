"""One temporary folder for a whole run of the tests, and for every program that they start; it goes with the run.

It lies in memory where there is room: a game that is made, written and closed waits for a disk far longer than it
computes. Nothing that a test asks is lost by it, for power cuts here kill programs, not kernels; tests of disks mount
their own, and the guest with a real kernel has a real one (docs/decisions/testing.md).

Whatever lies there at the end outside pytest's own folders was left behind by the code or by a test, and fails the run.
With ``DVOJTAH_KEEP_TMP=1`` the folder stays, to be looked into.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

WORKER = "PYTEST_XDIST_WORKER" in os.environ
MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that a whole run needs at most, with room to spare."""


def in_memory(folder: Path = MEMORY, room: int = ROOM) -> Path | None:
    """The file system in memory, if it has ``room`` (bytes) and lets programs run; None: the usual place will do."""
    try:
        status = os.statvfs(folder)
    except OSError:
        return None
    has_room = status.f_bavail * status.f_frsize >= room
    return folder if has_room and os.access(folder, os.W_OK) and not status.f_flag & os.ST_NOEXEC else None


class Scratch:
    """The folder. ``left`` is what was found in it when it was closed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="dvojtah-tests-", dir=in_memory()))
        self.folder.chmod(0o711)  # a database server that must not be root goes through it
        self.left: list[str] = []
        os.environ["TMPDIR"] = str(self.folder)
        # The sound library of espeak-ng makes a folder of its own wherever none is named; it is no leftover of ours.
        os.environ["PULSE_RUNTIME_PATH"] = str(self.folder / "pytest-of-sound")
        tempfile.tempdir = None  # is asked for anew

    def look(self) -> list[str]:
        """What lies in it that nobody has cleared away."""
        self.left = sorted(path.name for path in self.folder.iterdir() if not path.name.startswith("pytest-of-"))
        return self.left

    def close(self) -> None:
        """Remove it."""
        if not os.environ.get("DVOJTAH_KEEP_TMP"):
            shutil.rmtree(self.folder, ignore_errors=True)


SCRATCH = None if WORKER else Scratch()
"""None in a worker of pytest-xdist, which has inherited the folder."""
