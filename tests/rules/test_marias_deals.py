"""M15-M26: which deals there are, and who pays whom."""

import json
from itertools import product

import msgspec
import pytest

from rules.acts import describe
from rules.game import Redo, Undo
from rules.marias import MariasSetup
from rules.marias.acts.deals import check, counts_refusal, deal_text
from rules.marias.deal import Commitment, Count, Renonc
from rules.message import Refusal
from rules.record import BadRecord, read, write
from rules.stored_game import take
from tests.rules.marias_table import PLAYERS, Table, deal, e


@pytest.fixture
def m():
    return Table().start()


def test_the_losers_pay_the_winners_one_to_one_and_a_soloist_each_of_them(m):
    m.deal("A", "C", "hra")
    assert m.won() == (20, -20, 20, -20)
    m.deal("B", None, "hra")
    assert m.won() == (0, 40, 0, -40)


def test_with_five_the_dealer_sits_out_and_neither_pays_nor_collects():
    m = Table(5).start()
    assert m.state.active == (1, 2, 3, 4)
    m.refused("M31", deal("A", "C", "hra"))
    m.refused("M31", deal("B", "A", "hra"))
    m.refused("M31", deal("B", "C", "hra", renonc=Renonc(seat="A")))
    m.deal("B", "C", "hra")
    assert m.won() == (0, 20, 20, -20, -20)
    assert m.state.dealer == 1
    m.deal("A", None, "betl won")
    assert m.won() == (300, 20, -80, -120, -120)


def test_with_three_the_chooser_plays_alone():
    m = Table(3).start()
    m.refused("M31", deal("A", "B", "hra"))
    m.deal("A", None, "hra")
    assert m.won() == (40, -20, -20)


def test_M15_speaking_out_of_turn_is_a_renonc(m):
    m.deal("A", "B", "hra", renonc=Renonc(seat="D", fault="jumped"))
    assert m.won() == (120, 120, 120, -360)


def test_M16_not_acknowledging_a_commitment_is_a_renonc(m):
    m.deal("A", "B", "hra", "sedma flek", renonc=Renonc(seat="C", fault="unacknowledged"))
    assert m.won()[2] == -3 * (100 + 20 + 80)


def test_M17_a_marked_trhak_must_flek(m):
    assert "trhák" in m.refused("M17", deal("A", "B", "hra", trhak="C"))
    m.refused("M17", deal("A", "B", "hra flek", trhak="A"))
    m.refused("M17", deal("A", "B", "hra flek", trhak="B"))
    m.deal("A", "B", "hra flek", trhak="C")
    assert m.won()[0] == -40


def test_M17_is_asked_only_where_a_trhak_is_marked(m):
    m.deal("A", "B", "hra")
    assert m.won()[0] == 20


def test_M17_it_does_not_matter_where_in_the_deal_his_flek_is_written(m):
    m.refused("M17", deal("A", "B", "sedma flek", "hra", trhak="C"))
    m.deal("A", "B", "sedma", "hra flek", trhak="C")
    assert m.won() == (0, 0, 0, 0)


def test_M17_a_trhak_may_say_good_to_what_his_own_side_has_promised(m):
    m.deal("A", "B", "sto_proti won 110", trhak="C")
    assert m.won()[0] == -160
    m.refused("M17", deal("A", "B", "sedma_proti flek", "hra", trhak="D"))
    m.deal("A", "B", "sedma_proti", "hra flek", trhak="D")
    assert m.won()[0] == -160 - 40 - 40


def test_M17_M21_a_flek_that_a_mandatory_sto_made_void_is_not_asked_for_again(m):
    m.deal("A", "B", "mandatory_sto won 110", trhak="C", void_flek=True)
    assert m.won()[0] == 160


def test_M17_a_renonc_ends_the_deal_before_anybody_had_to_flek(m):
    m.deal("A", "B", "hra", trhak="C", renonc=Renonc(seat="C"))
    assert m.won()[2] == -360


def test_M19_who_forgot_to_choose_plays_betl_durch_or_hearts_alone(m):
    m.refused("M19", deal("A", "B", "hra", forgotten=True))
    m.refused("M19", deal("A", None, "hra", forgotten=True))
    m.refused("M19", deal("A", "B", "hra", forgotten=True, red=True))
    m.deal("A", None, "hra", forgotten=True, red=True)
    m.deal("A", None, "betl lost", forgotten=True)
    m.deal("A", None, "durch lost", forgotten=True)
    assert m.won()[0] == 3 * (40 - 100 - 200)


def test_M19_a_blind_choice_is_noted(m):
    m.do(e.Note(rule="M19", seat="B"))
    assert "blind" in str(describe(m.state.remarks[-1].event))


def test_M20_mandatory_sto_is_not_owed_alone_and_has_the_ctyrka(m):
    m.refused("M20", deal("A", None, "mandatory_sto won 100"))
    m.refused("M20", deal("A", "B", "mandatory_sto won 100", "sto won 100"))
    no_ctyrka = Commitment(kind="mandatory_sto", won=True, count=Count(tens=8, marriages=1))
    m.refused("M20", e.Deal(chooser="A", partner="B", commitments=(no_ctyrka,)))
    taken = Commitment(kind="mandatory_sto", won=False, count=Count(tens=5, trump_marriage=True))
    m.refused("M20", e.Deal(chooser="A", partner="B", commitments=(taken,)))
    m.deal("A", "B", "mandatory_sto won 110")
    assert m.won()[0] == 160


def test_M21_a_flek_on_hra_before_a_mandatory_sto_is_void(m):
    m.refused("M21", deal("A", "B", "hra flek", "mandatory_sto won 100"))
    m.refused("M21", deal("A", "B", "sto won 100", void_flek=True))
    m.deal("A", "B", "mandatory_sto won 100", void_flek=True)
    assert m.won()[0] == 80, "as if nobody had said flek"


def test_M22_betl_is_played_alone_by_itself(m):
    m.refused("M22", deal("A", "B", "betl won"))
    m.refused("M8", deal("A", None, "betl won", "sedma won"))
    m.deal("A", None, "betl flek won")
    assert m.won() == (600, -200, -200, -200)


def test_M23_durch_is_played_alone_and_every_trick_counts(m):
    m.refused("M23", deal("A", "B", "durch won"))
    m.deal("A", None, "durch won")
    assert m.won()[0] == 600


def test_M24_a_false_claim_pays_hra_and_renonc(m):
    m.deal("A", "B", "hra re", renonc=Renonc(seat="B", fault="claim"))
    assert m.won() == (260, -780, 260, 260)  # 0,80 hra, and 1 Kč with the fleked hra of 0,80


def test_M24_or_it_pays_the_game_once_and_1_Kc():
    table = Table(false_claim_pays="renonc").start()
    table.deal("A", "B", "hra re", renonc=Renonc(seat="B", fault="claim"))
    assert table.won() == (180, -540, 180, 180)
    table.deal("A", "B", "hra re", red=True, renonc=Renonc(seat="B", fault="claim"))
    assert table.won()[0] == 180 + 260, "red doubles the game, not the 1 Kč"
    with_sto = Table(false_claim_pays="renonc").start().deal("A", "B", "sto", renonc=Renonc(seat="A", fault="claim"))
    assert with_sto.won()[1] == 100 + 4 * 80


def test_M24_a_record_that_does_not_say_it_means_both():
    lines = [
        '{"game": "marias", "players": ["Adam", "Bára", "Cyril", "Dana"]}',
        '{"t": 1, "event": "start_round"}',
        '{"t": 2, "event": "deal", "chooser": "A", "partner": "B", "commitments": [{"kind": "hra", "level": 2}], '
        '"renonc": {"seat": "B", "fault": "claim"}}',
    ]
    assert read(lines).state.round.winnings[0] == 260
    lines[0] = '{"game": "marias", "players": ["Adam", "Bára", "Cyril", "Dana"], "false_claim_pays": "renonc"}'
    played = read(lines)
    assert played.state.round.winnings[0] == 180
    assert '"false_claim_pays": "renonc"' in write(played), "another value stands in the record"


def test_M25_whatever_can_decide_the_deal_is_a_renonc(m):
    m.deal("A", "B", "hra", "sedma", renonc=Renonc(seat="A"))
    assert m.won()[0] == -3 * (100 + 20 + 40)


def test_M26_a_joint_check_is_noted_and_looking_alone_is_a_renonc(m):
    m.do(e.Note(rule="M26"))
    m.deal("A", "B", "hra", renonc=Renonc(seat="C", fault="other"))
    assert m.won()[2] == -360


def test_a_trump_game_has_its_hra_and_each_commitment_once(m):
    m.refused("M8", deal("A", "B", "sedma"))
    m.refused("M8", deal("A", "B", "hra", "sedma", "sedma_proti"))
    m.refused("M8", e.Deal(chooser="A", commitments=()))
    m.refused("M21", deal("A", "B", "hra", "sto won 100"))
    m.refused("M19", deal("A", "A", "hra"))
    m.refused("M31", deal("A", "E", "hra"))


def test_a_deal_is_put_right_and_the_old_one_stays_on_record(m):
    m.deal("A", "B", "hra").deal("C", "D", "hra")
    m.refused("", e.Correct(of=3, chooser="A", partner="C"))
    m.do(e.Correct(of=1, chooser="A", partner="C"))
    assert m.won() == (0, -40, 40, 0)
    recorded = m.state.round.deals[0]
    assert (recorded.deal.partner, [old.partner for old in recorded.versions]) == ("C", ["B"])
    m.refused("M18", e.Correct(of=1, chooser="A", partner="C", commitments=(Commitment(kind="hra", level=2),)))


def test_M27_what_the_referee_decided_is_final_and_the_deal_is_not_finished(m):
    m.do(e.RefereeCall())
    m.refused("M27", e.RefereeCall())
    assert m.state.referee
    m.deal("A", "B", "hra", renonc=Renonc(seat="C"), referee=True)
    m.do(e.RefereeDone())
    m.refused("M27", e.RefereeDone())
    m.refused("M27", e.Correct(of=1, chooser="A", partner="B"))
    m.do(e.Annul(reason="seven wrongly announced", referee=True))
    assert m.state.round.deals[1].results == (0, 0, 0, 0)
    m.refused("M27", e.Correct(of=2, chooser="A", partner="B"))
    m.do(e.Correct(of=2, chooser="A", partner="B", referee=True))
    assert m.won()[2] == -360 - 20


@pytest.mark.parametrize("kind", ["sto", "mandatory_sto"])
def test_M10_both_sides_cannot_have_a_hundred_but_both_can_declare_and_lose_one(m, kind):
    m.refused("M10", deal("A", "B", f"{kind} won 110", "sto_proti won 100"))
    counts = (Count(tens=6, marriages=1), Count(tens=3, trump_marriage=True))
    m.do(both_declared(kind, False, counts[0], False, counts[1]))
    assert m.won()[0] == (-8 if kind == "sto" else -5) * 80 + 7 * 80


def both_declared(kind, won, count, won_proti, count_proti):
    """A sto and a sto proti in one deal."""
    sto = Commitment(kind=kind, won=won, count=count)
    proti = Commitment(kind="sto_proti", won=won_proti, count=count_proti)
    return e.Deal(chooser="A", partner="B", commitments=(sto, proti))


def shares_of_the_deck():
    """What both sides can take: nine tens, three marriages of 20, one of 40, to either side or to neither."""
    for tens in range(10):
        for plain in product("CO-", repeat=3):
            for trump in "CO-":
                yield tuple(
                    Count(tens=own, marriages=plain.count(side), trump_marriage=trump == side)
                    for own, side in ((tens, "C"), (9 - tens, "O"))
                )


COUNTS = [Count(tens=n, marriages=k, trump_marriage=t) for n in range(10) for k in range(4) for t in (False, True)]


@pytest.mark.parametrize("kind", ["sto", "mandatory_sto"])
def test_M10_of_two_counts_that_hold_by_themselves_a_share_of_the_deck_has_both_or_they_are_refused(kind):
    """Every pair of counts against every way in which the tens and the marriages can fall."""
    possible = set()
    for choosers, others in shares_of_the_deck():
        won, won_proti = choosers.total >= 10, others.total >= 10
        possible.add((won, choosers if won else others, won_proti, others if won_proti else choosers))
    setup, refused, allowed = MariasSetup(players=PLAYERS[:4]), 0, 0
    for won, won_proti in ((True, False), (False, True), (False, False)):
        for count, count_proti in product(COUNTS, COUNTS):
            declared_deal = both_declared(kind, won, count, won_proti, count_proti)
            try:
                check(setup, declared_deal, (0, 1, 2, 3))
            except Refusal:
                continue
            refusal = counts_refusal(declared_deal)
            assert (refusal is None) == ((won, count, won_proti, count_proti) in possible), declared_deal
            assert refusal is None or refusal.rule == "M10"
            refused, allowed = refused + (refusal is not None), allowed + (refusal is None)
    assert refused > allowed > 30


TWO_COUNTS = both_declared("sto", True, Count(tens=9, marriages=1), False, Count(tens=2))
"""A deal that versions up to 0.3.0 took: nine tens and two of the same side."""


def test_M10_two_counts_that_differ_are_refused_when_they_are_entered_new_or_as_a_correction(m):
    assert "the same count" in m.refused("M10", TWO_COUNTS)
    m.deal("A", "B", "hra")
    fields = {name: getattr(TWO_COUNTS, name) for name in ("chooser", "partner", "commitments")}
    m.refused("M10", e.Correct(of=1, **fields))
    m.do(e.Correct(of=1, **fields | {"commitments": both_counted_alike()}))
    assert m.won()[0] == 2 * 80 + 11 * 80


def both_counted_alike():
    count = Count(tens=9, marriages=1)
    return both_declared("sto", True, count, False, count).commitments


def test_M10_a_kept_deal_with_two_counts_counts_as_it_did_with_a_remark(m):
    m.deal("C", "D", "hra")
    history = take(m.history, json.dumps(msgspec.to_builtins(TWO_COUNTS)), m.ns)
    assert history.refused_entries == ()
    assert history.state.round.winnings[0] == -20 + 2 * 80 + 2 * 80
    notes = [str(note) for note in history.game.report(history.state).notes]
    assert notes == [
        "round 1: deal 2 counts as an earlier version accepted it. "
        "Sto and sto proti count the same side here, and differ; give both the same count. (M10)"
    ]
    assert "doubtful" in str(deal_text(history.state.round.deals[1], PLAYERS))
    assert "doubtful" not in str(deal_text(history.state.round.deals[0], PLAYERS))
    back = history.accept(Undo(), m.ns).accept(Redo(), m.ns)
    assert back.state.round.winnings[0] == history.state.round.winnings[0]
    again = read(write(back).splitlines())
    assert (again.entries, again.state) == (back.entries, back.state)
    with pytest.raises(Refusal):
        history.accept(TWO_COUNTS, m.ns)


def test_M10_a_record_that_says_no_format_is_entered_now_and_refused_with_its_line(m):
    lines = write(take(m.history, json.dumps(msgspec.to_builtins(TWO_COUNTS)), m.ns)).splitlines()
    setup = json.loads(lines[0])
    del setup["format"]
    with pytest.raises(BadRecord) as bad:
        read([json.dumps(setup), *lines[1:]])
    assert (bad.value.line, "(M10)" in str(bad.value.reason)) == (len(lines), True)
