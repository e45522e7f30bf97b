"""Kouřící kočka on the board and in statistics: letters; who lost least often, then with the fewest of them (K5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import MappingProxyType

from device.common.specs.card import BoardCard, Card, CardSeat, RankingFigure, Score
from device.common.specs.model import Figure, FigureKind, GameStatistics, Parts
from rules.kourici_kocka import GAME
from rules.kourici_kocka.state import Phase, State
from rules.message import Message, msg, msgs


class KockaCard(BoardCard):
    """A win is a game that somebody else lost."""

    least = True
    one_loses = True
    columns = (msg("Survived"), msg("Letters"))
    ranking = MappingProxyType(
        {
            "wins": RankingFigure(msg("Survived"), msg("games survived")),
            "points": RankingFigure(msg("Letters"), msg("the fewest letters or penalty points")),
        }
    )
    statistics = GameStatistics(
        figures=(
            Figure("letters", msg("Letters a game"), FigureKind.RATE),
            Figure("rounds", msg("Rounds lost"), FigureKind.OF),
        ),
        bars=("letters", "rounds"),
        cards=("letters", "rounds"),
    )

    def card(self, state: State) -> Card:
        """Players with their letters, and who deals."""
        over = state.phase in (Phase.OVER, Phase.SIGNED)
        seats = tuple(
            CardSeat(name, state.collected_letters(seat) or "–", on_move=not over and seat == state.dealer)
            for seat, name in enumerate(state.names)
        )
        corner = msg("word {word}", word="".join(state.letters))
        return Card(GAME.progress(state), corner, seats, self._foot(state))

    def scores(self, state: State) -> Sequence[Score]:
        """Once the end is signed."""
        if state.phase is not Phase.SIGNED:
            return ()
        return tuple(
            Score(name, Fraction(seat != state.loser), Fraction(-state.got[seat]), Fraction(-state.got[seat]))
            for seat, name in enumerate(state.names)
        )

    def counts(self, state: State, seat: int) -> dict[str, Parts]:
        """The letters, and the rounds that were lost."""
        lost = sum(round_.loser == seat for round_ in state.rounds)
        return {"letters": (state.got[seat], 1), "rounds": (lost, len(state.rounds))}

    def _foot(self, state: State) -> Message | None:
        if state.loser is not None:
            return msg("{name} lost the game", name=state.names[state.loser])
        if state.halted is not None:
            return msg("the game is stopped")
        return msgs("{n} round played", "{n} rounds played", len(state.rounds)) if state.rounds else None


CARD = KockaCard()
