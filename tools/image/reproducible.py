"""The same commit, base and packages make the same card to the byte: who makes it, where and when leaves no trace.

Whatever was written while it was made gets the commit's time, as https://reproducible-builds.org/docs/source-date-epoch/
has it; what records the making itself goes. The files of packages keep their times.
"""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from tools.image.filesystems import everything
from tools.image.said import Refused, run

RECORDS = (
    "var/log/**/*",  # what apt and dpkg did, and when
    "var/cache/apt/*.bin",
    "var/lib/apt/lists/*",
    "var/cache/debconf/*-old",
    "var/lib/dpkg/*-old",
    "etc/*-",  # users and groups before the last that was added
    "var/cache/ldconfig/aux-cache",  # numbers of inodes
    "var/cache/man/**/*",
    "var/cache/fontconfig/*",
)
"""Files that tell of the making alone, or that a system makes anew when it wants them."""


def moment_of(source: Path) -> int:
    """The time (s since 1970) of what is made of ``source``: that of its last commit, unless the environment says one.

    Without git it is the time of ``pyproject.toml``, which a release's source has from its commit.
    """
    if epoch := os.environ.get("SOURCE_DATE_EPOCH", ""):
        return int(epoch)
    try:
        return int(run("git", "-c", "safe.directory=*", "-C", source, "log", "-1", "--format=%ct"))
    except (Refused, ValueError):
        return int((source / "pyproject.toml").stat().st_mtime)


def level(folder: Path, moment: int) -> None:
    """Give all in ``folder`` the rights that a umask of 022 leaves, and the time ``moment``."""
    for path in everything(folder):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)


def settle(root: Path, began: float, moment: int) -> None:
    """Take from a system what records its making, and give what was written since ``began`` the time ``moment``."""
    for path in [path for pattern in RECORDS for path in root.glob(pattern)]:
        if path.is_file() and not path.is_symlink() and path.lstat().st_mtime >= began:
            path.unlink()
    for path in everything(root):
        if path.lstat().st_mtime >= began:
            os.utime(path, (moment, moment), follow_symlinks=False)


def now_on(folder: Path) -> float:
    """The time of a file that is written in ``folder`` now, whatever a program is told that the time is."""
    place = folder / ".now"
    place.touch()
    try:
        return place.stat().st_mtime
    finally:
        place.unlink()


def listing(root: Path) -> str:
    """A line for each file: its type and rights, owner, time, what is in it (SHA-256), and behind a tab its path."""
    lines = []
    for path in sorted(everything(root)):
        about = path.lstat()
        content = ""
        if stat.S_ISREG(about.st_mode):
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
        elif stat.S_ISLNK(about.st_mode):
            content = f"-> {path.readlink()}"
        owner = f"{about.st_uid}:{about.st_gid}"
        lines.append(f"{about.st_mode:o} {owner} {int(about.st_mtime)} {content}\t{path.relative_to(root)}\n")
    return "".join(lines)
