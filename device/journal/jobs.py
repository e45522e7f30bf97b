"""What the journal's writer is given to commit."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Iterator

import msgspec

from device.journal.heartbeats import Heartbeat
from device.journal.outbox import GameShare, Statement
from rules.game import Nanoseconds


class Job(msgspec.Struct, frozen=True):
    """Statements for the writer, committed together; ``game`` and ``n`` name the entry they make safe (``n`` 0: none).

    ``shared`` says that the outbox has got something. ``beat`` is a heartbeat, whose statements the writer makes;
    ``stamp`` when something that is kept was queued (ns on the device's clock). ``gone`` are names of which nothing is
    left in the files afterwards, where something was rewritten. Where the disk takes nothing a ``replaceable`` job is
    dropped and a ``deferrable`` one waits for the next commit; neither holds up what comes after it.
    """

    statements: tuple[Statement, ...]
    game: int = 0
    n: int = 0
    replaceable: bool = False
    deferrable: bool = False
    shared: bool = False
    beat: Heartbeat | None = None
    stamp: Nanoseconds | None = None
    gone: tuple[str, ...] | None = None


class KeptElsewhere(msgspec.Struct, frozen=True):
    """What belongs to a game of this device that was kept in another file: its row of ``share``, and its last heartbeat
    with the doubt (ns), where it has them."""

    share: GameShare | None = None
    beat: tuple[int, int] | None = None


Order = list[Job] | threading.Event | None
"""Jobs to commit together, an event to set once all before it is done, or None to end."""


class JobQueue:
    """What the writer is given, in order; from any thread."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._held = threading.local()

    def put(self, item: Job | threading.Event | None) -> None:
        """Hand something over; a job at the end of `together`, where this thread is within one."""
        held: list[Job] | None = getattr(self._held, "jobs", None)
        if isinstance(item, Job):
            if held is None:
                self._queue.put([item])
            else:
                held.append(item)
            return
        if held:
            self._queue.put(held.copy())
            held.clear()
        self._queue.put(item)

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """The jobs that this thread puts within it are handed over at its end, for one commit. None lies in another."""
        self._held.jobs = held = list[Job]()
        try:
            yield
        finally:
            self._held.jobs = None
            if held:
                self._queue.put(held)

    def get(self, timeout: float | None = None) -> Order:
        """What comes next; raises `queue.Empty` where nothing does within ``timeout`` seconds (0: nothing is there)."""
        return self._queue.get(timeout != 0, timeout)
