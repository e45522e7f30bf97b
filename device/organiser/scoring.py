"""What the published draws came to: every table's result, and the standings of entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from device.games import SPECS
from device.organiser import decisions
from device.organiser.card import Score
from device.organiser.event_state import EventState
from device.organiser.standings import Result, Results
from device.organiser.tournament import Entrant
from rules.people import same_name

TABLE, DESK, BYE = "table", "desk", "bye"
"""Where an outcome comes from: signed at the table, entered at the desk, or nobody was played."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of a published draw: its scores by seat (None: there is no result yet) and where they come from.

    ``own`` is what was signed at the table, ``entered`` what was entered at the desk, which stands above it.
    """

    round: int
    drawn: decisions.TableDrawn
    scores: tuple[Score, ...] | None
    own: tuple[Score, ...] | None
    entered: decisions.ResultEntered | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a round brought an entrant: at which table (0: a bye), against whom, by whose word."""

    round: int
    table: int
    score: Score
    opponents: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings; equal places are shared.

    ``won`` and ``margin`` and ``points`` are sums. ``direct`` are wins among those who are equal so far,
    ``buchholz`` the wins of all opponents, ``lately`` the points of the last round.
    """

    place: int
    entrant: Entrant
    outcomes: tuple[Outcome, ...]
    won: Fraction
    margin: Fraction
    points: Fraction
    direct: Fraction = Fraction(0)
    buchholz: Fraction = Fraction(0)
    lately: Fraction = Fraction(0)


def is_for_two(kind: str) -> bool:
    """Whether two entrants meet at a table: two pairs, or two players."""
    seats = SPECS[kind].seats
    return seats.pairs or seats.most == 2


def is_money(kind: str) -> bool:
    """Whether the sum of all rounds decides, in haléře (M31), not wins."""
    return SPECS[kind].card.load().standing_by == "sum"


class Scoring:
    """The results of the published draws, from tables and from the desk."""

    def __init__(self, state: EventState, results: Results | None = None) -> None:
        self._state = state
        self._results = Results(state) if results is None else results

    def tables(self, round: int) -> list[TableResult]:
        """Every table of a round that was published, as drawn."""
        draw = self._state.tournament.published(round)
        return [] if draw is None else self._tables(draw, self._played())

    def missing(self, before: int) -> int:
        """How many tables of the rounds before ``before`` have no result."""
        played = self._played()
        draws = [one for one in self._state.tournament.rounds() if one.round < before]
        return sum(one.scores is None for draw in draws for one in self._tables(draw, played))

    def official(self) -> list[Result]:
        """Every result that counts: what tables signed, with what the desk entered in its place, and byes."""
        draws, games = list(self._state.tournament.rounds()), self._results.all()
        if not draws:
            return games
        played, entrants = self._played(), self._state.tournament.entrants
        added: list[Result] = []
        replaced: set[int] = set()
        whose: dict[int, Entrant] = {}
        names = Counter(one.name for one in entrants.values())

        def mark(who: str) -> str:
            """The entrant's id where the name says too little; else games that nobody drew count for it, too."""
            return who if names[entrants[who].name] > 1 else ""

        for draw in draws:
            for one in self._tables(draw, played):
                if one.entered is not None and one.scores is not None:
                    replaced |= {id(score) for score in one.own or ()}
                    scores = tuple(
                        replace(score, entrant=mark(who))
                        for score, who in zip(one.scores, one.drawn.entrants, strict=True)
                    )
                    added.append(Result("", one.drawn.table, draw.round, draw.kind, scores))
                else:
                    whose |= {
                        id(score): entrants[who] for score, who in zip(one.own or (), one.drawn.entrants, strict=False)
                    }
            for who in draw.byes if is_for_two(draw.kind) else ():
                score = Score(entrants[who].name, Fraction(1), Fraction(0), Fraction(0), entrant=mark(who))
                added.append(Result("", 0, draw.round, draw.kind, (score,)))
        left = [
            replace(
                game,
                scores=tuple(
                    one if (of := whose.get(id(one))) is None else replace(one, name=of.name, entrant=mark(of.id))
                    for one in game.scores
                    if id(one) not in replaced
                ),
            )
            for game in games
        ]
        return [game for game in left if game.scores] + added

    def _played(self) -> dict[tuple[str, object, int], list[Score]]:
        """The scores of games that count: by the pairing that was confirmed, and by table, each with the round."""
        found: dict[tuple[str, object, int], list[Score]] = {}
        for result in self._results.all():
            pairings = self._state.games[result.uid].pairings
            for number in dict.fromkeys(score.round or result.round for score in result.scores):
                scores = [score for score in result.scores if (score.round or result.round) == number]
                for key in (*((result.kind, one, number) for one in pairings), (result.kind, result.table, number)):
                    found[key] = scores  # the newest game of a table stands
        return found

    def _tables(
        self, draw: decisions.Published, played: Mapping[tuple[str, object, int], list[Score]]
    ) -> list[TableResult]:
        tournament, made = self._state.tournament, []
        known = frozenset(id for one in tournament.entrants.values() for id in one.people if id)
        for drawn in draw.tables:
            seated = [tournament.entrants[one] for one in drawn.entrants if one in tournament.entrants]
            names = [one.name for one in seated]
            ids = [one.people[0] if len(one.people) == 1 else "" for one in seated]
            paired = played.get((draw.kind, drawn.pairing, draw.round))
            own = None if paired is None else by_seat(names, paired, sure=True, ids=ids, others=known)
            if own is None:
                own = by_seat(names, played.get((draw.kind, drawn.table, draw.round), ()), ids=ids)
            entered = tournament.entered(draw.round, drawn.table)
            if entered is not None and len(entered.scores) == len(drawn.entrants):
                scores: tuple[Score, ...] | None = entered_scores(entered, names, draw.kind)
            else:
                entered, scores = None, own
            made.append(TableResult(draw.round, drawn, scores, own, entered))
        return made

    def outcomes(self, kind: str, before: int = 100) -> dict[str, list[Outcome]]:
        """What every entrant has from the rounds of a game before ``before``. A bye is a win without a difference."""
        found: dict[str, list[Outcome]] = {}
        played = self._played()
        for draw in self._state.tournament.rounds():
            if draw.kind != kind or draw.round >= before:
                continue
            for one in self._tables(draw, played):
                for seat, entrant in enumerate(one.drawn.entrants):
                    others = tuple(other for other in one.drawn.entrants if other != entrant)
                    if one.scores is not None:
                        source = TABLE if one.entered is None else DESK
                        outcome = Outcome(draw.round, one.drawn.table, one.scores[seat], others, source)
                        found.setdefault(entrant, []).append(outcome)
            for entrant in draw.byes:
                score = Score("", Fraction(is_for_two(kind)), Fraction(0), Fraction(0))
                found.setdefault(entrant, []).append(Outcome(draw.round, 0, score, (), BYE))
        return found

    def lines(self, kind: str, before: int = 100) -> list[Line]:
        """The standings of a game after the rounds before ``before``, best first.

        By wins, the sum of differences, wins among those who are equal so far if all of them have met, and Buchholz;
        where money is counted by the sum, then the last round, then shared (M31). Entrants without a result stand
        last, by number.
        """
        outcomes = self.outcomes(kind, before)
        wins = {one: sum((of.score.won for of in many), Fraction(0)) for one, many in outcomes.items()}
        last = max((one.round for many in outcomes.values() for one in many), default=0)
        lines = []
        for entrant in sorted(self._state.tournament.entrants.values(), key=lambda one: one.number):
            many = outcomes.get(entrant.id, [])
            if not many and entrant.status != "present":
                continue
            margin, points = (
                sum((getattr(one.score, word) for one in many), Fraction(0)) for word in ("margin", "points")
            )
            opponents = [other for one in many for other in one.opponents]
            buchholz = sum((wins.get(other, Fraction(0)) for other in opponents), Fraction(0))
            lately = sum((one.score.points for one in many if one.round == last), Fraction(0))
            won = wins.get(entrant.id, Fraction(0))
            lines.append(Line(0, entrant, tuple(many), won, margin, points, Fraction(0), buchholz, lately))
        if is_money(kind):
            return _placed(lines, lambda one: (bool(one.outcomes), one.points, one.lately))
        return _placed(_direct(lines), lambda one: (bool(one.outcomes), one.won, one.margin, one.direct, one.buchholz))


def by_seat(
    names: Sequence[str],
    scores: Sequence[Score],
    sure: bool = False,
    ids: Sequence[str] = (),
    others: Container[str] = (),
) -> tuple[Score, ...] | None:
    """The scores in the order of ``names``; None where somebody is not among them.

    ``ids`` are those of the people, by which they are known before their names. ``sure``: it is their game, so names
    that were written otherwise at the table stand by their seats, unless one of them is known to be among the
    ``others``.
    """
    left, found = list(scores), []
    for seat, name in enumerate(names):
        match = next((one for one in left if one.person and one.person in ids[seat : seat + 1]), None)
        if match is None:
            rest = [one for one in left if not one.person or one.person not in ids]
            match = next((one for one in rest if same_name(one.name) == same_name(name)), None)
        if match is None:
            sure = sure and len(scores) == len(names) and not any(one.person in others for one in left)
            return tuple(scores) if sure else None
        left.remove(match)
        found.append(match)
    return tuple(found) if names else None


def entered_scores(entered: decisions.ResultEntered, names: Sequence[str], kind: str) -> tuple[Score, ...]:
    """What a result from the desk counts for."""
    points = [Fraction(one) for one in entered.scores]
    if is_for_two(kind) and len(points) == 2:
        a, b = points
        won = Fraction(1, 2) if a == b else Fraction(a > b)
        return (Score(names[0], won, a - b, a), Score(names[1], 1 - won, b - a, b))
    return tuple(Score(name, Fraction(0), one, one) for name, one in zip(names, points, strict=True))


def _direct(lines: Sequence[Line]) -> list[Line]:
    """``lines`` with the wins among those who have as many wins and the same difference, if all of them have met."""
    groups: dict[tuple[Fraction, Fraction], list[Line]] = {}
    for one in lines:
        groups.setdefault((one.won, one.margin), []).append(one)
    found = []
    for one in lines:
        group = {other.entrant.id for other in groups[one.won, one.margin]}
        met = [{who for of in other.outcomes for who in of.opponents} for other in groups[one.won, one.margin]]
        if len(group) > 1 and all(len(group & others) == len(group) - 1 for others in met):
            wins = sum((of.score.won for of in one.outcomes if group & {*of.opponents}), Fraction(0))
            found.append(replace(one, direct=wins))
        else:
            found.append(one)
    return found


def _placed(lines: Iterable[Line], key: Callable[[Line], tuple[Any, ...]]) -> list[Line]:
    """``lines`` with their places, best first."""
    ordered = sorted(lines, key=key, reverse=True)
    found: list[Line] = []
    for number, line in enumerate(ordered, start=1):
        same = found and key(ordered[number - 2]) == key(line)
        found.append(replace(line, place=found[-1].place if same else number))
    return found
