"""M1-M7, M27-M31: rounds and their clock, stakes, warnings, the slip, standings."""

import json
from fractions import Fraction

import pytest

from rules.game import SECOND, Gesture, Progress, Redo, Undo, Void
from rules.marias import GAME, MariasSetup, Phase
from rules.marias.game import in_front
from rules.marias.state import mismatch_shares, rank, slip_of, standings
from rules.message import Refusal
from rules.money import exact, kc, plain
from rules.record import read, write
from rules.stored_game import take
from tests.rules.marias_table import PLAYERS, Table, deal, e

EVEN = ((4900, 5),) * 4
"""Everybody has what was laid down."""


def test_M1_five_rounds_of_fifty_minutes():
    m = Table()
    m.refused("M1", deal("A", "B", "hra"))
    m.start()
    assert m.state.round.remaining(m.ns) == 50 * 60 * SECOND
    m.wait(600)
    assert m.state.round.remaining(m.ns) == 40 * 60 * SECOND
    m.refused("M1", e.StartRound())
    assert MariasSetup(players=PLAYERS).rounds == 5


def test_M1_a_deal_in_hand_at_the_end_is_finished_and_no_other_begins():
    m = Table().start().wait(2995)
    m.do(e.Dealt()).wait(60)
    m.refused("M1", e.EndRound())
    m.deal("A", "B", "hra")
    m.refused("M1", e.Dealt())
    m.refused("M1", deal("A", "B", "hra"))
    m.refused("M1", e.Annul())
    m.do(e.EndRound())
    m.refused("M1", deal("A", "B", "hra"))


def test_M1_a_deal_that_nobody_announced_may_be_written_once_after_the_end():
    m = Table().start().wait(3010)
    m.refused("M1", e.Dealt())
    m.deal("A", "B", "hra")
    m.refused("M1", deal("A", "B", "hra"))


def test_M1_the_clock_stands_in_a_pause_and_is_set_by_the_organisers():
    m = Table().start().wait(100)
    m.do(e.Pause(), after=0).wait(500)
    m.refused("M1", e.Pause())
    assert not GAME.is_running(m.state)
    m.do(e.Resume(), after=0)
    m.refused("M1", e.Resume())
    assert m.state.round.remaining(m.ns) == 2900 * SECOND
    m.do(e.SetTime(remaining_s=1200), after=0).wait(200)
    assert m.state.round.remaining(m.ns) == 1000 * SECOND
    m.do(e.Pause()).do(e.SetTime(remaining_s=60)).wait(500)
    assert m.state.round.remaining(m.ns) == 60 * SECOND
    m.do(e.Resume(), after=0).wait(10)
    assert m.state.round.remaining(m.ns) == 50 * SECOND


def test_M1_a_power_cut_stops_the_clock_with_its_doubt():
    m = Table().start().wait(100)
    lost = GAME.power_loss(m.state, SECOND)
    m.do(lost, after=0).wait(50)
    assert m.state.round.doubt == SECOND
    assert m.state.round.remaining(m.ns) == 2900 * SECOND
    assert GAME.power_loss(m.state, SECOND) is None
    m.do(e.Resume())
    assert isinstance(GAME.power_loss(m.state, 0), e.Pause)


def signed_round():
    m = Table(rounds=3)
    m.refused("M1", e.EndTable())
    m.start().deal("A", "C", "hra")
    m.refused("M28", e.EndTable())
    m.do(e.EndRound(agreed=True))
    m.refused("M28", e.EndTable())
    for seat, coin in zip("ABCD", (4920, 4880, 4920, 4880), strict=True):
        m.do(e.Closing(seat=seat, coin=coin, tokens=5))
    m.do(e.Sign(side="A"))
    m.refused("M28", e.EndTable())
    return m.do(e.Sign(side="B"))


def test_M1_a_table_that_agrees_plays_no_more_rounds_and_its_slips_are_the_result():
    m = signed_round().do(e.EndTable())
    assert m.state.phase is Phase.SIGNED
    assert GAME.progress(m.state) is Progress.SIGNED
    assert [standing.total for standing in standings(m.state)] == [20, 20, -20, -20]
    for event in (e.StartRound(), e.EndTable(), e.RoundTime(seconds=1200), e.Warn(seat="A")):
        m.refused("M1", event)
    notes = [str(note) for note in GAME.report(m.state).notes]
    assert "ended by agreement" in notes
    m.do(Undo())
    assert m.state.phase is Phase.READY
    m.refused("M28", Undo())
    assert m.start().state.round.number == 2


def test_M1_where_the_organiser_drew_the_table_its_rounds_are_the_organisers():
    m = signed_round()
    drawn = e.Seats(players=PLAYERS[:4], people=tuple(f"{n}" * 16 for n in "abcd"), round=2, pairing="0" * 16)
    m.do(drawn)
    m.refused("M1", e.EndTable())
    m.do(Undo(), e.EndTable())
    first = MariasSetup(players=PLAYERS[:4], round=1, pairing="0" * 16)
    assert GAME.may(GAME.start(first))["end_table"].rule == "M1"


def test_M1_a_record_with_an_agreed_end_is_of_a_format_that_earlier_versions_refuse_whole():
    m = signed_round()
    assert json.loads(write(m.history).splitlines()[0])["format"] == "1.0"
    m.do(e.EndTable())
    lines = write(m.history).splitlines()
    assert json.loads(lines[0])["format"] == "2.0"
    assert read(lines).state == m.state
    history = take(signed_round().history, '{"event": "end_table", "format": "2.0"}', m.ns)
    assert (history.state.phase, history.refused_entries) == (Phase.SIGNED, ()), (
        "as a journal keeps it, and a table sends it"
    )
    back = m.do(Undo()).history
    assert json.loads(write(back).splitlines()[0])["format"] == "2.0", "the entry stands there still"


def test_M2_the_organiser_sets_the_breaks():
    m = Table()
    m.refused("M2", e.BreakTime(seconds=300))
    m.start().finish(*EVEN)
    m.do(e.BreakTime(seconds=300), after=0).wait(100)
    assert m.state.break_left(m.ns) == 200 * SECOND
    assert m.wait(500).state.break_left(m.ns) == 0
    m.start()
    m.refused("M2", e.BreakTime(seconds=300))


def test_M3_a_length_changes_only_by_announcement_before_the_round():
    m = Table().do(e.RoundTime(seconds=2400)).start()
    assert m.state.round.remaining(m.ns) == 2400 * SECOND
    m.refused("M3", e.RoundTime(seconds=3000))
    m.wait(2399)
    m.refused("M3", e.EndRound())
    m.wait(1).do(e.EndRound(), after=0)


def test_M4_expulsion_only_after_a_recorded_warning():
    m = Table().start()
    m.refused("M4", e.Expel(seat="B"))
    m.do(e.Warn(seat="C", reason="shouting"))
    m.refused("M4", e.Expel(seat="B"))
    m.do(e.Expel(seat="C"))
    m.refused("M31", e.Warn(seat="C"))
    m.refused("M31", deal("A", "B", "hra"))
    m.deal("A", None, "hra")
    assert m.won() == (40, -20, 0, -20)


def test_M4_the_deal_passes_over_who_was_expelled():
    m = Table().do(e.Dealer(seat="B")).do(e.Warn(seat="B"), e.Warn(seat="C"), e.Expel(seat="B"))
    assert m.state.dealer == 2
    m.start().do(e.Expel(seat="C"))
    m.refused("M31", deal("A", None, "hra"))
    m.do(e.EndRound())
    assert m.state.phase is Phase.SLIP


def test_M5_everybody_lays_down_50_Kc_of_which_five_are_tokens():
    setup = MariasSetup(players=PLAYERS)
    assert (setup.stake, setup.tokens * setup.token) == (5000, 100)
    m = Table().start()
    assert [m.state.purse(seat) for seat in range(4)] == [5000] * 4
    with pytest.raises(Refusal) as caught:
        GAME.start(MariasSetup(players=PLAYERS, stake=90))
    assert caught.value.rule == "M5"


def lost_stake():
    m = Table().start()
    return m.deal("A", None, "hra kajzr lost", red=True)


def test_M6_a_lost_stake_is_topped_up_by_at_least_10_Kc():
    m = lost_stake()
    assert m.state.purse(0) == 5000 - 3 * 2000
    assert m.state.broke == (0,)
    assert "Adam" in m.refused("M6", e.Dealt())
    m.refused("M6", deal("B", "C", "hra"))
    m.refused("M6", e.TopUp(seat="A", amount=999))
    m.do(e.TopUp(seat="A", amount=1000))
    m.refused("M6", e.Dealt())
    m.do(e.TopUp(seat="A", amount=7000)).do(e.Dealt())
    assert m.state.round.topped_up[0] == 8000
    assert any(
        "80.00" in str(cell) for table in GAME.report(m.state).tables for line in table.lines for cell in line.cells
    ), "noted on the slip"


def test_M6_a_debt_is_paid_before_the_slip_is_signed():
    m = lost_stake().wait(3000)
    m.do(e.EndRound())
    for seat in "ABCD":
        m.do(e.Closing(seat=seat, coin=0, tokens=0))
    assert "10.00" in m.refused("M6", e.Sign(side="A"))
    m.do(e.TopUp(seat="A", amount=1000)).do(e.Sign(side="A"))


def test_M6_the_leading_player_sits_at_the_table():
    with pytest.raises(Refusal) as caught:
        GAME.start(MariasSetup(players=PLAYERS[:3], leader="D"))
    assert caught.value.rule == "M6"


@pytest.mark.parametrize("rule", ["M7", "M26"])
def test_M7_M26_what_the_device_cannot_see_is_noted(rule):
    m = Table().start().do(e.Note(rule=rule, seat="B"))
    assert any(rule in str(note) for note in GAME.report(m.state).notes)


def test_M28_the_slip_is_written_after_the_round_signed_by_both_sides_and_then_locked():
    m = Table().start()
    m.refused("M28", e.Closing(seat="A", coin=4900, tokens=5))
    m.refused("M28", e.Sign(side="A"))
    m.wait(3000).do(e.EndRound())
    m.refused("M28", e.StartRound())
    for seat in "ABC":
        m.do(e.Closing(seat=seat, coin=4900, tokens=5))
    assert "Dana" in m.refused("M28", e.Sign(side="A"))
    m.do(e.Closing(seat="D", coin=4900, tokens=5), e.Sign(side="A"))
    m.refused("M28", e.Sign(side="A"))
    m.do(e.Sign(side="B"))
    for late in (e.Closing(seat="A", coin=1, tokens=1), e.Correct(of=1, chooser="A"), Undo()):
        m.refused("M28", late)
    m.refused("M1", deal("A", "B", "hra"))
    m.start()
    m.do(Undo())
    m.refused("M28", Undo())


def test_M28_counting_again_asks_for_new_signatures():
    m = Table().start().deal("A", "B", "hra").wait(3000).do(e.EndRound())
    for seat in "ABCD":
        m.do(e.Closing(seat=seat, coin=4900, tokens=5))
    m.do(e.Sign(side="A"), e.Closing(seat="A", coin=4920, tokens=5))
    assert m.state.round.signed == frozenset()
    m.do(e.Sign(side="A"), e.Correct(of=1, chooser="A", partner="C"))
    assert m.state.round.signed == frozenset()


def test_M28_after_the_last_round_everything_is_locked():
    m = Table(rounds=1).start().finish(*EVEN)
    assert GAME.progress(m.state) is Progress.SIGNED
    m.refused("M28", Undo())
    m.refused("M1", e.StartRound())
    m.refused("M1", e.Warn(seat="A"))


def test_M29_the_recorded_result_and_the_cash_are_both_kept_and_tokens_stay():
    m = Table().start().deal("A", "B", "hra").wait(3000).do(e.EndRound())
    m.do(e.Closing(seat="A", coin=5000, tokens=1))
    m.refused("M29", e.Closing(seat="B", coin=4900, tokens=20))
    m.do(e.Closing(seat="B", coin=4900, tokens=6), e.Closing(seat="C", coin=4900, tokens=4))
    m.do(e.Closing(seat="D", coin=4800, tokens=9))
    lines = slip_of(m.state.setup, m.state.round).lines
    assert [line.recorded for line in lines] == [20, 20, -20, -20]
    assert [line.cash for line in lines] == [20, 20, -20, -20]


def test_M30_a_mismatch_is_shared_equally_as_exact_fractions():
    m = Table(3).start().deal("A", None, "hra").finish((5000, 5), (4900, 5), (4900, 5))
    slip = slip_of(m.state.setup, m.state.round)
    assert slip.mismatch == 100
    assert [line.result for line in slip.lines] == [100 - Fraction(100, 3), -Fraction(100, 3), -Fraction(100, 3)]
    assert sum(line.result for line in slip.lines) == 0
    assert any("+1.00" in str(note) for note in GAME.report(m.state).notes)
    assert plain(Fraction(100, 3)) == "100/3"
    assert str(kc(Fraction(200, 3))) == "0.67"


def test_M30_or_in_whole_tokens():
    setup = MariasSetup(players=PLAYERS[:3], mismatch_share="tokens")
    assert mismatch_shares(setup, 100, 3) == (40, 40, 20)
    assert mismatch_shares(setup, -100, 3) == (-40, -40, -20)
    assert mismatch_shares(setup, 110, 3) == (50, 40, 20), "what is no whole token is the first seat's"
    assert mismatch_shares(setup, -110, 3) == (-50, -40, -20)


def test_M31_standings_by_the_sum_then_the_better_last_round_then_shared():
    rows = [
        (0, (Fraction(10), Fraction(-10))),
        (1, (Fraction(-10), Fraction(10))),
        (2, (Fraction(5), Fraction(20))),
        (3, (Fraction(-10), Fraction(10))),
    ]
    assert [(standing.place, standing.person) for standing in rank(rows)] == [(1, 2), (2, 1), (2, 3), (4, 0)]


def test_M31_a_shared_first_place_names_everybody_who_shares_it():
    m = Table(rounds=1).start()
    assert str(GAME.summary(m.state)) == "round 1 · all level"
    m.deal("A", "B", "hra")
    assert str(GAME.summary(m.state)) == "round 1 · in front Adam, Bára +0.20 Kč"
    m.finish((4920, 5), (4920, 5), (4880, 5), (4880, 5))
    assert str(GAME.summary(m.state)) == "in front Adam, Bára +0.20 Kč"
    assert in_front(m.state) == ((0, 1), 20)


def test_M31_a_slip_that_one_side_has_signed_does_not_count_yet():
    m = Table().start().deal("A", "B", "hra").wait(3000).do(e.EndRound())
    for seat, coin in zip("ABCD", (4920, 4920, 4880, 4880), strict=True):
        m.do(e.Closing(seat=seat, coin=coin, tokens=5))
    m.do(e.Sign(side="A"))
    assert [standing.total for standing in standings(m.state)] == [0] * 4
    m.do(e.Sign(side="B"))
    assert [standing.total for standing in standings(m.state)] == [20, 20, -20, -20]


def test_M31_only_locked_rounds_count():
    m = Table(rounds=2).start().deal("A", "B", "hra")
    assert [standing.total for standing in standings(m.state)] == [0] * 4
    m.finish((4920, 5), (4920, 5), (4880, 5), (4880, 5)).start().deal("A", "C", "hra")
    assert [(standing.person, standing.total) for standing in standings(m.state)] == [
        (0, 20),
        (1, 20),
        (2, -20),
        (3, -20),
    ]
    m.finish((4920, 5), (4880, 5), (4920, 5), (4880, 5))
    assert [(standing.place, standing.person, standing.total) for standing in standings(m.state)] == [
        (1, 0, 40),
        (2, 2, 0),
        (3, 1, 0),
        (4, 3, -40),
    ]


@pytest.mark.parametrize("names", [(), ("A", "B"), ("A", "", "C")])
def test_M31_three_to_five_named_players(names):
    with pytest.raises(Refusal) as caught:
        GAME.start(MariasSetup(players=names))
    assert caught.value.rule == "M31"


def test_dealing_goes_on_clockwise_and_by_agreement():
    m = Table().start()
    m.do(e.Dealer(seat="C")).deal("A", "B", "hra")
    assert m.state.dealer == 3
    m.do(e.Dealt())
    m.refused("", e.Dealer(seat="A"))
    m.refused("", e.Dealt())
    m.do(e.Annul(reason="misdeal"))
    assert (m.state.dealer, m.state.round.hand) == (0, None)


# -- the two buttons ---------------------------------------------------------------------------------------------------


def press(m, side, gesture, presses=()):
    events = GAME.button(m.state, side, gesture, presses)
    m.do(*events, after=0.1)
    return [type(event).__name__ for event in events]


def test_a_press_starts_the_round_and_then_says_that_the_next_deal_is_in_hand():
    m = Table()
    assert press(m, 1, Gesture.PRESS) == ["StartRound"]
    assert press(m, 0, Gesture.PRESS) == ["Dealt"]
    assert press(m, 1, Gesture.PRESS) == []
    m.deal("A", "B", "hra")
    assert press(m, 1, Gesture.PRESS) == ["Dealt"]


def test_a_held_button_calls_the_referee_and_takes_its_own_press_back():
    m = Table().start()
    press(m, 0, Gesture.PRESS)
    assert press(m, 0, Gesture.HOLD, (len(m.history.entries),)) == ["Undo", "RefereeCall"]
    assert m.state.referee
    assert m.state.round.hand is None
    assert press(m, 1, Gesture.HOLD) == ["RefereeDone"]


def test_a_hold_never_takes_back_an_older_press():
    m = Table().start()
    press(m, 0, Gesture.PRESS)
    old = len(m.history.entries)
    m.do(e.Warn(seat="A"))
    assert press(m, 0, Gesture.HOLD, (old,)) == ["RefereeCall"]
    assert m.state.round.hand == old


def test_both_held_stop_the_clock_and_let_it_go_on():
    m = Table().start()
    press(m, 0, Gesture.PRESS)
    assert press(m, 0, Gesture.BOTH, (len(m.history.entries),)) == ["Undo", "Pause"]
    assert press(m, 0, Gesture.PRESS) == [], "no deal begins while the clock stands"
    assert press(m, 0, Gesture.BOTH) == ["Resume"]


def test_both_held_before_a_round_start_nothing():
    m = Table()
    press(m, 0, Gesture.PRESS)
    press(m, 1, Gesture.PRESS)
    assert press(m, 0, Gesture.BOTH, (1, 2)) == ["Undo", "Undo"]
    assert m.state.phase is Phase.READY


def test_on_the_slip_a_held_button_signs():
    m = Table(rounds=1).start().wait(3000).do(e.EndRound())
    for seat in "ABCD":
        m.do(e.Closing(seat=seat, coin=4900, tokens=5))
    assert press(m, 0, Gesture.PRESS) == []
    assert press(m, 0, Gesture.HOLD) == ["Sign"]
    assert press(m, 1, Gesture.HOLD) == ["Sign"]
    assert m.state.phase is Phase.SIGNED
    assert press(m, 0, Gesture.HOLD) == []


def test_undo_and_redo_of_a_deal():
    m = Table().start().deal("A", "B", "hra")
    m.do(Undo())
    assert m.won() == (0, 0, 0, 0)
    m.do(Redo())
    assert m.won() == (20, 20, -20, -20)
    m.refused("", Void())


def test_M3_a_round_ends_before_its_time_where_all_agree_but_not_with_cards_in_hand():
    m = Table().start()
    m.refused("M3", e.EndRound())
    m.do(e.Dealt())
    m.refused("M1", e.EndRound(agreed=True))
    m.do(deal("A", "B", "hra"))
    m.do(e.EndRound(agreed=True))
    assert m.state.phase is Phase.SLIP


@pytest.mark.parametrize(
    ("amount", "words", "with_plus"),
    [
        (0, "0", "0"),
        (1, "1", "+1"),
        (-1, "−1", "−1"),
        (Fraction(1, 3), "1/3", "+1/3"),
        (Fraction(-1, 3), "−1/3", "−1/3"),
        (Fraction(-20, 3), "−6 2/3", "−6 2/3"),
    ],
)
def test_M30_a_share_is_said_exactly_with_its_sign(amount, words, with_plus):
    assert (str(exact(amount)), str(exact(amount, plus=True))) == (words, with_plus)
