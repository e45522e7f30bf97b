"""What a planted fault is: what is changed in the product, and where it is found."""

from __future__ import annotations

from typing import NamedTuple

from tools.world.liars import NOBODY
from tools.world.loading import Change
from tools.world.meetings import NONE
from tools.world.store_kinds import SQLITE


class Fault(NamedTuple):
    """A planted fault, and where it is found: within ``seeds`` (first and last), by a failure that says ``shown``.

    ``rate``, ``meeting``, ``game``, ``liar``, ``store``, ``hours`` and ``versions`` are the evenings' own.
    ``is_quick``: it takes less than two seconds of a processor, and every run of the tests plants it.
    """

    changes: tuple[Change, ...]
    shown: str
    seeds: tuple[int, int] = (1, 1)
    rate: float = 3.0
    meeting: str = NONE
    game: str = "polish_doubles"
    liar: str = ""
    store: str = SQLITE
    hours: float = 0.2
    versions: str = ""
    is_quick: bool = True

    @property
    def arguments(self) -> list[str]:
        """The arguments of ``python -m tools.world`` beside its seeds."""
        asked = ["--game", self.game, "--rate", f"{self.rate:g}", "--meeting", self.meeting]
        asked += ["--hours", f"{self.hours:g}", "--liar", self.liar or NOBODY, "--store", self.store]
        return [*asked, "--versions", self.versions] if self.versions else asked
