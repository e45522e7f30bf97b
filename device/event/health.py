"""How a table is, for the organiser's page of all tables: room, heat, supply, and what is wrong with its parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from device.common import i18n
from device.common.event.messages import (
    MOST_FAULTS,
    SUPPLY,
    SUPPLY_LOW,
    SUPPLY_WAS_LOW,
    SUPPLY_WELL,
    TableFault,
    TableHealth,
)
from device.common.files.machine import degrees, free_mb
from device.io.inputs import PeripheralStatus


class HealthReport:
    """What the table says of itself beside its game. ``folder`` is where games lie.

    ``has_sensor`` says whether this machine can tell that its voltage is too low, ``takes_updates`` whether its system
    installs what is ordered.
    """

    def __init__(self, folder: Path, has_sensor: Callable[[], bool], takes_updates: Callable[[], bool]) -> None:
        self._folder, self._has_sensor, self._takes_updates = folder, cache(has_sensor), takes_updates
        self._statuses: dict[str, PeripheralStatus] = {}
        self._was_low = False
        self.faults: tuple[PeripheralStatus, ...] = ()
        """What is wrong now; never changed, so that any thread may read it."""

    def note(self, status: PeripheralStatus) -> None:
        """A part of the table is like this now."""
        if status.trouble is None or status.connecting:
            self._statuses.pop(status.name, None)
        else:
            self._statuses[status.name] = status
            self._was_low = self._was_low or status.name == SUPPLY
        self.faults = tuple(self._statuses.values())

    def read(self) -> TableHealth:
        """How the table is now, in the table's own language. Asks the disk, so not in the loop's thread."""
        supply = SUPPLY_WELL if self._has_sensor() else ""
        if self._was_low:
            supply = SUPPLY_LOW if any(fault.name == SUPPLY for fault in self.faults) else SUPPLY_WAS_LOW
        return TableHealth(
            free_mb=free_mb(self._folder),
            degrees=degrees(),
            supply=supply,
            takes_updates=self._takes_updates(),
            faults=tuple(
                TableFault(part=fault.name[:100], text=i18n.tr(fault.trouble)[:500])
                for fault in self.faults[:MOST_FAULTS]
                if fault.trouble is not None
            ),
        )
