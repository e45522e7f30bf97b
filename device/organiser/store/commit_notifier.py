"""Telling of commits in an SQLite file, which itself tells nobody: the kernel does, of a mark on the file."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from inotify_simple import INotify, flags

from device.organiser.store.listener import TURN_S, watch
from device.organiser.store.sql import Watch

SLOW_LOOK_S = 0.5
"""How often the log is looked at although nobody told of news: a program of an earlier version tells nobody."""


class CommitNotifier(Protocol):
    """Tells whoever waits at a store's file, in this program or another, that something was committed."""

    def notify(self) -> None:
        """Something was committed. Returns at once and raises nothing."""

    def watch(self, event: str, on_news: Callable[[], None], look_s: float) -> Watch:
        """Have ``on_news`` called, from another thread, after commits of ``event`` (or of others, too).

        ``look_s`` is how often (seconds) to look where nobody can tell.
        """


CommitNotifierFactory = Callable[[Path], CommitNotifier]
"""Makes the notifier of the store in that file, which need not be there yet."""


class InotifyNotifier:
    """A commit sets the file's time, and the kernel tells who waits (inotify)."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def notify(self) -> None:
        """Mark the file: the commit's own last write is into memory that all programs share, of which the kernel
        tells nobody."""
        with contextlib.suppress(OSError):
            os.utime(self._path)

    def watch(self, event: str, on_news: Callable[[], None], look_s: float) -> Watch:
        """Where the kernel has no more listeners for this user whoever waits looks."""
        try:
            with self._commits():
                pass
        except OSError:
            return Watch(look_s)
        return Watch(SLOW_LOOK_S, watch(self._commits, event, on_news))

    @contextlib.contextmanager
    def _commits(self) -> Iterator[Callable[[], Iterable[None]]]:
        with INotify() as inotify:
            inotify.add_watch(self._path, flags.ATTRIB)
            yield lambda: (None for _ in inotify.read(round(1000 * TURN_S)))
