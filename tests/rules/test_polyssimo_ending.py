"""P9 and P10: who wins, handicaps, signatures, and what buttons and undo do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import SECOND, Gesture, Progress, Undo, Void
from rules.polyssimo import GAME, Phase, PolyssimoSetup
from rules.polyssimo import acts as e
from rules.polyssimo.game import players_table
from tests.rules.polyssimo_table import ALL, NAMES, Game, filled, on_board, refused


def test_P9_fewest_pieces_left_wins():
    g = Game(3).picked().place(3).stand().place(2).stand().place().stand()
    assert g.state.phase is Phase.RESULT
    assert g.lefts() == [5, 6, 7]
    assert g.winners() == ["Adam"]


def test_P9_on_a_tie_whoever_of_the_tied_placed_last():
    g = Game(3).picked().place(3).stand(3)
    assert g.lefts() == [7, 7, 7]
    assert g.winners() == ["Adam"]
    g = Game(2, shares=(9, 12)).picked()  # Bára picked last and starts
    g.place(2).stand().place(2).stand()
    assert g.lefts() == [6, 11]
    g = Game(2, shares=(9, 11)).picked().place(6).stand().place().stand()
    assert g.lefts() == [5, 8]


def test_P9_the_last_placer_of_all_does_not_win_where_others_have_fewer_left():
    g = Game(2, shares=(7, 12)).picked().place(4).do(e.Place(), e.Stand())
    while g.state.phase is Phase.PLACING and len(g.state.placed) < 6:
        g.place()
    g.stand()
    assert g.lefts() == [5, 8]
    assert (g.state.last_placer, g.winners()) == (1, ["Adam"])


def test_P9_who_has_placed_everything_is_passed_over():
    g = Game(2, shares=(7, 9)).picked()
    g.place(14)
    assert (g.lefts(), g.on_turn) == ([0, 2], 2)
    g.place(2)
    assert g.state.phase is Phase.RESULT
    assert g.winners() == ["Bára"]


def test_P9_where_nobody_could_place_anything_it_is_a_draw():
    assert Game().picked().stand(2).winners() == ["Adam", "Bára"]


def test_P9_cells_may_be_counted_instead_of_pieces():
    g = Game(polyssimo_counts="cells").picked()
    g.refused("P9", e.Place())
    g.do(e.Place(piece="H2"), e.Place(piece="F"), e.Stand(), e.Stand())
    assert g.lefts() == [61, 60]
    assert g.winners() == ["Bára"]
    assert g.state.last_placer == 0


def test_P9_a_told_result_in_which_the_last_placer_does_not_win_is_refused():
    g = Game(3)  # Cyril picks last and starts; Adam's turn comes last in a round
    assert "Bára" in g.refused("P9", e.Outcome(left=(3, 2, 4), last=1 + 0))
    assert "Bára" in g.refused("P9", e.Outcome(left=(3, 2, 4), last=3))
    g.refused("P9", e.Outcome(left=(2, 2, 2), last=3))
    g.refused("P9", e.Outcome(left=(2, 2, 2), last=2))
    g.refused("P9", e.Outcome(left=(8, 8, 8), last=1))
    g.refused("P9", e.Outcome(left=(9, 2, 4), last=2))
    g.refused("P9", e.Outcome(left=(2, 2), last=2))
    assert g.do(e.Outcome(left=(3, 2, 4), last=2)).winners() == ["Bára"]
    g.refused("P9", e.Outcome(left=(3, 2, 4), last=2))
    assert Game(3).do(e.Outcome(left=(2, 2, 2), last=1)).winners() == ["Adam"]


@pytest.mark.parametrize("settings", [{"youngest": 2}, {"youngest": 3}, {"shares": (8, 5, 8)}, {"shares": (5, 7, 6)}])
def test_P9_before_picking_it_is_known_who_will_start_placing(settings):
    g = Game(3, **settings)
    planned = [g.state.place_in_round(seat) for seat in g.state.seats]
    assert [g.picked().state.place_in_round(seat) for seat in g.state.seats] == planned


def test_P9_a_told_result_fits_what_was_tapped_before():
    g = Game().picked().place(4).stand()
    g.refused("P9", e.Outcome(left=(11, 10), last=1))
    g.refused("P8", e.Outcome(left=(2, 9), last=1))
    assert g.do(e.Outcome(left=(2, 10), last=1)).winners() == ["Adam"]
    on_board().refused("P9", e.Outcome(left=(2, 2), last=1))


def test_P9_told_cells_make_up_whole_pieces():
    g = Game(polyssimo_counts="cells")
    g.refused("P9", e.Outcome(left=(7, 5), last=1))
    assert g.do(e.Outcome(left=(11, 10), last=1)).winners() == ["Bára"]
    Game(polyssimo_counts="cells").refused("P9", e.Outcome(left=(78, 10), last=2))
    g = Game(polyssimo_counts="cells").picked()
    while len(g.state.placed) < 22:
        g.do(e.Place(piece=g.state.in_hand(g.state.turn)[0]))
    assert [g.state.in_hand(seat) for seat in (0, 1)] == [("H11",), ("H12",)]
    g.refused("P9", e.Outcome(left=(5, 0), last=1))
    assert g.do(e.Outcome(left=(6, 0), last=2)).winners() == ["Bára"]


@pytest.mark.parametrize(("counts", "placed"), [("cells", [None, None]), ("pieces", [10, 10])])
def test_P9_of_cells_that_were_told_nobody_knows_how_many_pieces_were_placed(counts, placed):
    g = Game(polyssimo_counts=counts)
    assert [line.cells[3] for line in players_table(g.state).lines] == [0, 0]
    g.do(e.Outcome(left=(11, 11) if counts == "cells" else (2, 2), last=1))
    assert [line.cells[3] for line in players_table(g.state).lines] == placed


@settings(max_examples=100)
@given(st.integers(2, 4), st.lists(st.integers(0, 9), min_size=5, max_size=60))
def test_P9_with_equal_shares_the_last_placer_always_wins(players, choices):
    g = Game(players).picked()
    later = iter(choices)
    while g.state.phase is Phase.PLACING:
        g.place() if next(later, 0) else g.stand()
    outcome = e.Outcome(left=tuple(g.lefts()), last=g.state.last_placer + 1) if g.state.placed else None
    if outcome is None:
        return
    assert g.state.winners() == (g.state.last_placer,)
    again = Game(players)
    for other in range(1, players + 1):
        if other != outcome.last:
            again.refused("P9", e.Outcome(left=outcome.left, last=other))
    assert again.do(outcome).state.winners() == g.state.winners()


# -- handicap ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "least"), [(2, 7), (3, 5), (4, 4)])
def test_P10_shares_may_be_unequal_but_not_too_small(players, least):
    GAME.start(PolyssimoSetup(players=NAMES[:players], shares=(least,) * players))
    refused("P10", players=NAMES[:players], shares=(least - 1,) + (least,) * (players - 1))
    refused("P10", players=NAMES[:players], shares=(least,) * (players - 1))
    refused("P10", players=NAMES[:players], shares=(25 - least * (players - 1),) + (least,) * (players - 1))


def test_P10_who_has_a_share_is_passed_over_and_the_last_who_picked_starts_placing():
    g = Game(3, shares=(9, 5, 6))
    turns = []
    while g.state.phase is Phase.PICKING:
        turns.append(g.on_turn)
        g.pick(g.state.middle[0])
    assert turns == [1, 2, 3] * 5 + [1, 3, 1, 1, 1]
    assert len(g.state.middle) == 4
    assert [g.on_turn, g.place().on_turn, g.place().on_turn] == [1, 3, 2]


def test_P10_or_the_pieces_are_shared_by_agreement():
    refused("P10", players=NAMES[:2], picking="agreed", shares=(12, 12))
    g = Game(picking="agreed")
    g.refused("P10", e.Pick(piece="F"))
    g.do(*(e.Pick(piece=piece, player=1) for piece in ALL[12:19]))
    assert "Bára" in g.refused("P10", e.Begin())
    g.refused("P10", e.Outcome(left=(1, 2), last=1))
    g.do(*(e.Pick(piece=piece, player=2) for piece in ALL[:9]))
    g.do(e.Pick(piece="H12", player=1), e.Begin())
    assert (g.on_turn, g.lefts()) == (1, [8, 9])
    g.refused("P5", e.Begin())


def test_P10_by_agreement_nobody_may_be_left_with_too_few():
    g = Game(picking="agreed").do(*(e.Pick(piece=piece, player=1) for piece in ALL[:18]))
    g.do(*(e.Pick(piece=piece, player=2) for piece in ALL[18:23]))
    g.refused("P10", e.Pick(piece="H12", player=2))
    Game().refused("P5", e.Begin())


def test_P10_placing_begins_by_itself_when_everything_is_shared():
    g = Game(picking="agreed").do(*(e.Pick(piece=piece, player=1 + n % 2) for n, piece in enumerate(ALL)))
    assert (g.state.phase, g.on_turn) == (Phase.PLACING, 2)


# -- buttons, signatures, undo -----------------------------------------------------------------------------------------


def press(g, side, gesture=Gesture.PRESS, presses=()):
    return g.press(side, gesture, presses)


def test_a_press_counts_a_piece_of_the_player_on_turn_and_the_other_button_means_nothing():
    g = Game(4)
    assert press(g, 0) == ()
    g.picked()
    for player in (4, 3, 2, 1):
        side = (player - 1) % 2
        assert press(g, 1 - side) == ()
        assert press(g, side) == (e.Place(player=player),)
    assert g.lefts() == [5, 5, 5, 5]
    assert press(g, 1, Gesture.BOTH) == ()


def test_a_hold_takes_its_own_press_back_and_stands_aside():
    g = Game().picked()
    press(g, 1)
    press(g, 1, Gesture.HOLD, (len(g.history.entries),))
    assert (g.lefts(), g.state.aside, g.on_turn) == ([12, 12], {1}, 1)


def test_both_held_take_back_what_their_presses_counted():
    g = Game().picked()
    before = g.state
    press(g, 1)
    press(g, 0)
    assert g.lefts() == [11, 11]
    n = len(g.history.entries)
    press(g, 0, Gesture.BOTH, (n - 1, n))
    assert g.state == before


def test_a_hold_whose_press_ended_the_game_does_not_sign_it():
    g = Game(2, shares=(7, 8)).picked().place(14)
    press(g, 1)
    assert g.state.phase is Phase.RESULT
    press(g, 1, Gesture.HOLD, (len(g.history.entries),))
    assert (g.state.signed, g.state.aside, g.lefts()) == (set(), {1}, [0, 1])


def test_where_cells_count_a_press_cannot_know_the_piece_but_a_hold_stands_aside():
    g = Game(polyssimo_counts="cells").picked()
    assert press(g, 1) == ()
    assert press(g, 0, Gesture.HOLD) == ()
    assert press(g, 1, Gesture.HOLD) == (e.Stand(player=2),)


def test_on_the_board_a_press_means_something_only_where_nothing_fits():
    g = on_board()
    assert press(g, 1) == ()
    assert press(g, 1, Gesture.HOLD) == ()
    room = filled("A1 A2 A3 A4 B1")
    assert [room.can_place(seat) for seat in room.seats] == [True, False]
    assert GAME.button(room, 1, Gesture.PRESS, ()) == (e.Stand(player=2),)
    assert GAME.button(room, 1, Gesture.HOLD, (9,)) == ()


def test_the_result_is_signed_by_both_sides_with_a_held_button():
    g = Game().picked()
    g.refused("P9", e.Sign(side="A"))
    g.place(2).stand(2)
    assert press(g, 0) == ()
    press(g, 1, Gesture.HOLD)
    g.refused("P9", e.Sign(side="B"))
    press(g, 0, Gesture.HOLD)
    assert GAME.progress(g.state) is Progress.SIGNED
    g.refused("P9", Undo())
    g.refused("P9", e.Sign(side="A"))


def test_there_is_no_clock():
    g = Game()
    g.refused("", Void())
    assert not GAME.is_running(g.state)
    assert GAME.power_loss(g.state, SECOND) is None
    assert GAME.progress(g.state) is Progress.READY
    assert GAME.progress(g.pick("F").state) is Progress.PLAYING


def test_a_side_that_disagrees_takes_the_signatures_away_until_it_signs_itself():
    g = Game().picked()
    g.refused("P9", e.Dispute(side="A", reason="count"))
    g.do(e.Outcome(left=(0, 3), last=1), e.Sign(side="B"), e.Dispute(side="A", reason="count"))
    assert g.state.signed == frozenset()
    assert list(g.state.disputes) == [("A", "count")]
    g.do(e.Sign(side="B"), e.Sign(side="A"))
    assert g.state.phase is Phase.SIGNED
    assert not g.state.disputes
    g.refused("P9", e.Dispute(side="A", reason="count"))
