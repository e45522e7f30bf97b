"""Other programs that draw: each is called the same way, and one that is not there is named."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime


class Missing(Exception):
    """A program that is not installed, or one that refused."""


def call(*command: object, **environment: str) -> None:
    """Run a program, with those variables set. Raises `Missing` with its output."""
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise Missing(f"{words[0]} is not installed")
    done = subprocess.run(words, check=False, capture_output=True, text=True, env=os.environ | environment)
    if done.returncode:
        raise Missing(f"{' '.join(words[:4])}: {(done.stdout + done.stderr).strip()[-2000:]}")


def call_dated(*command: object) -> None:
    """Run a program that writes the day into its files, and knows no SOURCE_DATE_EPOCH (s since 1970).

    Where that is set, it is the only moment that the program sees (libfaketime). Raises `Missing` with its output.
    """
    if not (moment := os.environ.get("SOURCE_DATE_EPOCH")):
        call(*command)
        return
    day = datetime.fromtimestamp(int(moment), UTC).strftime("%Y-%m-%d %H:%M:%S")
    # Who waits goes by the monotonic clock, which has to go on.
    call("faketime", "-f", day, *command, TZ="UTC", FAKETIME_DONT_FAKE_MONOTONIC="1")
