"""What the checks share: how they answer, and reading what the kernel and other programs say."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from rules.message import Message, msg

Findings = Iterator[tuple[bool, Message]]
"""Sentences about one thing, each with whether it is well; where it is not, the sentence says what to do."""


def read_line(path: Path) -> str | None:
    """What the kernel says in a file of its own; None where it does not."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None


def run_program(name: str, *words: str) -> str | None:
    """The output of a program; None where it is not installed or does not end."""
    if (program := shutil.which(name)) is None:
        return None
    try:
        return subprocess.run([program, *words], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return None


def forbidden(bus: object, group: str) -> Message:
    """The sentence where this user may not use a device that members of ``group`` may."""
    return msg("{bus} may not be used by this user; add the user to the group {group}.", bus=str(bus), group=group)
