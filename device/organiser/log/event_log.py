"""Reading the log: the one fold of a process (`EventLog`), and what follows it in a thread of its own (`Tail`)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from device.organiser.log.event_state import EventState
from device.organiser.log.fold import Fold
from device.organiser.log.table_state import RowEffect
from device.organiser.store import EventStore, LogRow, StoreTrouble, Watch, everything

log = logging.getLogger("dvojtah.organiser")

LOOK_S = 0.04
"""Seconds between two looks of a `Tail` at a store that tells nobody of commits."""
AGAIN_S = 2.0
"""Seconds until the store is tried again where it gave nothing."""


@dataclass
class Changes:
    """What rows changed for the tables: for those in ``tables``, for all of them, the lists that all of them get."""

    tables: set[int] = field(default_factory=set)
    all: bool = False
    lists: bool = False

    def add(self, touched: RowEffect) -> None:
        """One more row."""
        self.all, self.lists = self.all or touched.all, self.lists or touched.orders
        if touched.order and touched.table:
            self.tables.add(touched.table)


class EventLog:
    """The log of an event, read by any thread through the one handle ``store``: only reading waits for other threads.

    What it hands out never changes, so a page or a paper that takes seconds keeps nobody waiting.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._fold = Fold()
        self._changes = Changes()
        self._reading = threading.Lock()

    def read(self) -> EventState:
        """The event with everything that stands in the log by now. Raises `StoreTrouble`."""
        with self._reading:
            return self._read()

    def changes(self) -> tuple[EventState, Changes]:
        """The same, and what was changed by rows that were read since this was asked last, whoever read them."""
        with self._reading:
            state = self._read()
            changes, self._changes = self._changes, Changes()
            return state, changes

    def _read(self) -> EventState:
        for row in everything(self._store, self._fold.state.last):
            self._changes.add(self._fold.take(row))
        return self._fold.state

    def close(self) -> None:
        """Let the store go."""
        with self._reading:
            self._store.close()


@dataclass(eq=False)
class Tail:
    """Passes every row of the log to ``take``, a page at a time, from the beginning on, in its own thread.

    The store is opened there too, tried until it can be; ``opened`` is called with it, for its nonce and its clock.
    ``caught_up`` is called once, when everything that the log had has been passed.
    ``trouble`` is called with True when the store gives nothing, and with False once it does again.
    """

    open_store: Callable[[], EventStore]
    take: Callable[[list[LogRow]], None]
    trouble: Callable[[bool], None] = lambda away: None
    opened: Callable[[EventStore], None] = lambda store: None
    caught_up: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self._after = 0
        self._stop = threading.Event()
        self._news = threading.Event()
        """That there may be something new, or that this is to end."""
        self._thread = threading.Thread(target=self._follow, name="tail", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Stop, and let the store go."""
        self._stop.set()
        self._news.set()
        self._thread.join(timeout=5)

    def _follow(self) -> None:
        away, behind = False, True
        store: EventStore | None = None
        watch = Watch(LOOK_S)
        while not self._stop.is_set():
            try:
                if store is None:
                    store = self.open_store()
                    self.opened(store)
                    watch = store.watch(self._news.set, LOOK_S)
                self._news.clear()
                rows = store.since(self._after)
            except StoreTrouble as trouble:
                if not away:
                    log.error("%s", trouble)
                    self.trouble(True)
                away = True
                self._stop.wait(AGAIN_S)
                continue
            if away:
                away = False
                self.trouble(False)
            if rows:
                self._after = rows[-1].id
                self.take(rows)
            else:
                if behind:
                    behind = False
                    self.caught_up()
                self._news.wait(watch.look_s)
        watch.close()
        if store is not None:
            store.close()
