"""What the referee may do: end in mid-turn, award, let a void press count again (S10, S12, S29)."""

import pytest

from rules.game import Restore
from rules.message import Refusal
from rules.polish_doubles import GAME, Phase
from rules.polish_doubles.report import outcome
from tests.rules.table import Game, Redo, Undo, Void, e


def half_a_turn() -> Game:
    """Sloky have written one of their two moves."""
    g = Game().opened()
    g.move("PES", 5)
    return g


def test_S29_the_pairs_end_between_turns_the_referee_in_the_middle_of_one():
    g = half_a_turn()
    g.refused("S29", e.End())
    g.do(e.End(by="referee"))
    assert g.state.phase is Phase.ENDING
    assert (g.total("A"), g.total("B")) == (38, 5), "what was written counts"
    g.do(e.Racks(pair="A", tiles="AE"))
    g.do(e.Racks(pair="B", tiles=""))
    assert (g.total("A"), g.total("B")) == (36, 5)


def test_S29_a_turn_in_which_nobody_acted_is_simply_not_played():
    g = Game().opened()
    g.do(e.End(by="referee"))
    assert [len(turn.rows) for turn in g.state.turns] == [1, 0]
    assert g.state.phase is Phase.ENDING


def test_S29_the_referee_too_settles_objections_and_missing_rows_first():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.Objection(move=1))
    g.refused("S27", e.End(by="referee"))
    late = Game().start()
    late.press("A")
    late.press("B")
    late.refused("S22", e.End(by="referee"))


def test_S29_the_clock_of_the_turn_that_was_cut_off_is_kept():
    g = half_a_turn()
    used = g.state.clock.time_used(g.ns)
    g.do(e.End(by="referee"), after=0)
    assert g.state.clock.turns[1].official.used == used
    assert not g.state.clock.running


def test_an_award_stands_above_the_sums_and_is_signed_like_any_result():
    g = half_a_turn()
    g.do(e.Award(pair="A", reason="withdrew"))
    assert g.state.phase is Phase.RESULT
    assert "Krtci" in str(outcome(g.state))
    g.do(e.Sign(pair="A"))
    g.do(e.Sign(pair="B"))
    assert g.state.phase is Phase.SIGNED
    g.refused("S12", e.Award(pair="B", reason="conduct"))
    assert GAME.report(g.state).data["award"] == {"pair": "A", "reason": "withdrew"}


def test_an_award_to_nobody_says_that_the_game_does_not_count():
    g = half_a_turn()
    g.do(e.Award(pair=None, reason="time"))
    assert "does not count" in str(outcome(g.state))


def test_an_award_can_be_undone_and_the_clock_goes_on_where_it_was():
    g, calm = half_a_turn(), half_a_turn()
    g.do(e.Award(pair="B", reason="conduct"), 3)
    g.do(Undo(), 3)
    calm.wait(6)
    assert g.state.award is None
    assert g.remaining() == calm.remaining()


def test_S4_a_game_that_has_not_started_is_not_awarded():
    Game().refused("S4", e.Award(pair="A", reason="absent"))


def voided() -> tuple[Game, int]:
    """Sloky have taken back a press that came after their first move."""
    g = half_a_turn()
    press = g.press("B", 3)
    g.do(Void(by="B"), 10)
    assert g.state.turn.pair == 1
    return g, press


def test_S10_a_void_press_that_the_referee_restores_counts_as_if_it_had_never_been_void():
    g, press = voided()
    game = half_a_turn()
    game.press("B", 3)
    g.do(Restore())
    assert g.state.turn.pair == 0
    assert g.state.clock.turns == game.state.clock.turns
    assert g.history.void_entries == frozenset()
    g.refused("S10", Restore(of=(press,)))


def test_S10_restoring_is_itself_on_record_and_can_be_undone():
    g, press = voided()
    g.do(Restore(of=(press,)))
    g.do(Undo())
    assert g.history.void_entries == {press}
    assert g.state.turn.pair == 1
    g.do(Redo())
    assert g.state.turn.pair == 0
    g.do(Void(by="referee", of=(press,)))
    assert g.history.void_entries == {press}, "and void once more"


def test_S10_what_came_after_must_fit_with_the_press():
    g, press = voided()
    g.do(e.Early())
    with pytest.raises(Refusal, match="undo that first"):
        g.history.accept(Restore(of=(press,)), g.ns)


def test_S10_there_has_to_be_a_void_press():
    g = half_a_turn()
    g.refused("S10", Restore())
    g.refused("S10", Restore(of=(4,)))


def test_S12_nothing_is_restored_in_a_signed_game():
    g, _ = voided()
    g.do(e.Award(pair="A", reason="time"))
    g.do(e.Sign(pair="A"))
    g.do(e.Sign(pair="B"))
    g.refused("S12", Restore())
