"""What a simulated evening is made of, and what came of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tools.world.scheduler import Failure
from tools.world.versions.trees import NEWEST


@dataclass(frozen=True)
class Plan:
    """What an evening is to be. ``rate``: troubles, in multiples of the usual; 0: a calm one, None: the seed draws it.

    ``meeting`` is a word of `MEETINGS`, ``liar`` one of `tools.world.liars.LIARS`, and ``game`` the word of the game
    that the organiser draws (None: the seed chooses). ``store`` is one of `STORES` (None: the seed draws it).
    ``without`` are the numbers of troubles left out, and ``lines`` keeps the story. ``versions`` is a word of
    `tools.world.versions.cases.CASES` (None: all have the present program), and ``earlier`` one of
    `tools.world.versions.trees.STATES`.
    """

    seed: int
    hours: float = 0.35
    tables: int = 3
    rate: float | None = None
    meeting: str | None = None
    liar: str | None = None
    without: frozenset[int] = frozenset()
    lines: bool = False
    game: str | None = None
    store: str | None = None
    rounds: int = 9
    versions: str | None = None
    earlier: str = NEWEST


@dataclass
class Outcome:
    """What came of an evening."""

    plan: Plan
    ran: int
    """How long it was (ns of true time)."""
    trace: int
    failures: list[Failure]
    counts: Counter[str]
    troubles: list[int]
    lines: list[str]
