"""The one fold of a process that follows the log in the store: all who read the event get its states from here."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from device.organiser.log.event_state import EventState
from device.organiser.log.fold import Fold
from device.organiser.log.table_state import Touched
from device.organiser.store import Store, everything


@dataclass
class Changes:
    """What rows changed for the tables: for those in ``tables``, for all of them, the lists that all of them get."""

    tables: set[int] = field(default_factory=set)
    all: bool = False
    lists: bool = False

    def add(self, touched: Touched) -> None:
        """One more row."""
        self.all, self.lists = self.all or touched.all, self.lists or touched.orders
        if touched.order and touched.table:
            self.tables.add(touched.table)


class EventLog:
    """The log of an event, read by any thread through the one handle ``store``: only reading waits for other threads.

    What it hands out never changes, so a page or a paper that takes seconds keeps nobody waiting.
    """

    def __init__(self, store: Store) -> None:
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
        for row in everything(self._store, self._fold.last):
            self._changes.add(self._fold.take(row))
        return self._fold.state

    def close(self) -> None:
        """Let the store go."""
        with self._reading:
            self._store.close()
