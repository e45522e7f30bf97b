"""Kouřící kočka on the board: everybody's letters; who lost least often, then with the fewest letters (K5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from device.specs.card import BoardCard, Card, Clock, Score, Seat, fraction_text
from rules.game import Setup
from rules.kourici_kocka import GAME
from rules.kourici_kocka.events import KockaSetup
from rules.kourici_kocka.state import Phase, State
from rules.message import Message, msg, msgs


class KockaCard(BoardCard):
    """A win is a game that somebody else lost."""

    standing_by = "wins"
    one_loses = True
    columns = (msg("Survived"), msg("Letters"))

    def card(self, state: State) -> Card:
        """Players with their letters, and who deals."""
        progress = GAME.progress(state)
        over = state.phase in (Phase.OVER, Phase.SIGNED)
        seats = tuple(
            Seat(name, state.shown(seat) or "–", on_move=not over and seat == state.dealer)
            for seat, name in enumerate(state.names)
        )
        corner = msg("word {word}", word="".join(state.letters))
        return Card(progress, corner, seats, self._foot(state))

    def clocks(self, state: State, at: int) -> Sequence[Clock]:
        """There is none."""
        return ()

    def scores(self, state: State) -> Sequence[Score]:
        """Once the end is signed."""
        if state.phase is not Phase.SIGNED:
            return ()
        return tuple(
            Score(name, Fraction(seat != state.loser), Fraction(-state.got[seat]), Fraction(-state.got[seat]))
            for seat, name in enumerate(state.names)
        )

    def figures(self, won: Fraction, margin: Fraction, points: Fraction) -> tuple[Message | str, Message | str]:
        """Games survived, and letters in all."""
        return fraction_text(won), fraction_text(-margin)

    def seat_names(self, setup: Setup) -> tuple[str, ...]:
        """The players by seat."""
        return setup.players if isinstance(setup, KockaSetup) else ()

    def _foot(self, state: State) -> Message | None:
        if state.loser is not None:
            return msg("{name} lost the game", name=state.names[state.loser])
        if state.halted is not None:
            return msg("the game is stopped")
        return msgs("{n} round played", "{n} rounds played", len(state.rounds)) if state.rounds else None


CARD = KockaCard()
