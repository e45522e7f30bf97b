"""A thread beside the server's loop, for what waits for a disk or a database."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from device.organiser.store import StoreTrouble
from rules.message import msg

T = TypeVar("T")

AT_STORE = 16
"""Requests that may wait for the store."""


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
