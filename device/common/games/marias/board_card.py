"""A mariáš table on the board and in statistics: balances, the round's clock, sums of the rounds (M28-M31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from device.common.specs.card import BoardCard, Card, CardClock, CardSeat, Score
from device.common.specs.model import Figure, FigureKind, GameStatistics, Share
from rules.marias import GAME
from rules.marias.deal import INDEX
from rules.marias.state import Phase, State, slip_of, sums_by_seat
from rules.message import Message, msg
from rules.money import kc

PARTS = 60
"""Parts of a haléř that are counted, so that thirds and fifths stay exact."""


class MariasCard(BoardCard):
    """Money is haléře."""

    standing_by = "sum"
    columns = (msg("Rounds"), msg("Sum (Kč)"))
    statistics = GameStatistics(
        figures=(
            Figure("balance", msg("Balance (Kč)"), FigureKind.MONEY),
            Figure("made", msg("Games made"), FigureKind.OF),
        ),
        bars=("balance", "made"),
        cards=("made",),
    )

    def card(self, state: State) -> Card:
        """Players with the balance of the running round, or of all locked ones after it."""
        progress = GAME.progress(state)
        awaited = state.dealer if state.phase is Phase.PLAY else None  # everybody waits for who deals the next deal
        seats = tuple(
            CardSeat(name, kc(won, plus=True), on_move=seat == awaited)
            for seat, (name, won) in enumerate(zip(state.names, sums_by_seat(state), strict=True))
        )
        corner = msg("before the game")
        if state.rounds:
            corner = msg("round {n} · deal {deal}", n=state.round.number, deal=len(state.round.deals))
        return Card(progress, corner, seats, self._foot(state))

    def clocks(self, state: State, at: int) -> Sequence[CardClock]:
        """The round's own clock."""
        if state.phase is not Phase.PLAY:
            return ()
        return (CardClock("", state.round.remaining(at), state.round.running, official=True),)

    def scores(self, state: State) -> Sequence[Score]:
        """The results of every locked slip (M28)."""
        scores = []
        for locked_round in state.locked_rounds:
            for line in slip_of(state.setup, locked_round).lines:
                result = line.result if line.result is not None else line.recorded
                person = state.known[locked_round.people[line.seat]]
                scores.append(Score(person.name, Fraction(0), result, result, locked_round.number, person.id or ""))
        return tuple(scores)

    def rounds(self, state: State) -> Mapping[int, bool] | None:
        """By number, where the organiser has given one of them a number."""
        if not (state.setup.round or state.pairing):
            return None
        return {round_.number: len(round_.signed) == 2 for round_ in state.rounds}

    def figures(self, won: Fraction, margin: Fraction, points: Fraction) -> tuple[Message | str, Message | str]:
        """How many rounds, and the sum in koruny."""
        return str(won), kc(points, plus=True)

    def shares(self, state: State) -> Sequence[Share]:
        """Everybody's, of the rounds whose slips are signed; who has gained in sum has won."""
        balance: dict[str, Fraction] = {}
        rounds: Counter[str] = Counter()
        for score in self.scores(state):
            balance[score.name] = balance.get(score.name, Fraction(0)) + score.points
            rounds[score.name] += 1
        played: Counter[str] = Counter()
        deals_made: Counter[str] = Counter()
        for locked_round in state.locked_rounds:
            for deal in locked_round.deals:
                if deal.deal is not None and deal.settlement is not None:
                    name = state.known[locked_round.people[INDEX[deal.deal.chooser]]].name
                    played[name] += 1
                    deals_made[name] += deal.settlement.transfer > 0
        shares = []
        for name, gain in balance.items():
            parts, won = round(gain * PARTS), 1.0 if gain > 0 else 0.0 if gain < 0 else 0.5
            figures = {"balance": (parts, 1), "made": (deals_made[name], played[name]), "round": (parts, rounds[name])}
            shares.append(Share(name, (), won, figures))
        return shares

    def _foot(self, state: State) -> Message | None:
        if state.referee:
            return msg("waits for the referee")
        if state.phase is Phase.SIGNED:
            return msg("all slips are signed")
        if state.phase is Phase.SLIP:
            return msg("the slip of round {n} is being written", n=state.round.number)
        if state.phase is Phase.PLAY and not state.round.running:
            return msg("the clock is stopped")
        if state.rounds and state.phase is Phase.READY:
            return msg("break")
        return None


CARD = MariasCard()
