"""What every table is told beside its own order: who takes part, and where those who sat there play next."""

from __future__ import annotations

import itertools

import msgspec

from device.event import messages
from device.event.messages import Listed, NextRound, NextSeat
from device.organiser.acts import decisions
from device.organiser.log.event_state import EventState
from device.organiser.log.table_state import TableState
from device.organiser.log.tournament_state import Tournament
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.standings import Results

LARGEST_LIST = 28 * 1024
"""Bytes of the list of people in one message, which it shares with a pairing and results that are sent back."""


_Key = tuple[Tournament | None, int]
"""A tournament (another evening has another) and its version."""
_Seats = dict[int, tuple[str | None, NextRound]]
"""By table: the pairing of the last draw there (None: it has none), and where who sat there before plays."""


class TableLists:
    """Computed once for all tables, and again where entrants or draws have changed. Belongs to one thread."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._results = Results(state)
        self._people: tuple[_Key, tuple[Listed, ...]] = ((None, 0), ())
        self._next: tuple[_Key, _Seats] = ((None, 0), {})
        self._asked: tuple[tuple[Listed, ...], _Seats] = ((), {})

    def changed(self) -> bool:
        """Whether either is another one than when this was asked last."""
        before, now = self._asked, (self.people(), self._seats())
        self._asked = now
        return before != now

    def added(self, order: messages.Order, place: TableState) -> messages.Order:
        """``order`` of a table with both."""
        whole = msgspec.structs.replace(order, people=self.people(), next=self.next(place))
        # Who takes part is said again later; what is in the way of that now is more urgent.
        return whole if len(msgspec.json.encode(whole)) <= messages.LARGEST else order

    def people(self) -> tuple[Listed, ...]:
        """Everybody who has not withdrawn, by the entrants' numbers, as many as fit."""
        tournament = self._state.tournament
        key = tournament, tournament.version
        if self._people[0] != key:
            found: list[Listed] = []
            size = 0
            for entrant in tournament.by_number().values():
                for name, person in itertools.zip_longest(entrant.players, entrant.people[: len(entrant.players)]):
                    one = Listed(name=name, person=person or "")
                    size += len(msgspec.json.encode(one)) + 1
                    if (
                        entrant.status in ("registered", "present")
                        and size <= LARGEST_LIST
                        and len(found) < messages.MOST_LISTED
                    ):
                        found.append(one)
            self._people = (key, tuple(found))
        return self._people[1]

    def next(self, place: TableState) -> NextRound | None:
        """Where those who sat at a table play next; None where no draw follows, or its new people sit there already."""
        pairing, found = self._seats().get(place.number, (None, None))
        game = self._state.game_at(place)
        return None if game is not None and pairing in game.pairings else found

    def _seats(self) -> _Seats:
        tournament = self._state.tournament
        key = tournament, tournament.version
        if self._next[0] != key:
            self._next = (key, self._computed())
        return self._next[1]

    def _computed(self) -> _Seats:
        tournament = self._state.tournament
        draws = list(tournament.rounds())
        if len(draws) < 2:
            return {}
        before, draw = draws[-2:]
        entrants = tournament.entrants
        lines = Scoring(self._state, self._results).lines(draw.kind, before=draw.round)
        places = {line.entrant.id: line.place for line in lines if line.outcomes}
        seats = {who: table for table in draw.tables for who in table.entrants}
        pairings = {table.table: table.pairing for table in draw.tables}

        def seat(who: str) -> NextSeat:
            table = seats.get(who)
            others = () if table is None else tuple(entrants[one].name for one in table.entrants if one != who)
            number = 0 if table is None else table.table
            return NextSeat(name=entrants[who].name, table=number, others=others, place=places.get(who, 0))

        return {
            table.table: (
                pairings.get(table.table),
                NextRound(
                    round=draw.round,
                    of=len(places),
                    seats=tuple(seat(who) for who in table.entrants if self._plays_on(who, draw)),
                ),
            )
            for table in before.tables
        }

    def _plays_on(self, who: str, draw: decisions.Published) -> bool:
        """Whether somebody is in the draw, or has a bye; who has withdrawn is not."""
        return who in draw.byes or any(who in table.entrants for table in draw.tables)
