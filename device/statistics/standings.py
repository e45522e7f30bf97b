"""Games added up for each person or pair, and which games are looked at."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType

from device.journal.archive import local, plain
from device.people.directory import BY_NAME, Declaration, Directory
from device.specs.model import Best, GameLine, Parts, Share
from rules.people import is_erased, same_name

LAST = 10
"""Games whose outcome is shown one by one."""
BEST = 5
"""Best moves that are kept."""
NIGHT = timedelta(hours=6)
"""An evening goes on past midnight, until then."""
SPANS: dict[str, Callable[[datetime], object]] = {
    "evening": lambda day: (day - NIGHT).date(),
    "season": lambda day: day.year,
}
PERIODS = (*SPANS, "all")
"""The evening of the newest game, its year, everything. No clock is asked: a Pi may not know what day it is."""

NOTHING_DECLARED: Mapping[str, Declaration] = MappingProxyType({})


@dataclass(slots=True)
class PlayerStanding:
    """What games brought one person or pair. ``last`` are the newest outcomes, oldest first (see `Share.won`)."""

    name: str
    people: tuple[str, ...] = ()
    games: int = 0
    decided: int = 0
    won: float = 0.0
    last: deque[float] = field(default_factory=lambda: deque(maxlen=LAST))
    sums: dict[str, Parts] = field(default_factory=dict)
    best: list[Best] = field(default_factory=list)

    def add(self, share: Share, best: Sequence[Best]) -> None:
        """One game more; ``best`` are those of its best moves that count here."""
        self.games += 1
        if share.won is not None:
            self.decided += 1
            self.won += share.won
            self.last.append(share.won)
        for key, (top, bottom) in share.figures.items():
            before = self.parts(key)
            self.sums[key] = before[0] + top, before[1] + bottom
        if best and (len(self.best) < BEST or best[0].points > self.best[-1].points):
            self.best = sorted((*self.best, *best), key=lambda one: -one.points)[:BEST]

    def parts(self, key: str) -> Parts:
        """The sum of a figure, by its word."""
        return self.sums.get(key, (0, 0))

    @property
    def top(self) -> tuple[str, ...]:
        """The words of the best move, or of those that brought as much."""
        return tuple(dict.fromkeys(one.text for one in self.best if one.points == self.best[0].points))

    @property
    def losses(self) -> float:
        """Games that were not won."""
        return self.decided - self.won


def keys(lines: Iterable[GameLine]) -> tuple[str, ...]:
    """The games that were played, the one with the newest line first."""
    last = {line.key: n for n, line in enumerate(lines) if line.shares}
    return tuple(sorted(last, key=lambda key: -last[key]))


def select_lines(lines: Sequence[GameLine], period: str = "all", key: str = "", person: str = "") -> list[GameLine]:
    """The lines of a period (`PERIODS`) that count, of the game with the word ``key`` (``""``: any), with a person."""
    found = [line for line in lines if line.shares]
    if period != "all" and (days := [day for line in found if (day := local(line.created)) is not None]):
        span = SPANS[period]
        newest = span(max(days))
        found = [line for line in found if (day := local(line.created)) is not None and span(day) == newest]
    if key:
        found = [line for line in found if line.key == key]
    if person:
        wanted = plain(person)
        found = [
            line
            for line in found
            if any(wanted == plain(name) for share in line.shares for name in (share.name, *share.people))
        ]
    return found


def standings(
    lines: Iterable[GameLine], pairs: bool = False, declared: Mapping[str, Declaration] = NOTHING_DECLARED
) -> list[PlayerStanding]:
    """People, or ``pairs`` of them, by games won, then by games not lost, then by name.

    A pair is the two people, whatever it called itself last; without their names it is left out. A person has what
    the pairs had in which he or she sat. People are distinguished by their ids; a name without one belongs to the one
    person who bears it. ``declared`` holds which spellings are one person's.
    """
    lines = list(lines)
    key_of = _Keys(lines, declared)
    found: dict[str | frozenset[str], PlayerStanding] = {}
    for line in lines:
        for share in line.shares:
            names = share.people or (share.name,)
            ids = share.ids or ("",) * len(names)
            who = [key_of(name, one) for name, one in zip(names, ids, strict=True)]
            if pairs and not share.people:
                continue
            whose: list[tuple[str | frozenset[str], str]] = list(zip(who, names, strict=True))
            if pairs:
                whose = [(frozenset(who), share.name)]
            for key, name in whose:
                if is_erased(name):
                    continue
                one = found.setdefault(key, PlayerStanding(name))
                one.name = name
                one.people = share.people if pairs else ()
                one.add(share, [best for best in share.best if pairs or best.by in ("", name)])
    _number(found.values())
    return sorted(found.values(), key=lambda one: (-one.won, one.losses, one.name))


def with_most(
    rows: Iterable[PlayerStanding], number: Callable[[PlayerStanding], int]
) -> tuple[list[PlayerStanding], int]:
    """Whose ``number`` is the largest, several where they are equal, and how large it is; nobody where it is 0."""
    rows = list(rows)
    most = max((number(row) for row in rows), default=0)
    return [row for row in rows if most and number(row) == most], most


def _number(found: Iterable[PlayerStanding]) -> None:
    """Tell namesakes apart: the second to appear is the second."""
    seen: Counter[str] = Counter()
    for one in found:
        name = same_name(one.name)
        seen[name] += 1
        if seen[name] > 1:
            one.name = f"{one.name} ({seen[name]})"


class _Keys:
    """Who somebody in a share is."""

    def __init__(self, lines: Iterable[GameLine], declared: Mapping[str, Declaration]) -> None:
        self._directory = Directory()
        self._directory.declare(declared)
        self._known: dict[tuple[str, str], str] = {}
        self._bearers: dict[str, set[str]] = {}
        for line in lines:
            for share in line.shares:
                for name, one in zip(share.people or (share.name,), share.ids, strict=False):
                    if one:
                        self._bearers.setdefault(same_name(name), set()).add(self._directory.canonical_key(one))

    def __call__(self, name: str, one: str) -> str:
        """The key of a name with an id (``""``: without one)."""
        found = self._known.get((name, one))
        if found is None:
            spelling = same_name(name)
            found = self._directory.canonical_key(one or BY_NAME + spelling)
            owners = self._bearers.get(spelling, set())
            if found == BY_NAME + spelling and len(owners) == 1:
                found = next(iter(owners))
            self._known[name, one] = found
        return found
