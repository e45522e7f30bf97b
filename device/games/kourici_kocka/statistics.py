"""What Kouřící kočka counts: letters, and rounds lost."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.kourici_kocka.board_card import CARD
from device.specs.model import Figure, FigureKind, GameStatistics, Parts, Share, by_seats
from rules.kourici_kocka.state import State
from rules.message import msg


def shares(state: State) -> Sequence[Share]:
    """Everybody's, once the end is signed; all but the loser have won (K5)."""

    def figures(seat: int) -> dict[str, Parts]:
        lost = sum(one.loser == seat for one in state.rounds)
        return {"letters": (state.got[seat], 1), "rounds": (lost, len(state.rounds))}

    return by_seats(CARD.scores(state), figures)


STATISTICS = GameStatistics(
    figures=(
        Figure("letters", msg("Letters a game"), FigureKind.RATE),
        Figure("rounds", msg("Rounds lost"), FigureKind.OF),
    ),
    bars=("letters", "rounds"),
    cards=("letters", "rounds"),
    shares=shares,
)
