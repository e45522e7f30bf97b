"""Time controls by examples that were computed by hand (C1-C9)."""

import pytest

from rules.chess_clock import Stage, TimeControl
from rules.chess_clock import acts as e
from rules.chess_clock.control import check, label
from rules.game import SECOND
from rules.message import Refusal
from tests.chess_clock.game import BY_KEY, Clocked, control, ns

NANO = "0.000000001"


def test_C1_both_clocks_stand_until_the_first_press_which_starts_the_other_sides():
    g = Clocked(BY_KEY["blitz_5"])
    assert (g.left("A", 100), g.left("B", 100)) == (300, 300)
    g.press("B", 100)
    assert (g.left("A", 10), g.left("B", 10)) == (290, 300)
    assert g.state.white == 0


def test_C1_a_press_of_the_side_whose_clock_does_not_run_is_recorded_and_changes_nothing():
    g = Clocked(BY_KEY["rapid_15_10"]).start("A")
    before = g.state.clock
    n = g.press("B", 0)
    assert g.state.clock == before
    assert g.state.press(n).acted is False
    assert g.state.moves == ()


def test_C1_whoever_is_white_may_press_first_after_the_move():
    g = Clocked(BY_KEY["blitz_3_2"], white="A")
    g.press("A")
    assert g.state.clock.mover == 1
    assert [budget.moves for budget in g.state.clock.budgets] == [1, 0]
    assert (g.left("A"), g.left("B")) == (184, 182)


def test_C2_sudden_death_falls_at_the_last_nanosecond():
    g = Clocked(BY_KEY["blitz_5"]).start("A")
    assert g.seen(300).flags == (ns(300), None)
    last = g.seen("299.999999999")
    assert (last.budgets[0].left, last.flags) == (1, (None, None))


def test_C2_a_press_one_nanosecond_before_the_flag_is_in_time():
    g = Clocked(BY_KEY["blitz_5"]).start("A")
    g.press("A", "299.999999999")
    assert g.state.clock.budgets[0].left == 1
    assert g.state.clock.mover == 1


def test_C2_a_press_at_the_very_flag_is_too_late():
    g = Clocked(BY_KEY["blitz_5"]).start("A")
    g.press("A", 300)
    assert g.state.clock.mover == 0
    assert g.state.clock.first == 0
    assert not g.state.clock.running


def test_C3_fischer_gives_the_increment_before_each_move_the_first_included():
    """3 + 2: 3:02 at the start; ten moves of 5 s leave 3:02 - 50 s + 20 s."""
    g = Clocked(BY_KEY["blitz_3_2"]).start("A")
    assert g.left("A") == 182
    g.moves(*[5, 1] * 10)
    assert g.left("A") == 152
    assert g.left("B") == 192


def test_C3_fischer_without_an_increment_for_the_first_move():
    stage = Stage(kind="fischer", time_s=180, extra_s=2)
    g = Clocked(TimeControl(stages=(stage,), first_increment=False)).start("A")
    assert g.left("A") == 180
    assert g.moves(5).left("A") == 177


def test_C3_fischer_increment_does_not_save_who_has_run_out():
    g = Clocked(control("fischer", 1, 10)).start("A")
    assert g.seen(11).flags == (ns(11), None)


def test_C4_bronstein_gives_back_what_was_used_at_most_the_delay():
    """25 min, 10 s: a move of 4 s costs nothing, one of 10 s nothing, one of 14 s costs 4 s."""
    g = Clocked(control("bronstein", 1500, 10)).start("A")
    assert g.moves(4, 0).left("A") == 1500
    assert g.moves(10, 0).left("A") == 1500
    assert g.moves(14, 0).left("A") == 1496


def test_C4_bronstein_counts_a_move_across_a_pause():
    g = Clocked(control("bronstein", 100, 10)).start("A")
    g.do(e.Pause(), 6)
    g.do(e.Resume(), 500)
    assert g.left("A") == 94
    assert g.moves(6).left("A") == 98


def test_C5_us_delay_waits_before_it_runs():
    """60 min, 5 s: after 5 s nothing is gone, after 8 s three are; no delay is saved up."""
    g = Clocked(control("delay", 3600, 5)).start("A")
    assert [g.left("A", after) for after in (0, 2, 5, 8)] == [3600, 3600, 3600, 3597]
    g.moves(2, 0)
    assert g.left("A", 6) == 3599


def test_C5_us_delay_in_the_last_second_still_waits():
    g = Clocked(control("delay", 1, 5)).start("A")
    assert g.seen("5.999999999").flags == (None, None)
    assert g.seen(6).flags == (ns(6), None)


def test_C6_byo_yomi_moves_within_a_period_keep_it():
    """10 min + 3 × 30 s: after the main time moves of 29 s go on for ever; one of 65 s costs two periods."""
    g = Clocked(BY_KEY["byo_yomi_10_3x30"]).start("A")
    assert not g.seen(599).budgets[0].in_period
    g.moves(600, 1)
    assert (g.left("A"), g.state.clock.budgets[0].periods) == (30, 3)
    g.moves(*[29, 1] * 20)
    assert (g.left("A"), g.state.clock.budgets[0].periods) == (30, 3)
    g.moves(65, 1)
    assert (g.left("A"), g.state.clock.budgets[0].periods) == (30, 1)
    assert g.seen("29.999999999").flags == (None, None)
    assert g.seen(30).first == 0


def test_C6_canadian_byo_yomi_asks_for_moves_in_a_period():
    """5 moves in 60 s: four in 50 s leave 10 s for the fifth, which brings a whole minute."""
    g = Clocked(control("byo_yomi", 0, 60, periods=1, period_moves=5)).start("A")
    g.moves(*["12.5", 1] * 4)
    assert g.left("A") == 10
    assert g.seen(10).first == 0
    g.moves(9)
    assert g.left("A") == 60


def test_C7_hourglass_gives_the_other_side_what_one_uses():
    g = Clocked(BY_KEY["hourglass_1"]).start("A")
    assert (g.left("A", 20), g.left("B", 20)) == (40, 80)
    g.moves(20, 50)
    assert (g.left("A"), g.left("B")) == (90, 30)
    assert g.seen(90).flags == (ns(160), None)


CLASSICAL = BY_KEY["classical_90_30"]


def test_C8_classical_with_thirty_minutes_more_after_move_forty():
    """Guidelines for 90 min / 40 + 30 min + 30 s: 40 moves of 2:15 use 90:00, 40 increments bring 20:00.

    90:30 at the start; before move 40 it is 90:30 - 39 x 1:45 = 22:15; after it 22:15 - 2:15 + 30:00 + 0:30 = 50:30.
    """
    g = Clocked(CLASSICAL).start("A")
    g.moves(*[135, 1] * 39)
    assert g.left("A") == 22 * 60 + 15
    g.moves(135)
    assert g.left("A") == 50 * 60 + 30
    assert g.state.clock.budgets[0].stage == 1
    assert g.state.clock.budgets[1].stage == 0


def test_C8_the_flag_falls_where_forty_moves_were_not_made():
    """38 moves of 2:50 leave 90:30 - 38 x 2:20 = 1:50, which runs out in move 39 although 30 min were to come."""
    g = Clocked(CLASSICAL).start("A")
    g.moves(*[170, 1] * 38)
    assert g.left("A") == 110
    assert g.seen("109.999999999").first is None
    assert g.seen(110).first == 0


def test_C8_the_next_stage_is_added_when_the_time_runs_out():
    """60 min, then 15 + 10: at 0 there are 15:10, and the move that runs is the first of that stage."""
    g = Clocked(TimeControl(stages=(Stage(time_s=3600), Stage(kind="fischer", time_s=900, extra_s=10)))).start("A")
    assert (g.left("A", "3599.999999999") * SECOND, g.left("A", 3600)) == (1, 910)
    g.moves(3605)
    assert g.left("A") == 905 + 10


def test_C8_four_stages_one_after_the_other():
    stages = (
        Stage(time_s=10, until_move=2),
        Stage(kind="bronstein", time_s=10, extra_s=2),
        Stage(kind="byo_yomi", time_s=0, extra_s=5, periods=2),
        Stage(kind="delay", time_s=3, extra_s=1),
    )
    g = Clocked(TimeControl(stages=stages)).start("A")
    g.moves(4, 1, 4, 1)
    assert g.left("A") == 12
    assert [g.seen(after).budgets[0].stage for after in (11, 12, 17, 21, 22, 25)] == [1, 2, 2, 2, 3, 3]
    assert g.seen(26).flags == (ns(36), None)


@pytest.mark.parametrize(("used", "left"), [(4, 6 + 20), (12, 20)])
def test_C8_main_time_goes_along_to_the_next_stage_but_what_is_left_of_a_period_does_not(used, left):
    stages = (Stage(kind="byo_yomi", time_s=10, extra_s=5, periods=2, until_move=1), Stage(time_s=20))
    assert Clocked(TimeControl(stages=stages)).start("A").moves(used).left("A") == left


def test_two_different_times():
    g = Clocked(TimeControl(stages=(Stage(time_s=60),), stages_b=(Stage(kind="fischer", time_s=30, extra_s=1),)))
    assert (g.left("A"), g.left("B")) == (60, 31)


def test_C9_the_first_flag_stays_when_the_other_one_falls_too():
    g = Clocked(control(time_s=10, after_flag="goes_on")).start("A")
    g.moves(12, 15)
    assert g.state.clock.flags == (ns(10), ns(22))
    assert g.state.clock.first == 0
    assert (g.left("A"), g.left("B")) == (-2, -5)


@pytest.mark.parametrize(("over", "points"), [("0", 0), (NANO, 10), ("60", 10), ("60.000000001", 20), ("125", 30)])
def test_C10_overtime_costs_ten_points_a_begun_minute(over, points):
    g = Clocked(BY_KEY["scrabble_25"]).start("A")
    g.press("A", 1500)
    g.press("B", 0)
    g.press("A", over)
    assert g.state.clock.first == 0
    assert 10 * g.state.overtime(0) == points


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("blitz_3_2", "3 + 2"),
        ("blitz_5", "5"),
        ("rapid_15_10", "15 + 10"),
        ("rapid_25_10", "25 + 10"),
        ("classical_90_30", "90 + 30 / 40, 30 + 30"),
        ("hourglass_1", "1:00"),
        ("byo_yomi_10_3x30", "10 + 3×30 s"),
        ("scrabble_25", "25"),
    ],
)
def test_C10_presets_read_as_players_write_them(key, text):
    assert label(BY_KEY[key]) == text


@pytest.mark.parametrize(
    ("rule", "stages"),
    [
        ("C2", [{"time_s": 0}]),
        ("C2", [{"time_s": 60, "extra_s": 5}]),
        ("C3", [{"kind": "fischer", "time_s": 60}]),
        ("C5", [{"kind": "delay", "time_s": 0, "extra_s": 5}]),
        ("C6", [{"kind": "byo_yomi", "time_s": 60, "extra_s": 30}]),
        ("C6", [{"kind": "fischer", "time_s": 60, "extra_s": 30, "periods": 2}]),
        ("C6", [{"kind": "fischer", "time_s": 60, "extra_s": 30, "period_moves": 2}]),
        ("C7", [{"kind": "hourglass", "time_s": 0}]),
        ("C8", [{"time_s": 60, "until_move": 40}]),
        ("C8", [{"time_s": 60, "until_move": 40}, {"time_s": 60, "until_move": 40}, {"time_s": 60}]),
    ],
)
def test_times_under_which_nobody_can_play_are_refused(rule, stages):
    with pytest.raises(Refusal) as caught:
        check(TimeControl(stages=tuple(Stage(**stage) for stage in stages)))
    assert caught.value.rule == rule


def test_an_increment_alone_is_enough_to_play():
    assert Clocked(control("fischer", 0, 5)).left("A") == 5


NEXT = [
    (Stage(kind="byo_yomi", time_s=0, extra_s=30, periods=2), 30),
    (Stage(kind="byo_yomi", time_s=100, extra_s=30, periods=2), 100),
    (Stage(time_s=100), 100),
    (Stage(kind="fischer", time_s=100, extra_s=5), 105),
]


@pytest.mark.parametrize(("after", "left"), NEXT, ids=[f"{stage.kind}-{stage.time_s}" for stage, _ in NEXT])
def test_C8_overtime_stays_and_the_next_period_starts_whole(after, left):
    stages = (Stage(time_s=60, until_move=1), after)
    g = Clocked(TimeControl(stages=stages, after_flag="goes_on", overtime_points=10)).start("A")
    g.press("A", 60 + 70)
    assert (g.left("A"), g.state.overtime(0), g.state.clock.flags) == (left, 2, (ns(60), None))
    g.press("B", 1)
    assert g.state.overtime(0) == 2, "and it does not grow either"


def test_C8_overtime_of_two_periods_adds_up_and_the_first_flag_stays_where_it_fell():
    stages = (Stage(time_s=60, until_move=1), Stage(time_s=10))
    g = Clocked(TimeControl(stages=stages, after_flag="goes_on", overtime_points=10)).start("A")
    g.press("A", 100)
    g.press("B", 1)
    g.press("A", 40)
    assert (g.left("A"), g.state.overtime(0)) == (-30, 2)
    assert g.state.clock.flags == (ns(60), None)


def test_C8_overtime_in_a_byo_yomi_period_stays_when_the_next_one_begins():
    stages = (Stage(kind="byo_yomi", time_s=0, extra_s=10, periods=1, until_move=1), Stage(time_s=50))
    g = Clocked(TimeControl(stages=stages, after_flag="goes_on")).start("A")
    g.press("A", 15)
    assert (g.left("A"), g.state.overtime(0)) == (50, 1)


GAINS = {
    "increment": (control("fischer", 10, 5, after_flag="goes_on"), (17,), 3, 2),
    "increment that does not reach 0": (control("fischer", 10, 5, after_flag="goes_on"), (22,), -2, 7),
    "delay given back": (control("bronstein", 10, 5, after_flag="goes_on"), (17,), -2, 7),
    "the other side's use": (control("hourglass", 10, after_flag="goes_on"), (17, 9), 2, 7),
}


@pytest.mark.parametrize(("time", "used", "left", "over"), GAINS.values(), ids=GAINS)
def test_C8_what_gives_time_within_a_period_never_gives_overtime_back(time, used, left, over):
    g = Clocked(time).start("A")
    g.moves(*used)
    assert (g.left("A"), g.state.clock.budgets[0].overtime, g.state.clock.first) == (left, ns(over), 0)
    if g.state.clock.mover == 1:
        g.moves(0)
    assert g.seen(g.left("A") + over).budgets[0].overtime == ns(over), "what was counted is not counted again"
    assert g.seen(g.left("A") + over + 1).budgets[0].overtime == ns(over + 1), "what goes beyond it is"


@pytest.mark.parametrize("kind", ["fischer", "bronstein"])
def test_C8_what_the_last_move_of_a_period_brings_gives_no_overtime_back_either(kind):
    stages = (Stage(kind=kind, time_s=10, extra_s=5, until_move=1), Stage(time_s=50))
    g = Clocked(TimeControl(stages=stages, after_flag="goes_on")).start("A")
    g.press("A", 17)
    assert (g.left("A"), g.state.clock.budgets[0].overtime) == (50, ns(2 if kind == "fischer" else 7))


def test_C10_where_the_arbiter_sets_the_time_he_sets_the_overtime_of_that_period():
    g = Clocked(control("fischer", 10, 5, after_flag="goes_on", overtime_points=10)).start("A")
    g.moves(17)
    g.do(e.SetClock(side="A", moves=2))
    assert g.state.overtime(0) == 1, "as long as he leaves the time"
    g.do(e.SetClock(side="A", left_s=4))
    assert g.state.overtime(0) == 0
    g.do(e.SetClock(side="A", left_s=-61))
    assert g.state.overtime(0) == 2


def test_C8_a_byo_yomi_that_follows_a_flag_gives_its_periods_back_move_by_move():
    stages = (Stage(time_s=60, until_move=1), Stage(kind="byo_yomi", time_s=0, extra_s=30, periods=2))
    g = Clocked(TimeControl(stages=stages, after_flag="goes_on")).start("A")
    g.moves(70, 1, 20)
    assert g.left("A") == 30


def test_C9_what_the_arbiter_sets_in_the_next_period_leaves_the_flag_of_the_one_before():
    stages = (Stage(time_s=60, until_move=1), Stage(time_s=50))
    g = Clocked(TimeControl(stages=stages, after_flag="goes_on")).start("A")
    g.press("A", 70)
    g.do(e.SetClock(side="A", left_s=40))
    assert (g.left("A"), g.state.overtime(0), g.state.clock.first) == (40, 1, 0)


def test_C8_after_an_overtime_the_arbiter_may_give_more_than_a_period_as_main_time():
    stages = (Stage(time_s=60, until_move=1), Stage(kind="byo_yomi", time_s=0, extra_s=30, periods=2))
    g = Clocked(TimeControl(stages=stages, after_flag="goes_on")).start("A")
    g.press("A", 70)
    g.do(e.SetClock(side="A", left_s=45))
    assert (g.left("A"), g.state.clock.budgets[0].in_period, g.state.overtime(0)) == (45, False, 1)
