"""What Kouřící kočka counts: letters, and rounds lost."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.kourici_kocka.board_card import CARD
from device.statistics.model import Figure, GameStatistics, Kind, Share
from rules.kourici_kocka.state import State
from rules.message import msg


def shares(state: State) -> Sequence[Share]:
    """Everybody's, once the end is signed; all but the loser have won (K5)."""
    return [
        Share(
            score.name,
            (),
            float(score.won),
            {
                "letters": (state.got[seat], 1),
                "rounds": (sum(one.loser == seat for one in state.rounds), len(state.rounds)),
            },
        )
        for seat, score in enumerate(CARD.scores(state))
    ]


STATISTICS = GameStatistics(
    figures=(
        Figure("letters", msg("Letters a game"), Kind.RATE),
        Figure("rounds", msg("Rounds lost"), Kind.OF),
    ),
    bars=("letters", "rounds"),
    cards=("letters", "rounds"),
    shares=shares,
)
