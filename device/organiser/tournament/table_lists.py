"""What every table is told beside its own order: who takes part, and where those who sat there play next."""

from __future__ import annotations

import itertools

import msgspec

from device.common.event import messages
from device.common.event.messages import NextSeat, NextSeats, Participant
from device.organiser.log.event_state import EventState
from device.organiser.log.table_state import TableState
from device.organiser.log.tournament_state import Tournament
from device.organiser.tournament.scoring import Scoring

LARGEST_LIST = 28 * 1024
"""Bytes of the list of people in one message, which it shares with a pairing and results that are sent back."""


_Seats = dict[int, tuple[str | None, NextSeats]]
"""By table: the pairing of the last draw there (None: it has none), and where who sat there before plays."""


def lists_of(state: EventState) -> tuple[tuple[Participant, ...], _Seats]:
    """Who takes part, and where everybody plays next: computed once for all tables."""
    tournament = state.tournament
    return state.once("table lists", lambda: (people_of(tournament), seats_of(state)), tournament)


def with_lists(state: EventState, order: messages.Order, place: TableState) -> messages.Order:
    """``order`` of a table with both."""
    whole = msgspec.structs.replace(order, people=lists_of(state)[0], next=next_seats(state, place))
    # Who takes part is said again later; what is in the way of that now is more urgent.
    return whole if len(msgspec.json.encode(whole)) <= messages.LARGEST else order


def next_seats(state: EventState, place: TableState) -> NextSeats | None:
    """Where those who sat at a table play next; None where no draw follows, or its new people sit there already."""
    pairing, seats = lists_of(state)[1].get(place.number, (None, None))
    game = state.game_at(place)
    return None if game is not None and pairing in game.pairings else seats


def people_of(tournament: Tournament) -> tuple[Participant, ...]:
    """Everybody who has not withdrawn, by the entrants' numbers, as many as fit."""
    participants: list[Participant] = []
    size = 0
    for entrant in tournament.by_number().values():
        for name, person in itertools.zip_longest(entrant.players, entrant.people[: len(entrant.players)]):
            participant = Participant(name=name, person=person or "")
            size += len(msgspec.json.encode(participant)) + 1
            if (
                entrant.status in ("registered", "present")
                and size <= LARGEST_LIST
                and len(participants) < messages.MOST_LISTED
            ):
                participants.append(participant)
    return tuple(participants)


def seats_of(state: EventState) -> _Seats:
    """Where those who sat at each table in the round before the last that was published play next."""
    draws = list(state.tournament.rounds())
    if len(draws) < 2:
        return {}
    before, draw = draws[-2:]
    entrants = state.tournament.entrants
    lines = Scoring(state).lines(draw.kind, before=draw.round)
    places = {line.entrant.id: line.place for line in lines if line.outcomes}
    seats = {who: table for table in draw.tables for who in table.entrants}
    pairings = {table.table: table.pairing for table in draw.tables}

    def seat(who: str) -> NextSeat:
        table = seats.get(who)
        others = () if table is None else tuple(entrants[entrant].name for entrant in table.entrants if entrant != who)
        number = 0 if table is None else table.table
        return NextSeat(name=entrants[who].name, table=number, others=others, place=places.get(who, 0))

    plays = seats.keys() | set(draw.byes)  # who has withdrawn does not
    return {
        table.table: (
            pairings.get(table.table),
            NextSeats(
                round=draw.round, of=len(places), seats=tuple(seat(who) for who in table.entrants if who in plays)
            ),
        )
        for table in before.tables
    }
