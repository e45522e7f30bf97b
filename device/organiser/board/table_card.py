"""A table in a glance, whatever it is played on: its game, or what the desk entered of a game on paper."""

from __future__ import annotations

from fractions import Fraction

from device.common.specs.card import Card, CardSeat
from device.organiser.log.event_state import EventState
from device.organiser.log.table_state import TableState
from device.organiser.tournament.kinds import figure
from device.organiser.tournament.results import TableResult
from device.organiser.tournament.scoring import Scoring
from rules.game import Progress
from rules.message import msg

FROM_DESK = msg("from the desk")


def entered_at(state: EventState, place: TableState) -> TableResult | None:
    """What the desk entered for a table in the round that it is paired for; None where it entered nothing."""
    round = 0 if place.pairing is None else place.pairing.round
    of_round = state.once(
        ("entered", round),
        lambda: {table.drawn.table: table for table in Scoring(state).tables(round) if table.entered is not None},
    )
    return of_round.get(place.number)


def card_at(state: EventState, place: TableState) -> Card | None:
    """What a table shows: what the desk entered, else its game; None where nothing was heard of it."""
    game = state.game_at(place)
    if (result := entered_at(state, place)) is None or result.scores is None:
        return None if game is None else game.card
    seats = tuple(
        CardSeat(score.name, figure(Fraction(score.points), result.spec, plus=True), won=score.won == 1)
        for score in result.scores
    )
    return Card(Progress.SIGNED, FROM_DESK, seats, FROM_DESK)


def names_at(place: TableState) -> tuple[str, ...]:
    """Who is paired for a table."""
    paired = place.pairing
    return () if paired is None else paired.names or tuple(" – ".join(group) for group in paired.seats)
