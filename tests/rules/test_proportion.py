"""Folding costs work and memory in proportion to the record: counted, not timed."""

import sys

import pytest

from rules.game import Redo, Undo, Void
from rules.history import History
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import events as k
from rules.marias import GAME as MARIAS
from rules.marias import events as m
from rules.polish_doubles import GAME as DOUBLES
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import events as e
from rules.polyssimo import GAME as POLYSSIMO
from rules.polyssimo import events as p
from rules.vector import Vector

NAMES = ("Adam", "Bára", "Cyril", "Dana")
PLAIN = (DOUBLES, DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky"))))
NOTES = {
    "polish_doubles": (*PLAIN, e.Note(rule="S2")),
    "marias": (MARIAS, m.MariasSetup(players=NAMES), m.Note(rule="M7")),
    "kourici_kocka": (KOCKA, k.KockaSetup(players=NAMES, word="KOČKA"), k.Note(rule="K10")),
    "polyssimo": (POLYSSIMO, p.PolyssimoSetup(players=NAMES[:2], youngest=1), p.Note(rule="P6")),
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


def blocks(value, found):
    """The size in bytes of every block that a vector holds, each counted once however many share it."""
    for digit in value._digits:
        block(digit, found)
    return found


def block(one, found):
    if id(one) not in found:
        found[id(one)] = sys.getsizeof(one)
        for inner in one:
            if isinstance(inner, tuple):
                block(inner, found)


def memory(history):
    """Bytes of all sequences of a history and of every state that it keeps."""
    found = {}
    for one in (history.entries, history.marks, history.steps, history.redoable):
        blocks(one, found)
    for step in history.steps:
        assert isinstance(step.before.remarks, Vector)
        blocks(step.before.remarks, found)
    return sum(found.values())


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
        history.game, history.setup, history.state, history.entries, history.marks,
        Watched(history.steps), history.redoable, history.voids,
    )  # fmt: skip
    assert watched.undoable == history.entries[99]
    assert len(looked) <= 2
