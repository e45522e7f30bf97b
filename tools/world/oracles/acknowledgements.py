"""An acknowledgement says that rows are committed: another handle must see them at that moment."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import msgspec

from tools.world.machine import Machine

if TYPE_CHECKING:
    from tools.world.evening import Evening

COMMITTED = "SELECT count(*) FROM log WHERE event = ? AND tbl = ? AND boot = ? AND seq > ? AND seq <= ?"


class Acknowledgements:
    """Reads the organiser's store through a handle of its own, each time an acknowledgement goes out."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._seen: dict[tuple[int, str], int] = {}

    def start(self) -> None:
        """Watch what the organiser hands to its client: on its way to the broker a commit might still be made."""
        evening = self._evening
        evening.network.on_handed_over.append(self._look)
        evening.organiser.machine.on_cut.append(self._let_go)
        evening.at_end.append(self._let_go)

    def _let_go(self) -> None:
        self._seen.clear()  # the store may be another one when the program is there again
        self._evening.store.let_go()

    def _look(self, machine: Machine, topic: str, payload: bytes) -> None:
        evening = self._evening
        if not topic.endswith("/ack") or machine is not evening.organiser.machine:
            return
        evening.counts["acknowledgements"] += 1
        ack = msgspec.json.decode(payload)
        number, boot, seq = int(topic.split("/")[4]), ack["boot"], ack["seq"]
        if not seq:
            return
        try:
            committed = self._committed(number, boot, seq)
        except sqlite3.Error:
            return
        if committed < seq:
            evening.scheduler.fail(f"acknowledged {seq} rows of table {number}, committed {committed}")

    def _committed(self, number: int, boot: str, seq: int) -> int:
        known = self._seen.get((number, boot), 0)
        if seq <= known:
            return seq
        ((more,),) = self._evening.store.rows(COMMITTED, (self._evening.event, number, boot, known, seq))
        self._seen[number, boot] = known + more
        return known + int(more)
