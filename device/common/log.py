"""The program's log: the standard library's ``logging``, on standard error, with levels that the service manager reads.

What is logged is about the device: versions, peripherals, faults, the line to the event. Nothing that people write
(names, words, points, PINs, codes, passwords) is put into it, and the home directory is written as ``~``. It is
bounded: a state is logged when it changes, and whatever comes again and again is thinned out (`RateLimit`), so that a
contact that flaps for an evening leaves some hundred lines on the card.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import TracebackType

from device.common.version import version

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
"""Syslog's priority of a level, which the service manager reads from a ``<N>`` before a line (sd-daemon(3))."""
BURST = 10
"""Lines of one kind that may come at once."""
PERIOD_S = 60.0
"""Seconds after which one more line of that kind may come."""
TOTAL_BURST, TOTAL_PERIOD_S = 200, 10.0
"""The same for all lines together: at worst about a megabyte a day."""
KINDS = 200
"""Kinds of lines that are distinguished; the one that was not seen for longest is forgotten."""

log = logging.getLogger("dvojtah")


class Bucket:
    """A token bucket: ``burst`` at once, then one each ``period_s`` seconds."""

    def __init__(self, burst: int, period_s: float, now: float) -> None:
        self._burst, self._period_s = burst, period_s
        self._tokens, self._at = float(burst), now

    def take(self, now: float) -> bool:
        """Whether one more may pass at ``now`` (s)."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) / self._period_s)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class RateLimit(logging.Filter):
    """Lets only so many lines of a kind pass; the next one that passes says how many were left out.

    A kind is a logger, its text without the arguments, and the first of these where that is a text: what it is about.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: OrderedDict[tuple[str, str, str], tuple[Bucket, int]] = OrderedDict()
        self._total = Bucket(TOTAL_BURST, TOTAL_PERIOD_S, now())
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        about = record.args[0] if isinstance(record.args, tuple) and record.args else ""
        kind = record.name, str(record.msg), about if isinstance(about, str) else ""
        with self._lock:
            now = self._now()
            bucket, left_out = self._kinds.pop(kind, (Bucket(BURST, PERIOD_S, now), 0))
            passes = bucket.take(now) and self._total.take(now)
            self._kinds[kind] = bucket, 0 if passes else left_out + 1
            if len(self._kinds) > KINDS:
                self._kinds.popitem(last=False)
        if passes and left_out:
            record.left_out = left_out
        return passes


class LogFormatter(logging.Formatter):
    """One record as lines: with the time, or for the service manager with a priority before each of them."""

    def __init__(self, priorities: bool) -> None:
        super().__init__("%(name)s: %(message)s" if priorities else "%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._priorities = priorities
        self._home = os.path.expanduser("~")

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        text = super().format(record)
        if left_out := getattr(record, "left_out", 0):
            text += f" ({left_out} like it were left out)"
        if len(self._home) > 1:
            text = text.replace(self._home, "~")
        if self._priorities:
            mark = f"<{PRIORITIES.get(record.levelno, 6)}>"
            text = "\n".join(mark + line for line in text.split("\n"))
        return text


class LogHandler(logging.Handler):
    """Writes to whatever is standard error now. A log that cannot be written is no fault of the game's."""

    def __init__(self, priorities: bool, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.setFormatter(LogFormatter(priorities))
        self.addFilter(RateLimit(now))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, where somebody takes it."""
        with contextlib.suppress(Exception):
            sys.stderr.write(f"{self.format(record)}\n")
            sys.stderr.flush()


def set_up(level: str) -> None:
    """Write the log from now on: what is ours from ``level`` (a key of `LEVELS`) on, warnings of all others."""
    root = logging.getLogger()
    for handler in [log_handler for log_handler in root.handlers if isinstance(log_handler, LogHandler)]:
        root.removeHandler(handler)
    root.addHandler(LogHandler(to_service_manager()))
    log.setLevel(LEVELS[level])


def watch_faults() -> None:
    """Log what nobody caught, in any thread, with where it happened."""

    def fault(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None and not issubclass(kind, KeyboardInterrupt | SystemExit):
            log.critical("unexpected fault in version %s", version(), exc_info=(kind, error, trace))

    sys.excepthook = fault
    threading.excepthook = lambda args: fault(args.exc_type, args.exc_value, args.exc_traceback)
    logging.captureWarnings(True)


def to_service_manager(environment: Mapping[str, str] | None = None) -> bool:
    """Whether standard error is the very stream that systemd has connected to its journal ($JOURNAL_STREAM)."""
    given = (os.environ if environment is None else environment).get("JOURNAL_STREAM", "")
    try:
        device, _, inode = given.partition(":")
        here = os.fstat(sys.stderr.fileno())
        return (int(device), int(inode)) == (here.st_dev, here.st_ino)
    except (ValueError, OSError, AttributeError):
        return False


def failure(text: str) -> str:
    """A sentence that ends the program, as it is written on standard error: for the service manager an error."""
    return f"<{PRIORITIES[logging.ERROR]}>{text}" if to_service_manager() else text
