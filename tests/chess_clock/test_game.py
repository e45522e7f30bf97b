"""A game on the chess clock: pauses, the arbiter, presses taken back, power cuts, the result (C1, C9, C10)."""

import pytest

from rules.chess_clock import GAME, ClockSetup, Phase, Stage, TimeControl
from rules.chess_clock import acts as e
from rules.game import Gesture, OpenTurn, Progress, Redo, Restore, Undo, Void
from rules.history import History
from rules.message import Message, Refusal
from rules.record import read, write
from tests.chess_clock.game import BY_KEY, Clocked, control, ns

BLITZ = BY_KEY["blitz_3_2"]
BYO_YOMI = BY_KEY["byo_yomi_10_3x30"]


def test_two_players_need_names():
    with pytest.raises(Refusal) as caught:
        History.begin(GAME, ClockSetup(players=("Anna", " "), control=BLITZ))
    assert caught.value.rule == "C1"


def test_C10_a_pause_costs_nobody_anything():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause(), 10)
    assert (g.left("A", 1000), g.left("B", 1000)) == (172, 182)
    g.press("A", 5)
    assert g.state.clock.mover == 0
    g.do(e.Resume(), 600)
    assert g.left("A", 2) == 170


def test_C10_clocks_pause_and_resume_once():
    g = Clocked(BLITZ)
    g.refused("C1", e.Pause())
    g.start("A")
    g.refused("C10", e.Resume())
    g.do(e.Pause(), 1)
    g.refused("C10", e.Pause())


def test_C10_an_undone_press_gives_the_mover_its_time_back_as_if_it_had_not_happened():
    g = Clocked(BLITZ).start("A")
    g.press("A", 10)
    g.do(Undo(), 20)
    assert g.state.clock.mover == 0
    assert (g.left("A"), g.left("B")) == (152, 182)
    g.do(Redo(), 0)
    assert (g.left("A"), g.left("B")) == (174, 162)


@pytest.mark.parametrize("fact", [e.Pause(), e.PowerLoss(doubt_s=1)])
def test_C10_what_happened_to_the_clocks_is_not_undone_by_its_number_either(fact):
    """While they stood the time was nobody's."""
    g = Clocked(BLITZ).start("A")
    g.do(fact, 10)
    n = len(g.history.entries)
    g.refused("", Undo(of=n))
    assert g.state.is_paused
    assert g.left("A", 600) == 172
    g.do(Undo())
    assert g.history.undone_entries == {1}, "the press before it"


def test_undo_before_the_flag_makes_the_flag_fall_in_the_past():
    """What the fold says holds: without the press, A ran out two seconds ago."""
    g = Clocked(control(time_s=60)).start("A")
    g.press("A", 59)
    g.do(Undo(), 3)
    assert g.seen().flags == (ns(60), None)


def test_C10_a_hold_takes_back_the_own_press_and_itself():
    g = Clocked(BLITZ).start("A")
    g.press("A", 10)
    (void,) = g.hold("A", 3)
    assert void == Void(of=(2, 3), by="A")
    assert g.state.clock.mover == 0
    assert g.left("A") == 182 - 10 - 3 - 1.5
    assert g.state.moves == ()


def test_C10_a_hold_after_the_other_side_moved_is_refused_and_only_itself_goes():
    g = Clocked(BLITZ).start("A")
    g.moves(10, 5, 5)
    n = g.press("B", 2)
    assert g.state.clock.mover == 0
    g.press("A", 1)
    held = g.press("B", 1)
    assert held > n
    g.press("A", 1)
    idle = g.press("B", 1)
    g.refused("C10", Void(of=(4,), by="A"))
    g.refused("C10", Void(of=(idle,), by="A"))
    g.do(Void(of=(4,), by="referee"))


def test_C10_a_hold_of_the_mover_ends_its_move_and_takes_nothing_back():
    g = Clocked(BLITZ).start("A")
    assert g.hold("A", 5) == ()
    assert g.state.clock.mover == 1


def test_C10_both_buttons_held_pause_without_counting_the_presses_and_resume():
    g = Clocked(BLITZ).start("A")
    first, second = g.press("A", 10), g.press("B", 0)
    g.gesture("A", Gesture.BOTH, first, second)
    assert g.state.is_paused
    assert g.state.moves == ()
    assert g.left("A") == 172
    g.gesture("A", Gesture.BOTH)
    assert not g.state.is_paused


def test_C10_both_buttons_held_at_the_very_start_only_take_the_start_back():
    g = Clocked(BLITZ).start("A")
    events = g.gesture("A", Gesture.BOTH, 1)
    assert events == (Void(of=(1,), by="both"),), "no clock runs that a pause could stop"
    assert (g.state.phase, g.state.is_paused) == (Phase.READY, False)


def test_C10_only_presses_are_void_and_only_while_the_game_is_played():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause(), 1)
    g.refused("C10", Void(of=(2,)))
    g.refused("C10", Void(of=(1,), by="somebody"))
    g.do(e.Result(winner="A"))
    g.refused("C10", Void(of=(1,)))


def test_C10_a_void_press_can_count_again():
    g = Clocked(BLITZ).start("A").moves(10)
    g.do(Void(), 1)
    assert g.state.clock.mover == 0
    g.do(Restore(), 1)
    assert g.state.clock.mover == 1
    assert g.left("A") == 174


def test_a_press_that_was_earlier_but_is_heard_later_is_in_time():
    """The edge's own stamp decides, not the moment at which it comes: 20 ms before the flag."""
    g = Clocked(control(time_s=60)).start("A")
    assert g.seen("60.1").first == 0
    g.press("A", "59.98")
    assert g.state.clock.first is None
    assert g.left("A") * 1000 == 20


def test_a_stamp_before_what_was_seen_counts_as_simultaneous():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause(), 10)
    g.do(e.Resume(), 10)
    g.history = g.history.accept(e.Press(side="A"), ns(15))
    assert g.state.moves[0].used == ns(10)


def test_C10_a_power_cut_pauses_and_leaves_the_doubt_on_the_move():
    g = Clocked(BLITZ).start("A")
    assert GAME.power_loss(g.state, ns(1)) == e.PowerLoss(doubt_s=1.0)
    assert GAME.power_loss(g.state, 0) == e.Pause()
    g.do(e.PowerLoss(doubt_s=0.5), 8)
    assert g.state.is_paused
    assert not GAME.is_running(g.state)
    assert GAME.power_loss(g.state, ns(1)) is None
    g.do(e.Resume(), 5)
    g.press("A", 2)
    assert (g.state.moves[0].used, g.state.moves[0].doubt) == (ns(10), ns("0.5"))
    assert "±0.5 s" in str(GAME.report(g.state).tables[0].lines[0].cells[1])


def test_C10_the_arbiter_sets_time_and_moves_of_either_side_while_the_clock_runs():
    g = Clocked(BLITZ).start("A")
    g.do(e.SetClock(side="A", left_s=100, moves=12), 10)
    g.do(e.SetClock(side="B", left_s=60.5), 10)
    assert (g.left("A"), g.left("B")) == (90, 60.5)
    assert g.state.clock.budgets[0].moves == 12
    assert e.SetClock(side="A", moves=1).by_referee
    assert e.SetMover(side="A").by_referee


def test_C10_a_corrected_move_count_brings_the_next_stage_in_time():
    g = Clocked(BY_KEY["classical_90_30"]).start("A")
    g.do(e.SetClock(side="A", moves=39), 0)
    g.moves(30)
    assert g.left("A") == 5430 - 30 + 1800 + 30


def test_C10_the_arbiter_puts_the_other_side_on_move():
    g = Clocked(BLITZ)
    g.refused("C1", e.SetMover(side="B"))
    g.start("A")
    g.refused("C10", e.SetMover(side="A"))
    g.do(e.SetMover(side="B"), 10)
    assert (g.left("A", 5), g.left("B", 5)) == (172, 177)
    g.moves(5)
    assert g.state.moves[0].used == ns(5)


def test_C10_a_new_mover_while_paused_does_not_run():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause(), 10)
    g.do(e.SetMover(side="B"), 10)
    assert g.left("B", 50) == 182
    g.do(e.Resume(), 10)
    assert g.left("B", 50) == 132


def test_C10_the_arbiter_sets_periods_of_byo_yomi():
    g = Clocked(BYO_YOMI).start("A")
    g.do(e.SetClock(side="A", periods=2), 5)
    assert (g.left("A"), g.state.clock.budgets[0].periods) == (30, 2)
    g.do(e.SetClock(side="A", periods=2, left_s=12), 5)
    assert g.left("A") == 12
    g.refused("C6", e.SetClock(side="A", periods=4))
    g.refused("C6", e.SetClock(side="A", left_s=31))
    g.do(e.SetClock(side="A", periods=0, left_s=120))
    assert (g.left("A"), g.state.clock.budgets[0].in_period) == (120, False)
    assert g.seen(120).budgets[0].periods == 3


def test_C10_the_period_that_runs_goes_on_where_its_number_is_set_again():
    g = Clocked(BYO_YOMI).start("A")
    g.do(e.SetClock(side="A", periods=2, left_s=12), 5)
    g.do(e.SetClock(side="A", periods=2), 2)
    assert g.left("A") == 10


def test_C10_a_press_that_did_nothing_can_be_taken_back_at_any_time():
    g = Clocked(BLITZ).start("A")
    idle = g.press("B", 2)
    g.moves(3, 3, 3)
    before = g.state.moves
    g.do(Void(of=(idle,), by="B"), 1)
    assert g.state.moves == before


def test_C10_the_arbiter_sets_the_stage():
    g = Clocked(BY_KEY["classical_90_30"]).start("A")
    g.do(e.SetClock(side="A", stage=2, left_s=1800), 5)
    assert g.state.clock.budgets[0].stage == 1
    g.refused("C8", e.SetClock(side="A", stage=3))
    g.refused("C6", e.SetClock(side="A", periods=1))


def test_C10_the_arbiter_sets_a_stage_that_is_not_the_last():
    stages = (Stage(time_s=60, until_move=20), Stage(time_s=60, until_move=40), Stage(time_s=30))
    g = Clocked(TimeControl(stages=stages)).start("A")
    g.do(e.SetClock(side="A", stage=2, left_s=50), 5)
    assert (g.state.clock.budgets[0].stage, g.left("A")) == (1, 50)


def test_a_stage_of_byo_yomi_that_is_set_has_all_its_periods():
    stages = (Stage(time_s=60), Stage(kind="byo_yomi", time_s=0, extra_s=20, periods=3))
    g = Clocked(TimeControl(stages=stages)).start("A")
    g.do(e.SetClock(side="A", stage=2, left_s=10), 1)
    assert (g.left("A", 10), g.seen(10).budgets[0].periods) == (20, 3)


def test_C9_a_flag_stops_both_clocks_and_the_arbiter_can_lift_it():
    """Time is given back with the clocks standing: nothing runs on before people are ready."""
    g = Clocked(control(time_s=60)).start("A")
    g.refused("C9", e.SetClock(side="A", left_s=0), 70)
    g.do(e.SetClock(side="A", left_s=30), 70)
    assert g.state.is_paused
    assert g.state.clock.first is None
    assert g.left("A", 100) == 30
    g.do(e.Resume(), 5)
    assert g.left("A", 10) == 20


def test_C9_a_pause_after_the_flag_does_not_hide_it():
    g = Clocked(control(time_s=60)).start("A")
    g.do(e.Pause(), 70)
    g.do(e.Resume(), 1)
    assert g.seen(10).first == 0
    assert not g.seen(10).running


def test_C9_time_given_back_after_flag_pause_and_resume_is_given_whole():
    g = Clocked(control(time_s=60)).start("A")
    g.do(e.Pause(), 70)
    g.do(e.Resume(), 5)
    g.do(e.SetClock(side="A", left_s=30), 20)
    assert g.left("A", 100) == 30


@pytest.mark.parametrize("kind", ["bronstein", "delay"])
def test_C10_a_move_that_the_arbiter_gives_back_begins_anew(kind):
    """8 s were thought before B was put on move; when A is on move again its delay of 10 s is whole."""
    g = Clocked(control(kind, 100, 10)).start("A")
    g.do(e.SetMover(side="B"), 8)
    g.do(e.SetMover(side="A"), 0)
    before = g.left("A")
    g.moves(9)
    assert g.left("A") == before


def test_C10_power_lost_while_the_clocks_stand_leaves_no_doubt():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause(), 5)
    g.do(e.PowerLoss(), 5)
    assert g.state.clock.doubt == 0


def test_where_clocks_go_on_the_arbiter_may_set_overtime():
    g = Clocked(BY_KEY["scrabble_25"]).start("A")
    g.do(e.SetClock(side="B", left_s=-61), 1)
    assert g.state.overtime(1) == 2
    assert g.state.clock.first == 1
    g.do(e.SetClock(side="A", left_s=-1), 1)
    assert g.state.clock.first == 1
    g.do(e.SetClock(side="B", left_s=5))
    assert g.state.clock.first == 0


def test_C9_no_result_while_a_clock_runs():
    g = Clocked(BLITZ).start("A")
    g.refused("C10", e.Result(winner="B"))
    g.refused("C10", e.Result(winner="B", how="time"), 181)
    g.do(e.Result(winner="B", how="time"), 182)
    assert g.state.phase is Phase.RESULT


def test_C9_a_result_on_time_needs_a_flag():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause())
    g.refused("C9", e.Result(winner="B", how="time"))
    g.do(e.Result(winner=None, how="agreed"))


def test_C9_an_undone_result_leaves_the_clocks_standing():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause(), 10)
    g.do(e.Result(winner="A", how="resigned"), 1)
    g.do(Undo(), 600)
    assert g.state.phase is Phase.PLAY
    assert g.left("A", 100) == 172


def test_C9_result_signed_by_both_and_opened_again():
    g = Clocked(BLITZ).start("A")
    g.refused("C9", e.Sign(side="A"))
    g.do(e.Pause(), 1)
    g.do(e.Result(winner="A"))
    assert GAME.progress(g.state) is Progress.RESULT
    g.gesture("A", Gesture.HOLD)
    assert g.gesture("A", Gesture.HOLD) == ()
    g.refused("C9", e.Sign(side="A"))
    g.do(e.Result(winner=None))
    assert g.state.signed == frozenset()
    g.gesture("A", Gesture.HOLD)
    g.gesture("B", Gesture.HOLD)
    assert GAME.progress(g.state) is Progress.SIGNED
    for event in (Undo(), e.Result(winner="B"), e.Sign(side="A")):
        g.refused("C9", event)
    g.do(e.Reopen(reason="wrong result"))
    g.do(e.Result(winner="B"))
    assert str(GAME.summary(g.state)) == "Anna 0 : 1 Bořek"


def test_C9_after_the_result_no_press_means_anything():
    g = Clocked(BLITZ).start("A")
    g.do(e.Pause(), 1)
    g.do(e.Result(winner=None, how="agreed"))
    assert GAME.button(g.state, 0, Gesture.PRESS, ()) == ()
    for event in (e.Press(side="A"), e.Pause(), e.Resume(), e.SetClock(side="A", moves=3), e.SetMover(side="B")):
        g.refused("C9", event)
    assert str(GAME.summary(g.state)) == "Anna ½ : ½ Bořek"


def test_the_open_move_of_any_moment():
    g = Clocked(BLITZ)
    assert GAME.open_turn(g.state, g.at) is None
    g.start("B")
    assert GAME.open_turn(g.state, ns(2)) == OpenTurn(1, ns(180), True)
    assert GAME.open_turn(g.state, ns(182)) == OpenTurn(1, 0, False)


def texts(cells):
    return tuple(str(cell) if isinstance(cell, Message) else cell for cell in cells)


def test_the_report_has_a_line_for_each_move_white_first():
    g = Clocked(BLITZ, white="B").start("B").moves(3, 4, 5)
    moves, result = GAME.report(g.state).tables
    assert [str(cell) for cell in moves.columns] == ["Move", "Bořek", "Left", "Anna", "Left"]
    assert [texts(line.cells) for line in moves.lines] == [
        (1, "0:03.000", "3:01.000", "0:04.000", "3:00.000"),
        (2, "0:05.000", "2:58.000", None, None),
    ]
    assert [texts(line.cells[:3]) for line in result.lines] == [("Bořek", 2, "2:58.000"), ("Anna", 1, "3:00.000")]


def test_a_game_of_everything_replays_from_its_record():
    g = Clocked(BYO_YOMI, white="A", title="Klubový turnaj", round=2, table="3").start("A")
    g.moves(600, 20, 25)
    g.hold("A", 1)
    g.do(e.Pause(reason="lights"), 1)
    g.do(e.SetClock(side="A", periods=1, left_s=10.5, moves=7), 1)
    g.do(e.SetMover(side="B"), 1)
    g.do(e.Resume(), 1)
    g.do(e.PowerLoss(), 5)
    g.do(e.Result(winner="A", how="referee"), 1)
    g.do(e.Sign(side="B"), 1)
    assert read(write(g.history).splitlines()) == g.history
    assert GAME.report(g.state).data["sides"][0]["score"] == 1
