"""An act is declared once: what stands against it, in one order; its word, its words, and what a game makes of them."""

import enum
from dataclasses import dataclass, replace
from string import Formatter
from typing import Literal

import pytest

from rules.act_game import ActGame, possibilities
from rules.acts import Act, DerivingAct, Obstacle, describe, tag_of
from rules.game import Entry, Progress, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka.acts import Deal
from rules.message import Message, Refusal, msg
from rules.polish_doubles import acts as doubles
from rules.signing import Signing


class Phase(enum.Enum):
    PLAY = "play"
    OVER = "over"
    SIGNED = "signed"


@dataclass(frozen=True)
class State:
    phase: Phase = Phase.PLAY
    stopped: bool = False
    points: int = 0
    remarks: tuple[int, ...] = ()

    def with_remark(self, entry):
        return replace(self, remarks=(*self.remarks, entry.n))


class AnyAct(Act, frozen=True, kw_only=True):
    closed = {Phase.SIGNED: ("X9", msg("It is signed."))}


class ThrowDice(AnyAct, frozen=True, kw_only=True):
    cites = "X1"
    phases = (Phase.PLAY,)
    unless = (Obstacle("X2", msg("The game is stopped."), lambda state: state.stopped),)
    out_of_phase = msg("The game is over.")
    words = Message("{player} threw {dice}")
    values = {"player": {"A": "Adam"}}
    noted = True
    ways = ({"player": "A", "dice": (1,)},)
    player: Literal["A", "B"]
    dice: tuple[int, ...]

    def check_at(self, state, at):
        if at < 5:
            raise Refusal("X3", "Too early.")
        if sum(self.dice) > 12:
            raise Refusal("X4", "Two dice are thrown.")

    def apply(self, state):
        return replace(state, points=sum(self.dice))


class Dice(ActGame[State]):
    acts = (ThrowDice,)


THROW = ThrowDice(player="A", dice=(3, 4))


@pytest.mark.parametrize(
    ("state", "event", "at", "rule"),
    [
        (State(Phase.SIGNED, stopped=True), THROW, 0, "X9"),
        (State(Phase.OVER, stopped=True), THROW, 0, "X2"),
        (State(Phase.OVER), THROW, 0, "X1"),
        (State(), THROW, 0, "X3"),
        (State(), ThrowDice(player="A", dice=(9, 9)), 5, "X4"),
        (State(), THROW, 5, None),
    ],
)
def test_what_stands_against_an_act_is_asked_in_one_order(state, event, at, rule):
    refusal = event.refusal(state, at)
    assert (refusal.rule if refusal else None) == rule
    if rule is not None:
        with pytest.raises(Refusal) as refused:
            Dice().check(state, Entry(1, at, event))
        assert refused.value.rule == rule


def test_what_stands_against_all_acts_of_a_phase_may_depend_on_the_state():
    class Count(AnyAct, frozen=True, kw_only=True):
        closed = {
            Phase.OVER: lambda state: ("X6", msg("Somebody won.")) if state.points else ("X7", msg("Nobody won."))
        }

    over = State(Phase.OVER)
    refusals = Count().refusal(over), Count().refusal(replace(over, points=3)), Count().refusal(State())
    assert [refusal and refusal.rule for refusal in refusals] == ["X7", "X6", None]


def test_what_stands_in_the_way_of_an_act_may_say_of_whom():
    class Throw(AnyAct, frozen=True, kw_only=True):
        unless = (Obstacle("", lambda state: msg("{n} points are too many.", n=state.points), lambda s: s.points > 9),)

    refusal = Throw().refusal(State(points=12))
    assert (refusal.rule, str(refusal)) == ("", "12 points are too many.")
    assert Throw().refusal(State(points=9)) is None


def test_details_are_worked_out_once_for_the_check_and_for_what_is_recorded():
    class Lay(DerivingAct, AnyAct, frozen=True, kw_only=True):
        phases = (Phase.PLAY,)
        cites = "X1"
        out_of_phase = msg("The game is over.")
        ways = ({"word": "KOSA"},)
        word: str

        def derive(self, state, entry):
            derived.append(self.word)
            if not self.word:
                raise Refusal("X8", "There is no word.")
            return len(self.word), entry.n

        def apply_derived(self, state, entry, length_and_number):
            return replace(state, points=length_and_number[0], remarks=(length_and_number[1],))

    class Words(ActGame[State]):
        acts = (Lay,)

    derived = []
    after = Words().apply(State(), Entry(3, 0, Lay(word="LES")))
    assert (after.points, after.remarks, derived) == (3, (3,), ["LES"])
    for step in (Words().check, Words().apply):
        with pytest.raises(Refusal, match="X8"):
            step(State(), Entry(4, 0, Lay(word="")))
    assert Lay(word="").refusal(State()).rule == "X8"
    assert (Words().may(State())["lay"], Words().may(State(Phase.OVER))["lay"].rule) == (None, "X1")
    assert Lay(word="LES").perform(State(), Entry(5, 0, Lay(word="LES"))).remarks == (5,)


def test_what_an_act_derives_is_the_state_after_it_where_it_says_nothing_else():
    class Score(DerivingAct, AnyAct, frozen=True, kw_only=True):
        points: int

        def derive(self, state, entry):
            return replace(state, points=state.points + self.points)

    class Scores(ActGame[State]):
        acts = (Score,)

    assert Scores().apply(State(points=2), Entry(1, 0, Score(points=5))).points == 7


@pytest.mark.parametrize(
    ("state", "progress"),
    [
        (State(), Progress.READY),
        (State(points=1), Progress.PLAYING),
        (State(phase=Phase.OVER), Progress.RESULT),
        (State(phase=Phase.SIGNED), Progress.SIGNED),
    ],
    ids=lambda value: getattr(value, "value", ""),
)
def test_how_far_a_game_is_follows_from_what_is_signed(state, progress):
    class Ending(ActGame[State]):
        acts = ()
        signing = Signing("X9", Phase.OVER, Phase.SIGNED, lambda event: event.side, sealed=msg("–"), unsigned=msg("–"))

        def has_begun(self, state):
            return state.points > 0

    assert Ending().progress(state) is progress


def test_an_act_that_is_noted_stands_among_the_remarks_and_does_what_it_says():
    after = Dice().apply(State(), Entry(7, 5, THROW))
    assert (after.points, after.remarks) == (7, (7,))


def test_an_act_is_asked_about_in_the_ways_it_can_be_meant():
    assert Dice().may(State(), at=4)["throw_dice"].rule == "X3"
    assert Dice().may(State(), at=5)["throw_dice"] is None


def test_where_no_way_is_possible_what_is_against_the_first_is_said():
    class Bid(AnyAct, frozen=True, kw_only=True):
        ways = ({"figure": 1}, {"figure": 2})
        figure: int

        def check(self, state):
            if state.points >= self.figure:
                raise Refusal(f"X{self.figure}", "More was bid already.")

    class Bidding(ActGame[State]):
        acts = (Bid,)

    assert Bidding().may(State(points=2))["bid"].rule == "X1"
    assert Bidding().may(State(points=1))["bid"] is None


def test_its_word_is_that_of_its_class_and_its_description_has_its_fields():
    assert tag_of(ThrowDice) == "throw_dice"
    assert str(describe(THROW)) == "Adam threw 3 4"
    assert str(describe(ThrowDice(player="B", dice=(1, 1)))) == "B threw 1 1"
    assert [str(describe(event)) for event in (Undo(), Redo(), Restore(), Void(by="A"))] == [
        "undo",
        "redo",
        "void press counts again",
        "press taken back (A)",
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_words_of_an_act_name_fields_that_it_has(game):
    for act in game.acts:
        if act.describe is Act.describe:
            named = {name for _, name, *_ in Formatter().parse(act.words.id) if name}
            assert named <= set(act.__struct_fields__), act


def test_what_is_possible_when_is_a_table_of_acts_and_phases():
    start = KOCKA.start(KockaSetup(players=("A", "B", "C", "D"), word="KOT"))
    dealt = KOCKA.apply(start, Entry(1, 0, Deal()))
    stopped = replace(dealt, halted="A")
    heading, *rows = possibilities(KOCKA, (stopped, start, dealt))
    assert heading == ("act", "rule", "deal", "passing")
    of = {row[0]: row[1:] for row in rows}
    assert of["deal"] == ("K7", "yes", "K7, K15")
    assert of["passed"] == ("K9", "K9", "yes, K15")
    assert of["sign"] == ("K5", "K5", "K5")


def test_a_note_says_whom_it_is_about():
    for note, words in (
        (doubles.Note(rule="S2", pair="B"), "note to S2, pair B: forbidden talk"),
        (doubles.Note(rule="S2", text="whispered"), "note to S2: whispered"),
    ):
        assert str(describe(note)) == words
