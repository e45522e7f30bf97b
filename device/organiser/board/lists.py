"""What the projector shows page by page: where everybody sits, who plays whom. Values without contacts."""

from __future__ import annotations

from dataclasses import dataclass

from device.organiser.acts import decisions
from device.organiser.log.event_state import EventState
from device.organiser.tournament.kinds import is_for_two
from device.organiser.tournament.public_names import name_of
from device.organiser.tournament.results import SIGNED, results
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.seat_list import PlayerSeat, places
from rules.message import Message

ON_SHEET = {"find": 36, "next": 12, "standings": 24}
"""Lines of a page, in letters of 35 mm where the picture is two metres wide."""


@dataclass(frozen=True, slots=True)
class SeatList:
    """Where everybody sits in a round."""

    round: int
    seats: tuple[PlayerSeat, ...]
    two: bool


@dataclass(frozen=True, slots=True)
class NextPairings:
    """Who plays at which table of a round."""

    round: int
    kind: Message
    tables: tuple[tuple[int, tuple[str, ...]], ...]
    byes: tuple[str, ...]
    two: bool


@dataclass(frozen=True, slots=True)
class PublicResult:
    """What a game brought everybody, and by whose word."""

    table: int
    scores: tuple[tuple[Message | str, Message | str], ...]
    source: Message


@dataclass(frozen=True, slots=True)
class RoundResults:
    """Every result of a round (0: of none), and who had a bye."""

    round: int
    results: tuple[PublicResult, ...]
    byes: tuple[str, ...] = ()


def results_by_round(state: EventState) -> tuple[RoundResults, ...]:
    """Every result that there is, the newest round first: those of the draws, then what was signed besides."""
    entrants, scoring = state.tournament.entrants, Scoring(state)
    by_round: dict[int, list[PublicResult]] = {}
    byes: dict[int, tuple[str, ...]] = {}
    drawn: set[tuple[str, int]] = set()
    for draw in state.tournament.rounds():
        shown = state.game(draw.kind).card.load()
        byes[draw.round] = tuple(name_of(entrants[id]) for id in draw.byes if id in entrants)
        for table in scoring.tables(draw.round):
            if table.source is not None and table.scores is not None:
                if table.game is not None:
                    drawn.add((table.game.uid, draw.round))
                names = [name_of(entrants[id]) if id in entrants else "?" for id in table.drawn.entrants]
                drawn_scores = tuple(
                    (name, shown.result(score)) for name, score in zip(names, table.scores, strict=True)
                )
                by_round.setdefault(draw.round, []).append(PublicResult(table.drawn.table, drawn_scores, table.source))
    for game in results(state):
        if (game.uid, game.round) not in drawn:
            shown = state.game(game.kind).card.load()
            scores = tuple((shown.label(score), shown.result(score)) for score in game.scores)
            by_round.setdefault(game.round, []).append(PublicResult(game.table, scores, SIGNED))
    return tuple(
        RoundResults(round, tuple(by_round[round]), byes.get(round, ())) for round in sorted(by_round, reverse=True)
    )


def last_draw(state: EventState) -> decisions.Published | None:
    """The draw of the highest round that is published; None where there is none."""
    return max(state.tournament.rounds(), key=lambda draw: draw.round, default=None)


def find(state: EventState) -> SeatList | None:
    """The list of the round that was published last; None where there is none."""
    draw = last_draw(state)
    if draw is None:
        return None
    return SeatList(draw.round, tuple(places(state, draw.round)), is_for_two(state.game(draw.kind)))


def next_round(state: EventState) -> NextPairings | None:
    """The draw that was published last; None where there is none."""
    draw = last_draw(state)
    if draw is None:
        return None
    entrants = state.tournament.entrants
    tables = tuple(
        (table.table, tuple(name_of(entrants[id]) for id in table.entrants if id in entrants))
        for table in sorted(draw.tables, key=lambda table: table.table)
    )
    byes = tuple(name_of(entrants[id]) for id in draw.byes if id in entrants)
    game = state.game(draw.kind)
    return NextPairings(draw.round, game.name, tables, byes, is_for_two(game))
