"""S12, S14-S20: corrections, objections, early judgement, crosses."""

import pytest

from rules.game import SECOND
from rules.polish_doubles.rows import EarlyState, Fate
from tests.rules.table import Game, Undo, e


def pressed(**settings) -> Game:
    """Sloky have just finished PES 5, KOSA 8; Krtci are on move."""
    return Game(**settings).opened().turn("B", ("PES", 5), ("KOSA", 8))


def test_S12_a_wrong_figure_is_put_right_as_a_recorded_correction():
    g = pressed()
    g.do(e.Correct(turn=2, move=1, points=6))
    row = g.state.turns[1].rows[0]
    assert (row.points, row.versions[0].points) == (6, 5)
    assert g.total("B") == 14
    g.do(e.Correct(turn=2, move=1, word="LES"))
    assert [old.word for old in g.state.turns[1].rows[0].versions] == ["PES", "PES"]
    g.refused("S12", e.Correct(turn=3, move=1, points=6))
    g.refused("S3", e.Correct(turn=2, move=1, word="QES"))


def test_S12_an_exchange_has_no_points_to_correct():
    g = Game().opened()
    g.do(e.Exchange(tiles=3))
    g.refused("S12", e.Correct(turn=2, move=1, points=6))
    g.do(e.Correct(turn=2, move=1, tiles=4))
    assert g.state.turn.rows[0].tiles == 4


@pytest.mark.parametrize(("rule", "crosses"), [("correction", 0), ("correction_and_cross", 1)])
def test_S12_points_announced_wrongly_may_cost_a_cross(rule, crosses):
    g = pressed(points_misannounced=rule)
    g.do(e.Correct(turn=2, move=1, points=6, announced=True))
    assert g.state.crosses == (0, crosses)


def test_S12_a_figure_announced_wrongly_once_costs_one_cross_however_often_it_is_put_right():
    g = pressed(points_misannounced="correction_and_cross")
    for points in (6, 7, 8):
        g.do(e.Correct(turn=2, move=1, points=points, announced=True))
    assert g.state.crosses == (0, 1)
    g.do(e.Correct(turn=2, move=2, points=9, announced=True))
    assert g.state.crosses == (0, 2), "the other move was announced wrongly, too"
    g.do(Undo())
    g.do(Undo())
    g.do(Undo())
    assert g.state.crosses == (0, 1)
    g.do(Undo())
    assert g.state.crosses == (0, 0)
    g.do(e.Correct(turn=2, move=1, points=7, announced=True))
    assert g.state.crosses == (0, 1)


def test_S12_where_no_figure_changed_nothing_was_announced_wrongly():
    g = pressed(points_misannounced="correction_and_cross")
    g.do(e.Correct(turn=2, move=1, announced=True))
    g.do(e.Correct(turn=2, move=1, word="LES", points=5, tiles=3, announced=True))
    assert g.state.crosses == (0, 0)


def test_S12_a_figure_put_right_first_may_be_said_to_have_been_announced_wrongly_after_that():
    g = pressed(points_misannounced="correction_and_cross")
    g.do(e.Correct(turn=2, move=1, points=6))
    assert g.state.crosses == (0, 0)
    g.do(e.Correct(turn=2, move=1, announced=True))
    assert g.state.crosses == (0, 1)


def test_S14_an_objection_is_one_act_of_the_pair_and_without_agreement_there_is_none():
    g = pressed()
    assert g.may("objection") is None
    g.do(e.NoObjection())
    g.refused("S16", e.Objection(move=1))


def test_S15_the_cross_goes_to_the_pair_whose_objection_failed():
    g = pressed().objected(1, valid=True)
    assert g.state.crosses == (1, 0)
    assert g.state.turns[1].rows[0].fate is Fate.VALID
    assert g.total("B") == 13


def test_S15_or_to_the_pair_of_the_invalid_move_where_that_was_agreed():
    g = pressed(cross_goes_to="invalid_move").objected(2, valid=False)
    assert g.state.crosses == (0, 1)
    assert pressed(cross_goes_to="invalid_move").objected(2, valid=True).state.crosses == (0, 0)


def with_crosses(n: int) -> Game:
    """Krtci have ``n`` crosses from failed objections, one a turn; Sloky have just pressed."""
    g = pressed()
    for _ in range(n):
        g.objected(1, valid=True)
        g.turn("A", *[("MÁK", 9)] * g.state.turn.moves)
        g.turn("B", ("PES", 5), ("KOSA", 8))
    return g


def test_S15_two_crosses_cost_nothing_the_third_costs_one_move_not_the_double_turn():
    g = with_crosses(2)
    assert g.state.turn.moves == 2
    g.objected(1, valid=True)
    assert g.state.crosses[0] == 3
    assert (g.state.turn.moves, g.state.turn.struck) == (1, "cross")
    g.turn("A", ("MÁK", 9))
    assert g.total("A") == 38 + 4 * 9 + 9
    g.turn("B", ("PES", 5), ("KOSA", 8))
    assert g.state.turn.moves == 2, "the move was lost once"


def test_S15_each_later_cross_costs_a_move_too():
    g = with_crosses(3).objected(1, valid=True)
    assert g.state.crosses[0] == 4
    assert g.state.turn.moves == 1


def test_S15_two_lost_moves_strike_the_turn_whole_and_the_opponents_are_on_move_at_once():
    g = with_crosses(2).objected(1, valid=True)
    turns = len(g.state.turns)
    g.objected(2, valid=True)
    struck = g.state.turns[turns - 1]
    assert (struck.pair, struck.moves, struck.pressed) == (0, 0, True)
    assert g.state.turn.pair == 1
    assert g.state.turn.moves == 2
    assert g.remaining() == pytest.approx(180)
    assert g.state.clock.turns[-1].struck
    g.turn("B", ("LES", 4), ("SEN", 3))
    assert g.state.turn.pair == 0


def test_S16_objections_come_after_the_double_turn():
    g = Game().opened()
    g.do(e.NoObjection())
    g.move("PES", 5)
    g.refused("S16", e.Objection(move=1))
    g.move("KOSA", 8)
    g.refused("S16", e.Objection(move=1))
    assert "S16" in str(Game().start().may("objection"))


def test_S16_first_the_first_move_then_the_second():
    g = pressed().objected(2, valid=True)
    g.refused("S16", e.Objection(move=1))
    g = pressed().objected(1, valid=True)
    g.refused("S16", e.Objection(move=1))
    g.objected(2, valid=False)
    assert g.total("B") == 5


@pytest.mark.parametrize("act", [e.Move(word="MÁK", points=9), e.Pass(), e.Exchange(tiles=2), e.Press(pair="A")])
def test_S16_an_objection_is_too_late_after_the_opponents_first_act(act):
    g = pressed()
    g.do(act)
    assert g.refused("S16", e.Objection(move=1))


def test_S16_one_objection_at_a_time_and_no_verdict_without_one():
    g = pressed()
    g.refused("S16", e.Verdict(valid=True))
    g.do(e.Objection(move=1))
    g.refused("S16", e.Objection(move=2))
    g.refused("S16", e.NoObjection())


def unwritten(rows: int, **settings) -> Game:
    """Sloky have pressed; of their two moves so many are written."""
    g = Game(**settings).opened()
    for word, points in (("PES", 5), ("KOSA", 8))[:rows]:
        g.move(word, points)
    g.press("B")
    return g


def test_S16_the_objection_does_not_wait_for_the_scorer_and_the_clock_stands_from_then():
    g = unwritten(1)
    g.wait(10)
    assert g.may("objection") is None
    g.do(e.Objection(move=2), 0)
    g.wait(60)
    assert g.remaining() == pytest.approx(170)
    assert "Write it down" in str(g.refused("S16", e.Verdict(valid=True)))
    g.move("KOSA", 8, after=0)
    assert g.state.turns[1].rows[1].word == "KOSA"
    g.do(e.Verdict(valid=False), 0)
    g.wait(5)
    assert g.remaining() == pytest.approx(165)
    assert (g.total("B"), g.state.crosses) == (5, (0, 0))
    g.refused("S16", e.Objection(move=2))


def test_S16_of_a_turn_of_which_nothing_is_written_a_move_is_written_first():
    g = unwritten(0)
    g.refused("S16", e.Objection(move=1))
    g.move("PES", 5)
    g.do(e.Objection(move=1))
    g.refused("S16", e.Objection(move=2))
    g.refused("S16", e.NoObjection())
    g.do(e.Verdict(valid=True))
    assert g.state.crosses == (1, 0)
    g.do(e.Objection(move=2))
    g.move("KOSA", 8)
    g.do(e.Verdict(valid=False))
    assert g.total("B") == 5


def test_S16_S17_an_invalid_first_move_waits_for_the_second_row_a_valid_one_does_not():
    g = unwritten(1)
    g.do(e.Objection(move=1))
    assert "second move" in str(g.refused("S17", e.Verdict(valid=False, builds_on=True)))
    g.move("KOSA", 8)
    g.do(e.Verdict(valid=False, builds_on=True))
    assert g.total("B") == 0
    g = unwritten(1)
    g.do(e.Objection(move=1))
    g.do(e.Verdict(valid=True))
    assert g.state.turn.acted is False
    g.move("KOSA", 8)
    assert g.total("B") == 13


@pytest.mark.parametrize("event", [e.Pass(), e.Exchange(tiles=2)])
def test_S16_what_was_objected_to_is_written_as_a_move_on_the_board(event):
    g = unwritten(1)
    g.do(e.Objection(move=2))
    g.refused("S16", event)
    g.do(Undo())
    g.do(event)
    g.refused("S16", e.Objection(move=2))


def test_S16_a_move_that_the_pair_did_not_have_cannot_be_objected_to():
    g = Game().start()
    g.press("A")
    g.refused("S16", e.Objection(move=2))
    g.do(e.Objection(move=1))
    g.move("DÝMKA", 38)
    g.do(e.Verdict(valid=False))
    assert g.total("A") == 0


def test_S16_S28_past_the_limit_people_first_say_what_stands():
    g = Game().opened()
    g.move("PES", 5)
    g.press("B", after=200)
    g.refused("S28", e.Objection(move=1))
    g.do(e.Overrun(stands=(True, True)))
    g.do(e.Objection(move=2))
    g.move("KOSA", 8)
    g.do(e.Verdict(valid=False))
    assert g.total("B") == 5


def test_S16_an_exchange_cannot_be_objected_to():
    g = Game().opened()
    g.do(e.Exchange(tiles=3))
    g.press("B")
    g.refused("S16", e.Objection(move=1))
    g.move("PES", 5)
    g.refused("S16", e.Objection(move=1))
    g.objected(2, valid=False)
    assert g.total("B") == 0


def test_S16_the_clock_stands_while_one_is_judged_and_goes_on_from_there():
    g = pressed()
    g.wait(10)
    g.do(e.Objection(move=1), 0)
    g.wait(500)
    assert g.remaining() == pytest.approx(170)
    g.do(e.Verdict(valid=False, builds_on=False), 0)
    g.wait(5)
    assert g.remaining() == pytest.approx(165)


@pytest.mark.parametrize(("rule", "left"), [("restarts", 175), ("runs", 145)])
def test_S16_other_readings_of_the_clock_during_an_objection(rule, left):
    g = pressed(objection_clock=rule)
    g.do(e.Objection(move=1), 10)
    g.do(e.Verdict(valid=True), 20)
    g.wait(5)
    assert g.remaining() == pytest.approx(left)


def test_S16_where_the_clock_runs_a_press_does_not_lose_the_objection():
    g = pressed(objection_clock="runs")
    g.do(e.Objection(move=1))
    g.press("A", 20)
    g.do(e.Verdict(valid=False, builds_on=False))
    assert g.state.turns[1].rows[0].fate is Fate.INVALID


def test_S17_a_second_move_that_builds_on_an_invalid_first_falls_with_it_without_a_second_cross():
    g = pressed(cross_goes_to="invalid_move")
    g.do(e.Objection(move=1))
    g.refused("S17", e.Verdict(valid=False))
    g.do(e.Verdict(valid=False, builds_on=True))
    assert [row.fate for row in g.state.turns[1].rows] == [Fate.INVALID, Fate.BUILDS_ON]
    assert g.total("B") == 0
    assert g.state.crosses == (0, 1)
    g.refused("S17", e.Objection(move=2))
    assert g.state.flow().bag == 98 - 28 - 5, "all tiles of the turn went back"


def test_S18_a_second_move_elsewhere_stands():
    g = pressed().objected(1, valid=False, builds_on=False)
    assert g.total("B") == 8
    g.objected(2, valid=True)
    assert g.total("B") == 8


def asked() -> Game:
    g = Game().opened()
    g.move("PES", 5)
    g.do(e.Early())
    return g


def test_S19_early_judgement_in_time_fills_in_the_sum_and_the_clock_runs():
    g = asked()
    left = g.remaining()
    g.do(e.EarlyAnswer(answer="accepted"), 10)
    assert g.remaining() == pytest.approx(left - 10)
    assert g.state.totals()[1] == (5,)
    assert g.total("B") == 5
    g.move("KOSA", 8)
    assert g.total("B") == 5
    g.press("B")
    assert g.total("B") == 13
    g.refused("S19", e.Objection(move=1))
    g.objected(2, valid=False)
    assert g.total("B") == 5


def accepted_early(**settings) -> Game:
    """Sloky's first move is accepted early; they press without having written the second."""
    g = Game(**settings).opened()
    g.move("PES", 5)
    g.do(e.Early())
    g.do(e.EarlyAnswer(answer="accepted"))
    return g


def test_S19_the_sum_that_it_filled_in_stays_at_the_press_though_the_second_row_is_missing():
    g = accepted_early()
    assert (g.state.totals()[1], g.total("B")) == ((5,), 5)
    g.press("B")
    assert (g.state.totals()[1], g.total("B")) == ((5,), 5)
    g.do(e.Move(word="MÁK", points=9, turn=3, place=1))
    assert g.total("B") == 5, "the second row is still missing"
    g.move("KOSA", 8)
    assert (g.state.totals()[1], g.total("B")) == ((5, 13), 13)


def test_S19_it_stands_on_what_the_sheet_says_of_the_turns_before():
    g = Game().opened()
    g.move("PES", 5)
    g.press("B")
    for place in (1, 2):
        g.do(e.Move(word="MÁK", points=9, turn=3, place=place))
    g.press("A")
    g.do(e.Move(word="KOSA", points=8, turn=4, place=1))
    g.do(e.Early())
    g.do(e.EarlyAnswer(answer="accepted"))
    assert (g.state.totals()[3], g.total("B")) == ((None,), 0), "a row of turn 2 is missing"


@pytest.mark.parametrize(("overrun", "total"), [("unannounced_lost", 5), ("turn_lost", 0), ("signal_only", 5)])
def test_S19_S28_past_the_limit_the_sum_stays_unless_the_whole_turn_may_be_lost(overrun, total):
    g = accepted_early(overrun=overrun)
    g.press("B", after=200)
    assert g.total("B") == total
    assert g.state.totals()[1] == (total or None,)


def test_S19_S28_past_the_limit_a_move_that_may_be_lost_has_no_sum():
    g = Game().opened()
    g.move("PES", 5, after=200)
    g.do(e.Early())
    g.do(e.EarlyAnswer(answer="accepted"))
    assert g.total("B") == 5
    g.press("B")
    assert g.total("B") == 0
    g.do(e.Overrun(stands=(True, False)))
    assert g.total("B") == 5


def test_S19_judged_invalid_the_tiles_go_back_and_the_second_move_is_still_due():
    g = asked()
    g.do(e.EarlyAnswer(answer="invalid"))
    assert g.state.totals()[1] == (0,)
    assert g.state.flow().bag == 98 - 28 - 5
    assert g.state.slot == (1, 1)
    assert g.state.crosses == (0, 0)


def test_S19_once_the_second_move_is_played_a_protest_against_the_first_waits_for_the_press():
    g = Game().opened()
    g.move("PES", 5)
    g.do(e.Early())
    g.move("PESO", 7)
    g.refused("S19", e.EarlyAnswer(answer="invalid"))
    g.press("B")
    g.objected(1, valid=False, builds_on=True)
    assert g.total("B") == 0
    assert g.state.crosses == (0, 0)


@pytest.mark.parametrize("answer", ["accepted", "valid"])
def test_S19_what_does_not_touch_the_second_move_can_still_be_said_before_the_press(answer):
    g = Game().opened()
    g.move("PES", 5)
    g.do(e.Early())
    g.move("KOSA", 8)
    g.do(e.EarlyAnswer(answer=answer))
    g.press("B")
    g.refused("S19", e.Objection(move=1))


def test_S19_an_early_objection_that_fails_is_a_cross_like_any_other():
    g = asked()
    g.do(e.EarlyAnswer(answer="valid"))
    assert g.state.crosses == (1, 0)
    g.refused("S19", e.EarlyAnswer(answer="invalid"))


def test_S19_too_late_the_protest_waits_for_the_press_with_the_risk_of_S17():
    g = asked()
    g.move("KOSA", 8)
    g.press("B")
    assert g.state.turns[1].early is EarlyState.LAPSED
    g.refused("S19", e.EarlyAnswer(answer="valid"))
    g.objected(1, valid=False, builds_on=True)
    assert g.total("B") == 0


def test_S19_is_for_the_first_move_of_a_double_turn_once_and_written():
    g = Game().start()
    g.move("DÝMKA", 38)
    g.refused("S19", e.Early())
    g.press("A")
    g.refused("S19", e.Early())
    g.move("PES", 5)
    g.do(e.Early())
    g.refused("S19", e.Early())
    other = Game().opened()
    other.refused("S19", e.EarlyAnswer(answer="accepted"))
    other.do(e.Pass())
    other.refused("S19", e.Early())


def test_S20_either_pair_points_out_what_is_wrong_on_the_one_sheet():
    g = pressed()
    g.do(e.Correct(turn=1, move=1, points=36))
    assert g.total("A") == 36
    assert g.state.clock.limit == 180 * SECOND
