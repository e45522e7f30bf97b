"""A small file in the place of another: after a power cut there is the old one or the new one, never half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

OWNER = 0o600
"""Mode of a file that only its owner may read and write."""


def atomic_write(path: Path, content: str | bytes, mode: int | None = None, *, follow: bool = True) -> None:
    """Put ``content`` in the place of the file, whole or not at all, name and all on the medium.

    The file gets the rights ``mode``; without, those that it had. A folder that is not there is made. A link in its
    place is followed, or with ``follow=False`` refused like everything else that is no plain file. Raises OSError.
    """
    try:
        target = path.resolve() if follow else path.absolute()
    except RuntimeError:  # links in a circle
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
    if os.path.lexists(target) and not stat.S_ISREG(target.lstat().st_mode):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.new")
    try:
        if beside.is_dir() and not beside.is_symlink():
            beside = target.with_name(f".{target.name}.{os.getpid()}.new")
        beside.unlink(missing_ok=True)
        fresh = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with os.fdopen(fresh, "wb") as file:
            if mode is None and target.exists():
                os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
            file.write(content if isinstance(content, bytes) else content.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    sync_folder(target.parent)


def sync_folder(path: Path) -> None:
    """The folder's names, on the medium itself, where the file system can."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(opened)
