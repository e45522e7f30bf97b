"""An update that goes from table to table: who is asked next, how far each is, and why it was halted.

Who was asked stands in the log (`RolloutStep`), so organisers that share a store see the same, and so does one that was
started anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Set
from typing import NamedTuple

from device.common.event.messages import DONE, FAILED, INSTALLING, PLAYING, WAITING, TableSnapshot
from device.common.version import numbers
from device.organiser.acts.decisions import UpdateOrdered
from device.organiser.acts.rollout_step import RolloutStep, RolloutTables
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
    """Belongs to the announcer's thread; `status` may be read from any. How long a table has been at it is counted from
    when this program first saw that it was asked, or saw it play."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since: dict[int, float] = {}
        self._update = ""
        self.status = RolloutStatus()

    def next_step(
        self,
        ordered: UpdateOrdered | None,
        before: RolloutTables,
        reports: Mapping[int, TableSnapshot],
        online: Set[int],
        address: str = "",
    ) -> RolloutStep | None:
        """What is to be done now by whoever has the file at ``address``; None where nothing is."""
        if ordered is None or not ordered.tables:
            self._since, self.status = {}, RolloutStatus()
            return None
        if self._update != ordered.update:
            self._update, self._since = ordered.update, {}
        progress = {table: self._progress(table, ordered, before, reports.get(table)) for table in ordered.tables}
        lost = tuple(n for n in progress if n not in before.lost and progress[n] == (FAILED, NOT_BACK))
        halted = next(((table, item) for table, item in progress.items() if item.stage == FAILED), None)
        self.status = RolloutStatus(ordered, progress, halted)
        more: tuple[int, ...] = ()
        gone: tuple[int, ...] = ()
        if halted is None:
            busy = sum(progress[table].stage not in (DONE, PLAYING) for table in before.asked if table in progress)
            free = [n for n, step in progress.items() if n not in before.asked and step.stage != DONE and n in online]
            more = tuple(free[: max(0, AT_ONCE - busy)])
        else:  # whoever has not begun to install does not begin
            gone = tuple(
                n for n in before.asked if n not in progress or progress[n].stage not in (INSTALLING, DONE, FAILED)
            )
        if not (more or gone or lost):
            return None
        return RolloutStep(update=ordered.update, asked=more, gone=gone, lost=lost, address=address if more else "")

    def _progress(
        self, table: int, ordered: UpdateOrdered, before: RolloutTables, report: TableSnapshot | None
    ) -> TableProgress:
        stage, text = WAITING, ""
        if report is not None:
            if (progress := report.update) is not None and progress.update == ordered.update:
                stage, text = progress.stage, progress.text
            if ordered.version and numbers(report.version) >= numbers(ordered.version):
                stage = DONE
        if stage in (DONE, FAILED):
            return TableProgress(stage, text if stage == FAILED else "")
        if table not in before.asked:
            self._since.pop(table, None)
        elif stage == PLAYING:
            self._since[table] = self._now()
        overdue = table in before.asked and self._now() - self._since.setdefault(table, self._now()) > BACK_S
        if overdue or table in before.lost:
            return TableProgress(FAILED, NOT_BACK)
        return TableProgress(stage, text if stage == PLAYING else "")
