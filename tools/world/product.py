"""How parts of the product are given what is simulated, beside the modules that they import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.event import client
from device.organiser.store import EventStore, sqlite
from device.organiser.store import open_store as open_real_store
from device.organiser.store.sql import Watch
from tools.world.scheduler import MILLISECOND, Scheduler, current
from tools.world.stand_ins import TIME

monotonic_ns: Callable[[], int] = TIME.monotonic_ns
LOOK_S = 0.5
"""How often a handle looks for news by itself."""
WITHIN = 5 * MILLISECOND
"""How soon another handle is told (ns)."""
_watchers: dict[tuple[Scheduler, str], list[tuple[Any, int, Callable[[], None]]]] = {}


def open_store(path: Path, event: str) -> EventStore:
    """A handle on an organiser's store."""
    return open_real_store(str(path), event)


def _watch(store: Any, on_news: Callable[[], None], look_s: float) -> Watch:
    machine = current().machine
    _watchers.setdefault((current(), str(store.path)), []).append((machine, machine.restarts, on_news))
    return Watch(LOOK_S)


def _mark(store: Any) -> None:
    scheduler = current()
    for machine, run, tell in _watchers.get((scheduler, str(store.path)), ()):
        if machine.restarts == run:
            scheduler.after(scheduler.random.randrange(WITHIN), tell, machine=machine)


vars(client)["device_id"] = lambda journal: f"{current().machine.node:016x}"
setattr(sqlite.SqliteStore, "watch", _watch)  # noqa: B010
setattr(sqlite.SqliteStore, "_mark", _mark)  # noqa: B010
