"""Turn order, and what an overrun and a verdict mean: turns that shrink, crosses, moves in time (S6, S15-S18, S28)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from rules.clock import ClockTurn
from rules.clock.acts import readings_of
from rules.game import Entry
from rules.polish_doubles.rows import Fate, Kind, Row, Turn
from rules.polish_doubles.state import OutNote, Phase, State
from rules.polish_doubles.tiles import RACK

T = TypeVar("T")

FREE_CROSSES = 2
"""Crosses that cost nothing; the third and each later one costs a move (S15)."""


def with_clocks_read(state: State, entry: Entry) -> State:
    """S10: the game with what the clocks had counted by themselves, where they were read at ``entry``."""
    readings = readings_of(entry.event)
    if readings is None:
        return state
    return replace(state, clock=state.clock.sync(entry.at, readings))


def next_turn(state: State) -> State:
    """S6: the other pair is on move, with two moves, or with one where a partner is out (S26)."""
    pair = 1 - state.turns[-1].pair
    out = state.outs[pair]
    turn = Turn(pair=pair, moves=2) if out is None else one_left(Turn(pair=pair, moves=2), out)
    return state.with_next_turn(turn)


def one_left(turn: Turn, out: OutNote) -> Turn:
    """S26: the untouched turn of a pair with a player out."""
    return replace(turn, moves=1, struck="out", yields=out.doubted)


def serve(state: State, at: int) -> State:
    """S15: moves that crosses cost are taken from the open turn if nobody has acted in it yet.

    A turn that loses its last move is struck whole: the opponents are on move at once, with a turn of their own.
    """
    while True:
        turn = state.turns[-1]
        pair = turn.pair
        lost = min(state.owed[pair], turn.moves)
        if turn.acted or lost == 0 or state.phase is not Phase.PLAY:
            return state
        left = turn.moves - lost
        owed = replace(state, owed=put(state.owed, pair, state.owed[pair] - lost))
        shrunk = replace(turn, moves=left, struck="cross", pressed=turn.pressed or left == 0)
        state = owed.with_turn(len(state.turns) - 1, shrunk)
        if left:
            return state
        state = next_turn(replace(state, clock=state.clock.forfeit(at)))


def cross(state: State, pair: int, at: int) -> State:
    """S15: a cross goes to the pair; the third and each later one costs it one move of its next double turn."""
    crosses = state.crosses[pair] + 1
    owed = state.owed[pair] + (1 if crosses > FREE_CROSSES else 0)
    marked = replace(state, crosses=put(state.crosses, pair, crosses), owed=put(state.owed, pair, owed))
    return serve(marked, at) if marked.turns else marked


def put(pair_values: tuple[T, T], pair: int, value: T) -> tuple[T, T]:
    """The two values with the one of ``pair`` replaced."""
    return (value, pair_values[1]) if pair == 0 else (pair_values[0], value)


def check_overrun(turn: Turn, timed: ClockTurn, state: State) -> Turn:
    """S28: past the limit, people confirm what stands, unless all moves are known to have been announced in time."""
    official = timed.official
    late = official is not None and official.used > state.clock.limit
    rows = turn.rows
    for place, row in enumerate(rows):
        in_time = announced_in_time(turn, place, row, state.clock.limit)
        if in_time is not row.in_time:
            rows = (*rows[:place], replace(row, in_time=in_time), *rows[place + 1 :])
    safe = len(rows) >= turn.moves and all(row.in_time for row in rows)
    rule = state.setup.overrun
    asks = late and rule != "signal_only" and (rule == "turn_lost" or not safe)
    return replace(turn, rows=rows, overrun=late, overrun_open=asks)


def announced_in_time(turn: Turn, place: int, row: Row | None, limit: int) -> bool | None:
    """Whether the announcement of the turn's move ``place`` is known to lie within the limit (exactly: in time)."""
    if row is not None and row.in_time:
        return True
    if place < len(turn.announced) and (used := turn.announced[place]) is not None:
        return used <= limit
    return None if row is None else row.in_time


def asked_of_overrun(state: State, at: int) -> State:
    """S28: the clocks stand while people are asked which moves of an overrun turn stand (``overrun_clock``)."""
    asked = state.setup.overrun_clock == "stands" and state.unconfirmed is not None
    if asked == ("overrun" in state.clock.standing):
        return state
    return replace(state, clock=state.clock.stop("overrun", at) if asked else state.clock.resume("overrun", at))


def proposal(state: State) -> tuple[bool | None, ...]:
    """S28: for each move of the overrun turn whether it stands as far as is known; None has to be asked."""
    index = state.unconfirmed
    if index is None:
        return ()
    turn = state.turns[index]
    if state.setup.overrun == "turn_lost":
        return (False,) * turn.moves
    places = range(turn.moves)
    rows: tuple[Row | None, ...] = (*turn.rows, None, None)
    return tuple(announced_in_time(turn, place, rows[place], state.clock.limit) for place in places)


def with_lost(rows: tuple[Row, ...], confirmed: tuple[bool, ...], n: int) -> tuple[Row, ...]:
    """S28: the rows and, after them, those that entry ``n`` need not wait for: moves confirmed as lost, never written.

    A move that stands keeps its place free until it is written.
    """
    while len(rows) < len(confirmed) and not confirmed[len(rows)]:
        rows = (*rows, Row(Kind.LOST, n, fate=Fate.LOST, in_time=False))
    return rows


def judge_row(state: State, index: int, place: int, fate: Fate) -> State:
    """The game with a move judged. An invalid one gives its tiles back: who was out by it is not out any more."""
    turn = state.turns[index]
    row = replace(turn.rows[place], fate=fate)
    judged = state.with_turn(index, replace(turn, rows=(*turn.rows[:place], row, *turn.rows[place + 1 :])))
    out = state.outs[turn.pair]
    if row.counts or out is None or out.turn < index:
        return judged
    ends = state.setup.out_after_invalid == "ends" or caused_out(judged.turns[index], place, out)
    left = None if ends else replace(out, doubted=True)
    return replace(judged, outs=put(state.outs, turn.pair, left))


def caused_out(turn: Turn, place: int, out: OutNote) -> bool:
    """S26: whether it is known that the player who was declared out was out by the turn's invalid move ``place``.

    Otherwise what people declared stands: the other player may be the one.
    """
    if turn.rows[place].n > out.n:
        return False  # declared before the move was played
    row, others = turn.rows[place], [other for n, other in enumerate(turn.rows) if n != place]
    if out.player is not None and row.player is not None:
        return out.player == row.player
    if others and all(other.on_board and not other.counts for other in others):
        return True  # both players have tiles again
    return row.tiles == RACK and all(other.tiles_gone != RACK for other in others)


def with_cross(state: State, pair: int, *, valid: bool, at: int) -> State:
    """S15: who a judged move of ``pair`` costs a cross, by the rule option."""
    if valid and state.setup.cross_goes_to == "failed_objector":
        return cross(state, 1 - pair, at)
    if not valid and state.setup.cross_goes_to == "invalid_move":
        return cross(state, pair, at)
    return state
