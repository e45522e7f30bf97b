"""What the published draws came to: every table's result, and the standings of entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from device.organiser.acts import decisions
from device.organiser.log.event_state import EventState
from device.organiser.log.table_game import TableGame
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.money import shared
from device.organiser.tournament.ranking import (
    BYE,
    DESK,
    TABLE,
    Line,
    Outcome,
    Rules,
    is_for_two,
    is_least,
    is_money,
    ranked,
    usual,
)
from device.organiser.tournament.standings import Result, Results, Standing, standings
from device.specs.card import Score
from device.specs.registry import EVENT_SPECS
from rules.people import same_name

__all__ = ["BYE", "DESK", "TABLE", "Line", "Outcome", "Scoring", "TableResult", "is_for_two", "is_least", "is_money"]


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of a published draw: its scores by seat (None: there is no result yet) and where they come from.

    ``own`` is what was signed at the table, ``entered`` what was entered at the desk, which stands above it. ``game``
    is the game that was played there, as far as it was heard of.
    """

    round: int
    drawn: decisions.TableDrawn
    scores: tuple[Score, ...] | None
    own: tuple[Score, ...] | None
    entered: decisions.ResultEntered | None
    game: TableGame | None = None


_Played = dict[tuple[str, object, int], tuple[str, list[Score]]]
"""By game, pairing or table, and round: the id of the game, and its scores."""


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

    def off(self, kind: str) -> Iterator[tuple[int, int, Fraction]]:
        """Tables whose money does not come to 0: the round, the table, and what it comes to (haléře)."""
        played = self._played()
        for draw in self._state.tournament.rounds():
            for one in self._tables(draw, played) if draw.kind == kind else ():
                if one.scores is not None and (sum_ := sum((score.points for score in one.scores), Fraction(0))):
                    yield draw.round, one.drawn.table, sum_

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

    def _played(self) -> _Played:
        """The scores of games that count: by the pairing that was confirmed, and by table, each with the round."""
        found: _Played = {}
        for result in self._results.all():
            pairings = self._state.games[result.uid].pairings
            for number in dict.fromkeys(score.round or result.round for score in result.scores):
                scores = [score for score in result.scores if (score.round or result.round) == number]
                for key in (*((result.kind, one, number) for one in pairings), (result.kind, result.table, number)):
                    found[key] = result.uid, scores  # the newest game of a table stands
        return found

    def _tables(self, draw: decisions.Published, played: _Played) -> list[TableResult]:
        tournament, made = self._state.tournament, []
        known = frozenset(id for one in tournament.entrants.values() for id in one.people if id)
        begun = {pairing: game for game in self._state.games.values() for pairing in game.pairings}
        for drawn in draw.tables:
            seated = [tournament.entrants[one] for one in drawn.entrants if one in tournament.entrants]
            names = [one.name for one in seated]
            ids = [one.people[0] if len(one.people) == 1 else "" for one in seated]
            uid, paired = played.get((draw.kind, drawn.pairing, draw.round), ("", None))
            own = None if paired is None else by_seat(names, paired, sure=True, ids=ids, others=known)
            if own is None:
                uid, scored = played.get((draw.kind, drawn.table, draw.round), ("", []))
                own = by_seat(names, scored, ids=ids)
            game = self._state.games.get(uid) if own is not None else begun.get(drawn.pairing or "")
            entered = tournament.entered(draw.round, drawn.table)
            if entered is not None and len(entered.scores) == len(drawn.entrants):
                scores: tuple[Score, ...] | None = entered_scores(entered, names, draw.kind)
            else:
                entered, scores = None, own
            made.append(TableResult(draw.round, drawn, scores, own, entered, game))
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
                        score, note = one.scores[seat], ruled(one.entered, seat)
                        outcome = Outcome(draw.round, one.drawn.table, score, others, source, note)
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

    def lines(self, kind: str, before: int = 100) -> list[Line]:
        """The standings of a game after the rounds before ``before``, best first, by its `rules`.

        Entrants without a result stand last, by number.
        """
        tournament = self._state.tournament
        drawn = {draw.round for draw in tournament.rounds() if draw.kind == kind and draw.round < before}
        adjusted: dict[str, list[tuple[int, int, int]]] = {}
        for act in tournament.adjusted:
            if act.round in drawn:
                adjusted.setdefault(act.entrant, []).append((act.round, act.half_wins, act.points))
        return ranked(tournament.entrants.values(), self.outcomes(kind, before), self.rules(kind), adjusted)

    def standings(self, kind: str, results: Sequence[Result] | None = None) -> list[Standing]:
        """The standings of a game as the board has them: the same lines where its rounds were drawn at the desk,
        else what `standings` makes of the games that count (``results``: those of `official`).
        """
        if not any(draw.kind == kind for draw in self._state.tournament.rounds()):
            return standings(self.official() if results is None else results, kind)
        shown, by = EVENT_SPECS[kind].card.load(), self.rules(kind).by
        found = []
        for line in self.lines(kind):
            if line.outcomes:
                count = Fraction(len(line.outcomes)) if is_money(kind) else line.won
                figures = shown.figures(count, line.margin, line.points)
                entrant = line.entrant
                found.append(
                    Standing(
                        line.place,
                        entrant.name,
                        len(line.outcomes),
                        figures,
                        line.won,
                        line.margin,
                        line.points,
                        tuple((word, getattr(line, word)) for word in by if word in BREAKERS),
                        entrant.people,
                        entrant.club,
                    )
                )
        return found


BREAKERS = ("direct", "buchholz", "median", "lately")
"""Figures that stand beside the two of every game where they decide places."""


def ruled(entered: decisions.ResultEntered | None, seat: int) -> str:
    """What the desk ruled about a seat (`Outcome.note`)."""
    if entered is None:
        return ""
    if entered.double_loss:
        return "double"
    return "forfeit" if seat in entered.absent else ""


def by_seat(
    names: Sequence[str],
    scores: Sequence[Score],
    sure: bool = False,
    ids: Sequence[str] = (),
    others: Container[str] = (),
) -> tuple[Score, ...] | None:
    """The scores in the order of ``names``; None where somebody is not among them.

    ``ids`` are those of the people, by which they are known before their names. ``sure``: it is their game, so those
    whose names were written otherwise at the table stand by their seats in the places that are left, unless one of them
    is known to be among the ``others``.
    """
    left: list[Score] = list(scores)
    found: list[Score | None] = []
    for seat, name in enumerate(names):
        match = next((one for one in left if one.person and one.person in ids[seat : seat + 1]), None)
        if match is None:
            rest = [one for one in left if not one.person or one.person not in ids]
            match = next((one for one in rest if same_name(one.name) == same_name(name)), None)
        if match is not None:
            left.remove(match)
        found.append(match)
    if None in found and (not sure or len(scores) != len(names) or any(one.person in others for one in left)):
        return None
    otherwise = iter(left)
    return tuple(one or next(otherwise) for one in found) or None


def entered_scores(entered: decisions.ResultEntered, names: Sequence[str], kind: str) -> tuple[Score, ...]:
    """What a result from the desk counts for.

    Where less is better, figures are what was counted against people: the fewest win, in kouřící kočka everybody but
    who has the most. ``winner`` decides where several are equal.
    """
    points = [Fraction(one) for one in entered.scores]
    nothing = Fraction(0)
    if is_money(kind):
        if entered.shared:
            points = shared(points, entered.absent)
        return tuple(Score(name, nothing, one, one) for name, one in zip(names, points, strict=True))
    if is_for_two(kind) and len(points) == 2:
        a, b = points
        won = [Fraction(1, 2)] * 2 if a == b else [Fraction(a > b), Fraction(b > a)]
        if entered.winner is not None:
            won = [Fraction(seat == entered.winner) for seat in range(2)]
        if entered.absent:
            won = [Fraction(seat not in entered.absent) for seat in range(2)]
        if entered.double_loss:
            won = [nothing] * 2
        return (Score(names[0], won[0], a - b, a), Score(names[1], won[1], b - a, b))
    there = [seat for seat in range(len(points)) if seat not in entered.absent]
    counted = [points[seat] for seat in there]
    if EVENT_SPECS[kind].card.load().one_loses:
        most = [seat for seat in there if points[seat] == max(counted)]
        lost = {*entered.absent, *(most if len(most) == 1 else ())}
        wins = [Fraction(seat not in lost) for seat in range(len(points))]
    else:
        first = [seat for seat in there if points[seat] == min(counted)]
        if entered.winner in there:
            first = [seat for seat in there if seat == entered.winner]
        wins = [Fraction(seat in first, len(first) or 1) for seat in range(len(points))]
    if entered.double_loss:
        wins = [nothing] * len(points)
    return tuple(Score(name, won, -one, -one) for name, won, one in zip(names, wins, points, strict=True))
