"""What a mariáš table counts: everybody's balance, and the deals that the choosers made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from device.games.marias.board_card import CARD
from device.specs.model import Figure, FigureKind, GameStatistics, Share
from rules.marias.events import INDEX
from rules.marias.state import State
from rules.message import msg

PARTS = 60
"""Parts of a haléř that are counted, so that thirds and fifths stay exact."""


def shares(state: State) -> Sequence[Share]:
    """Everybody's, of the rounds whose slips are signed; who has gained in sum has won."""
    balance: dict[str, Fraction] = {}
    rounds: Counter[str] = Counter()
    for score in CARD.scores(state):
        balance[score.name] = balance.get(score.name, Fraction(0)) + score.points
        rounds[score.name] += 1
    played: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for one in state.rounds:
        if len(one.signed) < 2:
            continue
        for deal in one.deals:
            if deal.deal is None or deal.settlement is None:
                continue
            name = state.people[one.people[INDEX[deal.deal.chooser]]]
            played[name] += 1
            made[name] += deal.settlement.transfer > 0
    return [
        Share(
            name,
            (),
            1.0 if gain > 0 else 0.0 if gain < 0 else 0.5,
            {
                "balance": (round(gain * PARTS), 1),
                "made": (made[name], played[name]),
                "round": (round(gain * PARTS), rounds[name]),
            },
        )
        for name, gain in balance.items()
    ]


STATISTICS = GameStatistics(
    figures=(
        Figure("balance", msg("Balance (Kč)"), FigureKind.MONEY),
        Figure("made", msg("Games made"), FigureKind.OF),
    ),
    bars=("balance", "made"),
    cards=("made",),
    shares=shares,
)
