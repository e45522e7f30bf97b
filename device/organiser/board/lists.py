"""What the projector shows page by page: where everybody sits, who plays whom. Values without contacts."""

from __future__ import annotations

from dataclasses import dataclass

from device.organiser.acts import decisions
from device.organiser.log.event_state import EventState
from device.organiser.tournament.kinds import is_for_two
from device.organiser.tournament.public_names import name_of
from device.organiser.tournament.seat_list import PlayerSeat, places
from rules.games import GAMES
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


def last_draw(state: EventState) -> decisions.Published | None:
    """The draw of the highest round that is published; None where there is none."""
    return max(state.tournament.rounds(), key=lambda one: one.round, default=None)


def find(state: EventState) -> SeatList | None:
    """The list of the round that was published last; None where there is none."""
    draw = last_draw(state)
    if draw is None:
        return None
    return SeatList(draw.round, tuple(places(state, draw.round)), is_for_two(draw.kind))


def next_round(state: EventState) -> NextPairings | None:
    """The draw that was published last; None where there is none."""
    draw = last_draw(state)
    if draw is None:
        return None
    entrants = state.tournament.entrants
    tables = tuple(
        (one.table, tuple(name_of(entrants[id]) for id in one.entrants if id in entrants))
        for one in sorted(draw.tables, key=lambda one: one.table)
    )
    byes = tuple(name_of(entrants[id]) for id in draw.byes if id in entrants)
    return NextPairings(draw.round, GAMES[draw.kind].name, tables, byes, is_for_two(draw.kind))
