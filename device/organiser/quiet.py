"""A log that nobody fills: what comes again and again is said a few times, then once a minute with how often."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

BURST = 5
"""Lines that one place in the code may write at once."""
AGAIN_S = 60.0
"""Seconds until it may write another one."""


class Few(logging.Filter):
    """Lets through of each place in the code `BURST` lines, then one in `AGAIN_S`.

    A line that comes after others were left out says how many. The places are those of the code, so what strangers send
    makes no more of them.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._places: dict[tuple[str, int], tuple[float, float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """`logging.Filter.filter`."""
        now = self._now()
        place = record.pathname, record.lineno
        left, when, passed_over = self._places.get(place, (float(BURST), now, 0))
        left = min(BURST, left + (now - when) / AGAIN_S)
        if left < 1:
            self._places[place] = left, now, passed_over + 1
            return False
        if passed_over:
            record.msg = f"{record.getMessage()} ({passed_over} more like this were left out)"
            record.args = ()
        self._places[place] = left - 1, now, 0
        return True


def keep_log_small() -> None:
    """Let the log's handlers write only what `Few` lets through."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(Few())
