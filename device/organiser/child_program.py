"""A part of the organiser in a process of its own: started again where it ends, and ended with its parent."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

log = logging.getLogger("dvojtah.organiser")

AGAIN_S = 1.0
"""Seconds until the board is started again where it ended; twice as long each time where it ended at once."""
AT_MOST_S = 30.0
"""The longest of these times."""
AT_ONCE_S = 10.0
TROUBLE, WELL = b"trouble\n", b"well\n"
"""What a program tells another that it started: whether the store takes nothing."""


def end_with_parent(trouble: Callable[[bool], None] = lambda away: None) -> None:
    """End this program when the one that started it is gone, killed or not: its end of our standard input closes.

    What it says there of the store goes to ``trouble``, in another thread.
    """

    def watch() -> None:
        with open(0, "rb", buffering=0, closefd=False) as pipe:  # without a buffer, which the end would wait for
            for line in pipe:
                trouble(line == TROUBLE)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()


class ChildProgram:
    """Another part of this program in a process of its own, started again whenever it ends by itself.

    ``arguments`` are what ``dvojtah`` is called with.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        self._arguments = [sys.executable, "-m", "device", *arguments]
        self._stop = threading.Event()
        self._said = WELL
        self._lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._watch, name="program", daemon=True)

    def start(self) -> None:
        """Start it."""
        self._thread.start()

    def pid(self) -> int | None:
        """The number of its process; None before there is one."""
        return None if self.process is None else self.process.pid

    def trouble(self, away: bool) -> None:
        """Tell it whether the store takes nothing; it hears that again where it is started again."""
        with self._lock:
            self._said = TROUBLE if away else WELL
            self._say()

    def _say(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):  # it has just ended
                self.process.stdin.write(self._said)
                self.process.stdin.flush()

    def close(self) -> None:
        """End it."""
        self._stop.set()
        if self.process is not None:
            self.process.terminate()
        self._thread.join(timeout=5)

    def _watch(self) -> None:
        again = AGAIN_S
        while not self._stop.is_set():
            began = time.monotonic()
            with self._lock:
                self.process = subprocess.Popen(self._arguments, stdin=subprocess.PIPE)
                if self._said == TROUBLE:
                    self._say()
            status = self.process.wait()
            with self._lock:
                if self.process.stdin is not None:
                    with contextlib.suppress(OSError):
                        self.process.stdin.close()
            again = min(2 * again, AT_MOST_S) if time.monotonic() - began < AT_ONCE_S else AGAIN_S
            if not self._stop.wait(again):  # Ctrl-C reaches both: nothing is wrong where this program ends, too
                log.error("%s ended with status %d and is started again", self._arguments[3], status)
