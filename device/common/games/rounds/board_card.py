"""A score sheet on the board, at an event and in statistics: sums; the best one wins, several share it (R6).

Of two sides the difference counts beside wins, as in other games of two; of more, the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import MappingProxyType

from device.common.specs.card import (
    BoardCard,
    Card,
    CardClock,
    CardSeat,
    RankingFigure,
    Score,
    fraction_text,
    signed_number,
)
from device.common.specs.model import Figure, FigureKind, GameStatistics, Parts
from rules.message import Message, msg, msgs
from rules.rounds import GAME
from rules.rounds.state import Phase, State


class RoundsCard(BoardCard):
    """A win is shared by those who have the best sum.

    ``least``: the least points win. ``for_two``: two sides meet at every table.
    """

    def __init__(self, least: bool = False, for_two: bool = False) -> None:
        self.least, self._for_two = least, for_two
        self.columns = (msg("Wins"), msg("Difference") if for_two else msg("Points"))

    ranking = MappingProxyType({"points": RankingFigure(msg("Points"), msg("the points of the sheets"))})
    statistics = GameStatistics(
        figures=(
            Figure("points", msg("Points a round"), FigureKind.RATE),
            Figure("rounds", msg("Rounds a game"), FigureKind.RATE),
        ),
        bars=("points", "rounds"),
        cards=("points", "rounds"),
    )

    def card(self, state: State) -> Card:
        """Columns with their sums, and who is on turn or deals."""
        over, many = state.phase is not Phase.PLAY, len(state.sums)
        seat = _active_seat(state)
        seats = tuple(
            CardSeat(
                name,
                state.sums[column],
                on_move=not over and seat is not None and seat % many == column,
                won=over and column in state.winners,
            )
            for column, name in enumerate(state.columns)
        )
        return Card(GAME.progress(state), msg("{name}", name=state.terms.name), seats, self._foot(state))

    def clocks(self, state: State, at: int) -> Sequence[CardClock]:
        """The clock of the turn, where turns are timed."""
        clock = state.clock
        if state.phase is not Phase.PLAY or clock is None or clock.seat is None:
            return ()
        return (CardClock(state.names[clock.seat], clock.remaining(at), clock.running),)

    def scores(self, state: State) -> Sequence[Score]:
        """Once the result is signed."""
        if state.phase is not Phase.SIGNED:
            return ()
        sign = 1 if state.terms.wins == "most" else -1
        worth = [sign * total for total in state.sums]
        share = Fraction(1, len(state.winners))
        people = [person.id or "" if state.terms.team == 1 else "" for person in state.people]
        return tuple(
            Score(
                name,
                share if column in state.winners else Fraction(0),
                Fraction(worth[column] - (worth[1 - column] if state.terms.is_for_two else 0)),
                Fraction(worth[column]),
                person=people[column],
            )
            for column, name in enumerate(state.columns)
        )

    def figures(self, won: Fraction, margin: Fraction, points: Fraction) -> tuple[str, str]:
        """Wins, and the sum of differences or of points."""
        return fraction_text(won), signed_number(margin) if self._for_two else self._counted(points)

    def result(self, score: Score) -> str:
        """The sum of the sheet."""
        return self._counted(score.points)

    def _counted(self, points: Fraction) -> str:
        return fraction_text(-points if self.least else points)

    def counts(self, state: State, seat: int) -> dict[str, Parts]:
        """The points that were written, and in how many rows."""
        figures = [row[seat] for row in state.rows if row[seat] is not None]
        return {"points": (sum(figure or 0 for figure in figures), len(figures)), "rounds": (len(figures), 1)}

    def _foot(self, state: State) -> Message | None:
        if state.phase is Phase.OVER:
            return msg("waits for the signatures")
        return msgs("{n} round played", "{n} rounds played", state.finished_rounds) if state.is_begun else None


def _active_seat(state: State) -> int | None:
    """Whose turn it is, else who deals."""
    if state.clock is not None and state.clock.seat is not None:
        return state.clock.seat
    if state.terms.by_turns:
        return state.turn
    return state.dealer if state.terms.deals else None


CARD, FOR_TWO = RoundsCard(), RoundsCard(for_two=True)
LEAST, LEAST_FOR_TWO = RoundsCard(least=True), RoundsCard(least=True, for_two=True)
