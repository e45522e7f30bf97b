"""From results to standings, the one way: what counts, what it brought everybody by rounds, lines with places.

All of it is computed once for a state of the event and shared by all who ask (`EventState.once`).
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Concatenate, ParamSpec, TypeVar

import msgspec

from device.common.specs.card import Score
from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import Adjusted, RankingSet
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.kinds import is_for_two, is_money
from device.organiser.tournament.ranking import (
    BYE,
    DESK,
    TABLE,
    RankingLine,
    RoundOutcome,
    rank_entrants,
    usual_order,
    usual_rest,
)
from device.organiser.tournament.results import TableResult, results, ruling_note, table_results
from rules.message import Message

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings: place (shared where equal), name, games or rounds, and two figures to show.

    ``won``, ``margin`` and ``points`` are the sums of what the results brought (`device.common.specs.card.Score`).
    ``more`` is what else decides places, by the words of `tournament.ranking.FIGURES`, ``people`` the ids of
    those who were drawn, and ``club`` theirs. ``number`` is the entrant's (0: nobody was drawn), ``marks`` how each
    round ended (`ranking.WON` and so on), empty where nobody wins a round.
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
    number: int = 0
    marks: tuple[str, ...] = ()


BREAKERS = ("direct", "buchholz", "median", "lately")
"""Figures that stand beside the two of every game where they decide places."""


def computed_once(compute: Callable[Concatenate[Scoring, P], T]) -> Callable[Concatenate[Scoring, P], T]:
    """What follows from the games that count and the acts of the tournament alone, for a method of `Scoring`."""

    @functools.wraps(compute)
    def answer(scoring: Scoring, /, *args: P.args, **named: P.kwargs) -> T:
        state, key = scoring.state, (compute.__name__, *args)
        return state.once(key, lambda: compute(scoring, *args, **named), results(state), state.tournament, state.sheets)

    return answer


class Scoring:
    """What the results of an event come to at ``state``."""

    def __init__(self, state: EventState) -> None:
        self.state = state

    # -- results ---------------------------------------------------------------------------------------------------

    def tables(self, round: int) -> tuple[TableResult, ...]:
        """Every table of a round that was published, as drawn."""
        state, draw = self.state, self.state.tournament.draw_of(round)
        return () if draw is None else state.once(("tables", round), lambda: table_results(state, draw))

    def starts_before(self, before: int) -> dict[str, list[bool]]:
        """Whether everybody started the games of two of the rounds before ``before``, the oldest first.

        As the table's signed game says, else as it was drawn. Where somebody did not come, nobody started.
        """
        starts: dict[str, list[bool]] = {}
        for draw in self._draws():
            for table in self.tables(draw.round) if draw.round < before else ():
                played, absent = table.own or (), table.entered.absent if table.entered is not None else ()
                if len(table.drawn.entrants) != 2 or (absent and not played):
                    continue
                for seat, entrant in enumerate(table.drawn.entrants):
                    started = played[seat].started if played else None
                    starts.setdefault(entrant, []).append(seat == 0 if started is None else started)
        return starts

    def missing(self, before: int) -> int:
        """How many tables of the rounds before ``before`` have no result."""
        return sum(
            table.scores is None for draw in self._draws() if draw.round < before for table in self.tables(draw.round)
        )

    def off(self, kind: str) -> Iterator[tuple[int, int, Fraction]]:
        """Tables whose money does not come to 0: the round, the table, and what it comes to (haléře)."""
        for draw in self._draws(kind):
            for table in self.tables(draw.round):
                if table.scores is not None and (sum_ := sum((score.points for score in table.scores), Fraction(0))):
                    yield draw.round, table.drawn.table, sum_

    @computed_once
    def result_counts(self) -> Counter[str]:
        """How many results count, by game: games signed at tables, what the desk entered in their place, and byes."""
        counts: Counter[str] = Counter()
        replaced: set[int] = set()
        for draw in self._draws():
            for table in self.tables(draw.round):
                if table.entered is not None:
                    counts[draw.kind] += 1
                    replaced |= {id(score) for score in table.own or ()}
            if is_for_two(self.state.game(draw.kind)):
                counts[draw.kind] += len(draw.byes)
        for result in results(self.state):
            if any(id(score) not in replaced for score in result.scores):
                counts[result.kind] += 1
        return +counts

    # -- lines -----------------------------------------------------------------------------------------------------

    @computed_once
    def outcomes(self, kind: str) -> dict[str, list[RoundOutcome]]:
        """What every entrant has from the drawn rounds of a game."""
        outcomes: dict[str, list[RoundOutcome]] = {}
        for draw in self._draws(kind):
            for table in self.tables(draw.round):
                source = TABLE if table.entered is None else DESK
                for seat, (entrant, score) in enumerate(zip(table.drawn.entrants, table.scores or (), strict=False)):
                    others = tuple(other for other in table.drawn.entrants if other != entrant)
                    outcome = RoundOutcome(
                        draw.round, table.drawn.table, score, others, source, ruling_note(table.entered, seat)
                    )
                    outcomes.setdefault(entrant, []).append(outcome)
            for entrant, won in self.byes(draw).items():
                score = Score("", won, Fraction(0), Fraction(0))
                outcomes.setdefault(entrant, []).append(RoundOutcome(draw.round, 0, score, (), BYE))
        return outcomes

    def byes(self, draw: decisions.Published) -> dict[str, Fraction]:
        """What the byes of a draw count for, without a difference: of two a win (FIDE Handbook C.04.1, article 3), but
        as the `rules` have it where it was asked for, or where more than two meet."""
        rest = Fraction(self.rules(draw.kind).rest_half_wins or 0, 2)
        two = is_for_two(self.state.game(draw.kind))
        return {bye: Fraction(1) if two and bye not in draw.requested else rest for bye in draw.byes}

    def rules(self, kind: str) -> RankingSet:
        """How the places of a game are decided: as the organiser chose, else as its rules have it."""
        chosen = self.state.tournament.ranking.get(kind) or RankingSet(id="0" * 16, kind=kind)
        game, rest = self.state.game(kind), chosen.rest_half_wins
        return msgspec.structs.replace(
            chosen,
            by_figures=chosen.by_figures or usual_order(game),
            rest_half_wins=usual_rest(game) if rest is None else rest,
        )

    def lines(self, kind: str, before: int = 100) -> tuple[RankingLine, ...]:
        """The standings of a game after the rounds before ``before``, best first, by its `rules`.

        Entrants without a result stand last, by number.
        """
        drawn = frozenset(draw.round for draw in self._draws(kind) if draw.round < before)
        return self._lines(kind, drawn)

    @computed_once
    def _lines(self, kind: str, drawn: frozenset[int]) -> tuple[RankingLine, ...]:
        tournament = self.state.tournament
        adjusted: dict[str, list[Adjusted]] = {}
        for act in tournament.adjustments:
            if act.round in drawn:
                adjusted.setdefault(act.entrant, []).append(act)
        outcomes = {
            entrant: round_outcomes
            for entrant, many in self.outcomes(kind).items()
            if (round_outcomes := [outcome for outcome in many if outcome.round in drawn])
        }
        return tuple(rank_entrants(tournament.entrants.values(), outcomes, self.rules(kind), adjusted))

    def _undrawn_lines(self, kind: str) -> list[RankingLine]:
        """The same of a game that nobody drew: who played it is known by name alone, or nobody where none was given."""
        game = self.state.game(kind)
        shown = game.card.load()
        outcomes: dict[str, list[RoundOutcome]] = {}
        for result in results(self.state):
            for score in result.scores if result.kind == kind else ():
                if shown.label(score) != score.name:
                    continue
                outcome = RoundOutcome(score.round or result.round, result.table, score, (), TABLE)
                outcomes.setdefault(score.name, []).append(outcome)
        entrants = [Entrant(name, n, name, (name,)) for n, name in enumerate(sorted(outcomes))]
        by = usual_order(game) if is_money(game) else ("wins", "margin", "points")
        return rank_entrants(entrants, outcomes, RankingSet(id="0" * 16, kind=kind, by_figures=by))

    # -- standings -------------------------------------------------------------------------------------------------

    @computed_once
    def standings(self, kind: str) -> tuple[StandingsLine, ...]:
        """The standings of a game as everybody sees them; empty before anything is signed."""
        drawn = any(self._draws(kind))
        game, by = self.state.game(kind), self.rules(kind).by_figures
        shown, in_money = game.card.load(), is_money(game)
        lines = []
        for line in self.lines(kind) if drawn else self._undrawn_lines(kind):
            if line.outcomes:
                # A mariáš game is signed round by round: what is counted there are rounds.
                count = Fraction(len(line.outcomes)) if in_money else line.won
                lines.append(
                    StandingsLine(
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
                        line.entrant.number if drawn else 0,
                        tuple(outcome.mark for outcome in line.outcomes) if drawn and not in_money else (),
                    )
                )
        return tuple(lines)

    def all_standings(self) -> dict[str, tuple[StandingsLine, ...]]:
        """The standings of every game that has any, by its word."""
        return {kind: lines for kind in self.state.kinds() if (lines := self.standings(kind))}

    def _draws(self, kind: str = "") -> Iterator[decisions.Published]:
        """The published draws of a game, or of all games, by round."""
        return (draw for draw in self.state.tournament.rounds() if kind in ("", draw.kind))
