"""What a telephone may gain by saying another time than that of its press; the figures are those of docs/telephones.md.

A press of an honest page keeps its time. One that lies gains little where it answers; all that it gains beyond that is
doubt on record, and both sides are told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from device.io.inputs import PodReport
from device.table.table import Table
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.table import HallTable

BELIEVED = 600 * MILLISECOND
"""What a telephone that answers may gain by any lie while its side's clock runs: 0.55 s, and a look at it."""
SELDOM = 750 * MILLISECOND
"""What it may gain besides while that clock stands: it is asked once a second then, not four times."""
UNTOLD = 250 * MILLISECOND
"""What it may gain unseen beside what its line takes at its best, which is believed up to `SLOWEST`."""
SLOWEST = 300 * MILLISECOND
HANDLING = 8 * MILLISECOND
EARLY = "stamped {s} s too early"
"""What is said of a press that cannot have been made when its page says."""


def check_honest(evening: Evening, name: str, true_at: int, report: PodReport) -> None:
    """An honest press is never called a lie."""
    if report.remark is not None and EARLY in report.remark.id:
        evening.scheduler.fail(f"{name}: an honest press at {true_at / SECOND:.3f} s is {report.remark}")


def look_at_lie(evening: Evening, name: str, report: PodReport, takes: int, *, runs: bool) -> Callable[..., None]:
    """Looks at what the table recorded of a press that a liar stamped.

    ``takes``: how long (ns) his line takes at its best; ``runs``: the clock of his side runs.
    """
    believed = BELIEVED if runs else BELIEVED + SELDOM

    def look(hall_table: HallTable, table: Table, before: int, true_at: int) -> None:
        if table.history is None:
            return
        for entry in table.history.entries[before:]:
            event: Any = entry.event
            if event.__struct_config__.tag == "press":
                at = hall_table.machine.true_time(entry.at + table._origin)
                check_gain(evening, name, true_at - at, int((event.doubt_s or 0) * SECOND), believed)
                check_told(evening, name, true_at - at, report, takes)

    return look


def check_gain(evening: Evening, name: str, gain: int, doubt: int, believed: int) -> None:
    """A press counts ``gain`` ns earlier than it was made, with so much doubt on record."""
    evening.counts["telephone lies"] += 1
    most = "telephone gain at most (ms)"
    evening.counts[most] = max(evening.counts[most], gain // MILLISECOND)
    if gain > believed and gain > doubt + HANDLING:
        evening.scheduler.fail(
            f"{name} gained {gain / SECOND:.3f} s by a lie, and the record doubts {doubt / SECOND:.3f} s of it"
        )


def check_told(evening: Evening, name: str, gain: int, report: PodReport, takes: int) -> None:
    """More than a little is told to both sides."""
    if gain > UNTOLD + min(takes, SLOWEST) and report.remark is None:
        evening.scheduler.fail(f"{name} gained {gain / SECOND:.3f} s by a lie, and nobody is told")
