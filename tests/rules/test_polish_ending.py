"""S23-S27, S29: drawing, the bag, closing, racks, result, signatures."""

import pytest

from rules.polish_doubles import GAME, Phase
from rules.polish_doubles.rows import Bounds
from tests.rules.table import Game, Undo, e, ended


def test_S23_the_bags_count_subtracts_what_the_first_player_is_owed_before_anyone_draws():
    g = Game().opened()
    assert g.state.flow().bag == 65
    g.move("PES", 5)
    assert g.state.flow().bag == 62
    assert g.state.flow().held == (14, 14)


@pytest.mark.parametrize(("rule", "bag"), [("after_press", 17), ("after_move", 20)])
def test_S23_a_count_in_mid_turn_knows_whether_the_first_player_has_drawn(rule, bag):
    g = Game(draw_when=rule).opened()
    g.move("PES", 5)
    g.do(e.Bag(count=20))
    assert g.state.flow().bag == bag


def test_S24_an_exchange_needs_seven_in_the_bag():
    g = Game().opened()
    g.do(e.Bag(count=6))
    refusal = g.refused("S24", e.Exchange(tiles=1))
    assert "6" in str(refusal)
    assert g.may("exchange") is not None
    g.do(Undo())
    g.do(e.Bag(count=7))
    g.do(e.Exchange(tiles=7))
    assert g.state.flow().bag == 7


def test_S24_the_second_moves_exchange_is_judged_on_the_bag_as_the_first_leaves_it():
    g = Game().opened()
    g.do(e.Bag(count=9))
    g.move("PES", 5, tiles=3)
    g.refused("S24", e.Exchange(tiles=2))
    other = Game().opened()
    other.do(e.Bag(count=9))
    other.do(e.Exchange(tiles=3))
    other.do(e.Exchange(tiles=3))
    assert other.state.flow().bag == 9


def test_S24_what_nobody_said_is_an_estimate_and_refuses_no_exchange():
    g = Game().opened()
    g.do(e.Bag(count=9))
    g.move("PES", 5)
    flow = g.state.flow()
    assert (flow.bag, flow.bag_bounds) == (6, Bounds(6, 8)), "PES may use tiles of the board"
    g.do(e.Exchange(tiles=2))


def test_S24_it_is_refused_where_even_the_fewest_tiles_leave_too_few():
    g = Game().opened()
    g.do(e.Bag(count=7))
    g.move("PES", 5)
    assert "at most 6" in str(g.refused("S24", e.Exchange(tiles=2)))
    g.do(Undo())
    g.move("PES", 5)
    g.press("B")
    g.do(e.Bag(count=8))
    g.do(e.Pass())
    g.do(e.Exchange(tiles=1))


def test_S24_the_bag_of_an_unknown_move_is_known_within_bounds():
    g = Game().opened()
    g.move("PES", 5, tiles=3)
    g.do(e.Move(points=12))
    g.press("B")
    flow = g.state.flow()
    assert (flow.bag, flow.bag_bounds) == (None, Bounds(55, 61))
    g.do(e.Exchange(tiles=1))
    g.do(e.Bag(count=30))
    assert g.state.flow().bag_bounds == Bounds(30, 30)
    assert "more than 70 tiles" in str(g.refused("S24", e.Bag(count=71)))


def test_S24_the_opening_move_lies_on_an_empty_board_so_its_tiles_are_known():
    assert Game().opened().state.flow().bag_bounds == Bounds(65, 65)


def test_S24_a_bag_counted_again_leaves_what_the_earlier_count_said_of_the_racks():
    g = Game().opened()
    g.do(e.Bag(count=5))
    g.move("KALHOTY", 60, tiles=7)
    g.press("B")
    assert g.state.flow().held == (14, 12)
    g.do(e.Bag(count=0))
    assert g.state.flow().held == (14, 12)
    assert g.state.flow().held_bounds == (Bounds(14, 14), Bounds(12, 12))


def closing() -> Game:
    """Sloky have played their last tiles and pressed; Krtci are on move, still holding tiles. The bag is empty."""
    g = Game().opened()
    g.do(e.Bag(count=0))
    g.move("KALHOTY", 60)
    g.move("POSTELE", 60)
    g.press("B")
    assert g.state.flow().bag == 0
    assert g.state.flow().held == (14, 0)
    return g


def test_S25_a_pair_closes_when_both_its_players_are_out_of_tiles():
    g = closing()
    g.refused("S25", e.Close(pair="A"))
    g.do(e.Close(pair="B"))
    assert g.state.phase is Phase.CLOSING
    assert not any("closed with" in note for note in notes(g)), "the sheet says the same"
    left = g.remaining()
    g.wait(100)
    assert g.remaining() == left, "the clock is stopped"


def notes(g: Game) -> list[str]:
    return [str(note) for note in GAME.report(g.state).notes]


def test_S25_people_see_that_the_racks_are_empty_and_a_count_that_disagrees_is_noted():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.Close(pair="B"))
    assert "Sloky closed with both racks empty. By the scoresheet the pair still holds 14 and the bag 58." in notes(g)
    other = Game().opened()
    other.do(e.Bag(count=0))
    other.move("KALHOTY", 60, tiles=7)
    other.move("POSTEL", 20, tiles=6)
    other.press("B")
    other.do(e.Close(pair="B"))
    assert any("still holds 1 and the bag 0" in note for note in notes(other))
    other.do(e.Racks(pair="A", tiles="A"))
    assert other.total("B") == 81


def test_S25_tiles_that_nobody_said_disagree_with_nothing():
    g = Game().opened()
    g.do(e.Bag(count=0))
    g.turn("B", ("PÍSEK", 10), ("HRAD", 10)).turn("A", ("pass", 0), ("pass", 0)).turn("B", ("VĚTEV", 10), ("ROKU", 10))
    flow = g.state.flow()
    assert (flow.held[1], flow.held_bounds[1]) == (-4, Bounds(-4, 10))
    g.do(e.Close(pair="B"))
    assert not any("closed with" in note for note in notes(g))


def test_S25_a_pair_that_said_more_tiles_than_it_held_closes_too():
    g = Game().opened()
    g.do(e.Bag(count=0))
    for pair in ("B", "A", "B"):
        g.move("KALHOTY", 60, tiles=7)
        g.move("POSTEL", 20, tiles=6)
        g.press(pair)
    g.do(e.Close(pair="B"))
    assert any("laid 12 tiles more than it held" in note for note in notes(g))


def test_S25_one_tile_more_than_it_held_is_said_too():
    g = Game().opened()
    g.do(e.Bag(count=0))
    for pair, first, second in (("B", 7, 6), ("A", 1, 1), ("B", 1, 1)):
        g.move("KALHOTY", 10, tiles=first)
        g.move("POSTEL", 10, tiles=second)
        g.press(pair)
    g.do(e.Close(pair="B"))
    assert any("laid 1 tile more than it held" in note for note in notes(g))


def test_S25_only_the_pair_that_has_just_pressed_closes():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.refused("S25", e.Close(pair="A"))


def test_S25_not_in_the_middle_of_a_turn_and_not_with_rows_missing():
    g = closing()
    g.move("MÁK", 9)
    g.refused("S25", e.Close(pair="B"))
    late = Game().opened()
    late.do(e.Bag(count=0))
    late.press("B")
    late.refused("S22", e.Close(pair="B"))


def test_S27_the_closers_add_the_opponents_racks_and_the_opponents_subtract_them():
    g = closing()
    g.do(e.Close(pair="B"))
    g.refused("S27", e.Racks(pair="B", tiles=""))
    g.do(e.Racks(pair="A", tiles="ŠČEA"))
    assert g.state.phase is Phase.RESULT
    assert (g.total("A"), g.total("B")) == (38 - 10, 120 + 10)


def test_S27_racks_come_from_the_set():
    g = closing()
    g.do(e.Close(pair="B"))
    g.refused("S3", e.Racks(pair="A", tiles="ŠŠŠ"))
    g.refused("S5", e.Racks(pair="A", tiles="AAAAAEEEEEIIIIO"))
    g.refused("S3", e.Racks(pair="A", tiles="A?"))


def test_S27_not_before_objections_are_settled():
    g = closing()
    g.do(e.Objection(move=2))
    g.refused("S27", e.Close(pair="B"))
    g.do(e.Verdict(valid=True))
    g.do(e.Close(pair="B"))
    late = closing()
    late.do(e.Close(pair="B"))
    late.do(e.Objection(move=1))
    late.refused("S27", e.Racks(pair="A", tiles="A"))


def test_S27_an_objection_upheld_against_the_closing_move_undoes_the_closing():
    g = closing()
    g.do(e.Close(pair="B"))
    g.objected(2, valid=False)
    assert g.state.phase is Phase.PLAY
    assert g.state.closer is None
    assert g.state.turn.pair == 0
    left = g.remaining()
    g.wait(10)
    assert g.remaining() == pytest.approx(left - 10)
    g.refused("S25", e.Close(pair="B"))


def test_S27_a_failed_objection_leaves_the_closing():
    g = closing()
    g.do(e.Close(pair="B"))
    g.objected(1, valid=True)
    assert g.state.phase is Phase.CLOSING
    assert g.state.crosses == (1, 0)


def test_S29_nobody_can_close_each_pair_subtracts_its_own_tiles():
    g = ended()
    assert (g.total("A"), g.total("B")) == (38 - 3, 13 - 3)
    unfinished = Game().opened()
    unfinished.move("PES", 5)
    unfinished.refused("S29", e.End())


def test_S29_the_move_that_the_referee_cut_off_stands_struck_and_a_whole_turn_does_not():
    g = Game().opened()
    g.move("PES", 5)
    g.do(e.End(by="referee"))
    assert (g.state.turns[1].moves, g.state.turns[1].struck) == (1, "referee")
    assert "referee's decision" in str(GAME.report(g.state))
    whole = Game().opened()
    whole.move("PES", 5)
    whole.move("KOSA", 8)
    whole.do(e.End(by="referee"))
    assert (whole.state.turns[1].moves, whole.state.turns[1].struck) == (2, "")
    assert "referee's decision" not in str(GAME.report(whole.state))


@pytest.mark.parametrize("order", ["AB", "BA"])
def test_S29_the_racks_come_in_either_order_and_neither_takes_the_others_away(order):
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    tiles = {"A": "AEI", "B": "OU"}
    first, second = order
    g.do(e.Racks(pair=first, tiles="Š"))
    assert g.state.phase is Phase.ENDING
    g.do(e.Racks(pair=first, tiles=tiles[first]))
    g.do(e.Racks(pair=second, tiles=tiles[second]))
    assert g.state.phase is Phase.RESULT
    assert [len(rack) for rack in g.state.racks] == [3, 2]
    assert (g.total("A"), g.total("B")) == (38 - 3, 13 - 3)


@pytest.mark.parametrize("order", ["AB", "BA"])
def test_S3_what_one_pair_holds_the_other_cannot_hold_as_well(order):
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    first, second = order
    g.do(e.Racks(pair=first, tiles="XŠ"))
    assert "X" in str(g.refused("S3", e.Racks(pair=second, tiles="AX")))
    g.do(e.Racks(pair=first, tiles="XŠŠ"))
    g.do(e.Racks(pair=second, tiles="A"))


def test_S29_a_draw_is_a_result():
    g = Game().start().turn("A", ("PES", 13)).turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    g.do(e.Racks(pair="A", tiles="A"))
    g.do(e.Racks(pair="B", tiles="E"))
    assert g.total("A") == g.total("B") == 12
    assert str(GAME.report(g.state).notes[-1]) == "A draw, 12 : 12."


def test_S16_after_the_end_by_hand_the_last_turn_can_still_be_objected_to_and_the_end_stays():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    g.do(e.Objection(move=2))
    g.refused("S27", e.Racks(pair="A", tiles="A"))
    g.do(e.Verdict(valid=False))
    assert (g.state.phase, g.total("B")) == (Phase.ENDING, 5)
    g.refused("S16", e.Objection(move=1))
    g.do(e.Racks(pair="A", tiles="A"))
    g.do(e.Racks(pair="B", tiles="KOSA"))
    assert (g.total("A"), g.total("B")) == (38 - 1, 5 - 4)


def test_S16_after_the_referee_ended_the_game_too():
    g = Game().opened()
    g.move("PES", 5)
    g.do(e.End(by="referee"))
    g.objected(1, valid=True)
    assert g.state.crosses == (1, 0)
    assert g.state.phase is Phase.ENDING


def test_S16_once_racks_are_entered_it_is_too_late():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    g.do(e.Racks(pair="A", tiles="A"))
    g.refused("S16", e.Objection(move=1))
    g.refused("S16", e.NoObjection())


def test_S16_the_turn_is_let_stand_after_the_end():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    g.do(e.NoObjection())
    g.refused("S16", e.Objection(move=1))
