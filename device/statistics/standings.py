"""Games added up for each person or pair, and which games are looked at."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from device.statistics.model import Best, Line, Parts, Share
from device.table.archive import local, plain

LAST = 10
"""Games whose outcome is shown one by one."""
BEST = 5
"""Best moves that are kept."""
NIGHT = timedelta(hours=6)
"""An evening goes on past midnight, until then."""
PERIODS = ("evening", "season", "all")
"""The evening of the newest game, its year, everything. No clock is asked: a Pi may not know what day it is."""


@dataclass(slots=True)
class Standing:
    """What games brought one person or pair. ``last`` are the newest outcomes, oldest first (see `Share.won`)."""

    name: str
    people: tuple[str, ...] = ()
    games: int = 0
    decided: int = 0
    won: float = 0.0
    last: deque[float] = field(default_factory=lambda: deque(maxlen=LAST))
    sums: dict[str, Parts] = field(default_factory=dict)
    best: list[Best] = field(default_factory=list)

    def add(self, share: Share) -> None:
        """One game more."""
        self.games += 1
        if share.won is not None:
            self.decided += 1
            self.won += share.won
            self.last.append(share.won)
        sums = self.sums
        for key, (top, bottom) in share.figures.items():
            before = sums.get(key, (0, 0))
            sums[key] = before[0] + top, before[1] + bottom
        if share.best:
            self.best = sorted((*self.best, *share.best), key=lambda one: -one.points)[:BEST]

    @property
    def lost(self) -> float:
        """Games that were not won."""
        return self.decided - self.won


def keys(lines: Iterable[Line]) -> tuple[str, ...]:
    """The games that were played, the one with the newest line first."""
    found: dict[str, int] = {}
    for n, line in enumerate(lines):
        if line.shares:
            found[line.key] = n
    return tuple(sorted(found, key=lambda key: -found[key]))


def chosen(lines: Sequence[Line], period: str = "all", key: str = "", person: str = "") -> list[Line]:
    """The lines of a period (`PERIODS`) that count, of the game with the word ``key`` (``""``: any), with a person."""
    found = [line for line in lines if line.shares]
    if period != "all" and found:
        newest = max((day for line in found if (day := local(line.created)) is not None), default=None)
        if newest is not None and period == "season":
            found = [line for line in found if (day := local(line.created)) is not None and day.year == newest.year]
        elif newest is not None:
            evening = (newest - NIGHT).date()
            found = [
                line for line in found if (day := local(line.created)) is not None and (day - NIGHT).date() == evening
            ]
    if key:
        found = [line for line in found if line.key == key]
    if person:
        wanted = plain(person)
        found = [line for line in found if any(_fits(share, wanted) for share in line.shares)]
    return found


def _fits(share: Share, wanted: str) -> bool:
    return any(wanted == plain(name) for name in (share.name, *share.people))


def standings(lines: Iterable[Line], pairs: bool = False) -> list[Standing]:
    """People, or ``pairs`` of them, by games won, then by games not lost, then by name.

    A pair is the two people, whatever it called itself last; without their names it is its own. A person has what the
    pairs had in which he or she sat.
    """
    found: dict[str | frozenset[str], Standing] = {}
    for line in lines:
        for share in line.shares:
            if pairs and not share.people:
                continue
            if pairs:
                whose: list[tuple[str | frozenset[str], str]] = [(frozenset(share.people), share.name)]
            else:
                whose = [(name, name) for name in share.people or (share.name,)]
            for who, name in whose:
                one = found.get(who)
                if one is None:
                    one = found[who] = Standing(name, share.people if pairs else ())
                one.name = name
                one.add(share)
    return sorted(found.values(), key=lambda one: (-one.won, one.lost, one.name))
