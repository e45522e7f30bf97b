"""Files with people's data or secrets: nobody but their owner reads or writes them, whatever the umask."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from device.common.files.atomic_write import OWNER


def touch_private(path: Path) -> None:
    """Make an empty file of its owner alone, or one that is there such a file. Raises OSError."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER))
    except FileExistsError:
        make_private(path)


def make_private(*paths: Path) -> None:
    """Take a plain file from everybody but its owner, as far as this user and the disk may. Raises nothing.

    Earlier versions left that to the umask. The file is not opened, for to close it would end SQLite's locks on it.
    """
    for path in paths:
        with contextlib.suppress(OSError):
            mode = path.stat().st_mode
            if stat.S_ISREG(mode) and mode & 0o077:
                path.chmod(OWNER)
