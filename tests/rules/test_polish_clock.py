"""S8-S10, S12, S28 at the table: official time, accidental presses, voiding, pauses, power loss, overrun."""

import pytest

from rules.game import SECOND, Gesture, Progress
from rules.message import Refusal
from rules.polish_doubles import GAME, Phase
from tests.rules.table import Game, Redo, Undo, Void, e


def test_S10_a_pairs_time_is_what_the_clock_beside_its_opponents_says():
    g = Game().opened()
    assert g.clock_of(1) == "B"
    g.turn("B", ("PES", 5), ("KOSA", 8))
    assert g.clock_of(2) == "A"


def test_S10_with_time_bases_of_their_own_the_opponents_clock_counts():
    g = Game().start()
    g.press("A", 60, shows_s=(119.5, 119.0))
    assert g.used(1) == pytest.approx(61.0)
    assert g.state.clock.turns[0].used == (round(60.5 * SECOND), 61 * SECOND)


def test_S10_an_accidental_press_of_the_opponents_spoils_their_clock_and_the_movers_own_counts():
    g = Game().start()
    g.press("B", 20)
    assert g.state.turn.pair == 0, "taken and recorded, but the turn goes on"
    g.press("A", 40, shows_s=(118.0, 121.0))
    assert g.clock_of(1) == "A"
    assert g.used(1) == pytest.approx(62.0)
    g.press("B", 10)
    assert g.clock_of(2) == "A", "only that turn was spoiled"


def test_S10_with_both_clocks_spoiled_the_referee_decides_and_the_record_is_shown():
    g = Game().start()
    g.press("B", 20)
    g.do(e.Spoil(pair="A"))
    g.press("A", 40)
    timed = g.state.clock.turns[0]
    assert timed.official is None
    assert timed.reconstructed_time == 61 * SECOND
    g.refused("S10", e.DecideTime(turn=2, used_s=50))
    g.do(e.DecideTime(turn=1, used_s=55))
    assert g.used(1) == 55
    assert g.clock_of(1) is None


def test_S10_a_voided_press_is_as_if_it_had_not_happened_time_included():
    with_it, without = Game().opened(), Game().opened()
    for g in (with_it, without):
        g.move("PES", 5)
    with_it.press("B", 3)
    assert with_it.state.turn.pair == 0
    with_it.do(Void(by="B"), 10)
    without.wait(13)
    assert with_it.state.clock.time_used(with_it.ns) == without.state.clock.time_used(without.ns)
    assert with_it.state.turns == without.state.turns
    assert not with_it.state.clock.spoiled
    for g in (with_it, without):
        g.move("KOSA", 8)
        g.press("B")
    assert with_it.state.clock == without.state.clock


def test_S10_voiding_is_free_until_the_opponents_first_recorded_act():
    g = Game().opened()
    g.move("PES", 5)
    g.press("B", 3)
    assert GAME.check_void(g.state, Void(by="B"))
    g.move("KOSA", 8)
    assert GAME.check_void(g.state, Void(by="B")), "a late row of their own turn is not the opponents' act"
    g.do(e.Announce())
    g.refused("S10", Void(by="B"))
    g.refused("S10", Void(by="both"))
    late = Void(by="referee", of=(g.state.presses[-1].n,))
    assert "undo that first" in str(g.refused("S12", late))
    g.do(Undo())
    g.do(late)
    assert g.state.turn.pair == 1


@pytest.mark.parametrize("act", [e.Objection(move=1), e.NoObjection(), e.Move(word="MÁK", points=9)])
def test_S10_whatever_the_opponents_record_makes_the_press_theirs(act):
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(act)
    g.refused("S10", Void(by="B"))


def test_S10_a_press_in_the_opponents_turn_is_the_pairs_own_only_while_that_turn_runs():
    g = Game().start()
    accidental = g.press("B", 20)
    assert GAME.check_void(g.state, Void(by="B", of=(accidental,)))
    g.move("DÝMKA", 38)
    assert GAME.check_void(g.state, Void(by="B", of=(accidental,))), "the turn still runs"
    g.press("A")
    assert g.clock_of(1) == "A"
    g.refused("S10", Void(by="B", of=(accidental,)))
    g.refused("S10", Void(by="both", of=(accidental,)))
    g.do(Void(by="referee", of=(accidental,)))
    assert g.clock_of(1) == "B", "as if it had never happened"


def test_S10_a_pair_voids_only_its_own_press_and_only_presses():
    g = Game().opened()
    g.refused("S10", Void(by="B", of=(4,)))
    g.refused("S10", Void(by="A", of=(1,)))
    g.refused("S10", Void(by="C"))
    Game().refused("S10", Void(by="both"))


def test_S10_holding_the_own_button_takes_the_accidental_press_back_and_the_holds_own_press_with_it():
    g, calm = Game().opened(), Game().opened()
    for each in (g, calm):
        each.move("PES", 5)
    accidental = g.press("B", 3)
    events = g.hold("B")
    assert events == (Void(of=(accidental, accidental + 1), by="B"),)
    calm.wait(5.5)
    assert g.state.clock.time_used(g.ns) == calm.state.clock.time_used(calm.ns)
    assert g.state.clock.spoiled == frozenset()
    assert g.state.turn.pair == 1


def test_S10_a_long_press_at_the_end_of_a_turn_is_just_a_press():
    g = Game().opened()
    g.move("PES", 5)
    g.move("KOSA", 8)
    assert g.hold("B") == ()
    assert g.state.turn.pair == 0


def test_both_buttons_held_pause_by_agreement_and_their_presses_do_not_count():
    g = Game().opened()
    g.move("PES", 5)
    before = g.state.turns
    presses = (g.press("B", 1), g.press("A", 0.2))
    for event in GAME.button(g.state, 0, Gesture.BOTH, presses):
        g.do(event, 1.5)
    assert g.state.turns == before
    assert "pause" in g.state.clock.standing
    left = g.remaining()
    g.wait(100)
    assert g.remaining() == left
    assert GAME.button(g.state, 0, Gesture.BOTH, ()) == (e.Resume(),)


def test_S12_undoing_a_row_leaves_the_clock_alone_undoing_a_press_voids_it():
    g = Game().opened()
    g.move("PES", 5)
    used = g.state.clock.time_used(g.ns)
    g.do(Undo(), 0)
    assert g.state.clock.time_used(g.ns) == used
    assert g.state.turn.rows == ()
    g.do(Redo(), 0)
    g.move("KOSA", 8)
    g.press("B")
    g.do(Undo(), 0)
    assert g.state.turn.pair == 1
    assert g.state.clock.time_used(g.ns) == used + 25 * SECOND


def test_undo_goes_back_to_the_start_and_redo_forth_again():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    end = g.state
    count = 0
    while g.history.undoable is not None:
        g.do(Undo(), 0)
        count += 1
    assert count == 7
    assert g.state.phase is Phase.DRAWING
    g.refused("", Undo())
    for _ in range(count):
        g.do(Redo(), 0)
    assert g.state == end
    g.refused("", Redo())


def test_a_new_event_ends_the_chance_to_redo():
    g = Game().opened()
    g.move("PES", 5)
    g.do(Undo())
    g.move("LES", 4)
    g.refused("", Redo())


def test_a_kept_event_that_is_refused_now_ends_the_chance_to_redo_as_it_did_when_it_was_played():
    g = Game().opened()
    g.move("PES", 5)
    g.do(Undo())
    again = g.history.accept_stored(Redo(), g.ns)
    assert again.state.turn.rows
    history = g.history.accept_stored(e.Resume(), g.ns)
    assert history.entries[-1].refused is not None
    with pytest.raises(Refusal, match="nothing to redo"):
        history.accept(Redo(), g.ns)
    unknown = g.history.accept_stored(Redo(of=1), g.ns)
    assert unknown.entries[-1].refused is not None
    assert unknown.accept(Redo(), g.ns).state == again.state, "a redo that does not fit takes no chance away"


def test_a_pause_stops_both_clocks_and_resuming_goes_on_from_there():
    g = Game().opened()
    g.wait(30)
    g.do(e.Pause(), 0)
    g.refused("", e.Pause())
    g.wait(500)
    assert g.press("B", 0), "a press while the clocks stand is recorded and changes nothing"
    assert g.state.turn.pair == 1
    g.do(e.Resume(), 0)
    g.refused("", e.Resume())
    g.wait(30)
    assert g.remaining() == pytest.approx(120)


def test_undo_steps_over_pauses_because_time_is_a_fact():
    g = Game().opened()
    g.move("PES", 5)
    g.do(e.Pause())
    g.do(e.Resume(), 50)
    g.do(Undo())
    assert g.state.turn.rows == ()
    assert g.state.clock.time_used(g.ns) == 22 * SECOND


def test_S8_the_referee_corrects_what_is_left_on_both_clocks():
    g = Game().opened()
    g.wait(50)
    g.do(e.SetTime(remaining_s=170), 0)
    assert g.remaining() == pytest.approx(170)
    g.refused("S8", e.SetTime(remaining_s=181))
    g.press("B", 10)
    assert g.state.clock.turns[1].used == (20 * SECOND, 20 * SECOND)


def test_power_loss_in_mid_turn_stands_paused_with_the_doubt_on_record():
    g = Game().opened()
    g.move("PES", 5)
    assert GAME.power_loss(g.state, SECOND) == e.PowerLoss(doubt_s=1.0)
    g.do(e.PowerLoss(doubt_s=1.0), 3)
    assert not GAME.is_running(g.state)
    left = g.remaining()
    g.do(e.Resume(), 40)
    assert g.remaining() == pytest.approx(left)
    g.move("KOSA", 8)
    g.press("B")
    assert g.state.clock.turns[1].doubt == SECOND
    assert "±1 s" in str(GAME.report(g.state).tables[0].lines[3].cells[6])
    assert GAME.power_loss(Game().state, SECOND) is None


def struck_and_early() -> Game:
    """Both crosses that Sloky owe strike their turn whole; Krtci pressed after their first move, too early."""
    g = Game(points_misannounced="correction_and_cross", cross_per="correction").opened()
    g.turn("B", ("PES", 5), ("KOSA", 8))
    g.move("LES", 6)
    for points in (1, 2, 3, 4):
        g.do(e.Correct(turn=2, move=1, points=points, announced=True))
    assert g.state.owed == (0, 2)
    g.press("A")
    assert (g.state.turns[3].moves, g.state.turns[3].struck, g.state.turn.pair) == (0, "cross", 0)
    return g


def test_S10_a_press_too_early_before_a_struck_turn_is_voided_though_the_pair_played_on():
    g = struck_and_early()
    g.do(e.Announce())
    assert g.state.turn.acted
    g.move("DUB", 4)
    g.do(Void(by="both"))
    assert [row.word for row in g.state.turn.rows] == ["LES", "DUB"]
    assert g.state.owed == (0, 2), "the turn that they strike is still to come"
    g.press("A")
    assert g.state.turns[3].struck == "cross"


def test_S10_a_press_too_early_before_a_struck_turn_is_voided_though_the_pair_has_pressed_again():
    g = struck_and_early()
    early = len(g.history.entries)
    g.move("DUB", 4)
    g.press("A", 30)
    g.refused("S10", Void(of=(early,), by="B"))
    g.do(Void(of=(early,), by="both"))
    assert [row.word for row in g.state.turns[2].rows] == ["LES", "DUB"]
    assert g.state.turns[3].struck == "cross"
    assert g.used(3) > 50, "time included"


def test_S10_it_is_not_free_any_more_once_the_opponents_have_acted():
    g = struck_and_early()
    early = len(g.history.entries)
    g.turn("A", ("DUB", 4), ("SEN", 3), ("ROK", 3))
    g.move("MÁK", 9)
    assert [row.word for row in g.state.turn.rows] == ["MÁK"]
    g.refused("S10", Void(of=(early,), by="both"))


def test_S10_the_pair_itself_holds_its_button_to_take_back_a_press_before_a_struck_turn():
    g = struck_and_early()
    before = len(g.history.entries)
    assert g.hold("A") == (Void(of=(before, before + 1), by="A"),)
    assert [row.word for row in g.state.turn.rows] == ["LES"]
    assert g.state.turn.pair == 0
    other = struck_and_early()
    other.move("DUB", 4)
    assert other.hold("A") == (), "that press ends a turn in which something happened"


def test_S10_a_hold_means_nothing_once_the_opponents_have_pressed_after_it():
    g = struck_and_early()
    held = g.press("A", 1)
    g.press("B", 0.5)
    assert GAME.button(g.state, 0, Gesture.HOLD, (held,)) == ()


def test_S10_a_hold_after_the_opponents_have_acted_asks_for_the_press_alone_and_is_told_why_not():
    g = Game().opened()
    accidental = len(g.history.entries)
    g.move("PES", 5)
    own = g.press("A", 1)
    asked = GAME.button(g.state, 0, Gesture.HOLD, (own,))
    assert asked == (Void(of=(own,), by="A"), Void(of=(accidental,), by="A"))
    g.do(asked[0])
    assert "opponents have acted" in str(g.refused("S10", asked[1]))


def test_stages_tell_the_list_of_games_how_far_it_is():
    g = Game()
    assert GAME.progress(g.state) is Progress.READY
    g.opened()
    assert GAME.progress(g.state) is Progress.PLAYING
