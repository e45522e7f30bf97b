"""Kouřící kočka, whatever is dealt and whoever presses: complete deals, undo, buttons."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rules.game import Gesture, Redo, Undo
from rules.kourici_kocka import GAME, Phase
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.deal import HEARTS, check_part, check_whole, losers
from rules.kourici_kocka.state import INDEX, SEAT
from rules.message import Refusal
from rules.record import read, write
from tests.rules.kocka_table import ELEVENS, Game, points
from tests.rules.random_games import few, walked

SEATS = st.sampled_from(SEAT)


DEALS = st.fixed_dictionaries(dict.fromkeys(("hejma", "last_trick", *HEARTS), SEATS))


@given(DEALS)
def test_every_complete_deal_sums_to_33_and_has_exactly_one_loser(deal):
    g = Game().do(e.Taken(**deal))
    if g.state.phase is Phase.TIED:
        counts = g.state.tie.points
        g.do(e.Confirm(seat=deal["hejma"]))
    else:
        counts = g.state.rounds[0].points
    assert sum(counts) == 33
    check_whole(counts, INDEX[deal["hejma"]])
    assert sum(g.state.got) == 1
    loser = g.state.rounds[0].loser
    assert (loser,) == losers(counts) or deal["hejma"] == SEAT[loser]


@given(DEALS, st.sets(st.sampled_from(sorted(HEARTS))))
def test_what_is_taken_before_the_last_trick_can_always_be_counted(deal, out):
    counts = [0, 0, 0, 0]
    for item in {"hejma", *HEARTS} - out:
        counts[INDEX[deal[item]]] += {"hejma": 10, **HEARTS}[item]
    check_part(counts, INDEX[deal["hejma"]])
    certain = [seat for seat in range(4) if counts[seat] >= 17]
    g = Game()
    if not certain:
        g.refused("K4", points(*counts, early=True))
    else:
        g.do(points(*counts, early=True))
        assert g.state.rounds[0].loser == certain[0]
    thrower = SEAT[max(range(4), key=counts.__getitem__)]
    if max(counts) + 33 - sum(counts) < 17:
        g.refused("K13", e.ThrowIn(seat=thrower, points=tuple(counts)))
        return
    thrown = Game().do(e.ThrowIn(seat=thrower, points=tuple(counts)))
    assert sum(thrown.state.rounds[0].points) == 33
    assert sum(thrown.state.got) == 1


@few(60)
def test_a_round_costs_one_letter_and_the_last_one_loses(seed):
    for before, event, after in walked("kourici_kocka", seed):
        if after is None:
            continue
        was, now = before.state, after.state
        assert isinstance(event, (e.Correct, Undo, Redo)) or sum(now.got) <= sum(was.got) + 1, "one letter at a time"
        assert max(now.got) <= len(now.letters)
        assert (now.loser is not None) == (now.phase in (Phase.OVER, Phase.SIGNED))
        assert sum(round_.letter is not None for round_ in now.rounds) <= sum(now.got)


@few(60)
def test_a_press_is_refused_only_where_somebody_is_banned(seed):
    for before, event, after in walked("kourici_kocka", seed):
        state = (after or before).state
        for side, gesture in product((0, 1), Gesture):
            history = after or before
            for meant in GAME.button(state, side, gesture, ()):
                try:
                    history = history.accept(meant, history.last_at)
                except Refusal:
                    assert history.state.banned or history.state.signed, event


def press(g, side, gesture=Gesture.PRESS, presses=()):
    return [type(event).__name__ for event in g.press(side, gesture, presses)]


def test_a_press_brings_forward_what_everybody_waits_for():
    g = Game()
    assert press(g, 1) == ["Deal"]
    assert press(g, 0) == ["Passed"]
    assert press(g, 0) == []
    assert press(g, 1) == ["Passed"]
    assert press(g, 1) == ["Halt"]
    assert press(g, 0) == ["GoOn"]
    assert g.state.phase is Phase.PLAY


def test_a_button_kept_down_takes_its_own_press_back_and_both_take_back_both():
    g = Game()
    press(g, 0)
    assert press(g, 0, Gesture.HOLD, (1,)) == ["Undo"]
    assert g.state == Game().state
    press(g, 0)
    press(g, 1)
    assert press(g, 0, Gesture.BOTH, (3, 4)) == ["Undo", "Undo"]
    assert g.state == Game().state
    assert press(g, 0, Gesture.HOLD) == []


def test_K14_both_buttons_held_confirm_a_tie_that_the_rules_decide():
    g = Game().do(points(15, 15, 3, 0, hejma="B"))
    assert press(g, 0) == []
    assert press(g, 0, Gesture.BOTH) == ["Confirm"]
    assert g.letters() == ("", "K", "", "")
    stopped = Game().do(e.Deal(), e.Passed(), e.Halt(side="A"), points(15, 15, 3, 0, hejma="B"))
    assert press(stopped, 0) == [], "counting the round has settled what it was stopped for"
    voted = Game(hejma_tie_outside="vote").do(ELEVENS)
    assert press(voted, 0, Gesture.BOTH) == []


def test_a_signed_end_is_opened_again_and_the_round_taken_back():
    g = Game(word="a")
    g.refused("K5", e.Reopen(reason="wrong loser"))
    g.do(e.Lost(seat="A"), e.Sign(side="A"), e.Sign(side="B"))
    g.refused("K5", e.Note(rule="K11"))
    g.do(e.Reopen(reason="wrong loser"))
    assert g.state.signed == frozenset()
    g.do(Undo(), Undo(), Undo(), e.Lost(seat="B"))
    assert g.state.loser == 1
    assert g.do(e.Sign(side="A"), e.Sign(side="B")).state.phase is Phase.SIGNED
    assert read(write(g.history).splitlines()).state == g.state
