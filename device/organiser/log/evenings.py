"""Evenings of one club in one log: each begins with people, tables and codes of the one before, and nothing else."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import EveningBegun
from device.organiser.log.table_game import TableGame
from device.organiser.log.tournament_state import Tournament

if TYPE_CHECKING:
    from device.organiser.log.event_state import EventState
    from device.organiser.store import Row


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening that is over: what `EventState` had of it, as it had it."""

    title: str
    tournament: Tournament
    games: dict[str, TableGame]
    round: decisions.RoundSet
    last_round: int
    round_row: int
    ended: decisions.RoundSet | None


def begin_evening(state: EventState, row: Row, act: EveningBegun) -> None:
    """A new evening begins; what was played before is put aside, and nobody is at the tables."""
    state.evenings.append(
        Evening(
            state.title,
            state.tournament,
            state.games,
            state.round,
            state.last_round,
            state.round_row,
            state.ended,
        )
    )
    contacts = state.tournament.logged_contacts
    state.tournament = Tournament(state.tournament.next_evening(), state.tournament.money)
    state.tournament.logged_contacts = contacts
    state.tournament.take(row, act)
    state.games, state.returned, state.title = {}, set(), act.title
    state.round, state.ended, state.replaced = decisions.RoundSet(round=0), None, None
    state.last_round, state.round_row = 0, row.id
    for place in state.places.values():
        place.pairing, place.game, place.changed = None, None, row.id


def end_evening(state: EventState) -> None:
    """The evening that was begun last is as if it had not been; nothing was played in it."""
    before = state.evenings.pop()
    _restore(state, before)
    state.ended = before.ended
    for game in sorted(state.games.values(), key=lambda one: one.last):
        state.place(game.table).game = game.uid
        if game.returned is not None:
            state.returned.add(game.uid)


def evening(state: EventState, number: int) -> EventState:
    """The event as it was at the end of an evening before the present one, counted from 0: to be looked at only."""
    found = copy.copy(state)
    _restore(found, state.evenings[number])
    return found


def _restore(state: EventState, before: Evening) -> None:
    state.title, state.tournament, state.games = before.title, before.tournament, before.games
    state.round, state.last_round, state.round_row = before.round, before.last_round, before.round_row
