"""Games added up for each person or pair, and which games are looked at."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType

from device.common.formats import local
from device.common.i18n import alphabetical
from device.common.specs.model import Best, GameLine, Parts, PlayedGame, Share
from device.people.directory import Declaration, Directory
from rules.people import Person, is_erased, plain_letters, same_name

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
EVERY_GAME = PlayedGame()
PERIODS = (*SPANS, "all")
"""The evening of the newest game, its year, everything. No clock is asked: a Pi may not know what day it is."""


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
    key: str | frozenset[str] = ""
    """Of whom it is, the same in all standings that know the same people."""
    evenings: set[object] = field(default_factory=set)

    def add(self, share: Share, best: Sequence[Best], evening: object = None) -> None:
        """One game more, of that evening; ``best`` are those of its best moves that count here."""
        self.games += 1
        if evening is not None:
            self.evenings.add(evening)
        if share.won is not None:
            self.decided += 1
            self.won += share.won
            self.last.append(share.won)
        for key, (top, bottom) in share.figures.items():
            before = self.parts(key)
            self.sums[key] = before[0] + top, before[1] + bottom
        if best and (len(self.best) < BEST or best[0].points > self.best[-1].points):
            self.best = sorted((*self.best, *best), key=lambda result: -result.points)[:BEST]

    def parts(self, key: str) -> Parts:
        """The sum of a figure, by its word."""
        return self.sums.get(key, (0, 0))

    @property
    def top(self) -> tuple[str, ...]:
        """The words of the best move, or of those that brought as much."""
        return tuple(dict.fromkeys(best.text for best in self.best if best.points == self.best[0].points))

    @property
    def losses(self) -> float:
        """Games that were not won."""
        return self.decided - self.won


def played_games(lines: Iterable[GameLine]) -> tuple[PlayedGame, ...]:
    """The games that were played, the one with the newest line first."""
    last = {line.game: n for n, line in enumerate(lines) if line.shares}
    return tuple(sorted(last, key=lambda game: -last[game]))


def evening_of(line: GameLine) -> object:
    """The evening on which a game was begun; None where its label cannot be read."""
    return None if (day := local(line.created)) is None else SPANS["evening"](day)


def select_lines(
    lines: Sequence[GameLine], period: str = "all", game: PlayedGame = EVERY_GAME, person: str = ""
) -> list[GameLine]:
    """The lines of a period (`PERIODS`) that count, of a game, with a person."""
    game_lines = [line for line in lines if line.shares]
    if period != "all" and (days := [day for line in game_lines if (day := local(line.created)) is not None]):
        span = SPANS[period]
        newest = span(max(days))
        game_lines = [line for line in game_lines if (day := local(line.created)) is not None and span(day) == newest]
    game_lines = [line for line in game_lines if game.includes(line.game)]
    if person:
        wanted = plain_letters(person)
        game_lines = [
            line
            for line in game_lines
            if any(wanted == plain_letters(name) for share in line.shares for name in (share.name, *share.people))
        ]
    return game_lines


def standings(
    lines: Iterable[GameLine],
    pairs: bool = False,
    declared: Mapping[str, Declaration] = MappingProxyType({}),
    among: Iterable[GameLine] | None = None,
) -> list[PlayerStanding]:
    """People, or ``pairs`` of them, by games won, then by games not lost, then by name.

    A pair is the two people, whatever it called itself last; without their names it is left out. A person has what
    the pairs had in which he or she sat. People are distinguished by their ids; a name without one belongs to the one
    person who bears it, in the games ``among`` which these are (default: these). ``declared`` holds which spellings
    are one person's.
    """
    lines = list(lines)
    key_of = cache(_directory_of(lines if among is None else among, declared).key_of)
    by_key: dict[str | frozenset[str], PlayerStanding] = {}
    for line in lines:
        for share in line.shares:
            names = share.people or (share.name,)
            ids = share.ids or ("",) * len(names)
            if pairs and not share.people:
                continue
            who = [key_of(Person(id_of, name, 0)) for name, id_of in zip(names, ids, strict=True)]
            players: list[tuple[str | frozenset[str], str]] = list(zip(who, names, strict=True))
            if pairs:
                players = [(frozenset(who), share.name)]
            for key, name in players:
                if is_erased(name) or not name:
                    continue
                standing = by_key.setdefault(key, PlayerStanding(name, key=key))
                standing.name = name
                standing.people = share.people if pairs else ()
                best_moves = [best for best in share.best if pairs or best.by in ("", name)]
                standing.add(share, best_moves, evening_of(line))
    _number(by_key.values())
    return sorted(by_key.values(), key=lambda standing: (-standing.won, standing.losses, alphabetical(standing.name)))


def with_most(
    rows: Iterable[PlayerStanding], number: Callable[[PlayerStanding], int]
) -> tuple[list[PlayerStanding], int]:
    """Whose ``number`` is the largest, several where they are equal, and how large it is; nobody where it is 0."""
    rows = list(rows)
    most = max((number(row) for row in rows), default=0)
    return [row for row in rows if most and number(row) == most], most


def _directory_of(lines: Iterable[GameLine], declared: Mapping[str, Declaration]) -> Directory:
    """Everybody in ``lines``, by whose ids names without one are given to somebody."""
    directory = Directory()
    directory.declare(declared)
    for line in lines:
        for share in line.shares:
            people = [Person(id, name, 0) for name, id in zip(share.people or (share.name,), share.ids, strict=False)]
            directory.add(line.id, line.created, people)
    return directory


def _number(player_standings: Iterable[PlayerStanding]) -> None:
    """Tell namesakes apart: the second to appear is the second."""
    seen: Counter[str] = Counter()
    for standing in player_standings:
        name = same_name(standing.name)
        seen[name] += 1
        if seen[name] > 1:
            standing.name = f"{standing.name} ({seen[name]})"
