"""A computer of the simulation: its power, its clocks and its folder."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Callable
from itertools import count

from tools.world.disk import Disk
from tools.world.scheduler import MILLISECOND, SECOND, Scheduler, Task

EPOCH = 1_790_000_000 * SECOND
"""What a right wall clock says (Unix time, ns) when an evening begins."""
BOOTED = 10 * SECOND
"""What a monotonic clock says when the program starts."""
_graves = count()


class Machine:
    """One computer. What it has open, writes and waits for ends with its power, and its disk keeps what luck leaves.

    ``ppm`` is how much faster than true time its crystal runs; ``wall`` how far its wall clock is off (ns).
    """

    def __init__(self, scheduler: Scheduler, name: str, ppm: int = 0, wall: int = 0) -> None:
        self.scheduler, self.name, self.ppm, self.wall_offset = scheduler, name, ppm, wall
        self.folder = scheduler.root / name
        self.folder.mkdir(parents=True)
        self.up = True
        self.tasks: list[Task] = []
        self.restarts = 0
        """How often it was switched on again: what came from an earlier run is not of this one."""
        self.booted_at = scheduler.now
        self.disk = Disk.install().machine(self._prefix)
        self.paid_syncs = 0
        self.sync_time = 4 * MILLISECOND
        """What a sync of its disk costs whoever made it, before he reads the clock again (ns)."""
        self.on_cut: list[Callable[[], None]] = []
        """Is told that power went, when nothing runs on it any more."""
        self.node = zlib.crc32(name.encode()) | 1 << 41
        """Stands for its network adapter's number."""

    @property
    def _prefix(self) -> str:
        return f"{self.folder}/"

    def monotonic(self, true: int | None = None) -> int:
        """Its monotonic clock now, or at a true time of this boot (ns)."""
        passed = (self.scheduler.now if true is None else true) - self.booted_at
        return BOOTED + passed + passed * self.ppm // 1_000_000

    def true_time(self, monotonic: int) -> int:
        """The true time at which its monotonic clock said ``monotonic``."""
        return self.booted_at + (monotonic - BOOTED) * 1_000_000 // (1_000_000 + self.ppm)

    def wall(self) -> int:
        """Its wall clock (Unix time, ns)."""
        return EPOCH + self.scheduler.now + self.wall_offset

    def owed_for_syncs(self) -> int:
        """How long whoever synced since the last call must wait for the disk (ns)."""
        owed, self.paid_syncs = (self.disk.syncs - self.paid_syncs) * self.sync_time, self.disk.syncs
        return owed

    @property
    def is_cut(self) -> bool:
        """Power went at a write that was chosen beforehand; what runs has not noticed."""
        return self.disk.is_cut

    def notice_cut(self) -> None:
        """Switch off if power went within a write."""
        if self.up and self.is_cut:
            self.power_off()

    def power_off(self) -> None:
        """Pull the plug. Tasks end where they are; of the disk stays what was synced, and what luck leaves of the rest.

        The folder keeps its path: a device is known by it. What the dead program still has open lies aside until its
        tasks are gone.
        """
        if not self.up:
            return
        self.up = False
        self.scheduler.note("off", self.name)
        disk = Disk.install()
        image = disk.image(self.folder, self.scheduler.random)
        disk.cut(self.disk)
        self.scheduler.kill(self.tasks)
        self.tasks = []
        grave = self.folder.with_name(f"{self.name}-{next(_graves)}")
        self.folder.rename(grave)
        self.folder.mkdir()
        disk.forget(self._prefix)
        for name, data in image.items():
            place = self.folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        self.scheduler.after_step.append(lambda: shutil.rmtree(grave, ignore_errors=True))
        for tell in self.on_cut:
            tell()

    def replace_disk(self) -> None:
        """Switch it off; when it is switched on again it has an empty disk."""
        self.power_off()
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.scheduler.note("new disk", self.name)

    def power_on(self, boot: Callable[[], object]) -> None:
        """Switch it on again; ``boot`` starts its program."""
        self.booted_at, self.up = self.scheduler.now, True
        self.restarts += 1
        self.disk = Disk.install().machine(self._prefix)
        self.paid_syncs = 0
        self.scheduler.note("on", self.name)
        with self.scheduler.on(self):
            boot()
