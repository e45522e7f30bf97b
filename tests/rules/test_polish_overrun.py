"""S28: a double turn over its three minutes, what stands of it and who says so."""

import pytest

from rules.game import SECOND
from rules.polish_doubles import GAME
from rules.polish_doubles.turns import proposal
from tests.rules.table import Game, Undo, Void, e


def test_S28_exactly_three_minutes_is_in_time_one_nanosecond_more_is_not():
    for late in (0, 1):
        g = Game().start()
        start = g.ns
        g.history = g.history.accept(e.Press(pair="A"), start + 180 * SECOND + late)
        assert g.state.turns[0].overrun is bool(late)
        assert g.state.turns[0].overrun_open is bool(late)


def test_S28_an_announcement_has_its_own_time():
    g = Game().opened()
    g.move("PES", 5, after=170)
    g.do(e.Announce(), 9)
    g.press("B", 10)
    assert g.state.turns[1].overrun_open
    g.refused("S28", e.Overrun(stands=(True,)))
    g.refused("S28", e.Overrun(stands=(True, False)))
    g.do(e.Overrun(stands=(True, True)))
    g.move("KOSA", 8)
    assert g.total("B") == 13


def test_S28_a_move_not_announced_in_time_is_lost_and_its_tiles_go_back():
    g = Game().opened()
    g.move("PES", 5, after=100)
    g.move("KOSA", 8, after=90)
    g.press("B")
    assert g.state.turns[1].overrun_open
    assert g.total("B") == 0, "no total before people have confirmed"
    g.do(e.Overrun(stands=(True, False)))
    assert g.total("B") == 5
    assert g.state.flow().bag == 98 - 28 - 5 - 3


def test_S28_no_later_total_of_the_pair_shows_before_people_have_confirmed():
    g = Game().opened()
    g.move("PES", 5, after=100)
    g.move("KOSA", 8, after=90)
    g.press("B")
    g.move("MÁK", 9)
    g.move("DÝM", 10)
    g.press("A")
    g.move("LES", 4)
    g.move("ROK", 6)
    g.press("B")
    assert [g.total("A"), g.total("B")] == [g.state.totals()[2][-1], 0]
    assert g.total("A") >= 19
    assert g.state.totals()[3] == (None, None), "what comes after it is not known either"
    g.do(e.Overrun(stands=(True, False)))
    assert g.total("B") == g.state.totals()[3][-1] == 15


def test_S28_a_move_that_was_never_written_can_be_lost_too():
    g = Game().opened()
    g.move("PES", 5, after=100)
    g.press("B", 90)
    g.do(e.Overrun(stands=(True, False)))
    assert g.total("B") == 5
    g.move("MÁK", 9)
    assert g.state.turns[2].rows[0].word == "MÁK"


def announced_unwritten() -> Game:
    """Move 1 was announced at 1:37, the press came past 3:00, and nothing is written yet."""
    g = Game().opened()
    g.do(e.Announce(), 97)
    g.press("B", 200)
    assert proposal(g.state) == (True, None)
    return g


def scores(g: Game, turn: int) -> list[int]:
    return [row.score for row in g.state.turns[turn].rows]


def test_S28_what_was_announced_is_written_before_people_confirm():
    g = announced_unwritten()
    g.move("LES", 10)
    g.refused("S28", e.Overrun(stands=(False, True)))
    g.do(e.Overrun(stands=(True, False)))
    assert (scores(g, 1), g.total("B")) == ([10, 0], 10)


def test_S28_or_people_confirm_first_and_the_row_comes_after():
    g = announced_unwritten()
    g.refused("S28", e.Overrun(stands=(False, True)))
    g.do(e.Overrun(stands=(True, False)))
    assert g.state.slot == (1, 0), "the announced move stands and is still due"
    g.refused("S22", e.Close(pair="B"))
    g.move("LES", 10)
    assert (scores(g, 1), g.total("B")) == ([10, 0], 10)
    g.move("MÁK", 9)
    assert g.state.turns[2].rows[0].word == "MÁK", "nothing of the overrun turn is due any more"


@pytest.mark.parametrize(
    ("stands", "brings"),
    [((True, True), [10, 7]), ((True, False), [10, 0]), ((False, True), [0, 10]), ((False,) * 2, [0, 0])],
)
@pytest.mark.parametrize("written", [0, 1, 2])
def test_S28_whatever_people_confirm_of_a_turn_without_announcements_goes_in_any_order(stands, brings, written):
    g = Game().opened()
    g.press("B", 200)
    words = [("LES", 10), ("DUB", 7)]
    for word, points in words[:written]:
        g.move(word, points)
    g.do(e.Overrun(stands=stands))
    while g.state.slot is not None and g.state.slot[0] == 1:
        g.move(*words[written])
        written += 1
    assert g.state.turns[1].complete
    assert len(scores(g, 1)) == 2
    assert [bool(score) for score in scores(g, 1)] == [bool(score) for score in brings]


def test_S28_an_unwritten_move_of_the_next_turn_waits_for_the_rows_of_the_overrun_one():
    g = announced_unwritten()
    g.move("LES", 10)
    assert g.state.turns[1].rows[0].word == "LES"
    g.do(Undo())
    assert g.state.turns[1].rows == ()


def test_S28_when_the_referee_decides_the_time_what_was_confirmed_of_it_is_gone():
    g = announced_unwritten()
    g.do(e.Overrun(stands=(True, False)))
    g.do(e.DecideTime(turn=2, used_s=170))
    g.move("LES", 10)
    g.move("DUB", 7)
    assert g.total("B") == 17


def test_S28_moves_lost_without_being_written_are_gone_from_the_sheet_with_the_overrun():
    g = Game().opened()
    g.press("B", 200)
    g.do(e.Overrun(stands=(False, False)))
    assert (scores(g, 1), g.state.written) == ([0, 0], 2)
    g.do(e.DecideTime(turn=2, used_s=170))
    assert (scores(g, 1), g.state.written) == ([], 1)


def test_S28_both_announced_in_time_and_pressed_late_costs_nothing():
    g = Game().opened()
    g.move("PES", 5)
    g.move("KOSA", 8)
    g.press("B", 200)
    assert g.state.turns[1].overrun
    assert not g.state.turns[1].overrun_open
    assert g.total("B") == 13


@pytest.mark.parametrize(("rule", "asks"), [("turn_lost", True), ("signal_only", False)])
def test_S28_other_readings_of_an_overrun(rule, asks):
    g = Game(overrun=rule).opened()
    g.move("PES", 5)
    g.move("KOSA", 8)
    g.press("B", 200)
    assert g.state.turns[1].overrun_open is asks


def overrun(**settings):
    """Sloky write both moves and press past 3:00, with nothing announced: people are asked what stands."""
    g = Game(**settings).opened()
    g.wait(185)
    g.move("KOSA", 9)
    g.move("LES", 5)
    g.press("B")
    assert g.state.unconfirmed == 1
    return g


def test_S28_the_clocks_stand_while_people_settle_what_of_an_overrun_turn_stands():
    g = overrun(overrun_clock="stands")
    g.wait(60)
    assert (GAME.is_running(g.state), g.remaining()) == (False, 180)
    g.press("A")
    assert g.state.turns[-1].pair == 0, "a press while the clocks stand ends no turn"
    g.do(e.Overrun(stands=(True, False)))
    g.wait(10)
    assert GAME.is_running(g.state)
    assert g.remaining() == pytest.approx(170)


def test_S28_a_record_that_says_nothing_of_it_has_running_clocks():
    g = overrun()
    g.wait(60)
    assert (GAME.is_running(g.state), g.remaining()) == (True, 120)
    g.do(e.Overrun(stands=(True, False)))
    assert g.remaining() == 119


def test_S28_a_pause_and_the_question_stand_the_clocks_each_for_itself():
    g = overrun(overrun_clock="stands")
    g.do(e.Pause())
    g.do(e.Overrun(stands=(True, True)))
    assert not GAME.is_running(g.state)
    g.do(e.Resume())
    assert GAME.is_running(g.state)


def test_S28_the_referee_who_decides_the_time_ends_the_question_and_what_stood_for_it():
    g = overrun(overrun_clock="stands")
    g.do(e.DecideTime(turn=2, used_s=170))
    assert g.state.unconfirmed is None
    assert GAME.is_running(g.state)
    g.do(e.DecideTime(turn=2, used_s=200))
    assert (g.state.unconfirmed, GAME.is_running(g.state)) == (1, False)


def test_S28_the_press_taken_back_takes_the_question_back_with_it():
    g = overrun(overrun_clock="stands")
    g.do(Void(by="both"))
    assert (g.state.unconfirmed, GAME.is_running(g.state)) == (None, True)
    assert g.state.turns[-1].pair == 1


def test_S28_the_whole_turn_is_lost_where_that_was_agreed():
    g = Game(overrun="turn_lost").opened()
    g.move("PES", 5)
    g.move("KOSA", 8)
    g.press("B", 200)
    g.do(e.Overrun(stands=(False, False)))
    assert g.total("B") == 0


def test_S10_a_decided_time_within_the_limit_undoes_what_the_clock_cost():
    g = Game().opened()
    g.move("PES", 5, after=100)
    g.move("KOSA", 8, after=90)
    g.press("B")
    g.do(e.Overrun(stands=(True, False)))
    g.do(e.DecideTime(turn=2, used_s=175))
    assert g.total("B") == 13
