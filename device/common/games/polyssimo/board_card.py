"""Polyssimo on the board and in statistics: who has how much left; wins, then how little was left (P9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import MappingProxyType

from device.common.specs.card import BoardCard, Card, CardSeat, RankingFigure, Score
from device.common.specs.model import Figure, FigureKind, GameStatistics, Parts
from rules.game import SIDES
from rules.message import msg
from rules.polyssimo import GAME
from rules.polyssimo.game import outcome
from rules.polyssimo.state import Phase, State, side_of


class PolyssimoCard(BoardCard):
    """Ten minutes without a clock."""

    least = True
    columns = (msg("Wins"), msg("Left"))
    ranking = MappingProxyType({"points": RankingFigure(msg("Left"), msg("the fewest pieces left in all rounds"))})
    statistics = GameStatistics(
        figures=(
            Figure("placed", msg("Pieces placed"), FigureKind.RATE),
            Figure("left", msg("Left at the end"), FigureKind.RATE),
        ),
        bars=("placed", "left"),
        cards=("placed", "left"),
    )

    def card(self, state: State) -> Card:
        """Players with what they have left, and whose turn it is."""
        over = state.phase in (Phase.RESULT, Phase.SIGNED)
        winners = state.winners() if over else ()
        seats = tuple(
            CardSeat(name, state.left(seat), on_move=not over and seat == state.turn, won=seat in winners)
            for seat, name in enumerate(state.setup.players)
        )
        placed, picked = len(state.placed), sum(len(hand) for hand in state.hands)
        corner = msg("picked {n}", n=picked) if state.phase is Phase.PICKING else msg("placed {n}", n=placed)
        foot = msg("signed on the device") if state.phase is Phase.SIGNED else outcome(state) if over else None
        sides = {SIDES.index(side) for side, _ in state.disputes}
        names = ", ".join(name for seat, name in enumerate(state.setup.players) if side_of(seat) in sides)
        disputed = msg("{names} does not agree with the result", names=names) if names else None
        return Card(GAME.progress(state), corner, seats, foot, disputed)

    def scores(self, state: State) -> Sequence[Score]:
        """Once the result is signed; several winners share the win."""
        if state.phase is not Phase.SIGNED:
            return ()
        winners = state.winners()
        return tuple(
            Score(
                name,
                Fraction(seat in winners, len(winners)),
                Fraction(-state.left(seat)),
                Fraction(-state.left(seat)),
                started=seat == state.setup.youngest - 1,
            )
            for seat, name in enumerate(state.setup.players)
        )

    def counts(self, state: State, seat: int) -> dict[str, Parts]:
        """The pieces that were placed, and what was left."""
        return {"placed": (state.count_placed(seat), 1), "left": (state.left(seat), 1)}


CARD = PolyssimoCard()
