"""What somebody at a terminal sees of work that takes more than a moment."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any, Self, TypeVar

from device.common.i18n import t

T = TypeVar("T")
AFTER_S = 1.0
"""s until a line shows: what is done by then says nothing."""
EVERY_S = 0.25
"""s between two looks of it."""
CLEAR = "\r\x1b[K"


class ProgressLine:
    """A line on standard error while its block runs, where that is a terminal: how much is done, or for how long it has
    been going on. It is gone before anything else is written; a pipe, a log and a service never see it.
    """

    def __init__(self, title: str, total: int = 0) -> None:
        self._what, self._total = title, total
        self.done = 0
        """How much is done."""
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._ends.set()
        if self._thread is not None:
            self._thread.join()

    def of(self, things: Iterable[T]) -> Iterator[T]:
        """The things, each counted when the next one is asked for."""
        for thing in things:
            yield thing
            self.done += 1

    def line(self, seconds: float) -> str:
        """What shows after so many seconds."""
        if self._total:
            return f"{self._what} {self.done} / {self._total}"
        return f"{self._what} {self.done or t('{n} s', n=int(seconds))}"

    def _show(self) -> None:
        began, wait, has_written = time.monotonic(), AFTER_S, False
        while not self._ends.wait(wait):
            sys.stderr.write(f"{CLEAR}{self.line(time.monotonic() - began)}")
            sys.stderr.flush()
            wait, has_written = EVERY_S, True
        if has_written:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()
