"""What Polish doubles counts: points and time a turn, best moves, objections, crosses, overruns."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.polish_doubles.board_card import CARD
from device.specs.model import Best, Figure, FigureKind, GameStatistics, Share
from rules.message import msg
from rules.polish_doubles import GAME
from rules.polish_doubles.state import State

KEPT = 3
"""Best moves of a pair that are kept of a game."""


def shares(state: State) -> Sequence[Share]:
    """Each pair's, once both have signed."""
    scores = CARD.scores(state)
    return [share(state, pair, float(score.won)) for pair, score in enumerate(scores)]


def share(state: State, pair: int, won: float) -> Share:
    """What the game brought one pair."""
    turns = [(n, turn) for n, turn in enumerate(state.turns) if turn.pair == pair and turn.pressed]
    clock = state.clock
    timed = [clock.turns[n].official for n, _ in turns if n < len(clock.turns) and not clock.turns[n].struck]
    used = [one.used for one in timed if one is not None]
    raised = [one for turn in state.turns if turn.pair != pair for one in turn.objections if one.valid is not None]
    rows = [row for _, turn in turns for row in turn.rows if row.counts and row.word]
    best = sorted(rows, key=lambda row: -row.points)[:KEPT]
    players = state.players(pair)
    people = [one for one in GAME.people(state) if one.side == pair]
    changed = any(one.left for one in people)  # then a row does not say who sat there when it was laid
    return Share(
        state.setup.pairs[pair].name,
        tuple(one.name for one in people if not one.left),
        won,
        {
            "points": (sum(row.score for _, turn in turns for row in turn.rows), len(turns)),
            "time": (sum(used), len(used)),
            "limit": (clock.limit * len(used), len(used)),
            "objections": (sum(one.valid is False for one in raised), len(raised)),
            "crosses": (state.crosses[pair], 1),
            "overruns": (sum(turn.overrun for _, turn in turns), 1),
        },
        tuple(
            Best(row.points, row.word or "", "" if changed or row.player is None else players[row.player - 1])
            for row in best
        ),
    )


STATISTICS = GameStatistics(
    figures=(
        Figure("points", msg("Points a turn"), FigureKind.RATE),
        Figure("time", msg("Time a turn"), FigureKind.TIME, full="limit"),
        Figure("objections", msg("Objections won"), FigureKind.OF),
        Figure("crosses", msg("Crosses"), FigureKind.COUNT),
        Figure("overruns", msg("Over time"), FigureKind.COUNT),
    ),
    bars=("points", "time"),
    cards=("objections", "crosses", "overruns"),
    shares=shares,
    best=msg("Best move"),
)
