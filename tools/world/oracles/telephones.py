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

ASKED, SELDOM = SECOND // 4, SECOND
"""How often a telephone is asked: while the clock of its side runs, and while it stands."""
BELIEVED = 250 * MILLISECOND
"""What it may gain beside such a pause and what its line takes at its best: an answer may be a fifth of a second late,
and a browser may have had the finger a twentieth of one earlier."""
UNTOLD = 250 * MILLISECOND
"""What it may gain unseen beside what its line takes at its best."""
SLOWEST = 300 * MILLISECOND
"""What a line may take at its best and be believed: who answers later still has the rest as doubt on record."""
HANDLING = 8 * MILLISECOND
CLOCK_STARTS = ("press", "resume")
"""The tags of what a clock runs on from."""
EARLY = "stamped {s} s too early"
"""What is said of a press that cannot have been made when its page says."""


def check_honest(evening: Evening, name: str, true_at: int, report: PodReport) -> None:
    """An honest press is never called a lie."""
    if report.remark is not None and EARLY in report.remark.id:
        evening.scheduler.fail(f"{name}: an honest press at {true_at / SECOND:.3f} s is {report.remark}")


def look_at_lie(evening: Evening, name: str, report: PodReport, takes: int, ran: int | None) -> Callable[..., None]:
    """Looks at what the table recorded of a press that a liar stamped.

    ``takes``: how long (ns) his line takes at its best; ``ran``: for how long the table had seen the clock of his side
    run, None where it stands. The turn itself may be longer: what began it may have been heard late.

    Gained is what the turn counts shorter, no more than all of it: a press that is put before its turn ends none.
    """
    late = min(takes, SLOWEST) + BELIEVED
    is_asked_often = ran is not None and ran > ASKED + late
    believed = (ASKED if is_asked_often else SELDOM) + late

    def look(hall_table: HallTable, table: Table, before: int, true_at: int) -> None:
        if table.history is None:
            return
        entries = table.history.entries
        starts = [entry.at for entry in entries[:before] if entry.event.__struct_config__.tag in CLOCK_STARTS]
        for entry in entries[before:]:
            event: Any = entry.event
            if event.__struct_config__.tag == "press":
                counts = entry.at if ran is None else max([entry.at, *starts])
                put, at = (hall_table.machine.true_time(ns + table._origin) for ns in (entry.at, counts))
                check_gain(evening, name, true_at - at, int((event.doubt_s or 0) * SECOND), believed)
                check_told(evening, name, true_at - put, report, takes)

    return look


def check_gain(evening: Evening, name: str, gain: int, doubt: int, believed: int) -> None:
    """A press counts ``gain`` ns earlier than it was made, with so much doubt on record."""
    evening.counts["telephone lies"] += 1
    most = "telephone gain at most (ms)"
    evening.counts[most] = max(evening.counts[most], gain // MILLISECOND)
    if gain > max(believed, doubt) + HANDLING:
        evening.scheduler.fail(
            f"{name} gained {gain / SECOND:.3f} s by a lie, and the record doubts {doubt / SECOND:.3f} s of it"
        )


def check_told(evening: Evening, name: str, gain: int, report: PodReport, takes: int) -> None:
    """More than a little is told to both sides."""
    if gain > UNTOLD + min(takes, SLOWEST) and report.remark is None:
        evening.scheduler.fail(f"{name} gained {gain / SECOND:.3f} s by a lie, and nobody is told")
