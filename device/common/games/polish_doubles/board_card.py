"""Polish doubles on the board: two pairs, their totals, the clock that counts; wins and differences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from device.common.specs.card import BoardCard, BoardTiles, Card, CardClock, CardSeat, Score
from device.common.specs.model import Best, Figure, FigureKind, GameStatistics, Share
from rules.game import Progress
from rules.message import Message, msg
from rules.polish_doubles import GAME
from rules.polish_doubles.report import winner
from rules.polish_doubles.state import Phase, State
from rules.scrabble.squares import PREMIUM_ROWS, STRIDE, names

KEPT = 3
"""Best moves of a pair that are kept of a game."""


class DoublesCard(BoardCard):
    """S10, S21, S22, S27."""

    columns = (msg("Wins"), msg("Difference"))
    statistics = GameStatistics(
        figures=(
            Figure("points", msg("Points a turn"), FigureKind.RATE),
            Figure("time", msg("Time a turn"), FigureKind.TIME, full="limit"),
            Figure("objections", msg("Objections won"), FigureKind.OF),
            Figure("crosses", msg("Crosses"), FigureKind.COUNT),
            Figure("overruns", msg("Over time"), FigureKind.COUNT),
        ),
        bars=("points", "time"),
        cards=("objections", "crosses", "overruns"),
        best=msg("Best move"),
    )

    def card(self, state: State) -> Card:
        """Pairs, totals that may be shown, who is on move."""
        progress = GAME.progress(state)
        mover = state.clock.mover if state.phase is Phase.PLAY else None
        best = winner(state)
        seats = tuple(
            CardSeat(pair.name, state.total(n), on_move=n == mover, won=n == best, colour=n)
            for n, pair in enumerate(state.setup.pairs)
        )
        corner = msg("turn {n}", n=len(state.turns)) if state.turns else msg("before the game")
        return Card(progress, corner, seats, self._foot(state, progress), self._dispute(state))

    def board_tiles(self, state: State) -> BoardTiles | None:
        """The tiles that lie, the last double turn's marked, where the squares are recorded."""
        board = state.board
        if not board.tiles:
            return None
        rows = state.turns[state.written - 1].rows
        laid = [row.placement.play for row in rows if row.counts and row.placement.play is not None]
        last = frozenset(divmod(square, STRIDE) for play in laid for square in play.squares)
        return BoardTiles(board.rows, PREMIUM_ROWS, names(state.setup.board_notation), last, board.complete)

    def last_words(self, state: State) -> Sequence[Sequence[tuple[str, int]]]:
        """Of each pair those of its last turn that was pressed and is written."""
        of = (
            next((turn.rows for turn in reversed(state.turns) if turn.pair == pair and turn.pressed and turn.rows), ())
            for pair in range(2)
        )
        return tuple(tuple((row.word, row.score) for row in rows if row.word) for rows in of)

    def clocks(self, state: State, at: int) -> Sequence[CardClock]:
        """Both clocks of the running turn; the opponents' counts (S10)."""
        clock = state.clock
        if state.phase is not Phase.PLAY or (turn := clock.current(at)) is None:
            return ()
        counts = turn.official.clock if turn.official else None
        return tuple(
            CardClock(pair.name, clock.limit - turn.used[n], clock.running, n in turn.spoiled, n == counts)
            for n, pair in enumerate(state.setup.pairs)
        )

    def scores(self, state: State) -> Sequence[Score]:
        """Once both pairs have signed. An award counts as a win whatever the sums; a game that does not count, not."""
        if state.phase is not Phase.SIGNED or (state.award is not None and state.award.pair is None):
            return ()
        a, b = (Fraction(state.total(pair)) for pair in (0, 1))
        best = winner(state)
        won = (Fraction(1, 2),) * 2 if best is None else (Fraction(best == 0), Fraction(best == 1))
        first, second = state.names
        starter = state.starter
        return Score(first, won[0], a - b, a, started=starter == 0), Score(
            second, won[1], b - a, b, started=starter == 1
        )

    def result(self, score: Score) -> Message | str:
        """A pair's own points."""
        return str(score.points)

    def share(self, state: State, seat: int, score: Score) -> Share:
        """What the game brought one pair."""
        turns = [(n, turn) for n, turn in enumerate(state.turns) if turn.pair == seat and turn.pressed]
        clock = state.clock
        timed = [clock.turns[n].official for n, _ in turns if n < len(clock.turns) and not clock.turns[n].struck]
        used = [official.used for official in timed if official is not None]
        raised = [
            objection
            for turn in state.turns
            if turn.pair != seat
            for objection in turn.objections
            if objection.valid is not None
        ]
        rows = [row for _, turn in turns for row in turn.rows if row.counts and row.word]
        best = sorted(rows, key=lambda row: -row.points)[:KEPT]
        players = state.players(seat)
        people = [person for person in GAME.people(state) if person.side == seat]
        changed = any(person.left for person in people)  # then a row does not say who sat there when it was laid
        return Share(
            state.setup.teams[seat],
            tuple(person.name for person in people if not person.left),
            float(score.won),
            {
                "points": (sum(row.score for _, turn in turns for row in turn.rows), len(turns)),
                "time": (sum(used), len(used)),
                "limit": (clock.limit * len(used), len(used)),
                "objections": (sum(note.valid is False for note in raised), len(raised)),
                "crosses": (state.crosses[seat], 1),
                "overruns": (sum(turn.overrun for _, turn in turns), 1),
            },
            tuple(
                Best(row.points, row.word or "", "" if changed or row.player is None else players[row.player - 1])
                for row in best
            ),
        )

    def _dispute(self, state: State) -> Message | None:
        if state.phase is Phase.SIGNED or not state.disputes:
            return None
        names = ", ".join(dict.fromkeys(state.names[pair] for pair, _ in state.disputes))
        return msg("{names} does not agree with the result", names=names)

    def _foot(self, state: State, progress: Progress) -> Message | None:
        if progress is Progress.SIGNED:
            return msg("signed by both pairs")
        if state.phase is Phase.RESULT:
            if state.signed:
                return msg("signed by {name}", name=state.names[next(iter(state.signed))])
            return msg("waits for the signatures")
        if state.judging is not None:
            return msg("an objection is being judged")
        if state.phase in (Phase.CLOSING, Phase.ENDING):
            return msg("racks are counted")
        if state.phase is Phase.PLAY and not state.clock.running:
            return msg("the clocks are stopped")
        return None


CARD = DoublesCard()
