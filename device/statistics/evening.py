"""A club evening: what it brought everybody, what its year did, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from device.common.formats import local
from device.common.specs.model import Figure, FigureKind, GameLine, PlayedGame
from device.people.directory import Declaration
from device.statistics.figures import MONEY, statistics_of
from device.statistics.standings import PlayerStanding, evening_of, select_lines, standings

MOST_EXACT = 12
"""Of so many people the fewest payments are looked for among all ways; of more, each pays whoever is owed most."""


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One person: of this evening (None: was not there), and of its year."""

    name: str
    evening: PlayerStanding | None
    season: PlayerStanding

    def of(self, period: str) -> PlayerStanding | None:
        """What the evening or the season brought."""
        return self.evening if period == "evening" else self.season


@dataclass(frozen=True, slots=True)
class Payment:
    """What one person gives another, in whole koruny."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """The evening of the newest game, its year's ``number``-th, with everybody of that year.

    ``money`` is the figure of the game's money; None where it is played for wins.
    """

    day: datetime | None
    number: int
    rows: tuple[EveningRow, ...]
    money: Figure | None

    def balances(self, period: str) -> dict[str, int]:
        """By person, in parts of a haléř; nothing where no money is played for."""
        if self.money is None:
            return {}
        known = [(row.name, row.of(period)) for row in self.rows]
        return {name: standing.parts(self.money.key)[0] for name, standing in known if standing is not None}

    def payments(self, period: str) -> tuple[Payment, ...]:
        """Who pays whom so that everybody is at zero. Raises ValueError where the balances do not sum to zero."""
        return fewest_payments(in_koruny(self.balances(period)))


def club_evening(
    lines: Sequence[GameLine], game: PlayedGame, declared: Mapping[str, Declaration] = MappingProxyType({})
) -> ClubEvening:
    """The evening of the newest game, by balance or wins of that evening, then of the year."""
    season = select_lines(lines, "season", game)
    evening = select_lines(lines, "evening", game)
    statistics = statistics_of(game.key)
    figures = () if statistics is None else statistics.figures
    money = next((figure for figure in figures if figure.kind is FigureKind.MONEY), None)
    there = {standing.key: standing for standing in standings(evening, declared=declared, among=season)}
    rows = [
        EveningRow(standing.name, there.get(standing.key), standing)
        for standing in standings(season, declared=declared, among=season)
    ]

    def gain(standing: PlayerStanding) -> float:
        return standing.won if money is None else standing.parts(money.key)[0]

    rows.sort(key=lambda row: (row.evening is None, -gain(row.evening or row.season), -gain(row.season)))
    days = [day for line in evening if (day := local(line.created)) is not None]
    evenings = {evening_of(line) for line in season} - {None}
    return ClubEvening(min(days, default=None), len(evenings), tuple(rows), money)


def in_koruny(balances: Mapping[str, int]) -> dict[str, int]:
    """Balances (parts of a haléř) in whole koruny, whose sum stays zero: who is closest to the next one is rounded up.

    Raises ValueError where they do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("the balances do not sum to zero")
    koruny = {name: parts // MONEY for name, parts in balances.items()}
    for name in sorted(balances, key=lambda name: -(balances[name] % MONEY))[: -sum(koruny.values())]:
        koruny[name] += 1
    return koruny


def fewest_payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which everybody is at zero; of more than `MOST_EXACT` people at most one fewer.

    ``balances`` sum to zero. Whoever settles within a smaller group saves a payment, so as many groups as can be are
    looked for.
    """
    names = [name for name, balance in balances.items() if balance]
    groups = _settled_groups(names, balances) if len(names) <= MOST_EXACT else [names]
    payments = [payment for group in groups for payment in _within(group, balances)]
    return tuple(sorted(payments, key=lambda payment: -payment.amount))


def _settled_groups(names: Sequence[str], balances: Mapping[str, int]) -> list[list[str]]:
    """The people in as many groups as can be of which each sums to zero, by dynamic programming over sets of people."""
    everybody = (1 << len(names)) - 1
    sums, most, last = [0] * (everybody + 1), [0] * (everybody + 1), [0] * (everybody + 1)
    for people in range(1, everybody + 1):
        lowest = (people & -people).bit_length() - 1
        sums[people] = sums[people & (people - 1)] + balances[names[lowest]]
        members = [n for n in range(len(names)) if people >> n & 1]
        last[people] = max(members, key=lambda n: most[people ^ 1 << n])
        most[people] = most[people ^ 1 << last[people]] + (sums[people] == 0)
    groups: list[list[str]] = []
    people = everybody
    while people:
        if sums[people] == 0:
            groups.append([])
        groups[-1].append(names[last[people]])
        people ^= 1 << last[people]
    return groups


def _within(names: Sequence[str], balances: Mapping[str, int]) -> list[Payment]:
    """Payments in a group that sums to zero, at most one fewer than people: who owes most pays who is owed most."""
    left = {name: balances[name] for name in names}
    payments = []
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return payments
