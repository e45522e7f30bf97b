"""Switching the device off, through the command that the settings name. What it answers is never kept quiet."""

from __future__ import annotations

import shlex
import subprocess
import threading
from collections.abc import Callable

from device.io.inputs import Input, PeripheralStatus
from rules.message import Message, msg

STATUS_NAME = "power"
PATIENCE_S = 30


class Power:
    """Runs the command in a thread of its own; ``post`` gets its outcome."""

    def __init__(self, post: Callable[[Input], None]) -> None:
        self._post = post

    def off(self, command: str) -> None:
        """Switch the device off. The program itself ends when the system asks it to."""
        self._post(PeripheralStatus(STATUS_NAME, msg("The device is being switched off…"), connecting=True))
        threading.Thread(target=self.run, args=(command,), name="power", daemon=True).start()

    def run(self, command: str) -> None:
        """Run the command; where it went well, the sentence stands until the system ends the program."""
        if (trouble := trouble_of(command)) is not None:
            self._post(PeripheralStatus(STATUS_NAME, trouble))


def trouble_of(command: str) -> Message | None:
    """Run ``command``, without a shell; None where it went well, else what to say."""
    try:
        done = subprocess.run(
            shlex.split(command), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired:
        return msg("{command} does not end; switch the device off by hand.", command=command)
    except (OSError, ValueError, IndexError):
        return msg("{command} cannot be run; the settings name it (power_off).", command=command)
    if done.returncode:
        return msg("{command} was refused ({code}); the device stays on.", command=command, code=done.returncode)
    return None
