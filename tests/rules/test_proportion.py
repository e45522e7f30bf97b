"""Folding costs work and memory in proportion to the record: counted, not timed."""

import dataclasses
import sys

import msgspec
import pytest

from rules.game import Redo, Undo, Void
from rules.history import History
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import acts as k
from rules.kourici_kocka.state import KockaSetup
from rules.marias import GAME as MARIAS
from rules.marias import acts as m
from rules.marias.state import MariasSetup
from rules.polish_doubles import GAME as DOUBLES
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.polyssimo import GAME as POLYSSIMO
from rules.polyssimo import PolyssimoSetup
from rules.polyssimo import acts as p
from rules.vector import Vector
from tests.rules.marias_table import deal

NAMES = ("Adam", "Bára", "Cyril", "Dana")
PLAIN = (DOUBLES, DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky"))))
NOTES = {
    "polish_doubles": (*PLAIN, e.Note(rule="S2")),
    "marias": (MARIAS, MariasSetup(players=NAMES), m.Note(rule="M7")),
    "kourici_kocka": (KOCKA, KockaSetup(players=NAMES, word="KOČKA"), k.Note(rule="K10")),
    "polyssimo": (POLYSSIMO, PolyssimoSetup(players=NAMES[:2], youngest=1), p.Note(rule="P6")),
}


class Counting:
    """A game that counts how often it is asked to apply an entry."""

    def __init__(self, game):
        self.game = game
        self.applied = 0

    def __getattr__(self, name):
        return getattr(self.game, name)

    def apply(self, state, entry):
        self.applied += 1
        return self.game.apply(state, entry)


def folded(game, setup, events):
    history = History.begin(game, setup)
    for n, event in enumerate(events):
        history = history.accept(event, n)
    return history


def blocks(value, blocks_seen):
    """The size in bytes of every block that a vector holds, each counted once however many share it."""
    for digit in value._digits:
        block(digit, blocks_seen)
    return blocks_seen


def block(digit, blocks_seen):
    if id(digit) not in blocks_seen:
        blocks_seen[id(digit)] = sys.getsizeof(digit)
        for inner in digit:
            if isinstance(inner, tuple):
                block(inner, blocks_seen)


def memory(history):
    """Bytes of all sequences of a history and of every state that it keeps."""
    sizes = {}
    for part in (history.entries, history.marks, history.steps, history.redoable):
        blocks(part, sizes)
    for step in history.steps:
        assert isinstance(step.before.remarks, Vector)
        blocks(step.before.remarks, sizes)
    return sum(sizes.values())


@pytest.mark.parametrize(("game", "setup", "note"), NOTES.values(), ids=list(NOTES))
def test_twice_the_notes_take_twice_the_memory(game, setup, note):
    once = memory(folded(game, setup, [note] * 1500))
    twice = memory(folded(game, setup, [note] * 3000))
    assert twice < 2.2 * once
    assert once < 1500 * 1000


@pytest.mark.parametrize(("game", "setup", "note"), NOTES.values(), ids=list(NOTES))
def test_each_undo_and_redo_asks_the_rules_about_one_entry_at_most(game, setup, note):
    counting = Counting(game)
    folded(counting, setup, [note] * 500 + [Undo()] * 500 + [Redo()] * 500 + [Undo()] * 500)
    assert counting.applied == 500 + 500


def test_a_press_declared_void_asks_about_what_came_after_it_and_nothing_else():
    counting = Counting(DOUBLES)
    events = [e.Starters(pair="A"), e.Press(pair="A")]
    for n in range(300):
        events += [e.Press(pair="B"), Void(of=(3 + 2 * n,), by="both")]
    folded(counting, PLAIN[1], events)
    assert counting.applied == 2 + 300 * 2


def test_finding_what_undo_takes_does_not_look_through_the_record():
    looked = []

    class Watched(Vector):
        __slots__ = ()

        def __getitem__(self, index):
            looked.append(index)
            return super().__getitem__(index)

    history = folded(*PLAIN, [e.Note(rule="S2")] * 500 + [Undo()] * 400)
    watched = type(history)(
        history.game,
        history.setup,
        history.state,
        history.entries,
        history.marks,
        Watched(history.steps),
        history.redoable,
        history.voids,
    )
    assert watched.undoable == history.entries[99]
    assert len(looked) <= 2


# -- whatever is entered -----------------------------------------------------------------------------------------------

OPENING = (e.Starters(pair="A"), e.Press(pair="A"), e.Move(points=3), e.Press(pair="A"))


def turns(*moves, after=()):
    """Double turns of both pairs, each with these moves, its press and what comes after it."""

    def events(number):
        by_turns = [(*moves, e.Press(pair=pair), *after) for pair in ("B", "A")]
        return [*OPENING, *(event for n in range(number) for event in by_turns[n % 2])]

    return events


def over_and_over(*events, first=()):
    return lambda number: [*first, *(events * number)]


def late(number):
    """All presses first; the sheet is filled in afterwards."""
    return [*turns()(number), *([e.Pass(), e.Exchange(tiles=2)] * (number - 1))]


def overruns(number):
    """Every turn over its limit; what stands is said at the end, turn after turn."""
    return [*turns(e.SetTime(remaining_s=0))(number), *([e.Overrun(stands=(False, False))] * (number - 2))]


CALLED = (deal("A", "B", "hra"), deal("C", "D", "hra"))
MARIAS_TABLE = MARIAS, MariasSetup(players=NAMES)
KOCKA_TABLE = KOCKA, KockaSetup(players=NAMES, word="KOČKA", hejma_tie_outside="replay")
REPLAYED = (k.Points(points=(11, 11, 10, 1), hejma="C"), k.Confirm())
POLYSSIMO_TABLE = POLYSSIMO, PolyssimoSetup(players=NAMES[:2], youngest=1)
PICKED = (p.Pick(piece="F"), p.Pick(piece="X"))
ENTERED = {
    "presses": (*PLAIN, turns()),
    "presses that are accidents": (*PLAIN, turns(e.Press(pair="A"), e.Press(pair="B"))),
    "moves": (*PLAIN, turns(e.Move(points=5), e.Move(word="PES", points=4))),
    "moves written late": (*PLAIN, late),
    "exchanges": (*PLAIN, turns(e.Exchange(tiles=3), e.Exchange(tiles=1))),
    "counts of the bag": (*PLAIN, turns(e.Bag(count=40), e.Exchange(tiles=3), e.Pass())),
    "objections": (*PLAIN, turns(e.Move(points=5), e.Pass(), after=(e.Objection(move=1), e.Verdict(valid=False)))),
    "early judgements": (*PLAIN, turns(e.Move(points=5), e.Early(), e.EarlyAnswer(answer="invalid"), e.Pass())),
    "overruns": (*PLAIN, overruns),
    "announcements": (*PLAIN, turns(e.Announce(), e.Announce())),
    "pauses": (*PLAIN, over_and_over(e.Pause(), e.Resume(), first=OPENING)),
    "times set by the referee": (*PLAIN, over_and_over(e.DecideTime(turn=1, used_s=5), first=OPENING)),
    "corrections": (*PLAIN, over_and_over(e.Correct(turn=1, move=1, points=4), first=OPENING)),
    "draws": (*PLAIN, over_and_over(e.Draw(a="K", b="K"))),
    "deals": (*MARIAS_TABLE, over_and_over(*CALLED, first=(m.StartRound(),))),
    "deals in hand": (*MARIAS_TABLE, over_and_over(m.Dealt(), m.Annul(reason="x"), first=(m.StartRound(),))),
    "corrected deals": (
        *MARIAS_TABLE,
        over_and_over(
            m.Correct(of=1, chooser="A", partner="C", commitments=CALLED[0].commitments),
            first=(m.StartRound(), *CALLED),
        ),
    ),
    "top-ups": (*MARIAS_TABLE, over_and_over(m.TopUp(seat="A", amount=1000), first=(m.StartRound(),))),
    "rounds": (*KOCKA_TABLE, over_and_over(*REPLAYED)),
    "misdeals": (*KOCKA_TABLE, over_and_over(k.Deal(), k.Misdeal())),
    "corrected picks": (
        *POLYSSIMO_TABLE,
        over_and_over(p.Correct(taken="F", piece="X"), p.Correct(taken="X", piece="F"), first=PICKED),
    ),
}
"""Games of any length, by what is entered most."""


def lines(game, setup, events):
    """How many lines of the rules are run through to fold the events."""
    run = 0

    def count(frame, kind, argument):
        nonlocal run
        run += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        folded(game, setup, events)
    finally:
        sys.settrace(before)
    return run


def inside(value):
    """What a value is made of."""
    if isinstance(value, msgspec.Struct):
        return [getattr(value, name) for name in value.__struct_fields__]
    if dataclasses.is_dataclass(value):
        return [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, Vector):
        return value._digits
    return value if isinstance(value, (tuple, frozenset)) else ()


def size(history):
    """Bytes of a history and of all states that it keeps, each part counted once however many share it."""
    sizes, left = {}, [history.entries, history.steps, history.state]
    while left:
        part = left.pop()
        if id(part) not in sizes:
            sizes[id(part)] = sys.getsizeof(part)
            left += inside(part)
    return sum(sizes.values())


@pytest.mark.parametrize(("game", "setup", "events"), ENTERED.values(), ids=list(ENTERED))
def test_twice_the_entries_take_twice_the_work(game, setup, events):
    once, twice = (lines(game, setup, events(number)) for number in (75, 150))
    assert twice < 2.15 * once


@pytest.mark.parametrize(("game", "setup", "events"), ENTERED.values(), ids=list(ENTERED))
def test_twice_the_entries_take_twice_the_memory(game, setup, events):
    once, twice = (size(folded(game, setup, events(number))) for number in (150, 300))
    assert twice < 2.15 * once


def test_crosses_by_the_thousand_strike_one_turn_after_the_other():
    setup = DoublesSetup(pairs=PLAIN[1].pairs, points_misannounced="correction_and_cross", cross_per="correction")
    crosses = [e.Correct(turn=turn, move=1, points=4, announced=True) for turn in (1, 2)] * 1500
    state = folded(DOUBLES, setup, [*OPENING, e.Move(points=5), *crosses, e.Pass(), e.Press(pair="B")]).state
    assert state.crosses == (1500, 1500)
    assert state.owed == (0, 0)
    assert {turn.struck for turn in state.turns[2:-1]} == {"cross"}
