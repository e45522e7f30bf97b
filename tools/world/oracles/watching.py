"""What must hold at every moment of an evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.table.table import Table
from tools.world.oracles.acknowledgements import Acknowledgements
from tools.world.oracles.board_clocks import BoardClocks
from tools.world.scheduler import SECOND
from tools.world.table import EARLY, HANDLING, HallTable

if TYPE_CHECKING:
    from tools.world.evening import Evening


class Oracles:
    """Those that look while the evening goes on; `tools.world.oracles.closing` has those of its end."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._scheduler = evening, evening.scheduler
        self._acknowledgements = Acknowledgements(evening)
        self._board_clocks = BoardClocks(evening)

    def start(self) -> None:
        """Begin to look."""
        self._acknowledgements.start()
        self._board_clocks.start()

    def on_clock_resumed(self, hall_table: HallTable, unknown: int, doubt: int | None) -> None:
        """After a cut, the record says how far off the clock may be: ``unknown`` ns are lost, ``doubt`` is said.

        On a disk that took nothing the doubt cannot be bounded, which the table says (None).
        """
        machine = hall_table.machine
        if hall_table.disk_took_nothing:
            self._evening.counts["doubt not bounded: the disk took nothing"] += 1
            return
        if doubt is None or -EARLY <= unknown <= doubt + 5_000_000:
            return
        self._scheduler.fail(
            f"doubt exceeded: {machine.name} lost {unknown / SECOND:.3f} s of a clock and says {doubt / SECOND:.3f} s"
        )

    def on_pressed(self, hall_table: HallTable, table: Table, before: int, true_at: int) -> None:
        """A press is on record within its own doubt of the moment at which it was made."""
        machine, history = hall_table.machine, table.history
        if history is None:
            return
        for entry in history.entries[before:]:
            event: Any = entry.event
            if event.__struct_config__.tag != "press":
                continue
            self._evening.counts["presses"] += 1
            for tell in list(self._evening.on_press):
                tell(hall_table)
            self._scheduler.note("press", machine.name, entry.at)
            off = abs(machine.true_time(entry.at + table._origin) - true_at)
            allowed = (event.doubt_s or 0) * SECOND + HANDLING
            if off > allowed:
                self._scheduler.fail(
                    f"doubt exceeded: a press at {machine.name} is on record {off / SECOND:.3f} s off, and says"
                    f" {allowed / SECOND:.3f} s"
                )
