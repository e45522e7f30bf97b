"""S10, C10: what a press that was heard late changed beside what any press does, in words."""

from rules.chess_clock import ClockSetup
from rules.chess_clock import acts as c
from rules.consequences import consequences
from rules.game import SECOND, Void
from rules.polish_doubles import acts as e
from rules.record import read
from tests.chess_clock.game import control
from tests.rules.test_press_order import EDGE, PLAYERS, after, begun
from tests.rules.test_rows_stay import LATE, edge


def said(before, later, now):
    return [str(consequence) for consequence in consequences(before, later, round(now * SECOND))]


def clock(*events, **more):
    setup = ClockSetup(players=PLAYERS, control=control("sudden_death", 60, **more), **EDGE)
    return after(begun(setup), *events)


def test_S10_a_total_that_changed_and_what_lapsed_are_named():
    lines = LATE.splitlines()
    assert said(read(lines[:-1]), read(lines), 385) == [
        "A press came 166.0 s late: total Sloky 22→0.",
        "1 entry does not count any more: overrun confirmed.",
    ]


def test_S10_a_press_that_came_late_and_changed_nothing_else_is_none_of_it():
    g = edge().opened()
    g.move("PES", 5)
    g.move("KOSA", 8)
    edge_at = g.now + 1
    g.do(e.Note(rule="S5"), 2)
    before = g.history
    g.late(e.Press(pair="B"), edge_at)
    assert g.total("B") == 13
    assert said(before, g.history, g.now) == []


def test_S10_a_press_in_order_and_what_was_touched_say_nothing():
    g = edge().opened()
    before = g.history
    g.move("PES", 5)
    assert said(before, g.history, g.now) == []
    before = g.history
    g.press("B")
    assert said(before, g.history, g.now) == []


def test_S10_the_official_time_of_a_finished_turn_is_a_figure_too():
    g = edge().opened()
    g.move("PES", 5)
    between = g.now + 2
    g.press("B", 10, shows_s=(155.0, 156.0))
    g.move("MÁK", 4)
    before = g.history
    g.late(e.Press(pair="A"), between)
    (sentence,) = said(before, g.history, g.now)
    assert sentence == "A press came 28.0 s late: time of turn 2 0:25.000 (A)→0:24.000 (B)."


def test_C9_what_is_gone_is_named_before_what_follows_from_it():
    fallen = clock((62, c.Result(winner="B", how="time")))
    late = after(fallen, (59.95, c.Press(side="A")))
    assert said(fallen, late, 63) == [
        "A press came 3.0 s late: flag of Anna first, at 1:00.000→–.",
        "1 entry does not count any more: side B won, on time.",
    ]


def test_C10_what_counts_again_is_named():
    lapsed = after(clock((10, c.SetMover(side="B"))), (9.5, c.Press(side="A")))
    again = after(lapsed, (12, Void(of=(3,), by="referee")))
    assert said(lapsed, again, 12) == ["1 entry counts again: side B put on move."]
