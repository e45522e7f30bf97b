"""Acts of Polish doubles that judge moves: objections, verdicts, early judgement, and their crosses (S14-S19)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rules.acts import DerivingAct, Obstacle
from rules.game import Entry
from rules.message import Message, Refusal, msg
from rules.needs import Button, MenuEntry, Posed, Question, Reply
from rules.polish_doubles.acts.sheet import move_due
from rules.polish_doubles.acts.table import ClockAct, InPlay, MoveNumber, OfTurn
from rules.polish_doubles.placing import builds_by_squares
from rules.polish_doubles.rows import EarlyState, Fate, ObjectionNote, Row, Turn
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.turns import judge_row, serve, with_cross

EARLY_ANSWERS: dict[str, Message] = {
    "accepted": msg("early: accepted"),
    "valid": msg("early: valid"),
    "invalid": msg("early: invalid"),
}
"""What became of an early judgement, by the word in the record."""

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
NOT_DOUBLE = Obstacle(
    "S19", msg("Early judgement is for the first move of a double turn."), lambda state: state.turns[-1].possible != 2
)
NO_FIRST = Obstacle(
    "S19", msg("First write down the first move: word and points."), lambda state: not state.turns[-1].rows
)
ASKED = Obstacle("S19", msg("Early judgement was asked for already."), lambda state: state.turns[-1].early is not None)
SECOND_PLAYED = Obstacle(
    "S19",
    msg("The second move is played; an objection comes after the press."),
    lambda state: len(state.turns[-1].rows) > 1,
)
NOTHING_LAID = Obstacle(
    "S19", msg("An exchange or a pass needs no judgement."), lambda state: not state.turns[-1].rows[0].on_board
)
LAPSED = Obstacle(
    "S19",
    msg("The clock was pressed first: object to the first move instead."),
    lambda state: not _asks_early(state) and _last_pressed_early(state) is EarlyState.LAPSED,
)
NOT_ASKED = Obstacle("S19", msg("Nobody asked for early judgement."), lambda state: not _asks_early(state))


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
    return msg("a cross for {name}", name=state.names[pair])


def _which_move(state: State) -> Question | None:
    """Which move of the turn just pressed is objected to; partners agree by the tap itself (S14, S16)."""
    if state.judging is not None or state.judged_turn is None:
        return None
    turn, replies = _judged(state), []
    for n in range(1, max(turn.moves, len(turn.rows)) + 1):
        move: Message | str = msg("move {n}, not written yet", n=n)
        if n <= len(turn.rows):
            row = turn.rows[n - 1]
            move = Message("{word} {points}", {"word": row.label, "points": row.points}) if row.on_board else row.label
        against = against_objection(turn, n)
        replies.append(Reply(move, msg("we both object"), Objection(move=1 if n == 1 else 2), "danger", against))
    replies.append(Reply(msg("No objection"), msg("the turn counts"), NoObjection(), "primary"))
    objectors = 1 - turn.pair
    line = msg("{name}: do you both object? Otherwise there is no objection.", name=state.names[objectors])
    return Question(msg("Objection"), line, replies, side=objectors)


class OfJudged(OfTurn, frozen=True, kw_only=True):
    """What the opponents say to the double turn just pressed, while it is open to objections (S16)."""

    cites = "S16"
    phases = JUDGING
    closed = InPlay.closed

    @classmethod
    def turn_of(cls, state: State) -> int | None:
        """The turn that is open to objections."""
        return state.judged_turn


class Objection(OfJudged, ClockAct, frozen=True, kw_only=True):
    """The opponents object to a move of the double turn just pressed (S14, S16)."""

    unless = (RACKS_ENTERED, OBJECTED, NOT_PRESSED, TOO_LATE, UNCONFIRMED, UNWRITTEN)
    words = Message("objection to move {move}")
    need = Posed(_which_move)
    ways = ({"move": 1}, {"move": 2})
    move: MoveNumber

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


def _is_valid(state: State) -> Question | None:
    """Whether the objected move is valid; where the squares do not say it, whether the second builds on it (S17, S18).

    A row that the verdict needs and that is missing is written first.
    """
    if state.judging is None:
        return None
    index, objected = state.judging
    turn, n = state.turns[index], objected.move
    title = msg("Judging an objection")
    if "objection" in state.clock.standing:
        title = Message("{title} · {line}", {"title": title, "line": msg("The clock is stopped.")})
    write = move_due(state, (index, len(turn.rows)))
    if refusal := unwritten_refusal(turn, n, valid=True):
        first = Reply(msg("Write move {n}", n=n), msg("word and points"), write, "primary")
        return Question(title, refusal.message, (first,), waits=True, side=turn.pair)
    row = turn.rows[n - 1]
    replies = [Reply(msg("Valid"), cross_line(state, 1 - turn.pair), Verdict(valid=True), "valid")]
    if unwritten_refusal(turn, n, valid=False):
        replies.append(Reply(msg("Write move {n}", n=2), msg("first, if move 1 is invalid"), write))
    elif asks_building(turn, n, valid=False):
        known, word = builds_by_squares(row.placement, turn.rows[1].placement), turn.rows[1].label
        for builds, line in (
            (True, msg("{word} builds on it: both score 0", word=word)),
            (False, msg("{word} lies elsewhere and counts", word=word)),
        ):
            if known in (None, builds):
                replies.append(Reply(msg("Invalid"), line, Verdict(valid=False, builds_on=builds), "danger"))
    else:
        falls = msg("{n} → 0, the tiles go back", n=row.points)
        replies.append(Reply(msg("Invalid"), falls, Verdict(valid=False), "danger"))
    return Question(title, msg("Is {move} valid?", move=move_line(row, n)), replies, waits=True, side=turn.pair)


class Verdict(DerivingAct, ClockAct, frozen=True, kw_only=True):
    """The objected move is valid or not; ``builds_on``: the second move builds on the invalid first (S17, S18).

    Where the squares of both are known, they say so, and ``builds_on`` may be left out. ``word_list`` was asked.
    """

    cites = "S16"
    unless = (NOT_OBJECTED,)
    decision = True
    costly = True
    need = Posed(_is_valid)
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

    def derive(self, state: State, entry: Entry) -> bool:
        """S17: whether an invalid first move takes the second with it. Raises `Refusal` where that is not known."""
        assert state.judging is not None
        index, objected = state.judging
        turn = state.turns[index]
        if refusal := unwritten_refusal(turn, objected.move, valid=self.valid):
            raise refusal
        if not asks_building(turn, objected.move, valid=self.valid):
            return False
        if (builds := builds_on(turn, self.builds_on)) is None:
            raise Refusal("S17", "Say whether the second move builds on the first.")
        return builds

    def apply_derived(self, state: State, entry: Entry, builds: bool) -> State:
        """S15-S18: a valid move costs the objectors a cross, an invalid one scores 0, with what is built on it."""
        assert state.judging is not None
        index, objected = state.judging
        turn = state.turns[index]
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


class NoObjection(OfJudged, frozen=True, kw_only=True):
    """The opponents let the double turn stand (S16)."""

    unless = (RACKS_ENTERED, OBJECTED, NOT_OPEN)
    words = msg("no objection")

    def apply(self, state: State) -> State:
        """S16: the opponents let the turn stand; no objection to it comes any more."""
        index = state.judged_turn
        assert index is not None
        return state.with_turn(index, replace(state.turns[index], settled=True))


def _asks_early(state: State) -> bool:
    return state.turns[-1].early is EarlyState.ASKED


def _last_pressed_early(state: State) -> EarlyState | None:
    return next((turn.early for turn in reversed(state.turns) if turn.pressed), None)


class Early(InPlay, OfTurn, frozen=True, kw_only=True):
    """The moving pair asks for early judgement of its first move (S19)."""

    cites = "S19"
    unless = (NOT_DOUBLE, NO_FIRST, ASKED, SECOND_PLAYED, NOTHING_LAID)
    words = msg("early judgement asked for")
    menu = MenuEntry("judge", msg("Early judgement"), msg("of the first move"))

    def apply(self, state: State) -> State:
        """S19: the moving pair asks for judgement now; the clock runs on."""
        return state.with_turn(len(state.turns) - 1, replace(state.turns[-1], early=EarlyState.ASKED, acted=True))


def _early_question(state: State) -> Question | None:
    """The opponents' answer to a first move; the clock runs on (S19)."""
    if not state.turns or not _asks_early(state):
        return None
    turn, invalid = state.turns[-1], EarlyAnswer(answer="invalid")
    crossed, falls = cross_line(state, 1 - turn.pair), msg("scores 0, move 2 is still due")
    replies = (
        Reply(msg("We accept it"), msg("no objection, final"), EarlyAnswer(answer="accepted"), "primary"),
        Reply(msg("Judged valid"), crossed, EarlyAnswer(answer="valid"), "valid"),
        Reply(msg("Judged invalid"), falls, invalid, "danger", invalid.refusal(state)),
    )
    title = Message("{title} · {line}", {"title": msg("Early judgement"), "line": msg("the clock runs on")})
    line = msg("{name} answer: {move}", name=state.names[1 - turn.pair], move=move_line(turn.rows[0], 1))
    return Question(title, line, replies, side=turn.pair)


class EarlyAnswer(InPlay, OfTurn, frozen=True, kw_only=True):
    """Early judgement: the opponents accept the move, or it was objected to and found valid or invalid (S19).

    ``word_list`` was asked.
    """

    cites = "S19"
    unless = (LAPSED, NOT_ASKED)
    need = Posed(_early_question)
    button = Button(msg("Early judgement"), msg("the clock runs on"))
    answer: Literal["accepted", "valid", "invalid"]
    word_list: WordListUsed | None = None

    @property
    def by_referee(self) -> bool:
        """A verdict is; accepting is the opponents'."""
        return self.answer != "accepted"

    @property
    def costs(self) -> bool:
        """Where there was an objection: the move, or a cross (S15)."""
        return self.answer != "accepted"

    def describe(self) -> Message:
        """What was answered."""
        return EARLY_ANSWERS[self.answer]

    def check(self, state: State) -> None:
        """S19: an invalid move is struck before the second is played; then S17 asks whether it builds on the first."""
        if self.answer == "invalid" and len(state.turns[-1].rows) > 1:
            raise Refusal("S19", "The second move is played; that protest waits for the press.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """S19: the answer is final; invalid scores 0 and gives the tiles back, the second move is still due."""
        index = len(state.turns) - 1
        turn = state.turns[index]
        state = state.with_turn(index, replace(turn, early=EarlyState(self.answer)))
        if self.answer == "accepted":
            return state
        valid = self.answer == "valid"
        state = judge_row(state, index, 0, Fate.VALID if valid else Fate.INVALID)
        return with_cross(state, turn.pair, valid=valid, at=entry.at)


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
