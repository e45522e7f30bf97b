"""What tables signed: every game that counts; and what the tables of a draw came to, by them or by the desk's word."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from device.common.specs.card import Score
from device.common.specs.spec import GameSpec
from device.organiser.acts import decisions
from device.organiser.log.event_games import WITHOUT_TERMS, kind_of
from device.organiser.log.event_state import EventState
from device.organiser.log.table_game import TableGame
from device.organiser.tournament.kinds import figure, is_for_two, is_least, is_money
from device.organiser.tournament.money import share_difference
from rules.message import Message, msg
from rules.people import same_name, same_spelling


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that counts: its table and round (0: not known), what it brought everybody, the pairings it was for."""

    uid: str
    table: int
    round: int
    kind: str
    scores: tuple[Score, ...]
    pairings: frozenset[str] = frozenset()


def results(state: EventState) -> tuple[GameResult, ...]:
    """Every game that counts, in the order in which they were begun.

    Where an earlier state had equal ones, it is those: what follows from them is known there already.
    """

    def compute() -> tuple[GameResult, ...]:
        game_results = tuple(result for game in state.games.values() if (result := _result(state, game)) is not None)
        return state.once("results as they were", lambda: game_results, game_results)

    return state.once("results", compute)


def _result(state: EventState, game: TableGame) -> GameResult | None:
    """What a game counts for; None while it is not signed, or where it is set aside or sent back."""
    scores, history = game.scores, game.history
    if not scores or history is None or not game.counts or state.is_sent_back(game) or state.is_foreign(game):
        return None
    of_rounds = game.scores_at_event(state.paired_round(game))
    return GameResult(game.uid, game.table, state.round_of(game), kind_of(history), of_rounds, frozenset(game.pairings))


SIGNED, ENTERED = msg("signed at the table"), msg("entered at the desk")
"""Where a result comes from."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of a published draw: its scores by seat (None: there is no result yet) and where they come from.

    ``spec`` declares what is played, ``own`` is what was signed at the table, ``entered`` what was entered at the desk,
    which stands above it. ``game`` is the game that was played there, as far as it was heard of.
    """

    round: int
    kind: str
    spec: GameSpec
    drawn: decisions.TableDrawn
    scores: tuple[Score, ...] | None
    own: tuple[Score, ...] | None
    entered: decisions.ResultEntered | None
    game: TableGame | None = None

    @property
    def source(self) -> Message | None:
        """Where the scores come from; None where there is no result yet."""
        return None if self.scores is None else SIGNED if self.entered is None else ENTERED

    def figures(self) -> list[str]:
        """Everybody's points as people read them, by seat; empty where there is no result yet."""
        if self.scores is None:
            return [""] * len(self.drawn.entrants)
        return [figure(score.points, self.spec, plus=True) for score in self.scores]

    def is_by_another(self, who: str) -> bool:
        """Whether there is a result that the table signed, or that another than ``who`` entered at the desk."""
        return self.own is not None or (self.entered is not None and (not who or self.entered.by != who))


_Played = dict[tuple[str, object, int], tuple[str, list[Score]]]
"""By game, pairing or table, and round: the id of the game, and its scores."""


def table_results(state: EventState, draw: decisions.Published) -> tuple[TableResult, ...]:
    """Every table of a draw, as drawn."""
    tournament, entrants, rows = state.tournament, state.tournament.entrants, []
    spec, is_on_sheet = state.game(draw.kind), draw.kind not in WITHOUT_TERMS
    played = state.once("played", lambda: _played(state))
    known = state.once(
        "people", lambda: frozenset(chain.from_iterable(entrant.people for entrant in entrants.values())) - {""}
    )
    begun = state.once("begun", lambda: {id: game for game in state.games.values() for id in game.pairings})
    for drawn in draw.tables:
        seated = [entrants[entrant] for entrant in drawn.entrants if entrant in entrants]
        names = [entrant.name for entrant in seated]
        # A sheet has no names for sides: its columns are called after the players.
        written = [" + ".join(entrant.players) for entrant in seated] if is_on_sheet and spec.seats.team > 1 else names
        ids = [entrant.people[0] if len(entrant.people) == 1 else "" for entrant in seated]
        uid, paired = played.get((draw.kind, drawn.pairing, draw.round), ("", None))
        own = None if paired is None else by_seat(written, paired, sure=True, ids=ids, others=known)
        if own is None:
            uid, scored = played.get((draw.kind, drawn.table, draw.round), ("", []))
            own = by_seat(written, scored, ids=ids)
        game = state.games.get(uid) if own is not None else begun.get(drawn.pairing or "")
        entered = tournament.results.get((draw.round, drawn.table))
        if entered is not None and len(entered.scores) == len(drawn.entrants):
            scores: tuple[Score, ...] | None = entered_scores(entered, names, spec)
        else:
            entered, scores = None, own
        rows.append(TableResult(draw.round, draw.kind, spec, drawn, scores, own, entered, game))
    return tuple(rows)


def _played(state: EventState) -> _Played:
    """The scores of games that count: by the pairing that was confirmed, and by table, each with the round."""
    scores_by_place: _Played = {}
    for result in results(state):
        for number in dict.fromkeys(score.round or result.round for score in result.scores):
            scores = [score for score in result.scores if (score.round or result.round) == number]
            for key in (
                *((result.kind, pairing, number) for pairing in result.pairings),
                (result.kind, result.table, number),
            ):
                scores_by_place[key] = result.uid, scores  # the newest game of a table stands
    return scores_by_place


def ruling_note(entered: decisions.ResultEntered | None, seat: int) -> str:
    """What the desk ruled about a seat (`RoundOutcome.note`)."""
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
    by_place: list[Score | None] = [None] * len(names)

    def take(fits: Callable[[int, Score], bool]) -> None:
        for seat in range(len(names)):
            match = next((score for score in left if by_place[seat] is None and fits(seat, score)), None)
            if match is not None:
                left.remove(match)
                by_place[seat] = match

    def is_called(seat: int, score: Score, compare: Callable[[str], str]) -> bool:
        return (not score.person or score.person not in ids) and compare(score.name) == compare(names[seat])

    take(lambda seat, score: bool(score.person) and score.person in ids[seat : seat + 1])
    take(lambda seat, score: is_called(seat, score, same_spelling))  # before who is written with other accents
    take(lambda seat, score: is_called(seat, score, same_name))
    if None in by_place and (not sure or len(scores) != len(names) or any(score.person in others for score in left)):
        return None
    otherwise = iter(left)
    return tuple(score or next(otherwise) for score in by_place) or None


def entered_scores(entered: decisions.ResultEntered, names: Sequence[str], game: GameSpec) -> tuple[Score, ...]:
    """What a result from the desk counts for.

    Figures are as they stand on the slip. Whoever has the most wins, where less is better the fewest, in kouřící kočka
    everybody but who has the most. ``winner`` decides where several are equal.
    """
    points = list(entered.figures)
    nothing = Fraction(0)
    if is_money(game):
        if entered.shared:
            points = share_difference(points, entered.absent)
        return tuple(Score(name, nothing, point, point) for name, point in zip(names, points, strict=True))
    worth = [-point for point in points] if is_least(game) else points
    if is_for_two(game) and len(points) == 2:
        a, b = worth
        won = [Fraction(1, 2)] * 2 if a == b else [Fraction(a > b), Fraction(b > a)]
        if entered.winner is not None:
            won = [Fraction(seat == entered.winner) for seat in range(2)]
        if entered.absent:
            won = [Fraction(seat not in entered.absent) for seat in range(2)]
        if entered.double_loss:
            won = [nothing] * 2
        return (Score(names[0], won[0], a - b, a), Score(names[1], won[1], b - a, b))
    there = [seat for seat in range(len(points)) if seat not in entered.absent]
    counted = [worth[seat] for seat in there]
    if game.card.load().one_loses:
        last = [seat for seat in there if worth[seat] == min(counted)]
        lost = {*entered.absent, *(last if len(last) == 1 else ())}
        wins = [Fraction(seat not in lost) for seat in range(len(points))]
    else:
        first = [seat for seat in there if worth[seat] == max(counted)]
        if entered.winner in there:
            first = [seat for seat in there if seat == entered.winner]
        wins = [Fraction(seat in first, len(first) or 1) for seat in range(len(points))]
    if entered.double_loss:
        wins = [nothing] * len(points)
    return tuple(Score(name, won, point, point) for name, won, point in zip(names, wins, worth, strict=True))
