"""A thread beside the server's loop, for what waits for a disk or a database."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from device.organiser.store import StoreTrouble
from rules.message import msg

T = TypeVar("T")

AT_STORE = 16
"""Requests that may wait for the store."""
AT_DOOR = 64
"""Passwords that may wait to be tried."""


class Worker:
    """A thread beside the loop, for what asks the store, one after another: a slow store holds up nobody else."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """What ``work`` gives. Raises `StoreTrouble` where too many wait already."""
        if self._waiting >= AT_STORE:
            raise StoreTrouble(msg("The store takes long to answer; this page tries again by itself."), passing=True)
        self._waiting += 1
        try:
            context = contextvars.copy_context()
            return await asyncio.get_running_loop().run_in_executor(self._thread, context.run, work)
        finally:
            self._waiting -= 1


@dataclass(frozen=True, slots=True)
class _QueuedTurn:
    """Whose turn is to come: by ``rank``, then in the order of coming."""

    rank: int
    n: int
    turn: asyncio.Future[None]


class RankedWorker:
    """A thread beside the loop that does first what has the least rank. Lives on the loop.

    Where no place is left, what has a higher rank than the newcomer gives up its own.
    """

    def __init__(self, name: str, places: int = AT_DOOR) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._waiting: list[_QueuedTurn] = []
        self._places, self._came, self._is_busy = places, count(), False

    async def run(self, work: Callable[[], T], rank: int = 0) -> T:
        """What ``work`` gives. Raises `StoreTrouble` where what comes before it takes all places."""
        full = StoreTrouble(msg("Many people are signing in at this moment; try again in a few seconds."), passing=True)
        loop = asyncio.get_running_loop()
        if len(self._waiting) >= self._places:
            last = max(self._waiting, key=lambda waiting_job: (waiting_job.rank, waiting_job.n))
            if last.rank <= rank:
                raise full
            self._waiting.remove(last)
            last.turn.set_exception(full)
        mine = _QueuedTurn(rank, next(self._came), loop.create_future())
        self._waiting.append(mine)
        self._go_on()
        try:
            await mine.turn
        except asyncio.CancelledError:  # who asked is gone
            if mine in self._waiting:
                self._waiting.remove(mine)
            elif mine.turn.exception() is None:
                self._done()
            raise
        try:
            return await loop.run_in_executor(self._thread, contextvars.copy_context().run, work)
        finally:
            self._done()

    def _done(self) -> None:
        self._is_busy = False
        self._go_on()

    def _go_on(self) -> None:
        """Let the first of those who wait have its turn, unless somebody has it."""
        waiting = [waiting_job for waiting_job in self._waiting if not waiting_job.turn.done()]
        if not self._is_busy and waiting:
            first = min(waiting, key=lambda waiting_job: (waiting_job.rank, waiting_job.n))
            self._waiting.remove(first)
            self._is_busy = True
            first.turn.set_result(None)
