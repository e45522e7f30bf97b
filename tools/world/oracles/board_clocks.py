"""The clock of a game on the board is that of its table, but for the way that the table's word takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.world.liars.liar import Subject
from tools.world.scheduler import SECOND
from tools.world.table import HallTable

if TYPE_CHECKING:
    from tools.world.evening import Evening

OFF = 3 * SECOND
SETTLED = 60 * SECOND
"""How long everybody must have been connected: on a line that is cut and comes back, TCP's own delay is no fault."""
AFTER_A_JUMP = 25 * SECOND
"""After the wall clock of the store's machine jumped: until each table spoke again."""


class BoardClocks:
    """Looks every few seconds, while lines are quiet."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._scheduler = evening, evening.scheduler
        self._wall_offset, self._quiet_until = 0, 0

    def start(self) -> None:
        """Begin to look."""
        self._scheduler.after(int(self._scheduler.random.uniform(3, 9) * SECOND), self._look)

    def _look(self) -> None:
        evening, now = self._evening, self._scheduler.now
        self.start()
        machine, store = evening.organiser.machine, evening.store.machine
        if store.wall_offset != self._wall_offset:
            self._wall_offset, self._quiet_until = store.wall_offset, now + AFTER_A_JUMP
        if evening.closing or now < self._quiet_until or evening.organiser.service is None or machine.is_cut:
            return
        if not evening.organiser.program.is_present:
            evening.counts["left out: board clocks of an earlier version"] += 1
            return
        if now - evening.broker.machine.booted_at < SETTLED or (
            store is not machine and now - store.booted_at < SETTLED
        ):
            return
        for table in evening.tables:
            self._compare(table)

    def _compare(self, hall_table: HallTable) -> None:
        evening, now = self._evening, self._scheduler.now
        table, machine, desk = hall_table.table, hall_table.machine, evening.organiser.machine
        service = evening.organiser.service
        if table is None or service is None or not machine.up or now - machine.booted_at < SETTLED:
            return
        if not table.clock_runs or table.game_time(machine.monotonic()) < SETTLED:
            return
        if evening.disturbed_until(machine, desk, evening.broker.machine, evening.store.machine) > now - SETTLED:
            return
        game = service.state.games.get(hall_table.uid(table.game_id) or "")
        if game is None or game.offset is None:
            return
        with self._scheduler.on(desk):
            shown = service.clock.now() - game.offset
        off = abs(shown - table.game_time(machine.monotonic()))
        evening.counts["board clocks"] += 1
        if off <= OFF:
            return
        if service.state.place(hall_table.number).silent:
            evening.counts["silent though there"] += 1
            return
        if evening.excuses(Subject.clock(hall_table.number)):
            return
        self._scheduler.fail(f"the board's clock of {machine.name} is {off / SECOND:.1f} s off")
