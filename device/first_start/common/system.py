"""The machine that is set up: its files below one root, and its commands. Tests bring one of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from device.common.files.atomic_write import atomic_write
from device.common.files.small_file import Damaged, read_bounded

COMMAND_S = 60
"""Seconds after which a command is given up."""


class CardSystem:
    """Files and commands of this machine, as root."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    def path(self, absolute: str) -> Path:
        """A place below the root."""
        return self.root / absolute.lstrip("/")

    def read(self, absolute: str) -> str:
        """What a small text file holds; ``""`` where it cannot be read, or is no small file."""
        try:
            return read_bounded(self.path(absolute)).decode("utf-8", errors="replace")
        except (FileNotFoundError, Damaged):
            return ""

    def write(self, absolute: str, content: str, mode: int = 0o644) -> bool:
        """Bring a file to that content, whole or not at all; whether it was another before. Raises OSError."""
        place = self.path(absolute)
        if place.is_file() and not place.is_symlink() and self.read(absolute) == content:
            return False
        atomic_write(place, content, mode, follow=False)
        return True

    def link(self, absolute: str, target: str) -> None:
        """Point a symbolic link somewhere else, in one step. Raises OSError."""
        place = self.path(absolute)
        beside = place.with_name(f".{place.name}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(target)
        beside.replace(place)

    def run(self, *command: str) -> tuple[int, str]:
        """A command's status and its output; 127 where there is none of that name, 124 where it did not end."""
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                timeout=COMMAND_S,
                check=False,
                # In English, and the names of networks as they are.
                env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""},
            )
        except subprocess.TimeoutExpired:
            return 124, ""
        except OSError:
            return 127, ""
        return done.returncode, done.stdout
