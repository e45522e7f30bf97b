"""The round that is on, and the one that comes: which tables have begun it, and whose result is late."""

from __future__ import annotations

from collections.abc import Sequence

from device.organiser.log.event_state import EventState
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from rules.game import SECOND, Nanoseconds, Progress

LATE_S = 300
"""Seconds after the end of a round in which a result is still on its way."""
IDLE_S = 300
"""Seconds after the start of a round in which a table may still be sitting down."""


def coming_round(state: EventState, now: Nanoseconds) -> int:
    """The number of the round that comes: the one that is set and has not started yet, else the one that follows."""
    on = state.round
    if on.round and now < on.starts and on.paused_at is None:
        return on.round
    return following_round(state)


def following_round(state: EventState) -> int:
    """The number of the round after the last one: the next that is drawn, since one may be left out."""
    drawn = (draw.round for draw in state.tournament.rounds() if draw.round > state.last_round)
    return next(drawn, min(state.last_round + 1, 99))


def begun_of(state: EventState) -> tuple[int, list[int]]:
    """How many tables have begun the round that is on, or have their result of it from the desk, and the numbers of
    those that should and have not.
    """
    if state.round.round == 0:
        return 0, []
    games_of = state.games_by_table()
    begun = {number for number, games in games_of.items() if any(state.is_of_this_round(game) for game in games)}
    begun |= {table for round, table in state.tournament.results if round == state.round.round and table in games_of}
    waits = [place.number for place in state.tables() if is_expected(state, place) and place.number not in begun]
    return len(begun), waits


def is_on_paper(place: TableState) -> bool:
    """Whether a table is none of ours: somebody is paired for it, and no device was ever heard of there."""
    return place.pairing is not None and place.online is None and place.game is None


def is_expected(state: EventState, place: TableState) -> bool:
    """Whether a device should begin a game of the round that is on: one that was heard of, and is paired or drawn for
    the round, or played while nobody draws.
    """
    if place.released or is_on_paper(place) or (place.online is None and place.game is None):
        return False
    paired = place.pairing is not None and place.pairing.round in (0, state.round.round)
    if paired or (draw := state.tournament.draw_of(state.round.round)) is None:
        return True
    return place.number in state.once("tables of the round", lambda: {table.table for table in draw.tables})


def is_idle(state: EventState, place: TableState, games: Sequence[TableGame], now: Nanoseconds) -> bool:
    """Whether the round that is on began a while ago, and this table, known or paired, has begun no game of it.

    ``games`` are those of the table.
    """
    on = state.round
    moment = now if on.paused_at is None else min(now, on.paused_at)
    if on.round == 0 or moment < on.starts + IDLE_S * SECOND:
        return False
    return is_expected(state, place) and not any(state.is_of_this_round(game) for game in games)


def is_past_its_end(state: EventState, now: Nanoseconds) -> bool:
    """Whether the round that is on is over for longer than results take."""
    on = state.round
    return on.round != 0 and on.paused_at is None and now >= on.starts + (on.length_s + LATE_S) * SECOND


def is_waited_for(state: EventState, place: TableState) -> bool:
    """Whether something is being played at a table that the evening waits for: it is there, its game counts, and the
    desk has no result of it.
    """
    game = state.game_at(place)
    if game is None or game.progress not in (Progress.PLAYING, Progress.RESULT):
        return False
    of = (state.round_of(game) or state.last_round, place.number)
    return place.online is not False and game.counts and of not in state.tournament.results


def stale_tables(state: EventState) -> frozenset[int]:
    """The tables whose game is of a round before the one that is on or was last, which was drawn without them."""

    def is_stale(place: TableState) -> bool:
        game = state.game_at(place)
        if game is None or game.first > state.round_row or is_waited_for(state, place):
            return False
        return state.last_round not in ((game.rounds or {}).keys() | {state.round_of(game)})

    def compute() -> frozenset[int]:
        draw = state.tournament.draw_of(state.last_round)
        drawn = () if draw is None else [table.table for table in draw.tables]
        return frozenset(n for n, place in state.places.items() if draw and n not in drawn and is_stale(place))

    return state.once("stale tables", compute)


def is_late(state: EventState, place: TableState, game: TableGame, now: Nanoseconds) -> bool:
    """Whether the round is over for longer than results take, and this table's game of it is not signed."""
    if not is_past_its_end(state, now):
        return False
    if (begun := game.rounds) is not None:
        return begun.get(state.round.round) is False
    return state.round_of(game) == state.round.round and game.progress is not Progress.SIGNED
