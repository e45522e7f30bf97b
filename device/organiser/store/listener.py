"""Hearing of commits: a listener for whoever waits at a store.

PostgreSQL tells who listens (NOTIFY); of an SQLite file the kernel tells
(`device.organiser.store.commit_notifier`). A listener that is lost is made again by itself. Nothing depends on it but
how soon somebody looks: whoever waits looks now and then in any case, and is told once more whenever the listener
stands again.
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


def watch(commits: Commits, event: str, on_news: Callable[[], None]) -> Callable[[], None]:
    """Have ``on_news`` called after commits of ``event``, in a thread of its own, until what comes back is called."""
    over = threading.Event()

    def listen() -> None:
        away = False
        while not over.is_set():
            try:
                with commits() as news:
                    away = False
                    on_news()  # what was committed before is not told again
                    while not over.is_set():
                        if {None, event} & set(news()):
                            on_news()
                            over.wait(BREATH_S)
            except Exception as error:  # whatever it is, who waits still looks by itself
                if not away and not isinstance(error, StoreTrouble):
                    log.error("commits are not told of: %s", error)
                away = True
                over.wait(AGAIN_S)

    threading.Thread(target=listen, name="listener", daemon=True).start()
    return over.set
