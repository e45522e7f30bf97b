"""The one connection of a process by which PostgreSQL tells it of commits (LISTEN), for all who wait there.

Lost, it is made again by itself. Nothing depends on it but how soon somebody looks: whoever waits looks now and then
in any case, and is told once more whenever the connection stands again.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

from device.organiser.store.sql import StoreTrouble

log = logging.getLogger("dvojtah.organiser")

CHANNEL = "dvojtah"
"""PostgreSQL's channel of all events of a database; the payload is the event."""
TURN_S = 1.0
"""Seconds between two looks at whether anybody still waits."""
AGAIN_S = 2.0
"""Seconds until the connection is tried again."""


class CommitListener:
    """Listens in a thread of its own while anybody waits. ``connect`` raises `StoreTrouble`."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._waiting: dict[object, tuple[str, Callable[[], None]]] = {}
        self._over = threading.Event()
        threading.Thread(target=self._listen, name="listener", daemon=True).start()

    def add(self, event: str, on_news: Callable[[], None]) -> object:
        """Tell ``on_news`` of commits of ``event``; the key for `remove`."""
        key = object()
        self._waiting[key] = event, on_news
        return key

    def remove(self, key: object) -> bool:
        """Tell one less; whether nobody is left, with which this ends."""
        self._waiting.pop(key, None)
        if not self._waiting:
            self._over.set()
        return not self._waiting

    def _listen(self) -> None:
        away = False
        while not self._over.is_set():
            try:
                with contextlib.closing(self._connect()) as db:
                    db.execute(f"LISTEN {CHANNEL}")
                    away = False
                    self._tell(None)  # what was committed before is not told again
                    while not self._over.is_set():
                        for told in db.notifies(timeout=TURN_S, stop_after=1):
                            self._tell(told.payload)
            except Exception as error:  # whatever it is, the others still look by themselves
                if not away and not isinstance(error, StoreTrouble):
                    log.error("commits are not told of: %s", error)
                away = True
                self._over.wait(AGAIN_S)

    def _tell(self, event: str | None) -> None:
        """Tell those who wait for ``event``; None: everybody."""
        for wanted, on_news in list(self._waiting.values()):
            if event is None or wanted == event:
                on_news()


_listeners: dict[str, CommitListener] = {}
_choosing = threading.Lock()


def watch(url: str, connect: Callable[[], Any], event: str, on_news: Callable[[], None]) -> Callable[[], None]:
    """Have ``on_news`` called after commits of ``event`` at ``url``, until what comes back is called."""
    with _choosing:
        listener = _listeners.get(url) or _listeners.setdefault(url, CommitListener(connect))
        key = listener.add(event, on_news)

    def close() -> None:
        with _choosing:
            if listener.remove(key) and _listeners.get(url) is listener:
                del _listeners[url]

    return close
