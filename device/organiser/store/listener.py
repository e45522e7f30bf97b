"""Hearing of commits: one listener of a process for each store, for all who wait there.

PostgreSQL tells who listens (NOTIFY); of an SQLite file the kernel tells, which whoever commits has marked. A listener
that is lost is made again by itself. Nothing depends on it but how soon somebody looks: whoever waits looks now and
then in any case, and is told once more whenever the listener stands again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

from device.organiser.store.sql import StoreTrouble

log = logging.getLogger("dvojtah.organiser")

TURN_S = 1.0
"""Seconds between two looks at whether anybody still waits."""
BREATH_S = 0.02
"""Seconds between two tellings of commits that follow each other: who is told reads them all at once."""
AGAIN_S = 2.0
"""Seconds until a listener that was lost is tried again."""

Commits = Callable[[], AbstractContextManager[Callable[[], Iterable[str | None]]]]
"""Begins to listen; within it, each call waits `TURN_S` at most and gives the events in which something was committed
(None: any may be). Raises `StoreTrouble`, and whatever else a database or a kernel raises."""


class CommitListener:
    """Listens in a thread of its own while anybody waits."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
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
                with self._commits() as commits:
                    away = False
                    self._tell(None)  # what was committed before is not told again
                    while not self._over.is_set():
                        told = set(commits())
                        for event in told:
                            self._tell(event)
                        if told:
                            self._over.wait(BREATH_S)
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


def watch(url: str, commits: Commits, event: str, on_news: Callable[[], None]) -> Callable[[], None]:
    """Have ``on_news`` called after commits of ``event`` at ``url``, until what comes back is called."""
    with _choosing:
        listener = _listeners.get(url) or _listeners.setdefault(url, CommitListener(commits))
        key = listener.add(event, on_news)

    def close() -> None:
        with _choosing:
            if listener.remove(key) and _listeners.get(url) is listener:
                del _listeners[url]

    return close
