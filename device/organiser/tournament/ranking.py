"""How the places of a tournament are decided: figures of every entrant, compared in an order that can be chosen.

Pure functions of outcomes. A figure that says nothing yet is 0 for everybody, so nothing hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from device.common.i18n import alphabetical
from device.common.specs.card import RankingFigure, Score
from device.common.specs.spec import GameSpec
from device.organiser.acts.ruling_acts import Adjusted, RankingSet
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.kinds import is_for_two, is_in_halves, is_money, ranking_figures
from rules.message import msg

T = TypeVar("T")

TABLE, DESK, BYE = "table", "desk", "bye"
"""Where an outcome comes from: signed at the table, entered at the desk, or nobody was played."""
NONE = Fraction(0)
WON, DRAWN, LOST, AWAY = "w", "d", "l", "b"
"""What a round was, as frozen standings keep it; `AWAY`: a bye."""
SIGNS = {WON: "✓", DRAWN: "=", LOST: "−"}
"""How people read it."""


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What a round brought an entrant: at which table (0: a bye), against whom, by whose word.

    ``note`` says what was ruled: ``"forfeit"``, ``"double"``; empty: it was played.
    """

    round: int
    table: int
    score: Score
    opponents: tuple[str, ...]
    source: str
    note: str = ""

    @property
    def mark(self) -> str:
        """What it was, in one letter: won, drawn, lost, or a bye."""
        if self.source == BYE:
            return AWAY
        return {Fraction(1): WON, Fraction(0): LOST}.get(self.score.won, DRAWN)


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A line of the standings; equal places are shared.

    ``won``, ``margin`` and ``points`` are sums of the rounds that count, with what was adjusted at the desk.
    ``direct`` are wins among those who are equal so far, ``buchholz`` the wins of all opponents, ``median`` those but
    for the best and the worst opponent, ``lately`` the points of the last round. ``left_out`` are the rounds that do
    not count, ``adjusted`` the points (and half wins) that somebody gave or took.
    """

    place: int
    entrant: Entrant
    outcomes: tuple[RoundOutcome, ...]
    won: Fraction
    margin: Fraction
    points: Fraction
    direct: Fraction = NONE
    buchholz: Fraction = NONE
    median: Fraction = NONE
    lately: Fraction = NONE
    left_out: frozenset[int] = frozenset()
    adjusted: tuple[tuple[int, int], ...] = ()

    @property
    def is_ranked(self) -> bool:
        """Whether it has anything to be placed by: whoever has not, and who was expelled, stands below the others."""
        return bool(self.outcomes) and self.entrant.status != "expelled"


FIGURES: dict[str, RankingFigure] = {
    "wins": RankingFigure(msg("Wins"), msg("wins; a draw is half of one, a bye by the draw a whole one")),
    "margin": RankingFigure(msg("Difference"), msg("the sum of differences; a bye adds none")),
    "points": RankingFigure(msg("Points"), msg("the sum of the points of all rounds")),
    "direct": RankingFigure(msg("Direct"), msg("wins among those who are equal so far, if all of them have met")),
    "buchholz": RankingFigure(msg("Buchholz"), msg("Buchholz: the wins of all opponents")),
    "median": RankingFigure(
        msg("Median"), msg("median: Buchholz without the best and the worst opponent, from three on")
    ),
    "lately": RankingFigure(msg("Last round"), msg("the better last round")),
}
"""What places can be decided by, by the word that stands in the log."""
MONEY = {"points": RankingFigure(msg("Sum (Kč)"), msg("the sum of all rounds"))}
"""What a figure means where money is counted."""
SUMS = {"wins": "won", "margin": "margin", "points": "points"}
"""Figures that are sums, with the field that has them."""


def usual_order(game: GameSpec) -> tuple[str, ...]:
    """What decides the places of a game where the organiser chose nothing."""
    if is_money(game):
        return ("points", "lately")
    if is_for_two(game):
        return ("wins", "margin", "direct", "buchholz")
    return ("wins", "points")


def usual_rest(game: GameSpec) -> int:
    """What a bye that was asked for counts for where the organiser chose nothing, in half wins: where more than two
    meet any bye, nothing."""
    if not is_for_two(game):
        return 0
    return 1 if is_in_halves(game) else 2


def figure(game: GameSpec, word: str) -> RankingFigure:
    """What a figure is called in a game."""
    return {**FIGURES, **(MONEY if is_money(game) else {}), **ranking_figures(game)}[word]


def rank_entrants(
    entrants: Iterable[Entrant],
    outcomes: Mapping[str, Sequence[RoundOutcome]],
    rules: RankingSet,
    adjusted: Mapping[str, Sequence[Adjusted]] | None = None,
) -> list[RankingLine]:
    """The standings, best first; who has no outcome and is not there has no line.

    Rounds that are left out are so in the entrant's own sums; opponents' wins (`buchholz`, ``median``) and ``direct``
    always go by all rounds. ``adjusted`` is what the desk gave or took, by entrant.
    """
    given = adjusted or {}
    all_wins = {
        who: sum((of.score.won for of in many), NONE) + Fraction(sum(act.half_wins for act in given.get(who, ())), 2)
        for who, many in outcomes.items()
    }
    last = max((outcome.round for many in outcomes.values() for outcome in many), default=0)
    lines = []
    for entrant in sorted(entrants, key=lambda entrant: entrant.number):
        many = outcomes.get(entrant.id, ())
        if not many and entrant.status != "present":
            continue
        out = left_out(many, rules)
        round_outcomes = [outcome for outcome in many if outcome.round not in out]
        acts = given.get(entrant.id, ())
        half, points = sum(act.half_wins for act in acts), sum(act.points for act in acts)
        faced = sorted(all_wins.get(other, NONE) for outcome in many for other in outcome.opponents)
        lines.append(
            RankingLine(
                0,
                entrant,
                tuple(many),
                sum((outcome.score.won for outcome in round_outcomes), NONE) + Fraction(half, 2),
                sum((outcome.score.margin for outcome in round_outcomes), NONE) + points,
                sum((outcome.score.points for outcome in round_outcomes), NONE) + points,
                NONE,
                sum(faced, NONE),
                sum(faced[1:-1] if len(faced) > 2 else faced, NONE),
                sum((outcome.score.points for outcome in many if outcome.round == last), NONE),
                out,
                tuple((act.half_wins, act.points) for act in acts),
            )
        )
    return _placed(lines, rules.by_figures)


def left_out(outcomes: Sequence[RoundOutcome], rules: RankingSet) -> frozenset[int]:
    """The rounds that do not count: the worst and the best ones, as far as at least one is left. Of equal ones the
    earliest.
    """
    if not rules.drop_best and not rules.drop_worst:
        return frozenset()
    order = [
        outcome.round
        for outcome in sorted(outcomes, key=lambda outcome: (outcome.score.won, outcome.score.margin, outcome.round))
    ]
    worst = order[: max(0, min(rules.drop_worst, len(order) - 1))]
    rest = sorted(
        (outcome for outcome in outcomes if outcome.round not in worst),
        key=lambda outcome: (-outcome.score.won, -outcome.score.margin, outcome.round),
    )
    best = [outcome.round for outcome in rest][: max(0, min(rules.drop_best, len(rest) - 1))]
    return frozenset((*worst, *best))


def values(line: RankingLine | TeamLine, by: Iterable[str]) -> tuple[Fraction, ...]:
    """The figures of a line by their words."""
    return tuple(getattr(line, SUMS.get(word, word)) for word in by)


def _placed(lines: Sequence[RankingLine], by: Sequence[str]) -> list[RankingLine]:
    """``lines`` with their places, best first. Direct games are those of who is equal in all that goes before."""
    if "direct" in by:
        lines = _direct(lines, by[: by.index("direct")])
    placed = with_places(lines, lambda line: (line.is_ranked, values(line, by)))
    return [replace(line, place=place) for place, line in placed]


def with_places(lines: Iterable[T], key: Callable[[T], Any]) -> Iterator[tuple[int, T]]:
    """The places and lines, the largest ``key`` first; equal places are shared, by who stands first in ``lines``."""
    before, place = None, 0
    for number, line in enumerate(sorted(lines, key=key, reverse=True), start=1):
        if number == 1 or key(line) != before:
            before, place = key(line), number
        yield place, line


def _direct(lines: Sequence[RankingLine], before: Sequence[str]) -> list[RankingLine]:
    """``lines`` with the wins among those who are equal in the figures ``before``, if all of them have met."""
    groups: dict[tuple[bool, tuple[Fraction, ...]], list[RankingLine]] = {}
    for line in lines:
        groups.setdefault((line.is_ranked, values(line, before)), []).append(line)
    ranking_lines = []
    for line in lines:
        of_group = groups[line.is_ranked, values(line, before)]
        group = {other.entrant.id for other in of_group}
        met = [{who for of in other.outcomes for who in of.opponents} for other in of_group]
        if len(group) > 1 and all(len(group & others) == len(group) - 1 for others in met):
            wins = sum((of.score.won for of in line.outcomes if group & {*of.opponents}), NONE)
            ranking_lines.append(replace(line, direct=wins))
        else:
            ranking_lines.append(line)
    return ranking_lines


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's line: its ``members`` best first, of whom those in ``counted`` (ids) count."""

    place: int
    name: str
    members: tuple[RankingLine, ...]
    counted: frozenset[str]
    won: Fraction
    margin: Fraction
    points: Fraction


def team_lines(lines: Sequence[RankingLine], rules: RankingSet) -> list[TeamLine]:
    """The standings of teams: sums of their members, the best ``rules.team_best`` of them; by what decides the places
    of entrants, as far as it is a sum. Equal places are shared.
    """
    teams: dict[str, list[RankingLine]] = {}
    for line in lines:
        if line.entrant.team:
            teams.setdefault(line.entrant.team, []).append(line)
    ranked_teams = []
    for name, members in teams.items():
        best = [member for member in members if member.is_ranked][: rules.team_best or None]
        won, margin, points = (
            sum((getattr(line, word) for line in best), NONE) for word in ("won", "margin", "points")
        )
        ids = frozenset(line.entrant.id for line in best)
        ranked_teams.append(TeamLine(0, name, tuple(members), ids, won, margin, points))
    by = [word for word in rules.by_figures if word in SUMS] or ["points"]
    ranked_teams.sort(key=lambda line: alphabetical(line.name))
    placed = with_places(ranked_teams, lambda line: (bool(line.counted), values(line, by)))
    return [replace(line, place=place) for place, line in placed]
