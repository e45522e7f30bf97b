"""P1-P10: picking clockwise, placing the other way round, standing aside, who wins."""

import pytest

from rules.game import Progress
from rules.polyssimo import GAME, Phase, PolyssimoSetup
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, PROVISIONAL, cell_name
from tests.rules.polyssimo_table import NAMES, Game, V, cells, filled, on_board, refused


@pytest.mark.parametrize("players", [(), ("Adam",), (*NAMES, "Emil"), ("Adam", " ")])
def test_P1_two_to_four_named_players(players):
    refused("P1", players=players)


def test_P2_there_are_24_pieces_that_fill_the_board_exactly():
    pieces = Game().state.pieces.values()
    assert [piece.size for piece in pieces] == [5] * 12 + [6] * 12
    assert sum(piece.size for piece in pieces) == 12 * 11 == BOARD.empty.bit_count()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("XXXXX", "not 5"),
        ("XXXXXXX", "not 7"),
        ("XX.XX/.XX..", ""),
        ("XXX.XXX", "touch by their sides"),
        ("XXX/X../XX.", "H1 and H5"),
        ("XX?", "?"),
        ("", "needs squares"),
    ],
)
def test_P2_a_set_that_is_none_is_refused(change, why):
    shapes = (*PROVISIONAL[:4], ".XX/..X/XXX", *PROVISIONAL[5:])
    GAME.start(PolyssimoSetup(players=NAMES, hexominoes=shapes))
    assert why in refused("P2", players=NAMES, hexominoes=(change, *shapes[1:]))


def test_P2_a_set_has_twelve_black_and_white_pieces():
    assert "not 11" in refused("P2", players=NAMES, hexominoes=PROVISIONAL[:11])
    Game().refused("P2", e.Pick(piece="H13"))


def test_P3_a_piece_is_taken_from_the_middle_once():
    g = Game().pick("F")
    assert "F" not in g.state.middle
    assert len(g.state.middle) == 23
    g.refused("P3", e.Pick(piece="F"))


def test_P4_the_youngest_begins():
    assert Game().on_turn == 1
    assert Game(4, youngest=3).on_turn == 3
    refused("P4", players=NAMES[:2], youngest=3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P5_picking_goes_clockwise_one_each_until_none_is_left(players):
    g = Game(players, youngest=2)
    turns = []
    while g.state.phase is Phase.PICKING:
        turns.append(g.on_turn)
        g.pick(g.state.middle[-1])
    assert turns == [(1 + n) % players + 1 for n in range(24)]
    assert g.state.middle == ()
    assert {len(hand) for hand in g.state.hands} == {24 // players}


def test_P5_only_the_player_on_turn_picks():
    g = Game()
    assert "Adam" in g.refused("P5", e.Pick(piece="F", player=2))
    g.do(e.Pick(piece="F", player=1), e.Pick(piece="I", player=2))
    g.refused("P1", e.Pick(piece="L", player=3))
    g.picked().refused("P5", e.Pick(piece="F"))


def test_P6_placing_goes_the_other_way_round_and_starts_with_whoever_picked_last():
    g = Game(4, youngest=3)
    g.refused("P6", e.Place(piece="F"))
    g.picked()
    turns = []
    for _ in range(6):
        turns.append(g.on_turn)
        g.place()
    assert turns == [2, 1, 4, 3, 2, 1]


def test_P6_a_player_places_what_lies_before_him_in_his_turn():
    g = Game().picked()
    mine, theirs = g.state.hands[1], g.state.hands[0]
    g.refused("P6", e.Place(piece=theirs[0]))
    assert "Bára" in g.refused("P6", e.Place(piece=theirs[0], player=1))
    g.do(e.Place(piece=mine[0], player=2), e.Place())
    g.refused("P6", e.Place(piece=mine[0]))
    assert g.state.pieces_left(1) == 11


def test_P7_a_piece_lies_wholly_on_the_board_and_on_no_other():
    g = on_board()
    g.refused("P7", e.Place(piece="V"))
    g.refused("P7", e.Place(cells=V))
    g.refused("P7", e.Place(piece="V", cells=cells("A1 A2 A3 B1 M1")))
    g.refused("P7", e.Place(piece="V", cells=cells("A1 A2 A3 B1 C12")))
    g.refused("P7", e.Place(piece="V", cells=cells("A1 A2 A3 B1 C0")))
    g.do(e.Place(piece="V", cells=V))
    sentence = g.refused("P7", e.Place(piece="F", cells=cells("C1 D1 B2 C2 C3")))
    assert "C1" in sentence
    g.do(e.Place(piece="F", cells=cells("D1 E1 C2 D2 D3")))
    assert g.state.free.bit_count() == 132 - 10


def test_P7_it_may_be_turned_and_flipped_but_not_be_another_shape():
    for form in ("A1 B1 C1 A2 A3", "A1 B1 C1 C2 C3", "C1 C2 C3 A3 B3", "A1 A2 A3 B3 C3"):
        on_board().do(e.Place(piece="V", cells=cells(form)))
    for other in ("A1 B1 C1 A2 B2", "A1 B1 C1 A2", "A1 A1 B1 C1 A2", "A1 B1 C1 A2 L11"):
        on_board().refused("P7", e.Place(piece="V", cells=cells(other)))


def test_P7_a_game_that_only_counts_has_no_cells():
    Game().picked().refused("P7", e.Place(piece="V", cells=V))


def test_P8_on_the_board_nobody_stands_aside_while_something_fits():
    g = on_board()
    assert "Bára" in g.refused("P8", e.Stand())
    room = filled("A1 A2 A3 B1 C1 E1 F1 G1 H1 J1")
    assert GAME.may(room)["stand"] is not None
    assert [room.can_place(seat) for seat in room.seats] == [False, True]  # V is Bára's; Y, L are not in the gap


def test_P8_who_can_place_nothing_stands_aside_for_good_and_the_others_go_on():
    g = Game(3).picked()
    assert g.on_turn == 3
    g.stand().place(5)
    assert g.on_turn == 1
    assert g.lefts() == [6, 5, 8]
    g.refused("P8", e.Stand(player=3))
    g.stand()
    assert [g.on_turn, g.place().on_turn] == [2, 2]


def test_P8_the_board_says_when_the_game_is_over_and_who_has_nothing_left():
    g = on_board()
    while g.state.phase is Phase.PLACING:
        state = g.state
        piece = next((name for name in reversed(state.in_hand(state.turn)) if state.fits(name)), None)
        if piece is None:
            assert not state.can_place(state.turn)
            g.stand()
            continue
        shape = next(BOARD.placements(state.free, state.pieces[piece].shape))
        g.do(e.Place(piece=piece, cells=tuple(cell_name(cell) for cell in shape)))
    state = g.state
    assert not any(state.can_place(seat) for seat in state.seats)
    assert not any(state.fits(name) for seat in state.seats for name in state.in_hand(seat))
    assert GAME.progress(state) is Progress.RESULT
    assert state.winners() == (state.last_placer,)
    g.refused("P9", e.Stand())
    g.refused("P9", e.Place(piece="V", cells=V))
