"""The one queue of the loop. It can be slept on together with the display's own file descriptors."""

from __future__ import annotations

import os
import queue
import select
import time
from collections import deque
from collections.abc import Sequence

from device.io.inputs import Input


class InputQueue:
    """Inputs in the order in which they came. `put` may be called from any thread, the rest belongs to the loop's."""

    def __init__(self) -> None:
        self._items: deque[Input] = deque()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def put(self, item: Input) -> None:
        """Append something and wake whoever sleeps."""
        self._items.append(item)
        self.ring()

    def ring(self) -> None:
        """Wake whoever sleeps, with nothing to take."""
        os.eventfd_write(self._bell, 1)

    def get_nowait(self) -> Input:
        """The next one. Raises `queue.Empty` where nothing waits."""
        try:
            return self._items.popleft()
        except IndexError:
            raise queue.Empty from None

    def get(self, timeout: float) -> Input:
        """The next one, waited for. Raises `queue.Empty` where none came within ``timeout`` seconds."""
        end = time.monotonic() + timeout
        while not self._items and (left := end - time.monotonic()) > 0:
            self.sleep(left)  # the bell may still ring for what was taken before it rang
        return self.get_nowait()

    def sleep(self, seconds: float, wakes: Sequence[int] = ()) -> bool:
        """Wait until something is here or one of the descriptors ``wakes`` can be read. True for the latter."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        for wake in wakes:
            poll.register(wake, select.POLLIN)
        found = dict(poll.poll(0 if self._items else max(0.0, 1e3 * seconds)))
        if found.pop(self._bell, 0):
            os.eventfd_read(self._bell)
        return bool(found)

    def __del__(self) -> None:
        os.close(self._bell)
