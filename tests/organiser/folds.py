"""The event that rows of a log tell."""

from collections.abc import Iterable

from device.organiser.log.event_state import EventState
from device.organiser.log.fold import Fold
from device.organiser.store import LogRow


def fold_rows(rows: Iterable[LogRow]) -> EventState:
    fold = Fold()
    for row in rows:
        fold.take(row)
    return fold.state
