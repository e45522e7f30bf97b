"""The organiser's decisions as rows of the log, and what is kept beside it.

Whoever runs the organiser's program (`device.organiser.service`) sees a decision in the log and tells the tables,
so it may be made from any program that can open the store.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping

import msgspec

from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce
from device.organiser.log import orders
from device.organiser.log.event_log import EventLog
from device.organiser.log.event_state import EventState
from device.organiser.store import DESK, Refused, Row, Store
from device.organiser.store.rows import ACT


class DecisionLog:
    """Reads the event, and writes what is decided through ``store``. Belongs to one thread.

    ``wall`` is the wall clock (ns), the store's unless a test brings its own. ``log`` is the process's one fold of the
    log; None: one of its own, by the same handle.
    """

    def __init__(self, store: Store, wall: Callable[[], int] | None = None, log: EventLog | None = None) -> None:
        self._store = store
        self._wall = store.now if wall is None else wall
        self._log = EventLog(store) if log is None else log
        self._boot = "@" + nonce()
        self._seq = 0
        self.by = ""
        """Who sits at the desk, as far as they said; stands in every act."""
        self.state = self._log.read()
        """The event as this desk read it last."""

    def now(self) -> int:
        """The event's clock (ns), as far as the log has been read."""
        return self._wall() + self.state.ahead

    def read(self) -> EventState:
        """The event with everything that stands in the log by now."""
        self.state = self._log.read()
        return self.state

    @contextlib.contextmanager
    def said_by(self, who: str) -> Iterator[None]:
        """What is decided meanwhile was decided by ``who``."""
        self.by, before = who, self.by
        try:
            yield
        finally:
            self.by = before

    def refusals(self) -> list[Refused]:
        """The messages that were not taken, newest first."""
        return self._store.refusals()

    # -- contacts --------------------------------------------------------------------------------------------------

    def contacts(self) -> dict[str, str]:
        """How entrants are reached, by their ids: for the desk alone. Raises `StoreTrouble`."""
        kept = self.read().logged_contacts | self._store.contacts()
        return {entrant: said for entrant, said in kept.items() if said}

    def keep_contacts(self, contacts: Mapping[str, str]) -> None:
        """How entrants are reached; empty: nobody knows."""
        self._store.keep_contacts(contacts)

    def delete_contacts(self) -> None:
        """All contacts are deleted for good, those in the log of an earlier version, too. Nothing brings them back."""
        self._store.delete_contacts()
        self.decide(decisions.ContactsDeleted())

    # -- deciding --------------------------------------------------------------------------------------------------

    def decide(self, *decided: decisions.Decision) -> None:
        """The one way in for every act: all of them are kept, or none. Raises `Refusal` where one could not be read."""
        rows = []
        for act in decided:
            if self.by and not act.by:
                act = msgspec.structs.replace(act, by=self.by)  # noqa: PLW2901 - the same act, with its name
            body = decisions.encode(act)
            orders.check(act)
            self._seq += 1
            rows.append(Row(0, DESK, self._boot, self._seq, ACT, "", 0, 0, self.now(), body))
        self._store.append(rows)
        self.read()
