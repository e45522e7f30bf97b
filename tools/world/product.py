"""What parts of the product are given in place of the real thing, beside the modules that they import."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from device.event.device_id import BoardNumbers
from device.organiser.store import Watch
from tools.world.machine import Machine
from tools.world.scheduler import MILLISECOND, current
from tools.world.stand_ins import TIME

monotonic_ns: Callable[[], int] = TIME.monotonic_ns
LOOK_S = 0.5
"""How often a handle looks for news by itself."""
WITHIN = 5 * MILLISECOND
"""How soon another handle is told (ns)."""


def board(machine: Machine) -> BoardNumbers:
    """What tells a machine from others: the same in every run of a seed, wherever its folder lies."""
    return BoardNumbers(f"{machine.node:016x}", node=lambda: machine.node, root=machine.folder)


@dataclass
class StoreNotifier:
    """Tells machines of commits in one file, each a little later; one that was switched off since waits no more."""

    waiting: list[tuple[Machine, int, Callable[[], None]]] = field(default_factory=list)

    def notify(self) -> None:
        """Something was committed."""
        scheduler = current()
        for machine, run, on_news in self.waiting:
            if machine.restarts == run:
                scheduler.after(scheduler.random.randrange(WITHIN), on_news, machine=machine)

    def watch(self, event: str, on_news: Callable[[], None], look_s: float) -> Watch:
        """Tell the machine that runs now."""
        machine = current().machine
        self.waiting.append((machine, machine.restarts, on_news))
        return Watch(LOOK_S)


class StoreNotifiers(dict[Path, StoreNotifier]):
    """The notifiers of all stores of an evening, by their files."""

    def __missing__(self, path: Path) -> StoreNotifier:
        self[path] = StoreNotifier()
        return self[path]
