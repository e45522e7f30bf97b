"""Which rounds of the tournament a table's game is: its own numbers where it counts them, else those of its pairing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from device.organiser.log.table_game import TableGame
from device.specs.card import Score


def rounds_of(game: TableGame) -> Mapping[int, bool] | None:
    """The rounds that were begun in a game of several, and whether each is signed; None where it counts none."""
    history, shown = game.history, game.shown
    return None if history is None or shown is None else shown.rounds(history.state)


def own_round(game: TableGame) -> int:
    """The round that a game says it is, the last one of several; 0 where it says none."""
    if known := rounds_of(game):
        return max(known)
    return 0 if game.history is None else int(getattr(game.history.setup, "round", 0))


def at_event(game: TableGame, scores: Sequence[Score], paired: int) -> tuple[Score, ...]:
    """``scores`` by the tournament's rounds, where the game was begun for a pairing of round ``paired`` (0: for none).

    A table of an earlier version counts from 1 in each game.
    """
    if paired < 1 or rounds_of(game) is not None:
        return tuple(scores)
    return tuple(one if one.round is None else replace(one, round=one.round + paired - 1) for one in scores)
