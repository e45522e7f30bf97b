"""K2-K6, K14: a finished round is put right where it stands; letters, the dealer and the end of the game follow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import Progress, Undo
from rules.kourici_kocka import GAME, KockaSetup, Phase
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.state import SEAT
from rules.record import read, write
from rules.timeline import Timeline
from tests.rules.kocka_table import Game, points
from tests.rules.played import Played


def losing(*seats, word="kočka", **settings):
    return Game(word=word, **settings).do(*(e.Lost(seat=seat) for seat in seats))


def test_K5_the_letter_goes_over_to_who_really_lost_and_later_letters_follow():
    g = losing("A", "B", "A").do(e.Correct(round=1, seat="B"))
    assert g.letters() == ("K", "KO", "", "")
    assert [round_.letter for round_ in g.state.rounds] == ["K", "O", "K"]
    assert [round_.corrected for round_ in g.state.rounds] == [True, False, False]


def test_K6_the_loser_of_the_last_round_deals_next_while_the_cards_are_not_dealt():
    assert losing("A", "B").do(e.Correct(round=2, seat="D")).state.dealer == 3
    assert losing("A", "B").do(e.Correct(round=1, seat="D")).state.dealer == 1, "an older round changes no dealer"
    assert losing("A", "B").do(e.Deal(), e.Correct(round=2, seat="D")).state.dealer == 1, "dealt already"
    assert losing("A", "B").do(e.Misdeal(), e.Correct(round=2, seat="D")).state.dealer == 1, "misdealt already"
    assert losing("B", "A").do(e.Correct(round=2, again=True)).state.dealer == 1, "the same dealer again"


def test_K5_a_round_that_was_played_again_costs_nobody_a_letter():
    g = losing("A", "B").do(e.Correct(round=1, again=True))
    assert g.letters() == ("", "K", "", "")
    g.refused("K14", e.Correct(round=2, again=True, seat="A"))
    g.refused("K14", e.Correct(round=2, again=True, points=(33, 0, 0, 0)))
    assert g.do(e.Correct(round=1, seat="C")).letters() == ("", "K", "K", "")


def test_K2_corrected_points_are_held_to_what_a_deal_can_give():
    g = losing("A")
    assert "2 of 33" in g.refused("K2", e.Correct(round=1, points=(10, 10, 10, 1)))
    g.refused("K4", e.Correct(round=1, points=(16, 4, 0, 0), early=True))
    g.do(e.Correct(round=1, points=(3, 19, 4, 0), early=True))
    assert (g.state.rounds[0].how, g.letters()) == ("early", ("", "K", "", ""))
    g.do(e.Correct(round=1, points=(3, 19, 8, 3)))
    assert g.state.rounds[0].how == "points"
    g.refused("K14", e.Correct(round=1, points=(3, 19, 8, 3), seat="A"))


def test_K14_a_corrected_tie_is_lost_by_who_took_Hejma():
    g = losing("A")
    g.refused("K14", e.Correct(round=1, points=(15, 15, 3, 0)))
    assert g.do(e.Correct(round=1, points=(15, 15, 3, 0), hejma="B")).letters() == ("", "K", "", "")
    assert g.do(e.Correct(round=1, points=(11, 11, 10, 1), hejma="C")).letters() == ("", "", "K", "")
    voted = losing("D", hejma_tie_outside="vote")
    voted.refused("K14", e.Correct(round=1, points=(11, 11, 10, 1), hejma="C"))
    voted.refused("K14", e.Correct(round=1, points=(11, 11, 10, 1), hejma="C", seat="C"))
    assert voted.do(e.Correct(round=1, points=(11, 11, 10, 1), hejma="C", seat="B")).letters() == ("", "K", "", "")


def test_K5_a_correction_can_take_the_end_of_the_game_back_or_bring_it():
    g = losing("A", "B", "A", word="pe")
    assert GAME.progress(g.state) is Progress.RESULT
    g.do(e.Sign(side="A"), e.Correct(round=1, seat="C"))
    assert (g.state.phase, g.state.loser, g.state.signed) == (Phase.DEAL, None, frozenset())
    assert g.state.dealer == 0
    g.do(e.Lost(seat="D"), e.Correct(round=4, seat="C"))
    assert (g.state.phase, g.state.loser) == (Phase.OVER, 2)


def test_K5_what_was_played_after_the_word_was_complete_costs_nothing():
    g = losing("A", "B", "B", "C", word="pes").do(e.Correct(round=1, seat="B"))
    assert g.state.loser == 1
    assert g.letters() == ("", "PES", "", "")
    assert [round_.letter for round_ in g.state.rounds] == ["P", "E", "S", None]


def test_K5_a_tie_or_a_round_in_hand_is_over_with_the_game():
    h = Game(word="pe").do(e.Lost(seat="A"), e.Lost(seat="B"), points(15, 15, 3, 0, hejma="B"))
    h.do(e.Correct(round=2, seat="A"))
    assert (h.state.phase, h.state.loser) == (Phase.OVER, 0)
    h.refused("K14", e.Confirm(seat="B"))
    h.do(e.Correct(round=2, seat="B"))
    assert (h.state.phase, h.state.tie) == (Phase.DEAL, None)


def test_K8_a_letter_for_a_misdeal_stays_where_it_was():
    g = Game().do(e.Misdeal(), e.Misdeal(letter=True), e.Lost(seat="A"), e.Lost(seat="B"))
    assert g.do(e.Correct(round=1, seat="C")).letters() == ("K", "K", "K", "")
    assert [round_.letter for round_ in g.state.rounds] == ["K", "K"]


def test_K8_a_misdeal_after_the_word_was_complete_costs_nothing_either():
    g = losing("A", "B", word="pe").do(e.Misdeal(), e.Misdeal(letter=True))
    assert g.state.loser == 1
    g.do(e.Correct(round=2, seat="A"))
    assert (g.letters(), g.state.loser) == (("PE", "", "", ""), 0)


def test_K15_a_lost_round_without_a_letter_keeps_costing_none_unless_another_lost_it():
    g = Game().do(e.Misdeal(), e.Misdeal(letter=True), e.Renonc(seat="A", kind="suit"))
    g.do(e.Correct(round=1, seat="A", points=(33, 0, 0, 0)))
    assert g.letters() == ("K", "", "", "")
    assert g.do(e.Correct(round=1, seat="B")).letters() == ("K", "K", "", "")


def test_K15_a_lost_round_without_a_letter_costs_none_either_when_another_round_is_put_right():
    g = Game().do(e.Misdeal(), e.Misdeal(letter=True), e.Renonc(seat="A", kind="suit"), e.Lost(seat="B"))
    assert g.do(e.Correct(round=2, seat="C")).letters() == ("K", "", "K", "")
    assert [round_.letter for round_ in g.state.rounds] == [None, "K"]


def test_what_says_nothing_new_or_of_no_round_is_refused():
    g = Game()
    g.refused("K5", e.Correct(round=1, seat="A"))
    g.do(e.Lost(seat="A"))
    g.refused("K5", e.Correct(round=2, seat="A"))
    g.refused("K5", e.Correct(round=1, seat="A"))
    g.refused("K5", e.Correct(round=1))


def test_what_is_signed_is_corrected_only_once_it_is_opened_again():
    g = losing("A", word="p").do(e.Sign(side="A"), e.Sign(side="B"))
    g.refused("K5", e.Correct(round=1, seat="B"))
    g.do(e.Reopen(reason="wrong loser"), e.Correct(round=1, seat="B"))
    assert (g.state.loser, g.state.signed) == (1, frozenset())
    assert read(write(g.history).splitlines()).state == g.state


def test_the_old_versions_of_a_round_stay_on_record_and_undo_brings_one_back():
    g = losing("A", "B").do(e.Correct(round=1, seat="D"))
    place = next(place for place in Timeline.of(g.history).places if str(place.title) == "round 1")
    assert [str(version.text) for version in place.versions] == ["lost by A: K", "lost by D: K"]
    assert any("round 1 put right" in str(note) for note in GAME.report(g.state).notes)
    assert g.do(Undo()).letters() == ("K", "K", "", "")


SEAT = st.sampled_from(SEAT)


@given(st.lists(SEAT, min_size=1, max_size=12), st.data())
def test_correcting_rounds_gives_what_playing_them_so_would_have_given(seats, data):
    """Whatever the order of corrections, the letters are those of the rounds as they stand in the end."""
    word = "nejneobhospodařovávatelnější"
    g = losing(*seats, word=word)
    for _ in range(data.draw(st.integers(1, 5))):
        number = data.draw(st.integers(1, len(seats)))
        seat = data.draw(SEAT)
        if seats[number - 1] != seat:
            seats[number - 1] = seat
            g.do(e.Correct(round=number, seat=seat))
    wanted = losing(*seats, word=word)
    assert g.letters() == wanted.letters()
    assert [round_.letter for round_ in g.state.rounds] == [round_.letter for round_ in wanted.state.rounds]
    assert g.state.dealer == wanted.state.dealer


@pytest.mark.parametrize("fields", [{"seat": "A"}, {"again": True}])
def test_nothing_is_corrected_before_a_round_is_finished(fields):
    Played(GAME, KockaSetup(players=("A", "B", "C", "D"), word="x")).refused("K5", e.Correct(round=1, **fields))
