"""What Polyssimo counts: what was left at the end."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.polyssimo.board_card import CARD
from device.specs.model import Figure, FigureKind, GameStatistics, Parts, Share, by_seats
from rules.message import msg
from rules.polyssimo.state import State


def shares(state: State) -> Sequence[Share]:
    """Everybody's, once the result is signed."""

    def figures(seat: int) -> dict[str, Parts]:
        return {"placed": (state.count_placed(seat), 1), "left": (state.left(seat), 1)}

    return by_seats(CARD.scores(state), figures)


STATISTICS = GameStatistics(
    figures=(
        Figure("placed", msg("Pieces placed"), FigureKind.RATE),
        Figure("left", msg("Left at the end"), FigureKind.RATE),
    ),
    bars=("placed", "left"),
    cards=("placed", "left"),
    shares=shares,
)
