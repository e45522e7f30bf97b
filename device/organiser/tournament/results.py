"""What tables signed: every game that counts, with what it brought everybody."""

from __future__ import annotations

from dataclasses import dataclass

from device.organiser.log.event_state import EventState
from device.organiser.log.rounds import at_event
from device.organiser.log.table_game import TableGame
from device.specs.card import Score


@dataclass(frozen=True, slots=True)
class Result:
    """A game that counts: its table and round (0: not known), what it brought everybody, the pairings it was for."""

    uid: str
    table: int
    round: int
    kind: str
    scores: tuple[Score, ...]
    pairings: frozenset[str] = frozenset()


def results(state: EventState) -> tuple[Result, ...]:
    """Every game that counts, in the order in which they were begun."""
    return state.once("results", lambda: _same(state, _results(state)))


def _same(state: EventState, found: tuple[Result, ...]) -> tuple[Result, ...]:
    """``found``, or what an earlier state had where that is equal: what follows from it is known there already."""
    return state.once("results as they were", lambda: found, found)


def _results(state: EventState) -> tuple[Result, ...]:
    return tuple(one for game in state.games.values() if (one := _result(state, game)) is not None)


def _result(state: EventState, game: TableGame) -> Result | None:
    """What a game counts for; None while it is not signed, or where it is set aside or sent back."""
    scores, history = game.scores, game.history
    if not scores or history is None or not game.counts or state.is_sent_back(game) or state.is_foreign(game):
        return None
    of_rounds = at_event(game, scores, state.paired_round(game))
    return Result(game.uid, game.table, state.round_of(game), history.game.key, of_rounds, frozenset(game.pairings))
