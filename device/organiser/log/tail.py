"""Follows the log through a handle of its own, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from device.organiser.store import Row, Store, StoreTrouble

log = logging.getLogger("dvojtah.organiser")

LOOK_S = 0.04
"""Seconds between two looks at the log."""
AGAIN_S = 2.0
"""Seconds until the store is tried again where it gave nothing."""


class Tail:
    """Passes every row of the log to ``take``, a page at a time, from the beginning on, in its own thread.

    The store is opened there too, tried until it can be; ``opened`` is called with it, for its nonce and its clock.
    ``caught_up`` is called once, when everything that the log had has been passed.
    ``trouble`` is called with True when the store gives nothing, and with False once it does again.
    """

    def __init__(
        self,
        open_store: Callable[[], Store],
        take: Callable[[list[Row]], None],
        trouble: Callable[[bool], None] = lambda away: None,
        after: int = 0,
        opened: Callable[[Store], None] = lambda store: None,
        caught_up: Callable[[], None] = lambda: None,
    ) -> None:
        self._open_store = open_store
        self._take = take
        self._trouble = trouble
        self._opened = opened
        self._caught_up = caught_up
        self._after = after
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="tail", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Stop, and let the store go."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _follow(self) -> None:
        away, behind = False, True
        store: Store | None = None
        while not self._stop.is_set():
            try:
                if store is None:
                    store = self._open_store()
                    self._opened(store)
                rows = store.since(self._after)
            except StoreTrouble as trouble:
                if not away:
                    log.error("%s", trouble)
                    self._trouble(True)
                away = True
                self._stop.wait(AGAIN_S)
                continue
            if away:
                away = False
                self._trouble(False)
            if rows:
                self._after = rows[-1].id
                self._take(rows)
            else:
                if behind:
                    behind = False
                    self._caught_up()
                self._stop.wait(LOOK_S)
        if store is not None:
            store.close()
