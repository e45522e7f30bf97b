"""Acts of Polish doubles about early judgement: a pair has its first move judged before it plays the second (S19)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.acts import Obstacle
from rules.game import Entry
from rules.message import Message, Refusal, msg
from rules.needs import MenuEntry, Question, Reply
from rules.polish_doubles.acts.judging import WordListUsed, cross_line, judge_row, move_line, with_cross
from rules.polish_doubles.acts.table import InPlay, OfTurn
from rules.polish_doubles.rows import EarlyState, Fate
from rules.polish_doubles.state import State

EARLY_ANSWERS: dict[str, Message] = {
    "accepted": msg("early: accepted"),
    "valid": msg("early: valid"),
    "invalid": msg("early: invalid"),
}
"""What became of an early judgement, by the word in the record."""


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


def _asks_early(state: State) -> bool:
    return state.turns[-1].early is EarlyState.ASKED


def _last_pressed_early(state: State) -> EarlyState | None:
    return next((turn.early for turn in reversed(state.turns) if turn.pressed), None)


def _answer_due(state: State) -> Message:
    turn = state.turns[-1]
    name = state.setup.pairs[1 - turn.pair].name
    return msg("{name} answer: {move}", name=name, move=move_line(turn.rows[0], 1))


def _early_answers(state: State) -> list[Reply]:
    invalid = EarlyAnswer(answer="invalid")
    falls, against = msg("scores 0, move 2 is still due"), invalid.refusal(state)
    crossed = cross_line(state, 1 - state.turns[-1].pair)
    return [
        Reply(msg("We accept it"), msg("no objection, final"), EarlyAnswer(answer="accepted"), "primary"),
        Reply(msg("Judged valid"), crossed, EarlyAnswer(answer="valid"), "valid"),
        Reply(msg("Judged invalid"), falls, invalid, "danger", against),
    ]


class Early(InPlay, OfTurn, frozen=True, kw_only=True):
    """The moving pair asks for early judgement of its first move (S19)."""

    cites = "S19"
    unless = (NOT_DOUBLE, NO_FIRST, ASKED, SECOND_PLAYED, NOTHING_LAID)
    words = msg("early judgement asked for")
    menu = MenuEntry("judge", msg("Early judgement"), msg("of the first move"))

    def apply(self, state: State) -> State:
        """S19: the moving pair asks for judgement now; the clock runs on."""
        return state.with_turn(len(state.turns) - 1, replace(state.turns[-1], early=EarlyState.ASKED, acted=True))


class EarlyAnswer(InPlay, OfTurn, frozen=True, kw_only=True):
    """Early judgement: the opponents accept the move, or it was objected to and found valid or invalid (S19).

    ``word_list`` was asked.
    """

    cites = "S19"
    unless = (LAPSED, NOT_ASKED)
    need = Question(
        Message("{title} · {line}", {"title": msg("Early judgement"), "line": msg("the clock runs on")}),
        _answer_due,
        _early_answers,
        side=lambda state: state.turns[-1].pair,
        holds=lambda state: bool(state.turns) and _asks_early(state),
    )
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
