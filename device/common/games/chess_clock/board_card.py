"""The chess clock on the board: two players and both times; points and their difference."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import structs

from device.common.specs.card import BoardCard, Card, CardClock, CardSeat, Score
from device.common.specs.model import Figure, FigureKind, GameStatistics, Parts, Share
from rules.chess_clock.control import label
from rules.chess_clock.game import GAME, SCORES, score_of
from rules.chess_clock.state import COLOURS, Phase, State
from rules.message import Message, msg


class ClockCard(BoardCard):
    """A win is a point, a draw half of one."""

    halves = True
    columns = (msg("Points"), msg("Difference"))
    statistics = GameStatistics(
        figures=(
            Figure("moves", msg("Moves a game"), FigureKind.RATE),
            Figure("time", msg("Time a move"), FigureKind.TIME),
            Figure("flags", msg("Out of time"), FigureKind.COUNT),
        ),
        bars=("moves", "time"),
        cards=("time", "flags"),
    )

    def card(self, state: State) -> Card:
        """Players with their moves or scores, and who is on move."""
        over = state.phase in (Phase.RESULT, Phase.SIGNED)
        seats = tuple(
            CardSeat(
                name,
                SCORES[score_of(state, side)] if over else state.clock.budgets[side].moves,
                on_move=state.phase is Phase.PLAY and state.clock.mover == side,
                won=score_of(state, side) == 2,
                colour=side,
            )
            for side, name in enumerate(state.names)
        )
        corner = msg("{control}", control=label(state.setup.control))
        return Card(GAME.progress(state), corner, seats, self._foot(state))

    def clocks(self, state: State, at: int) -> Sequence[CardClock]:
        """Both clocks; the one of who is on move runs."""
        if state.phase is not Phase.PLAY:
            return ()
        clock = state.clock.advance(at)
        return tuple(
            CardClock(name, clock.budgets[side].left, clock.running and clock.mover == side)
            for side, name in enumerate(state.names)
        )

    def scores(self, state: State) -> Sequence[Score]:
        """Once both have signed."""
        if state.phase is not Phase.SIGNED:
            return ()
        white, won = state.white, [Fraction(score_of(state, side), 2) for side in (0, 1)]
        started = [None if white is None else white == side for side in (0, 1)]
        return tuple(
            Score(name, won[side], won[side] - won[1 - side], won[side], started=started[side])
            for side, name in enumerate(state.setup.players)
        )

    def counts(self, state: State, seat: int) -> dict[str, Parts]:
        """The moves with their time, and whether it ran out."""
        used = [move.used for move in state.moves if move.side == seat]
        flag = int(state.remaining(seat) <= 0)
        return {"moves": (len(used), 1), "time": (sum(used), len(used)), "flags": (flag, 1)}

    def label(self, score: Score) -> Message | str:
        """The name, or the colour in the place of one."""
        return COLOURS.get(score.name, score.name)

    def share(self, state: State, seat: int, score: Score) -> Share:
        """What it brought one of them; nobody knows whom where no name was given."""
        share = super().share(state, seat, score)
        return structs.replace(share, name="") if state.setup.is_unnamed(seat) else share

    def _foot(self, state: State) -> Message | None:
        if state.phase is Phase.RESULT:
            return msg("waits for the signatures")
        if state.clock.first is not None:
            return msg("the flag of {name} fell first", name=state.names[state.clock.first])
        if state.phase is Phase.PLAY and not state.clock.running:
            return msg("the clocks are stopped")
        return None


CARD = ClockCard()
