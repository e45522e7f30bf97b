"""From results to standings, the one way: what counts, what it brought everybody by rounds, lines with places.

All of it is computed once for a state of the event and shared by all who ask (`EventState.once`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from device.organiser.acts import decisions
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.kinds import is_for_two, is_money
from device.organiser.tournament.ranking import BYE, DESK, TABLE, Line, Outcome, Rules, ranked, usual
from device.organiser.tournament.results import results
from device.organiser.tournament.table_results import TableResult, ruled, table_results
from device.registry import EVENT_SPECS
from device.specs.card import Score
from rules.games import GAMES
from rules.message import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings: place (shared where equal), name, games or rounds, and two figures to show.

    ``won``, ``margin`` and ``points`` are the sums of what the results brought (`device.specs.card.Score`).
    ``more`` is what else decides places, by the words of `tournament.ranking.FIGURES`, ``people`` the ids of
    those who were drawn, and ``club`` theirs.
    """

    place: int
    name: str
    games: int
    figures: tuple[Message | str, Message | str]
    won: Fraction
    margin: Fraction
    points: Fraction
    more: tuple[tuple[str, Fraction], ...] = ()
    people: tuple[str, ...] = ()
    club: str = ""


BREAKERS = ("direct", "buchholz", "median", "lately")
"""Figures that stand beside the two of every game where they decide places."""


class Scoring:
    """What the results of an event come to."""

    def __init__(self, state: EventState) -> None:
        self._state = state

    def _once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """What follows from the games that count and the acts of the tournament alone."""
        return self._state.once(key, compute, results(self._state), self._state.tournament)

    # -- results ---------------------------------------------------------------------------------------------------

    def tables(self, round: int) -> tuple[TableResult, ...]:
        """Every table of a round that was published, as drawn."""
        draw = self._state.tournament.published(round)
        return () if draw is None else table_results(self._state, draw)

    def missing(self, before: int) -> int:
        """How many tables of the rounds before ``before`` have no result."""
        return sum(
            one.scores is None for draw in self._draws() if draw.round < before for one in self.tables(draw.round)
        )

    def off(self, kind: str) -> Iterator[tuple[int, int, Fraction]]:
        """Tables whose money does not come to 0: the round, the table, and what it comes to (haléře)."""
        for draw in self._draws(kind):
            for one in self.tables(draw.round):
                if one.scores is not None and (sum_ := sum((score.points for score in one.scores), Fraction(0))):
                    yield draw.round, one.drawn.table, sum_

    def counted(self) -> Counter[str]:
        """How many results count, by game: games signed at tables, what the desk entered in their place, and byes."""
        return self._once("counted", self._counted)

    def _counted(self) -> Counter[str]:
        found: Counter[str] = Counter()
        replaced: set[int] = set()
        for draw in self._draws():
            for one in self.tables(draw.round):
                if one.entered is not None:
                    found[draw.kind] += 1
                    replaced |= {id(score) for score in one.own or ()}
            if is_for_two(draw.kind):
                found[draw.kind] += len(draw.byes)
        for result in results(self._state):
            if any(id(score) not in replaced for score in result.scores):
                found[result.kind] += 1
        return +found

    # -- lines -----------------------------------------------------------------------------------------------------

    def outcomes(self, kind: str) -> dict[str, list[Outcome]]:
        """What every entrant has from the drawn rounds of a game. A bye of two is a win without a difference."""
        return self._once(("outcomes", kind), lambda: self._outcomes(kind))

    def _outcomes(self, kind: str) -> dict[str, list[Outcome]]:
        found: dict[str, list[Outcome]] = {}
        for draw in self._draws(kind):
            for one in self.tables(draw.round):
                source = TABLE if one.entered is None else DESK
                for seat, (entrant, score) in enumerate(zip(one.drawn.entrants, one.scores or (), strict=False)):
                    others = tuple(other for other in one.drawn.entrants if other != entrant)
                    outcome = Outcome(draw.round, one.drawn.table, score, others, source, ruled(one.entered, seat))
                    found.setdefault(entrant, []).append(outcome)
            for entrant in draw.byes:
                score = Score("", Fraction(is_for_two(kind)), Fraction(0), Fraction(0))
                found.setdefault(entrant, []).append(Outcome(draw.round, 0, score, (), BYE))
        return found

    def rules(self, kind: str) -> Rules:
        """How the places of a game are decided: as the organiser chose, else as its rules have it."""
        chosen = self._state.tournament.ranking(kind)
        if chosen is None:
            return Rules(usual(kind))
        by = chosen.by_figures or usual(kind)
        return Rules(by, chosen.drop_best, chosen.drop_worst, chosen.team_best, chosen.team_size)

    def lines(self, kind: str, before: int = 100) -> tuple[Line, ...]:
        """The standings of a game after the rounds before ``before``, best first, by its `rules`.

        Entrants without a result stand last, by number.
        """
        drawn = frozenset(draw.round for draw in self._draws(kind) if draw.round < before)
        return self._once(("lines", kind, drawn), lambda: tuple(self._lines(kind, drawn)))

    def _lines(self, kind: str, drawn: frozenset[int]) -> list[Line]:
        tournament = self._state.tournament
        adjusted: dict[str, list[tuple[int, int, int]]] = {}
        for act in tournament.adjusted:
            if act.round in drawn:
                adjusted.setdefault(act.entrant, []).append((act.round, act.half_wins, act.points))
        outcomes = {
            entrant: kept
            for entrant, many in self.outcomes(kind).items()
            if (kept := [one for one in many if one.round in drawn])
        }
        return ranked(tournament.entrants.values(), outcomes, self.rules(kind), adjusted)

    def _undrawn_lines(self, kind: str) -> list[Line]:
        """The same of a game that nobody drew: who played it is known by name alone."""
        outcomes: dict[str, list[Outcome]] = {}
        for result in results(self._state):
            for score in result.scores if result.kind == kind else ():
                outcome = Outcome(score.round or result.round, result.table, score, (), TABLE)
                outcomes.setdefault(score.name, []).append(outcome)
        entrants = [Entrant(name, n, name, (name,)) for n, name in enumerate(sorted(outcomes))]
        return ranked(entrants, outcomes, Rules(usual(kind) if is_money(kind) else ("wins", "margin", "points")))

    # -- standings -------------------------------------------------------------------------------------------------

    def standings(self, kind: str) -> tuple[Standing, ...]:
        """The standings of a game as everybody sees them; empty before anything is signed."""
        return self._once(("standings", kind), lambda: tuple(self._standings(kind)))

    def all_standings(self) -> dict[str, tuple[Standing, ...]]:
        """The standings of every game that has any, by its word."""
        return {kind: found for kind in GAMES if (found := self.standings(kind))}

    def _standings(self, kind: str) -> Iterator[Standing]:
        drawn = any(self._draws(kind))
        shown, by = EVENT_SPECS[kind].card.load(), self.rules(kind).by
        for line in self.lines(kind) if drawn else self._undrawn_lines(kind):
            if line.outcomes:
                # A mariáš game is signed round by round: what is counted there are rounds.
                count = Fraction(len(line.outcomes)) if is_money(kind) else line.won
                yield Standing(
                    line.place,
                    line.entrant.name,
                    len(line.outcomes),
                    shown.figures(count, line.margin, line.points),
                    line.won,
                    line.margin,
                    line.points,
                    tuple((word, getattr(line, word)) for word in by if word in BREAKERS) if drawn else (),
                    line.entrant.people,
                    line.entrant.club,
                )

    def _draws(self, kind: str = "") -> Iterator[decisions.Published]:
        """The published draws of a game, or of all games, by round."""
        return (one for one in self._state.tournament.rounds() if kind in ("", one.kind))
