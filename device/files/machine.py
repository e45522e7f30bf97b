"""What the kernel and the programs of this machine say."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path


def read_line(path: Path) -> str | None:
    """What the kernel says in a file of its own; None where it does not."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None


def run_program(name: str, *words: str, patience: float = 10.0, must_succeed: bool = False) -> str | None:
    """The output of a program, in English; None where it is not installed or does not end within ``patience`` s.

    One that ``must_succeed`` and does not has said nothing either.
    """
    if (program := shutil.which(name)) is None:
        return None
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            (program, *words), capture_output=True, text=True, timeout=patience, check=must_succeed, env=environment
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
