"""Turn order and the clock: presses, turns that shrink, pauses, overrun (S6-S11, S15, S26, S28)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from rules.clock import ClockTurn, PressMeans
from rules.clock.acts import readings_of
from rules.game import Entry, ns
from rules.message import Refusal, msgs
from rules.polish_doubles.events import (
    INDEX,
    Announce,
    DecideTime,
    Out,
    Overrun,
    Pause,
    PowerLoss,
    Press,
    Resume,
    SetTime,
    Spoil,
)
from rules.polish_doubles.rows import EarlyState, Fate, Kind, Row, Turn
from rules.polish_doubles.state import NOT_STARTED, OutNote, Phase, PressNote, State
from rules.vector import Vector

T = TypeVar("T")

FREE_CROSSES = 2
"""Crosses that cost nothing; the third and each later one costs a move (S15)."""

CLOCK_PHASES = (Phase.READY, Phase.PLAY, Phase.CLOSING)


def must_play(state: State) -> None:
    """S4, S12, S25, S29: most things happen only while the game is played."""
    if state.phase in NOT_STARTED:
        raise Refusal("S4", "The game has not started; press a clock button to start the first move.")
    if state.phase is Phase.SIGNED:
        raise Refusal("S12", "The result is signed; reopen it with a reason first.")
    if state.phase is not Phase.PLAY:
        if state.closer is not None:
            raise Refusal("S25", "Play is over; undo the closing to go on.")
        raise Refusal("S29", "Play is over; undo the end to go on.")


def may_press(state: State) -> None:
    """S4, S10, S25, S29: a press is always taken once it is known who starts, as long as clocks are needed."""
    if state.phase is Phase.DRAWING:
        raise Refusal("S4", "First say which pair starts.")
    if state.phase not in CLOCK_PHASES:
        raise Refusal("S29" if state.closer is None else "S25", "The clocks are not needed any more.")


def with_clocks_read(state: State, entry: Entry) -> State:
    """S10: the game with what the clocks had counted by themselves, where they were read at ``entry``."""
    readings = readings_of(entry.event)
    if readings is None:
        return state
    return replace(state, clock=state.clock.sync(entry.at, readings))


def used_at(state: State, entry: Entry) -> tuple[int, int] | None:
    """S10: what the running turn had used by each clock at a press that ends it; None where it ends none."""
    clock = with_clocks_read(state, entry).clock
    if not clock.running or not isinstance(entry.event, Press) or clock.mover != INDEX[entry.event.pair]:
        return None
    turn = clock.current(entry.at)
    return None if turn is None else turn.used


def is_misread(state: State, entry: Entry) -> bool:
    """S10: whether what the clocks showed (`shows_s`), by which readers of format 1.0 go, is out of date."""
    event = entry.event
    if type(event) is not Press or event.reads_s is None or (used := used_at(state, entry)) is None:
        return False
    return event.shows_s is None or used != tuple(state.clock.limit - ns(shown) for shown in event.shows_s)


def press(state: State, entry: Entry, event: Press) -> State:
    """S8, S10: the mover's press ends its turn, the other pair's is accidental; the first press starts the game."""
    side = INDEX[event.pair]
    if state.phase is Phase.READY:
        starter = state.starter or 0
        begun = replace(
            state,
            phase=Phase.PLAY,
            clock=state.clock.start(starter, entry.at),
            turns=Vector([Turn(pair=starter, moves=1, struck="opening")]),
            presses=state.presses.append(PressNote(entry.n, side, 0, ended=False)),
        )
        return begun.with_remark(entry)
    shows = None
    if event.shows_s is not None and event.reads_s is None:
        shows = ns(event.shows_s[0]), ns(event.shows_s[1])
    clock, means = state.clock.press(side, entry.at, shows)
    index = len(state.turns) - 1
    note = PressNote(entry.n, side, index, ended=means is PressMeans.TURN)
    pressed = replace(state, clock=clock, presses=state.presses.append(note))
    if means is not PressMeans.TURN:
        return pressed.with_remark(entry)
    turn = state.turns[index]
    early = EarlyState.LAPSED if turn.early is EarlyState.ASKED else turn.early
    ended = check_overrun(replace(turn, pressed=True, early=early), clock.turns[-1], state)
    return serve(asked_of_overrun(next_turn(pressed.with_turn(index, ended)), entry.at), entry.at)


def next_turn(state: State) -> State:
    """S6: the other pair is on move, with two moves, or with one where a partner is out (S26)."""
    pair = 1 - state.turns[-1].pair
    out = state.outs[pair]
    turn = Turn(pair=pair, moves=2) if out is None else one_left(Turn(pair=pair, moves=2), out)
    return replace(state, turns=state.turns.append(turn))


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


def may_announce(state: State) -> None:
    """S12: a move ends with its announcement, before the press."""
    must_play(state)
    turn = state.turns[-1]
    if max(len(turn.announced), len(turn.rows)) >= turn.possible:
        raise Refusal("S12", "Every move of this turn is announced or written.")


def announce(state: State, entry: Entry, event: Announce) -> State:
    """S12, S28: the announcement has its own time, whatever the scorer is doing."""
    index = len(state.turns) - 1
    turn = state.turns[index]
    used = state.clock.time_used(entry.at)
    before = turn.announced + (None,) * (len(turn.rows) - len(turn.announced))
    return state.with_turn(index, replace(turn, announced=(*before, used), acted=True))


def asked_of_overrun(state: State, at: int) -> State:
    """S28: the clocks stand while people are asked which moves of an overrun turn stand (``overrun_clock``)."""
    asked = state.setup.overrun_clock == "stands" and state.unconfirmed is not None
    if asked == ("overrun" in state.clock.standing):
        return state
    return replace(state, clock=state.clock.stop("overrun", at) if asked else state.clock.resume("overrun", at))


def overrun_turn(state: State) -> int | None:
    """Index of the turn whose overrun waits for people's word, None where none does."""
    return state.unconfirmed


def may_confirm_overrun(state: State) -> None:
    """S28: the device proposes, people confirm."""
    if overrun_turn(state) is None:
        raise Refusal("S28", "No turn ran over its time.")


def proposal(state: State) -> tuple[bool | None, ...]:
    """S28: for each move of the overrun turn whether it stands as far as is known; None has to be asked."""
    index = overrun_turn(state)
    if index is None:
        return ()
    turn = state.turns[index]
    if state.setup.overrun == "turn_lost":
        return (False,) * turn.moves
    places = range(turn.moves)
    rows: tuple[Row | None, ...] = (*turn.rows, None, None)
    return tuple(announced_in_time(turn, place, rows[place], state.clock.limit) for place in places)


def check_overrun_answer(state: State, entry: Entry, event: Overrun) -> None:
    """S28: each move is spoken of, and what was announced in time stands."""
    known = proposal(state)
    if len(event.stands) != len(known):
        text = msgs(
            "Say for {n} move whether it was announced in time.",
            "Say for each of the {n} moves whether it was announced in time.",
            len(known),
        )
        raise Refusal("S28", text)
    for place, (evidence, stands) in enumerate(zip(known, event.stands, strict=True)):
        if evidence is True and not stands:
            raise Refusal("S28", "Move {n} was announced in time; it counts.", n=place + 1)


def confirm_overrun(state: State, entry: Entry, event: Overrun) -> State:
    """S28: a move not announced in time is lost (0, tiles back), an announced one stands."""
    index = overrun_turn(state)
    assert index is not None
    turn = state.turns[index]
    rows = list(turn.rows)
    for place, stands in enumerate(event.stands):
        if place < len(rows):
            fate = Fate.LOST if rows[place].counts and not stands else rows[place].fate
            rows[place] = replace(rows[place], fate=fate, in_time=stands)
    written = with_lost(tuple(rows), event.stands, entry.n)
    done = replace(turn, rows=written, overrun_open=False, confirmed=event.stands)
    return asked_of_overrun(state.with_turn(index, done).with_remark(entry), entry.at)


def with_lost(rows: tuple[Row, ...], confirmed: tuple[bool, ...], n: int) -> tuple[Row, ...]:
    """S28: the rows and, after them, those that entry ``n`` need not wait for: moves confirmed as lost, never written.

    A move that stands keeps its place free until it is written.
    """
    while len(rows) < len(confirmed) and not confirmed[len(rows)]:
        rows = (*rows, Row(Kind.LOST, n, fate=Fate.LOST, in_time=False))
    return rows


def may_pause(state: State) -> None:
    """The clocks stand only where they run."""
    if state.phase not in (Phase.PLAY, Phase.CLOSING):
        raise Refusal("", "No clock is running.")
    if "pause" in state.clock.standing:
        raise Refusal("", "The clocks are paused already.")


def pause(state: State, entry: Entry, event: Pause) -> State:
    """Both clocks stand."""
    return replace(state.with_remark(entry), clock=state.clock.stop("pause", entry.at))


def may_resume(state: State) -> None:
    """Only a pause is resumed."""
    if "pause" not in state.clock.standing:
        raise Refusal("", "The clocks are not paused.")


def resume(state: State, entry: Entry, event: Resume) -> State:
    """Both clocks go on from where they stood."""
    return replace(state.with_remark(entry), clock=state.clock.resume("pause", entry.at))


def power_loss(state: State, entry: Entry, event: PowerLoss) -> State:
    """The device was off: paused at the last moment known, the doubt noted."""
    if state.phase not in (Phase.PLAY, Phase.CLOSING):
        return state
    return replace(state.with_remark(entry), clock=state.clock.power_loss(entry.at, ns(event.doubt_s)))


def check_set_time(state: State, entry: Entry, event: SetTime) -> None:
    """S8, S9: nobody has more than a whole turn left."""
    if ns(event.remaining_s) > state.clock.limit:
        raise Refusal(
            "S9" if len(state.turns) == 1 else "S8",
            "A turn has at most {limit} seconds.",
            limit=state.setup.turn_limit_s,
        )


def set_time(state: State, entry: Entry, event: SetTime) -> State:
    """S8: the referee corrects what is left of the running turn."""
    return replace(state.with_remark(entry), clock=state.clock.correct(ns(event.remaining_s), entry.at))


def spoil(state: State, entry: Entry, event: Spoil) -> State:
    """S10: people declare one clock of the running turn unusable."""
    return replace(state.with_remark(entry), clock=state.clock.spoil(INDEX[event.pair], entry.at))


def may_decide_time(state: State) -> None:
    """S10, S12: until the result is signed, once a turn is finished."""
    if not state.clock.turns:
        raise Refusal("S10", "Turn {n} is not finished; choose a finished one.", n=1)
    if state.phase is Phase.SIGNED:
        raise Refusal("S12", "The result is signed; reopen it with a reason first.")


def check_decide_time(state: State, entry: Entry, event: DecideTime) -> None:
    """S10: that turn is finished."""
    if event.turn > len(state.clock.turns):
        raise Refusal("S10", "Turn {n} is not finished; choose a finished one.", n=event.turn)


def decide_time(state: State, entry: Entry, event: DecideTime) -> State:
    """S10: the referee decides the time of a finished turn; what the limit costs is judged anew (S28)."""
    index = event.turn - 1
    clock = state.clock.decide(index, ns(event.used_s))
    turn = state.turns[index]
    rows = tuple(
        replace(row, fate=Fate.STANDS) if row.fate is Fate.LOST and row.kind is not Kind.LOST else row
        for row in turn.rows
    )
    while rows and rows[-1].kind is Kind.LOST:
        rows = rows[:-1]
    judged = check_overrun(replace(turn, rows=rows, confirmed=()), clock.turns[index], state)
    decided = replace(state.with_remark(entry).with_turn(index, judged), clock=clock, signed=frozenset())
    return asked_of_overrun(decided, entry.at)


def check_out(state: State, entry: Entry, event: Out) -> None:
    """S26: people see who is out of tiles; the sheet only estimates it. What was declared can be withdrawn."""
    note = state.outs[INDEX[event.pair]]
    if event.withdrawn and note is None:
        raise Refusal("S26", "Nobody of this pair is recorded as out of tiles.")
    if not event.withdrawn and note is not None and not note.doubted:
        raise Refusal("S26", "It is recorded already that one player of this pair is out.")


def declare_out(state: State, entry: Entry, event: Out) -> State:
    """S26: the pair has one move a turn from its next untouched turn on; or it has not any more."""
    pair = INDEX[event.pair]
    if event.withdrawn:
        return withdraw_out(state, entry, pair)
    index = len(state.turns) - 1
    note = OutNote(index, entry.n, event.player, place=len(state.turns[index].rows))
    declared = replace(state.with_remark(entry), outs=put(state.outs, pair, note))
    turn = state.turns[-1]
    if turn.pair == pair and not turn.acted and (turn.moves == 2 or turn.yields):
        return declared.with_turn(index, one_left(turn, note))
    return declared


def withdraw_out(state: State, entry: Entry, pair: int) -> State:
    """S26: that player holds tiles; an untouched turn has two moves again."""
    index, turn = len(state.turns) - 1, state.turns[-1]
    back = replace(state.with_remark(entry), outs=put(state.outs, pair, None))
    if turn.pair == pair and not turn.acted and turn.struck == "out":
        return back.with_turn(index, replace(turn, moves=2, struck="", yields=False))
    return back
