"""What goes wrong in an evening, and when; each trouble is drawn from the seed and its own number.

So leaving one out leaves the others as they are, and a failing evening can be shrunk to the troubles that it needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from tools.world.machine import Machine
from tools.world.scheduler import SECOND
from tools.world.vfs import FULL, IOERR

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.table import HallTable

APART = 180
"""Seconds between two troubles on average, at rate 1."""
FIRST = 60.0
"""Until people sit (s)."""
CUTS = (2, 12, 60, 60, 600, 3600)
"""For how many seconds a line may be cut, at most."""
DAY = 86400

Trouble = Callable[["Evening", Machine, random.Random], None]


def cut_line(evening: Evening, machine: Machine, draw: random.Random) -> None:
    """A machine is off the network, for seconds or an hour; silently, or so that both ends notice."""
    duration = int(draw.choice(CUTS) * SECOND * draw.uniform(0.5, 1))
    evening.cut_line(machine, duration, loud=draw.random() > 0.6)


def cut_power(evening: Evening, machine: Machine, draw: random.Random) -> None:
    """The plug is pulled, now or at one of the next writes."""
    if not machine.up:
        return
    evening.scheduler.note("power", machine.name)
    if machine is evening.broker.machine or draw.random() < 0.4:
        evening.scheduler.after(0, machine.power_off)
    elif evening.server_troubles.is_concerned(machine):
        evening.server_troubles.cut_power_within(machine, draw.randrange(12))
    else:
        evening.disk.cut_after(machine.disk, draw.randrange(12))


def spoil_disk(evening: Evening, machine: Machine, draw: random.Random) -> None:
    """A disk is full, or fails, for some writes or until somebody sees to it."""
    if not machine.up or machine is evening.broker.machine:
        return
    if machine is evening.store.machine and evening.store.server is not None:
        evening.server_troubles.fill_disk(draw)
        return
    code, count = draw.choice((FULL, IOERR, IOERR)), draw.choice((1, 3, 40, 100_000))
    evening.scheduler.note("disk", machine.name, code, count)
    evening.disk.fail(machine.disk, draw.randrange(10), count, code)
    evening.scheduler.after(int(draw.uniform(1, 60) * SECOND), mend_disk, machine)


def mend_disk(machine: Machine) -> None:
    """The disk takes everything again."""
    if machine.up:
        machine.disk.fault = None


def set_wall_clock(evening: Evening, machine: Machine, draw: random.Random) -> None:
    """Somebody, or the network, sets a machine's wall clock: by seconds, hours, or ten years."""
    machine.wall_offset += int(draw.choice((-7200, 5, 7200, DAY, -3650 * DAY)) * SECOND)
    evening.scheduler.note("wall clock", machine.name, machine.wall_offset)


def break_table(evening: Evening, machine: Machine, draw: random.Random) -> None:
    """A table is broken for good, and a spare comes for it."""
    table = next((table for table in evening.tables if table.machine is machine), None)
    if table is not None and not evening.broken and evening.scheduler.now > evening.end // 5:
        evening.break_table(table, int(draw.uniform(60, 300) * SECOND))


TROUBLES: dict[str, tuple[Trouble, float]] = {
    "line": (cut_line, 0.35),
    "power": (cut_power, 0.35),
    "disk": (spoil_disk, 0.15),
    "wall clock": (set_wall_clock, 0.08),
    "broken": (break_table, 0.07),
}
"""By its word, what goes wrong, and how often beside the others."""


class Troubles:
    """The troubles of one evening: ``rate`` times as many as usual, but for those numbered in ``without``.

    Which kinds come is drawn by the seed too: some evenings have only cuts, some only bad disks.
    """

    def __init__(self, evening: Evening, rate: float, without: frozenset[int]) -> None:
        self._evening, self._rate, self._without = evening, rate, without
        self.happened: list[int] = []
        """The numbers of those that came."""
        draw = random.Random(f"kinds {evening.scheduler.seed}")
        chosen = list(TROUBLES) if draw.random() < 0.4 else draw.sample(list(TROUBLES), draw.randint(1, len(TROUBLES)))
        self.kinds = [kind for kind in TROUBLES if kind in chosen]

    def start(self) -> None:
        """Draw when each comes."""
        if not self._rate:
            return
        times = random.Random(f"times {self._evening.scheduler.seed}")
        at, number = FIRST, 0
        while at * SECOND < self._evening.end:
            self._evening.scheduler.at(int(at * SECOND), self._happen, number)
            at, number = at + times.expovariate(self._rate / APART) + 1, number + 1

    def _happen(self, number: int) -> None:
        evening = self._evening
        if evening.closing or number in self._without:
            return
        draw = random.Random(f"trouble {evening.scheduler.seed} {number}")
        machine = draw.choice(evening.machines)
        (kind,) = draw.choices(self.kinds, [TROUBLES[kind][1] for kind in self.kinds])
        if self._is_retired(machine):
            return
        self.happened.append(number)
        TROUBLES[kind][0](evening, machine, draw)

    def _is_retired(self, machine: Machine) -> bool:
        return any(table.machine is machine and table.number in self._evening.broken for table in self._evening.tables)


def nothing_more(tables: list[HallTable], others: list[Machine]) -> None:
    """The evening is over: everything works again."""
    for machine in [table.machine for table in tables] + others:
        mend_disk(machine)
