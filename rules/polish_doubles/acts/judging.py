"""Acts of Polish doubles that judge moves: objections, verdicts, and their crosses (S14-S18)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rules.acts import Obstacle
from rules.game import Entry
from rules.message import Message, Refusal, msg
from rules.needs import Question, Reply
from rules.polish_doubles.acts.sheet import move_due
from rules.polish_doubles.acts.table import ClockAct, InPlay, MoveNumber, OfTurn
from rules.polish_doubles.placing import builds_by_squares
from rules.polish_doubles.rows import EarlyState, Fate, ObjectionNote, Row, Turn
from rules.polish_doubles.state import OutNote, Phase, State
from rules.polish_doubles.tiles import RACK
from rules.polish_doubles.turns import cross, put, serve

JUDGING = (Phase.PLAY, Phase.CLOSING, Phase.ENDING)
"""The last turn can be judged in play, and after a closing or the end by hand until racks are entered (S16)."""
RACKS_ENTERED = Obstacle(
    "S16",
    msg("It is too late for an objection: racks have been entered."),
    lambda state: any(racks is not None for racks in state.racks),
)
OBJECTED = Obstacle(
    "S16", msg("One objection at a time: first say whether the move is valid."), lambda state: state.judging is not None
)
NOT_OBJECTED = Obstacle("S16", msg("No objection is waiting for a verdict."), lambda state: state.judging is None)
NOT_PRESSED = Obstacle(
    "S16",
    msg("An objection comes after the double turn, when the clock is pressed."),
    lambda state: state.judged_turn is None and not any(turn.pressed for turn in state.turns),
)
TOO_LATE = Obstacle(
    "S16",
    msg("It is too late for an objection: the opponents have already acted."),
    lambda state: state.judged_turn is None,
)
NOT_OPEN = Obstacle("S16", msg("No turn is open to objections now."), lambda state: state.judged_turn is None)
UNCONFIRMED = Obstacle(
    "S28", msg("First confirm which moves of the overrun turn count."), lambda state: _judged(state).overrun_open
)
UNWRITTEN = Obstacle(
    "S16",
    msg("First write down a move of the turn you object to."),
    lambda state: len(_judged(state).rows) + 1 < _judged(state).moves,
)
"""With two rows missing nothing shows that the turn was played at all: its press may have been a mistake (S10)."""


def _judged(state: State) -> Turn:
    assert state.judged_turn is not None
    return state.turns[state.judged_turn]


class WordListUsed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The word list whose answers people saw when they judged: its name, and the SHA-256 of its words."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


def move_line(row: Row, n: int) -> Message:
    """A written move, 1 or 2 of its turn, in a few words."""
    return msg("move {n}: {word} {points}", n=n, word=row.label, points=row.points)


def cross_line(state: State, pair: int) -> Message | None:
    """What a failed objection costs ``pair``; None: nothing."""
    if state.setup.cross_goes_to != "failed_objector":
        return None
    return msg("a cross for {name}", name=state.setup.pairs[pair].name)


def _both_object(state: State) -> Message:
    name = state.setup.pairs[1 - _judged(state).pair].name
    return msg("{name}: do you both object? Otherwise there is no objection.", name=name)


def _objections(state: State) -> list[Reply]:
    turn = _judged(state)
    replies = []
    for n in range(1, max(turn.moves, len(turn.rows)) + 1):
        move: Message | str = msg("move {n}, not written yet", n=n)
        if n <= len(turn.rows):
            row = turn.rows[n - 1]
            move = Message("{word} {points}", {"word": row.label, "points": row.points}) if row.on_board else row.label
        against = against_objection(turn, n)
        replies.append(Reply(move, msg("we both object"), Objection(move=1 if n == 1 else 2), "danger", against))
    return [*replies, Reply(msg("No objection"), msg("the turn counts"), NoObjection(), "primary")]


class Objection(ClockAct, frozen=True, kw_only=True):
    """The opponents object to a move of the double turn just pressed (S14, S16)."""

    cites = "S16"
    phases = JUDGING
    closed = InPlay.closed
    unless = (RACKS_ENTERED, OBJECTED, NOT_PRESSED, TOO_LATE, UNCONFIRMED, UNWRITTEN)
    words = Message("objection to move {move}")
    need = Question(
        msg("Objection"),
        _both_object,
        _objections,
        side=lambda state: 1 - _judged(state).pair,
        holds=lambda state: state.judging is None and state.judged_turn is not None,
    )
    ways = ({"move": 1}, {"move": 2})
    move: MoveNumber

    @classmethod
    def turn_of(cls, state: State) -> int | None:
        """The turn that is open to objections."""
        return state.judged_turn

    def check(self, state: State) -> None:
        """S16: the first move first, and each of them once."""
        if refusal := against_objection(_judged(state), self.move):
            raise refusal

    def apply_at(self, state: State, entry: Entry) -> State:
        """S14, S16: the opponents object; the clock stands while the move is judged (objection_clock)."""
        index = state.judged_turn
        assert index is not None
        turn = state.turns[index]
        raised = state.with_turn(index, replace(turn, objections=(*turn.objections, ObjectionNote(self.move))))
        if state.setup.objection_clock == "runs":
            return raised
        return replace(raised, clock=state.clock.stop("objection", entry.at))


def _objected(state: State) -> tuple[Turn, int]:
    """The turn that was objected to, and which of its moves, from 1."""
    assert state.judging is not None
    index, objected = state.judging
    return state.turns[index], objected.move


def _judging_title(state: State) -> Message:
    title = msg("Judging an objection")
    if "objection" not in state.clock.standing:
        return title
    return Message("{title} · {line}", {"title": title, "line": msg("The clock is stopped.")})


def _verdict_due(state: State) -> Message:
    turn, move = _objected(state)
    if refusal := unwritten_refusal(turn, move, valid=True):
        return refusal.message
    return msg("Is {move} valid?", move=move_line(turn.rows[move - 1], move))


def _verdicts(state: State) -> list[Reply]:
    """Valid, or not; where it matters and the squares do not say it, whether the second move builds on the first.

    A row that a verdict needs and that is missing is written first.
    """
    turn, move = _objected(state)
    write = move_due(state, (state.objected or 0, len(turn.rows)))
    if move > len(turn.rows):
        return [Reply(msg("Write move {n}", n=move), msg("word and points"), write, "primary")]
    valid = Reply(msg("Valid"), cross_line(state, 1 - turn.pair), Verdict(valid=True), "valid")
    if unwritten_refusal(turn, move, valid=False):
        return [valid, Reply(msg("Write move {n}", n=2), msg("first, if move 1 is invalid"), write)]
    if not asks_building(turn, move, valid=False):
        falls = msg("{n} → 0, the tiles go back", n=turn.rows[move - 1].points)
        return [valid, Reply(msg("Invalid"), falls, Verdict(valid=False), "danger")]
    known, word = builds_by_squares(turn.rows[0].placement, turn.rows[1].placement), turn.rows[1].label
    lines = {
        True: msg("{word} builds on it: both score 0", word=word),
        False: msg("{word} lies elsewhere and counts", word=word),
    }
    return [valid] + [
        Reply(msg("Invalid"), line, Verdict(valid=False, builds_on=builds), "danger")
        for builds, line in lines.items()
        if known in (None, builds)
    ]


class Verdict(ClockAct, frozen=True, kw_only=True):
    """The objected move is valid or not; ``builds_on``: the second move builds on the invalid first (S17, S18).

    Where the squares of both are known, they say so, and ``builds_on`` may be left out. ``word_list`` was asked.
    """

    cites = "S16"
    unless = (NOT_OBJECTED,)
    decision = True
    costly = True
    need = Question(
        _judging_title,
        _verdict_due,
        _verdicts,
        waits=True,
        side=lambda state: _objected(state)[0].pair,
        holds=lambda state: state.judging is not None,
    )
    ways = tuple({"valid": valid, "builds_on": builds} for valid in (True, False) for builds in (None, True))
    valid: bool
    builds_on: bool | None = None
    word_list: WordListUsed | None = None

    @classmethod
    def turn_of(cls, state: State) -> int | None:
        """The turn that was objected to."""
        return state.objected

    def describe(self) -> Message:
        """What was found."""
        return msg("verdict: valid") if self.valid else msg("verdict: invalid")

    def check(self, state: State) -> None:
        """S17: an invalid first move takes with it what is built on it."""
        assert state.judging is not None
        index, objected = state.judging
        turn = state.turns[index]
        if refusal := unwritten_refusal(turn, objected.move, valid=self.valid):
            raise refusal
        if asks_building(turn, objected.move, valid=self.valid) and builds_on(turn, self.builds_on) is None:
            raise Refusal("S17", "Say whether the second move builds on the first.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """S15-S18: a valid move costs the objectors a cross, an invalid one scores 0, with what is built on it."""
        judging = state.judging
        assert judging is not None
        index, objected = judging
        turn = state.turns[index]
        builds = builds_on(turn, self.builds_on) if asks_building(turn, objected.move, valid=self.valid) else None
        done = replace(turn, objections=(*turn.objections[:-1], replace(objected, valid=self.valid)))
        state = state.with_turn(index, done)
        state = judge_row(state, index, objected.move - 1, Fate.VALID if self.valid else Fate.INVALID)
        if builds:
            state = judge_row(state, index, 1, Fate.BUILDS_ON)
        clock = state.clock.resume("objection", entry.at)
        if state.setup.objection_clock == "restarts":
            clock = clock.correct(clock.limit, entry.at)
        state = replace(state, clock=clock)
        if not self.valid and state.phase is Phase.CLOSING:
            state = replace(state, phase=Phase.PLAY, closer=None, clock=state.clock.resume("closing", entry.at))
            state = serve(state, entry.at)
        return with_cross(state, turn.pair, valid=self.valid, at=entry.at)


class NoObjection(OfTurn, frozen=True, kw_only=True):
    """The opponents let the double turn stand (S16)."""

    cites = "S16"
    phases = JUDGING
    closed = InPlay.closed
    unless = (RACKS_ENTERED, OBJECTED, NOT_OPEN)
    words = msg("no objection")

    @classmethod
    def turn_of(cls, state: State) -> int | None:
        """The turn that is open to objections."""
        return state.judged_turn

    def apply(self, state: State) -> State:
        """S16: the opponents let the turn stand; no objection to it comes any more."""
        index = state.judged_turn
        assert index is not None
        return state.with_turn(index, replace(state.turns[index], settled=True))


def against_objection(turn: Turn, move: int) -> Refusal | None:
    """S16, S17, S19, S28: why move 1 or 2 of the turn cannot be objected to, or None."""
    if move > max(turn.moves, len(turn.rows)):
        return Refusal("S16", "This turn has no second move.")
    row = turn.rows[move - 1] if move <= len(turn.rows) else None
    if row is not None and not row.on_board:
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


def asks_building(turn: Turn, move: int, *, valid: bool) -> bool:
    """S17, S18: whether a verdict on the turn's ``move`` has to say if the second move builds on the first."""
    second = turn.rows[1] if len(turn.rows) > 1 else None
    return move == 1 and not valid and second is not None and second.on_board and second.counts


def unwritten_refusal(turn: Turn, move: int, *, valid: bool) -> Refusal | None:
    """S16, S17: which row of the turn has to be written before a verdict on its ``move``; None: none."""
    if move > len(turn.rows):
        return Refusal("S16", "Move {n} is not on the sheet. Write it down, then say whether it is valid.", n=move)
    if not valid and not turn.is_filled:
        return Refusal("S17", "First write down the second move: it may build on the invalid first.")
    return None


def builds_on(turn: Turn, declared: bool | None) -> bool | None:
    """S18: whether the second move builds on the first, by the squares, else as entered (``said``); None: not known."""
    known = builds_by_squares(turn.rows[0].placement, turn.rows[1].placement)
    if known is None or declared in (None, known):
        return declared if known is None else known
    if known:
        raise Refusal("S18", "By the squares the second move builds on the first; if they are wrong, correct them.")
    raise Refusal("S18", "By the squares the second move does not build on the first; if they are wrong, correct them.")


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
