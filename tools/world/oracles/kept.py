"""What a table said to be safe is there after a cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.journal import Journal

if TYPE_CHECKING:
    from tools.world.scheduler import Scheduler

COUNTS = "SELECT game, max(n) FROM entry GROUP BY game"


class Kept:
    """Remembers, for one table, through which entry of each game the journal said that it is kept."""

    def __init__(self, scheduler: Scheduler, name: str) -> None:
        self._scheduler, self._name = scheduler, name
        self._safe: dict[int, int] = {}

    def on_saved(self, game: int, n: int) -> None:
        """The journal says that a game is kept through its ``n``-th entry."""
        self._safe[game] = max(self._safe.get(game, 0), n)

    def forget(self, game: int) -> None:
        """Somebody took that game out of the file."""
        self._safe.pop(game, None)

    def on_opened(self, journal: Journal) -> None:
        """The journal is open again: everything must be there."""
        there = dict(journal.reading(lambda db: db.execute(COUNTS).fetchall()))
        for game, n in self._safe.items():
            if there.get(game, 0) < n:
                self._scheduler.fail(
                    f"{self._name}: game {game} was said to be safe through entry {n} and has {there.get(game, 0)}"
                )
