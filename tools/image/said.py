"""Telling the builder."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

STARTED = time.monotonic()


class Refused(Exception):
    """What ends the work, as one sentence."""


def step(text: str) -> None:
    """What is done now, with the seconds since the start."""
    sys.stdout.write(f"[{time.monotonic() - STARTED:5.0f} s] {text}\n")
    sys.stdout.flush()


def run(
    *command: str | Path,
    feed: bytes | None = None,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    aloud: bool = False,
) -> bytes:
    """A command's output; ``environment`` comes on top of this one's. ``aloud``: the builder reads it, not we.

    Raises `Refused` with its last words where it failed or is not there.
    """
    words: Sequence[str] = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            input=feed,
            stdin=None if feed is not None else subprocess.DEVNULL,
            capture_output=not aloud,
            cwd=cwd,
            env={**os.environ, **(environment or {})},
            check=False,
        )
    except FileNotFoundError:
        raise Refused(f"The command {words[0]} is missing: {PACKAGE_OF.get(words[0], 'install it')}.") from None
    if done.returncode and aloud:
        raise Refused(f"{words[0]} failed; the lines above say why.")
    if done.returncode:
        last = (done.stderr or done.stdout).decode(errors="replace").strip().split("\n")[-1][:300]
        raise Refused(f"{words[0]} failed: {last}")
    return done.stdout or b""


PACKAGE_OF = {
    "debugfs": "sudo apt install e2fsprogs",
    "dumpe2fs": "sudo apt install e2fsprogs",
    "mke2fs": "sudo apt install e2fsprogs",
    "mcopy": "sudo apt install mtools",
    "mdir": "sudo apt install mtools",
    "xz": "sudo apt install xz-utils",
    "ssh-keygen": "sudo apt install openssh-client",
    "dpkg-deb": "sudo apt install dpkg",
    "faketime": "sudo apt install faketime",
}
"""What a builder's machine may lack."""
