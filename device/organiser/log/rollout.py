"""An update that goes from table to table: who is asked now, how far each is, and why it was halted."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Set
from typing import NamedTuple

from device.organiser.acts.decisions import UpdateOrdered
from device.organiser.log.sorter import TableReport
from device.updates.ordered import DONE, FAILED, INSTALLING, PLAYING, WAITING
from device.version import numbers
from rules.message import Message, msg

AT_ONCE = 5
"""Tables that take it at the same time; those that wait for the end of a game are not counted."""
BACK_S = 15 * 60
"""Seconds within which a table brings the file, installs it and is back."""
NOT_BACK = msg("it did not come back")


class TableProgress(NamedTuple):
    """How far a table is: a word of `device.updates.ordered`, and a sentence where it did not go well."""

    stage: str
    text: str | Message = ""


class RolloutStatus(NamedTuple):
    """What was ordered (None: nothing), how far each of its tables is, by which table it was halted."""

    ordered: UpdateOrdered | None = None
    tables: Mapping[int, TableProgress] = {}
    halted: tuple[int, TableProgress] | None = None


class Rollout:
    """Belongs to the announcer's thread; `status` may be read from any. What is in memory alone begins anew with the
    program: how long a table has been at it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._asked: dict[int, float] = {}
        self._lost: set[int] = set()
        self.status = RolloutStatus()

    def is_asked(self, table: int) -> bool:
        """Whether that table has the order now."""
        return table in self._asked

    def advance(self, ordered: UpdateOrdered | None, reports: Mapping[int, TableReport], online: Set[int]) -> set[int]:
        """The tables for which the order comes or goes now."""
        if ordered is None or not ordered.tables:
            gone, self._asked, self._lost = set(self._asked), {}, set()
            self.status = RolloutStatus()
            return gone
        before = set(self._asked)
        if self.status.ordered is None or self.status.ordered.update != ordered.update:
            self._asked, self._lost = {}, set()
        found = {table: self._progress(table, ordered, reports.get(table)) for table in ordered.tables}
        halted = next(((table, one) for table, one in found.items() if one.stage == FAILED), None)
        if halted is None:
            self._ask_more(found, online)
        else:  # whoever has not begun to install does not begin
            self._asked = {n: at for n, at in self._asked.items() if found[n].stage in (INSTALLING, DONE, FAILED)}
        self.status = RolloutStatus(ordered, found, halted)
        asked = set(self._asked)
        return before ^ asked if self._asked or before else set()

    def _progress(self, table: int, ordered: UpdateOrdered, report: TableReport | None) -> TableProgress:
        said = None if report is None or report.update is None else report.update
        stage, text = WAITING, ""
        if said is not None and said.update == ordered.update:
            stage, text = said.stage, said.text
        if report is not None and ordered.version and numbers(report.version) >= numbers(ordered.version):
            stage = DONE
        if stage in (DONE, FAILED):
            self._lost.discard(table)
            if stage == FAILED:
                self._asked.setdefault(table, self._now())  # after a new start of this program it still has the order
            return TableProgress(stage, text if stage in (FAILED, PLAYING) else "")
        if stage == PLAYING and table in self._asked:
            self._asked[table] = self._now()
        if self._now() - self._asked.get(table, self._now()) > BACK_S:
            self._lost.add(table)
        return TableProgress(FAILED, NOT_BACK) if table in self._lost else TableProgress(stage, text)

    def _ask_more(self, found: Mapping[int, TableProgress], online: Set[int]) -> None:
        busy = sum(found[table].stage not in (DONE, PLAYING) for table in self._asked if table in found)
        for table, one in found.items():
            if busy >= AT_ONCE:
                return
            if table not in self._asked and one.stage != DONE and table in online:
                self._asked[table] = self._now()
                busy += 1
