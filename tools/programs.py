"""Other programs that draw: each is called the same way, and one that is not there is named."""

from __future__ import annotations

import shutil
import subprocess


class Missing(Exception):
    """A program that is not installed, or one that refused."""


def call(*command: object) -> None:
    """Run a program. Raises `Missing` with its output."""
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise Missing(f"{words[0]} is not installed")
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"{' '.join(words[:4])}: {(done.stdout + done.stderr).strip()[-2000:]}")
