"""The machine that is installed on: its files below one root, and its commands."""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import shutil
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from installer.words import msg

SYSTEMS = ("bookworm", "trixie")
PROCESSORS = ("aarch64", "x86_64")
"""Those for which every library comes ready made; a 32-bit system would compile for hours."""
LARGEST = 64 * 1024
"""Bytes that a small file has at most."""


class Trouble(Exception):
    """Something that ends the installation, as one sentence for people (``sentence``)."""

    def __init__(self, id: str, /, **args: object) -> None:
        self.sentence = msg(id, **args)
        super().__init__(str(self.sentence))


def last_line(output: str) -> str:
    """The line of a command's output that says most: its last error, else its last line."""
    lines = [line.strip() for line in output.split("\n") if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["?"])[-1][:300]


class Machine:
    """Files and commands of this machine. Tests bring one with a root of its own and commands that are written down."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    def path(self, absolute: str) -> Path:
        """A place below the root."""
        return self.root / absolute.lstrip("/")

    def run(self, *command: str, feed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """A command, fed with a text, and its output; its status is looked at by whoever calls."""
        return subprocess.run(
            command,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            input=feed,
            env={**os.environ, **environment},
        )

    def succeeds(self, *command: str, **environment: str) -> bool:
        """Whether a command ended well."""
        return self.run(*command, **environment).returncode == 0

    @property
    def is_root(self) -> bool:
        """Whether this may be done at all."""
        return os.geteuid() == 0

    @property
    def processor(self) -> str:
        """The kernel's word for the processor; a 32-bit system on a 64-bit kernel counts as what its programs are."""
        return platform.machine() if platform.architecture()[0] == "64bit" else "32bit"

    @property
    def system(self) -> str:
        """The release's code name."""
        lines = self.path("/etc/os-release").read_text(encoding="utf-8").split("\n")
        return dict(line.split("=", 1) for line in lines if "=" in line).get("VERSION_CODENAME", "?").strip('"')

    @property
    def python(self) -> str:
        """The release of the system's Python, which this runs on."""
        return f"{sys.version_info.major}.{sys.version_info.minor}"

    @property
    def is_booted(self) -> bool:
        """Whether systemd runs here; not so while an image is being built."""
        return self.path("/run/systemd/system").is_dir()

    @property
    def config_txt(self) -> Path | None:
        """The Pi's own settings; None on what is no Pi."""
        return next(
            (path for path in map(self.path, ("/boot/firmware/config.txt", "/boot/config.txt")) if path.is_file()), None
        )

    def say(self, text: str) -> None:
        """Print a line of progress."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def open_plain(path: Path) -> IO[bytes]:
    """A plain file to read, and nothing else that may lie there. Raises OSError.

    Where the table may write, a pipe would hold root up, a link would lead it to any file, and merely opening a device
    may do something: it is looked at first, and what was looked at is opened.
    """
    descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "no plain file", os.fspath(path))
        return os.fdopen(os.open(f"/proc/self/fd/{descriptor}", os.O_RDONLY), "rb")
    finally:
        os.close(descriptor)


def read_plain(path: Path, largest: int = LARGEST) -> str:
    """The text of a small plain file. Raises OSError, and ValueError where it is longer or no UTF-8."""
    with open_plain(path) as file:
        raw = file.read(largest + 1)
    if len(raw) > largest:
        raise ValueError("too long")
    return raw.decode("utf-8-sig")


def remove(path: Path) -> None:
    """Take away what lies there, a folder with all that is in it. Raises OSError."""
    try:
        path.unlink(missing_ok=True)
    except IsADirectoryError:
        shutil.rmtree(path)


def write(path: Path, content: str, mode: int = 0o644) -> bool:
    """Bring a file to that content, whole or not at all; whether it was another before."""
    raw = content.encode()
    with contextlib.suppress(OSError), open_plain(path) as file:
        if file.read(len(raw) + 1) == raw:
            os.fchmod(file.fileno(), mode)
            return False
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    # Exclusively: in the table's own folder somebody else could have put a link there, and this is root.
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    sync_folder(path.parent)
    return True


def link(path: Path, target: Sequence[str] | str) -> None:
    """Point a symbolic link somewhere else, in one step."""
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(target if isinstance(target, str) else Path(*target))
    beside.replace(path)
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """The folder's names, on the medium itself: what is written later may not get there before."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
