"""K1-K17: four players, points that live for one round, letters of a word."""

import itertools

import pytest

from rules.game import SECOND, Gesture, Progress, Undo, Void
from rules.kourici_kocka import GAME, KockaSetup, Phase
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.deal import HEARTS, splits
from rules.message import Refusal
from tests.rules.kocka_table import ELEVENS, PLAYERS, Game, points


def test_K1_exactly_four_named_players():
    with pytest.raises(Refusal) as caught:
        GAME.start(KockaSetup(players=("Adam", "", "Cyril", "Dana"), word="kočka"))
    assert caught.value.rule == "K1"


def test_K2_a_round_by_what_was_taken():
    everything = dict.fromkeys(HEARTS, "C")
    g = Game().do(e.Taken(hejma="A", last_trick="B", **everything))
    assert g.state.rounds[0].points == (10, 5, 18, 0)
    assert g.letters() == ("", "", "K", "")


def test_K2_a_count_that_no_deal_can_give_is_refused_and_says_what_is_missing():
    g = Game()
    assert "2 of 33" in g.refused("K2", points(10, 10, 10, 1))
    assert "1 more" in g.refused("K2", points(10, 10, 10, 4))
    assert "9" in g.refused("K2", points(9, 9, 9, 6, hejma="A"))
    assert "10 points" in g.refused("K2", points(9, 9, 9, 6))


def test_K2_which_counts_are_possible_agrees_with_trying_every_share():
    pieces = (10, 5, 5, 4, 3, 2)
    possible = set()
    for shares in itertools.product(range(4), repeat=len(pieces)):
        counts = [0] * 4
        for piece, seat in zip(pieces, shares, strict=True):
            counts[seat] += piece
        possible.add(tuple(sorted(counts)))
    for counts in itertools.combinations_with_replacement(range(30), 4):
        if sum(counts) == sum(pieces):
            assert splits(counts, tuple(sorted(pieces, reverse=True)), True) == (counts in possible), counts


def test_K3_points_live_for_one_round():
    g = Game().do(points(16, 15, 2, 0), points(16, 15, 2, 0))
    assert [round_.loser for round_ in g.state.rounds] == [0, 0]
    assert not hasattr(g.state, "sums")


def test_K4_a_round_may_end_early_once_somebody_has_17():
    g = Game()
    g.refused("K4", points(16, 4, 0, 0, early=True))
    g.refused("K2", points(9, 17, 0, 0, hejma="A", early=True))
    assert "28" in g.refused("K2", points(17, 12, 0, 0, early=True)), "the last trick is still out"
    assert "3 3 3 17" in g.refused("K2", points(3, 3, 3, 17, early=True))
    g.do(points(3, 17, 0, 0, hejma="B", early=True))
    assert g.letters() == ("", "K", "", "")


def test_K5_the_loser_gets_the_next_letter_and_the_whole_word_loses_the_game():
    g = Game(word="pes").do(e.Lost(seat="A"), e.Lost(seat="B"), e.Lost(seat="A"))
    assert g.letters() == ("PE", "P", "", "")
    assert [round_.letter for round_ in g.state.rounds] == ["P", "P", "E"]
    g.do(e.Lost(seat="A"))
    assert g.state.loser == 0
    g.refused("K5", e.Lost(seat="B"))
    assert GAME.progress(g.state) is Progress.RESULT


def test_K5_spaces_are_no_letters_and_ch_may_be_one():
    assert Game(word="dva chroti").state.letters == tuple("DVACHROTI")
    assert Game(word="chechtal", ch_is_one_letter=True).state.letters == ("CH", "E", "CH", "T", "A", "L")
    assert len(Game(word="chechtal").state.letters) == 8


def test_K6_seat_A_deals_first_or_somebody_else_by_agreement_then_the_loser():
    g = Game()
    assert g.state.dealer == 0
    g.do(e.FirstDealer(seat="C"))
    assert g.state.dealer == 2
    g.do(e.Lost(seat="B"))
    assert g.state.dealer == 1
    g.refused("K6", e.FirstDealer(seat="A"))


def test_K7_cards_are_dealt_one_or_two_at_a_time_once():
    g = Game()
    g.refused("K7", e.Deal(cards=3))
    g.do(e.Deal(cards=2))
    g.refused("K7", e.Deal())


def test_K8_one_free_redeal_repeats_may_cost_a_letter_the_same_dealer_deals_again():
    g = Game()
    g.refused("K8", e.Misdeal(letter=True))
    g.do(e.Deal(), e.Misdeal())
    assert (g.state.phase, g.state.dealer) == (Phase.DEAL, 0)
    g.do(e.Deal(), e.Misdeal(letter=True))
    assert g.letters() == ("K", "", "", "")
    g.do(e.Lost(seat="A"))
    g.refused("K8", e.Misdeal(letter=True))


def test_K8_or_counted_for_the_whole_game():
    g = Game(misdeal_count="per_game").do(e.Misdeal(), e.Lost(seat="B"), e.Misdeal(letter=True))
    assert g.letters() == ("", "KO", "", "")


def test_K9_three_cards_are_passed_then_the_dealers_left_neighbour_leads():
    g = Game()
    g.refused("K9", e.Passed())
    g.do(e.FirstDealer(seat="D"), e.Deal(), e.Passed())
    assert g.state.leader == 0
    g.refused("K9", e.Passed())


@pytest.mark.parametrize("rule", ["K10", "K11", "K12"])
def test_K10_K11_K12_what_cards_do_is_noted_not_judged(rule):
    g = Game().do(e.Note(rule=rule, seat="B", text="out of turn"))
    assert g.letters() == ("", "", "", "")
    assert any(rule in str(note) for note in GAME.report(g.state).notes)


def test_K13_a_certain_loser_takes_everything_outstanding():
    g = Game()
    g.refused("K13", e.ThrowIn(seat="A", points=(0, 12, 5, 0)))
    exactly = Game().do(e.ThrowIn(seat="A", points=(0, 12, 4, 0)))
    assert exactly.state.rounds[0].points == (17, 12, 4, 0)
    g.do(e.ThrowIn(seat="A", points=(12, 4, 3, 0)))
    assert g.state.rounds[0].points == (26, 4, 3, 0)
    assert g.letters() == ("K", "", "", "")


def test_K14_in_a_tie_who_took_Hejma_loses_once_the_table_confirms():
    g = Game()
    g.refused("K14", points(15, 15, 3, 0))
    g.do(points(15, 15, 3, 0, hejma="B"))
    assert g.letters() == ("", "", "", "")
    g.refused("K14", e.Lost(seat="A"))
    g.refused("K14", e.Confirm(seat="A"))
    g.refused("K14", e.Confirm())
    g.do(e.Confirm(seat="B"))
    assert g.letters() == ("", "K", "", "")
    g.refused("K14", e.Confirm(seat="B"))


def test_K14_eleven_eleven_ten_one_is_lost_by_the_ten_with_Hejma():
    g = Game().do(ELEVENS, e.Confirm(seat="C"))
    assert g.letters() == ("", "", "K", "")


def test_K14_or_it_is_replayed_or_voted_on():
    g = Game(hejma_tie_outside="replay").do(ELEVENS)
    g.refused("K14", e.Confirm(seat="C"))
    g.do(e.Confirm())
    assert g.letters() == ("", "", "", "")
    assert g.state.dealer == 0
    g = Game(hejma_tie_outside="vote").do(ELEVENS)
    g.refused("K14", e.Confirm())
    g.refused("K14", e.Confirm(seat="C"))
    assert g.do(e.Confirm(seat="A")).letters() == ("K", "", "", "")


@pytest.mark.parametrize("kind", ["looked", "suit"])
def test_K15_a_renonc_is_the_offenders_lost_round_and_one_letter(kind):
    g = Game().do(e.Deal(), e.Renonc(seat="D", kind=kind))
    assert g.letters() == ("", "", "", "K")
    assert len(g.state.rounds) == 1


def test_K15_the_others_may_forgive():
    g = Game().do(e.Deal(), e.Renonc(seat="D", kind="suit", punished=False))
    assert g.letters() == ("", "", "", "")


@pytest.mark.parametrize("kind", ["looked", "suit"])
def test_K15_without_the_setting_a_careless_renonc_is_not_forgiven(kind):
    g = Game(forgive_renonc="no").do(e.Deal())
    assert "deliberate" in g.refused("K15", e.Renonc(seat="D", kind=kind, punished=False))
    g.do(e.Renonc(seat="D", kind=kind))
    assert g.letters() == ("", "", "", "K")


def test_K15_how_grave_a_wrong_deal_is_the_table_judges_in_any_case():
    g = Game(forgive_renonc="no").do(e.Misdeal(), e.Renonc(seat="A", kind="dealt", punished=False))
    assert g.letters() == ("", "", "", "")


def test_K15_looking_too_early_counts_even_where_it_comes_out_later():
    g = Game().do(e.Deal(), e.Passed(), e.Renonc(seat="D", kind="looked"))
    assert g.letters() == ("", "", "", "K")


def test_K15_deliberate_cheating_bans_until_a_substitute_sits_down():
    g = Game().do(e.Renonc(seat="D", kind="suit", deliberate=True))
    g.refused("K15", e.Deal())
    g.do(e.Substitute(seat="D", name="Emil"), e.Deal())
    assert g.state.names[3] == "Emil"
    assert g.letters()[3] == "K"


def test_K15_a_wrong_deal_is_judged_after_the_free_redeal():
    g = Game()
    g.refused("K8", e.Renonc(seat="A", kind="dealt"))
    g.do(e.Misdeal())
    g.refused("K15", e.Renonc(seat="B", kind="dealt"))
    assert g.do(e.Renonc(seat="A", kind="dealt")).letters() == ("K", "", "", "")


def test_K16_the_word_is_never_empty():
    with pytest.raises(Refusal) as caught:
        GAME.start(KockaSetup(players=PLAYERS, word="  "))
    assert caught.value.rule == "K16"


def test_K17_substitutes_come_between_rounds():
    g = Game().do(e.Deal())
    g.refused("K17", e.Substitute(seat="A", name="Emil"))


def test_the_end_is_signed_by_both_sides_with_a_held_button():
    g = Game(word="a")
    assert GAME.button(g.state, 0, Gesture.HOLD, ()) == ()
    g.refused("K5", e.Sign(side="A"))
    g.do(e.Lost(seat="A"))
    assert GAME.button(g.state, 0, Gesture.PRESS, ()) == ()
    g.do(*GAME.button(g.state, 1, Gesture.HOLD, ()))
    g.refused("K5", e.Sign(side="B"))
    g.do(e.Sign(side="A"))
    assert GAME.progress(g.state) is Progress.SIGNED
    g.refused("K5", Undo())


def test_there_is_no_clock():
    g = Game()
    g.refused("", Void())
    assert not GAME.is_running(g.state)
    assert GAME.power_loss(g.state, SECOND) is None


def test_K15_one_letter_a_round_a_misdeal_letter_and_a_renonc_for_the_same_deal():
    g = Game().do(e.Misdeal(), e.Misdeal(letter=True))
    g.refused("K15", e.Renonc(seat="A", kind="dealt"))
    g.refused("K15", e.Misdeal(letter=True))
    g.do(e.Misdeal(), e.Renonc(seat="A", kind="dealt", punished=False))
    assert g.letters() == ("K", "", "", "")


def test_K15_one_letter_a_round_a_fined_dealer_loses_the_round_by_another_renonc_without_a_second_letter():
    g = Game().do(e.Misdeal(), e.Misdeal(letter=True), e.Renonc(seat="A", kind="suit"))
    assert g.letters() == ("K", "", "", "")
    assert (g.state.rounds[0].loser, g.state.rounds[0].letter) == (0, None)
    assert g.do(e.Renonc(seat="A", kind="suit")).letters() == ("KO", "", "", ""), "a new round"


def test_K15_others_and_the_rounds_own_loss_are_not_spared_by_the_dealers_letter():
    g = Game().do(e.Misdeal(), e.Misdeal(letter=True), e.Renonc(seat="B", kind="suit"))
    assert g.letters() == ("K", "K", "", "")
    g = Game().do(e.Misdeal(), e.Misdeal(letter=True), e.Lost(seat="A"))
    assert g.letters() == ("KO", "", "", "")


def test_K15_cheating_on_purpose_is_neither_free_nor_forgiven():
    g = Game()
    g.refused("K15", e.Renonc(seat="A", kind="suit", punished=False, deliberate=True))
    g.do(e.Renonc(seat="A", kind="dealt", deliberate=True))
    assert g.state.banned == {0}
    for event in (e.Misdeal(), e.Deal(), e.Lost(seat="B")):
        g.refused("K15", event)


def test_K15_who_is_banned_does_not_come_back_under_any_seat():
    g = Game().do(e.Renonc(seat="D", kind="suit", deliberate=True))
    g.refused("K15", e.Substitute(seat="D", name=" dana "))
    g.refused("K1", e.Substitute(seat="D", name="  "))
    g.do(e.Substitute(seat="D", name="Emil"))
    g.refused("K15", e.Substitute(seat="A", name="DANA"))


def test_K9_each_side_says_when_it_has_passed_and_only_then_everybody_looks():
    g = Game().do(e.Deal(), e.Passed(side="A"))
    assert g.state.phase is Phase.PASSING
    g.refused("K9", e.Passed(side="A"))
    g.do(e.Passed(side="B"))
    assert g.state.phase is Phase.PLAY
    g.do(e.Misdeal())
    assert g.state.ready == frozenset()


def test_K11_anybody_stops_the_game_until_it_is_settled():
    g = Game()
    g.refused("K15", e.GoOn())
    g.do(e.Deal(), e.Halt(side="B"))
    g.refused("K15", e.Halt(side="A"))
    g.refused("K15", e.Passed())
    g.do(e.GoOn(), e.Passed(), e.Halt(side="A"))
    g.do(e.Renonc(seat="C", kind="suit", punished=False))
    assert g.state.halted is None, "judging it settles it"
    g.do(e.Halt(side="A"), e.Lost(seat="D"))
    assert g.state.halted is None


def test_K7_how_many_cards_at_a_time_need_not_be_said():
    assert Game().do(e.Deal()).state.phase is Phase.PASSING


@pytest.mark.parametrize(
    ("word", "ch", "letters"),
    [
        ("moc hezký", True, ("M", "O", "C", "H", "E", "Z", "K", "Ý")),
        ("Chrochtá", True, ("CH", "R", "O", "CH", "T", "Á")),
        ("koc\u030cka", False, ("K", "O", "Č", "K", "A")),
        ("k\u200bo\u00adt", False, ("K", "O", "T")),
        ("x\u0302y", False, ("X\u0302", "Y")),
    ],
)
def test_K5_what_is_a_letter(word, ch, letters):
    assert Game(word=word, ch_is_one_letter=ch).state.letters == letters


def test_K16_a_word_that_nobody_can_see_is_empty():
    with pytest.raises(Refusal) as caught:
        GAME.start(KockaSetup(players=PLAYERS, word="\u200b \u00ad"))
    assert caught.value.rule == "K16"
