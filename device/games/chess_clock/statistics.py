"""What the chess clock counts: moves, their time, and flags."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.chess_clock.board_card import CARD
from device.specs.model import Figure, FigureKind, GameStatistics, Parts, Share, by_seats
from rules.chess_clock.state import State
from rules.message import msg


def shares(state: State) -> Sequence[Share]:
    """Both players', once both have signed."""

    def figures(side: int) -> dict[str, Parts]:
        used = [move.used for move in state.moves if move.side == side]
        flag = int(state.remaining(side) <= 0)
        return {"moves": (len(used), 1), "time": (sum(used), len(used)), "flags": (flag, 1)}

    return by_seats(CARD.scores(state), figures)


STATISTICS = GameStatistics(
    figures=(
        Figure("moves", msg("Moves a game"), FigureKind.RATE),
        Figure("time", msg("Time a move"), FigureKind.TIME),
        Figure("flags", msg("Out of time"), FigureKind.COUNT),
    ),
    bars=("moves", "time"),
    cards=("time", "flags"),
    shares=shares,
)
