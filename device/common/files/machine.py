"""What the kernel and the programs of this machine say."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

RUN = Path(os.environ.get("RUNTIME_DIRECTORY", "/run/dvojtah"))
"""Where the table leaves its wishes for the system: its service's own folder, which systemd names to it."""
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
"""The processor's temperature, in thousandths of °C."""
HOT = 80
"""Degrees from which a Pi slows itself down."""
LEAST_FOR_GAMES = 50
"""Megabytes that a disk should have free: an evening of games takes less than one."""


def read_line(path: Path) -> str | None:
    """What the kernel says in a file of its own; None where it does not."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None


def run_program(name: str, *words: str, timeout_s: float = 10.0, must_succeed: bool = False) -> str | None:
    """The output of a program, in English; None where it is not installed or does not end within ``timeout_s`` s.

    One that ``must_succeed`` and does not has said nothing either.
    """
    if (program := shutil.which(name)) is None:
        return None
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            (program, *words), capture_output=True, text=True, timeout=timeout_s, check=must_succeed, env=environment
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def degrees() -> int | None:
    """The processor's temperature in °C; None where it says none."""
    raw = read_line(HEAT) or ""
    return int(raw) // 1000 if raw.lstrip("-").isdecimal() else None


def free_mb(folder: Path) -> int | None:
    """Megabytes that are free on the disk of a folder, there already or still to be made; None where none can tell."""
    for path in (folder, *folder.absolute().parents):
        try:
            return shutil.disk_usage(path).free // 1_000_000
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return None
