"""Objections, early judgement and crosses (S14-S19)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game import Entry
from rules.message import Refusal
from rules.polish_doubles.events import Early, EarlyAnswer, NoObjection, Objection, Verdict
from rules.polish_doubles.placing import builds_by_squares
from rules.polish_doubles.rows import EarlyState, Fate, ObjectionNote, Row, Turn
from rules.polish_doubles.state import OutNote, Phase, State
from rules.polish_doubles.tiles import RACK
from rules.polish_doubles.turns import cross, must_play, put, serve


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
    if others and all(objectable(other) and not other.counts for other in others):
        return True  # both players have tiles again
    return row.tiles == RACK and all(other.tiles_gone != RACK for other in others)


def objectable(row: Row) -> bool:
    """Whether the row is a move on the board."""
    return row.on_board


def may_judge_last(state: State) -> None:
    """S16: the last turn can be judged in play, and after a closing or the end by hand until racks are entered."""
    if state.phase not in (Phase.CLOSING, Phase.ENDING):
        must_play(state)
    if any(racks is not None for racks in state.racks):
        raise Refusal("S16", "It is too late for an objection: racks have been entered.")


def may_object(state: State) -> None:
    """S16, S28: after the press, until the opponents' first recorded act, also while a row is still missing.

    With two missing nothing shows that the turn was played at all: its press may have been a mistake (S10).
    """
    may_judge_last(state)
    index = state.judged_turn
    if state.judging is not None:
        raise Refusal("S16", "One objection at a time: first say whether the move is valid.")
    if index is None:
        if not any(turn.pressed for turn in state.turns):
            raise Refusal("S16", "An objection comes after the double turn, when the clock is pressed.")
        raise Refusal("S16", "It is too late for an objection: the opponents have already acted.")
    turn = state.turns[index]
    if turn.overrun_open:
        raise Refusal("S28", "First confirm which moves of the overrun turn count.")
    if len(turn.rows) + 1 < turn.moves:
        raise Refusal("S16", "First write down a move of the turn you object to.")


def check_objection(state: State, entry: Entry, event: Objection) -> None:
    """S16: the first move first, and each of them once."""
    assert state.judged_turn is not None
    if refusal := against_objection(state.turns[state.judged_turn], event.move):
        raise refusal


def against_objection(turn: Turn, move: int) -> Refusal | None:
    """S16, S17, S19, S28: why move 1 or 2 of the turn cannot be objected to, or None."""
    if move > max(turn.moves, len(turn.rows)):
        return Refusal("S16", "This turn has no second move.")
    row = turn.rows[move - 1] if move <= len(turn.rows) else None
    if row is not None and not objectable(row):
        return Refusal("S16", "An exchange, a pass or a lost move cannot be objected to.")
    if row is not None and row.fate is Fate.BUILDS_ON:
        return Refusal("S17", "The second move fell with the first; there is no second objection.")
    if move == 1 and turn.early in (EarlyState.ACCEPTED, EarlyState.VALID, EarlyState.INVALID):
        return Refusal("S19", "The first move was judged early; that is final.")
    if any(objected.move == move for objected in turn.objections):
        return Refusal("S16", "This move has been judged already.")
    if any(objected.move > move for objected in turn.objections):
        return Refusal("S16", "Objections go in order: it is too late to object to the first move.")
    if row is not None and row.fate is Fate.LOST:
        return Refusal("S28", "This move was lost to the clock.")
    return None


def objection(state: State, entry: Entry, event: Objection) -> State:
    """S14, S16: the opponents object; the clock stands while the move is judged (objection_clock)."""
    index = state.judged_turn
    assert index is not None
    turn = state.turns[index]
    raised = state.with_turn(index, replace(turn, objections=(*turn.objections, ObjectionNote(event.move))))
    if state.setup.objection_clock == "runs":
        return raised
    return replace(raised, clock=state.clock.stop("objection", entry.at))


def may_judge(state: State) -> None:
    """S16: a verdict answers an objection."""
    if state.judging is None:
        raise Refusal("S16", "No objection is waiting for a verdict.")


def asks_building(turn: Turn, move: int, *, valid: bool) -> bool:
    """S17, S18: whether a verdict on the turn's ``move`` has to say if the second move builds on the first."""
    second = turn.rows[1] if len(turn.rows) > 1 else None
    return move == 1 and not valid and second is not None and objectable(second) and second.counts


def unwritten_refusal(turn: Turn, move: int, *, valid: bool) -> Refusal | None:
    """S16, S17: which row of the turn has to be written before a verdict on its ``move``; None: none."""
    if move > len(turn.rows):
        return Refusal("S16", "Move {n} is not on the sheet. Write it down, then say whether it is valid.", n=move)
    if not valid and not turn.is_filled:
        return Refusal("S17", "First write down the second move: it may build on the invalid first.")
    return None


def check_verdict(state: State, entry: Entry, event: Verdict) -> None:
    """S17: an invalid first move takes with it what is built on it."""
    assert state.judging is not None
    index, objected = state.judging
    turn = state.turns[index]
    if refusal := unwritten_refusal(turn, objected.move, valid=event.valid):
        raise refusal
    if asks_building(turn, objected.move, valid=event.valid) and builds_on(turn, event.builds_on) is None:
        raise Refusal("S17", "Say whether the second move builds on the first.")


def verdict(state: State, entry: Entry, event: Verdict) -> State:
    """S15-S18: a valid move costs the objectors a cross, an invalid one scores 0, with what is built on it."""
    judging = state.judging
    assert judging is not None
    index, objected = judging
    turn = state.turns[index]
    builds = builds_on(turn, event.builds_on) if asks_building(turn, objected.move, valid=event.valid) else None
    done = replace(turn, objections=(*turn.objections[:-1], replace(objected, valid=event.valid)))
    state = state.with_turn(index, done)
    state = judge_row(state, index, objected.move - 1, Fate.VALID if event.valid else Fate.INVALID)
    if builds:
        state = judge_row(state, index, 1, Fate.BUILDS_ON)
    clock = state.clock.resume("objection", entry.at)
    if state.setup.objection_clock == "restarts":
        clock = clock.correct(clock.limit, entry.at)
    state = replace(state, clock=clock)
    if not event.valid and state.phase is Phase.CLOSING:
        state = replace(state, phase=Phase.PLAY, closer=None, clock=state.clock.resume("closing", entry.at))
        state = serve(state, entry.at)
    if event.valid and state.setup.cross_goes_to == "failed_objector":
        return cross(state, 1 - turn.pair, entry.at)
    if not event.valid and state.setup.cross_goes_to == "invalid_move":
        return cross(state, turn.pair, entry.at)
    return state


def builds_on(turn: Turn, declared: bool | None) -> bool | None:
    """S18: whether the second move builds on the first, by the squares, else as entered (``said``); None: not known."""
    known = builds_by_squares(turn.rows[0].placement, turn.rows[1].placement)
    if known is None or declared in (None, known):
        return declared if known is None else known
    if known:
        raise Refusal("S18", "By the squares the second move builds on the first; if they are wrong, correct them.")
    raise Refusal("S18", "By the squares the second move does not build on the first; if they are wrong, correct them.")


def may_let_stand(state: State) -> None:
    """S16: only a turn that can still be objected to is let stand."""
    may_judge_last(state)
    if state.judging is not None:
        raise Refusal("S16", "One objection at a time: first say whether the move is valid.")
    if state.judged_turn is None:
        raise Refusal("S16", "No turn is open to objections now.")


def no_objection(state: State, entry: Entry, event: NoObjection) -> State:
    """S16: the opponents let the turn stand; no objection to it comes any more."""
    index = state.judged_turn
    assert index is not None
    return state.with_turn(index, replace(state.turns[index], settled=True))


def may_ask_early(state: State) -> None:
    """S19: after the first move of a double turn is written, before the second, once."""
    must_play(state)
    turn = state.turns[-1]
    if turn.possible != 2:
        raise Refusal("S19", "Early judgement is for the first move of a double turn.")
    if not turn.rows:
        raise Refusal("S19", "First write down the first move: word and points.")
    if turn.early is not None:
        raise Refusal("S19", "Early judgement was asked for already.")
    if len(turn.rows) > 1:
        raise Refusal("S19", "The second move is played; an objection comes after the press.")
    if not objectable(turn.rows[0]):
        raise Refusal("S19", "An exchange or a pass needs no judgement.")


def early(state: State, entry: Entry, event: Early) -> State:
    """S19: the moving pair asks for judgement now; the clock runs on."""
    return state.with_turn(len(state.turns) - 1, replace(state.turns[-1], early=EarlyState.ASKED, acted=True))


def may_answer_early(state: State) -> None:
    """S19: in time means before the press; after it the protest is an objection."""
    must_play(state)
    turn = state.turns[-1]
    if turn.early is EarlyState.ASKED:
        return
    last = next((turn for turn in reversed(state.turns) if turn.pressed), None)
    if last is not None and last.early is EarlyState.LAPSED:
        raise Refusal("S19", "The clock was pressed first: object to the first move instead.")
    raise Refusal("S19", "Nobody asked for early judgement.")


def against_early_invalid(turn: Turn) -> Refusal | None:
    """S19: once the second move is played, whether it builds on the first is asked after the press (S17), or None."""
    if len(turn.rows) < 2:
        return None
    return Refusal("S19", "The second move is played; that protest waits for the press.")


def check_early_answer(state: State, entry: Entry, event: EarlyAnswer) -> None:
    """S19: an invalid move is struck before the second one is played."""
    if event.answer == "invalid" and (refusal := against_early_invalid(state.turns[-1])):
        raise refusal


def early_answer(state: State, entry: Entry, event: EarlyAnswer) -> State:
    """S19: the answer is final; invalid scores 0 and gives the tiles back, the second move is still due."""
    index = len(state.turns) - 1
    turn = state.turns[index]
    state = state.with_turn(index, replace(turn, early=EarlyState(event.answer)))
    if event.answer == "accepted":
        return state
    valid = event.answer == "valid"
    state = judge_row(state, index, 0, Fate.VALID if valid else Fate.INVALID)
    if valid and state.setup.cross_goes_to == "failed_objector":
        return cross(state, 1 - turn.pair, entry.at)
    if not valid and state.setup.cross_goes_to == "invalid_move":
        return cross(state, turn.pair, entry.at)
    return state
