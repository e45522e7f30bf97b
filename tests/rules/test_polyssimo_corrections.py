"""P5-P9: what stands on record is put right where it stands; the old versions stay, undo brings them back."""

from dataclasses import replace

import pytest
from msgspec import structs

from rules.game import Progress, Undo
from rules.polyssimo import GAME, Phase
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, cell_of
from rules.record import read, write
from rules.timeline import Timeline
from tests.rules.polyssimo_table import Game, V, cells, on_board


def test_P5_two_pieces_change_places_wherever_they_are():
    g = Game().pick("F", "I", "L")
    g.do(e.Correct(taken="F", piece="X"))
    assert g.state.hands == (("X", "L"), ("I",))
    assert "F" in g.state.middle
    g.do(e.Correct(taken="X", piece="I"))
    assert g.state.hands == (("I", "L"), ("X",))
    assert g.on_turn == 2, "whose turn it is stays"
    g.do(Undo(), Undo())
    assert g.state.hands == (("F", "L"), ("I",))


def test_P5_what_nobody_has_or_one_player_has_both_of_is_no_mistake():
    g = Game()
    g.refused("P5", e.Correct(taken="F", piece="I"))
    g.pick("F", "I", "L")
    g.refused("P5", e.Correct(taken="F", piece="L"))
    g.refused("P5", e.Correct(taken="X", piece="F"))
    g.refused("P2", e.Correct(taken="F", piece="Q"))
    g.refused("P2", e.Correct(taken="F"))
    g.picked().do(e.Place(piece="I"))
    g.refused("P6", e.Correct(taken="I", piece="F"))
    g.refused("P6", e.Correct(taken="F", piece="I"))


def test_P6_a_placement_was_another_piece_of_the_same_player():
    g = Game().picked().do(e.Place(piece="I"), e.Place(), e.Place(piece="N"))
    g.refused("P6", e.Correct(place=1, piece="F"))
    g.refused("P6", e.Correct(place=1, piece="N"))
    g.refused("P6", e.Correct(place=1, piece="I"))
    g.refused("P6", e.Correct(place=4, piece="T"))
    g.refused("P6", e.Correct(place=1))
    g.refused("P7", e.Correct(place=1, piece="T", cells=V))
    g.do(e.Correct(place=1, piece="T"), e.Correct(place=2, piece="F"))
    assert [(placed.seat, placed.piece) for placed in g.state.placed] == [(1, "T"), (0, "F"), (1, "N")]
    assert "I" in g.state.in_hand(1)
    assert g.on_turn == 1


def test_P7_on_the_board_it_lies_elsewhere_and_frees_what_it_covered():
    g = on_board().do(e.Place(piece="V", cells=V), e.Place(piece="F", cells=cells("E1 F1 D2 E2 E3")))
    g.refused("P7", e.Correct(place=1, piece="V"))
    g.refused("P7", e.Correct(place=1, piece="V", cells=cells("C1 D1 E1 C2 C3")))
    g.refused("P7", e.Correct(place=1, piece="V", cells=cells("A1 B1 C1 D1 E1")))
    g.refused("P6", e.Correct(place=1, piece="V", cells=V))
    g.do(e.Correct(place=1, piece="V", cells=cells("A2 A3 A4 B2 C2")))
    assert g.state.free & BOARD.bit(cell_of("A1"))
    assert not g.state.free & BOARD.bit(cell_of("A4"))
    assert g.state.free.bit_count() == 132 - 10
    g.do(e.Correct(place=1, piece="I", cells=cells("A1 A2 A3 A4 A5")))
    assert "V" in g.state.in_hand(1)


def test_P8_a_correction_that_makes_room_lets_the_game_go_on_but_nobody_comes_back():
    g = on_board().do(e.Place(piece="V", cells=V), e.Place(piece="F", cells=cells("H5 I5 G6 H6 H7")))
    # Five free cells that no piece can take; where V is turned round, the I of player 2 has room in column A.
    full = replace(g.state, free=BOARD.mask(cell_of(name) for name in cells("A4 A5 D1 D2 D3")), phase=Phase.RESULT)
    assert not any(full.can_place(seat) for seat in full.seats)
    entry = structs.replace(g.history.entries[-1], event=e.Correct(place=1, piece="V", cells=cells("B1 C1 D1 D2 D3")))
    moved = GAME.apply(full, entry)
    assert (moved.phase, moved.turn) == (Phase.PLACING, 1)
    aside = GAME.apply(replace(full, aside=frozenset({1})), entry)
    assert aside.phase is Phase.RESULT
    back = structs.replace(entry, event=e.Correct(place=1, piece="V", cells=V))
    assert GAME.apply(moved, back).phase is Phase.RESULT


def test_P8_a_piece_that_changes_hands_may_let_its_new_owner_go_on():
    g = on_board().do(e.Place(piece="V", cells=V), e.Place(piece="F", cells=cells("H5 I5 G6 H6 H7")))
    bar = BOARD.mask(cell_of(name) for name in cells("K1 K2 K3 K4 K5"))
    over = replace(g.state, free=bar, aside=frozenset({1}), phase=Phase.RESULT)
    assert not any(over.can_place(seat) for seat in over.seats), "the I is player 2's, who stands aside"
    entry = structs.replace(g.history.entries[-1], event=e.Correct(taken="L", piece="I"))
    given = GAME.apply(over, entry)
    assert (given.phase, given.turn, given.can_place(0)) == (Phase.PLACING, 0, True)
    assert GAME.apply(given, structs.replace(entry, event=e.Correct(taken="I", piece="L"))).phase is Phase.RESULT


def test_P9_the_table_counts_again_whatever_was_tapped():
    g = Game(3)
    g.refused("P5", e.Correct(left=(3, 2, 4), last=2))
    g.picked()
    g.refused("P9", e.Correct(left=(3, 2, 4), last=2))
    g.place(3).stand(3)
    assert g.lefts() == [7, 7, 7]
    g.refused("P9", e.Correct(left=(3, 2, 4)))
    g.refused("P9", e.Correct(left=(3, 2), last=2))
    g.refused("P9", e.Correct(left=(9, 2, 4), last=2))
    assert "Bára" in g.refused("P9", e.Correct(left=(3, 2, 4), last=1)), "contradicts itself"
    g.do(e.Sign(side="A"), e.Correct(left=(3, 2, 4), last=2))
    assert (g.lefts(), g.winners(), g.state.signed) == ([3, 2, 4], ["Bára"], frozenset())
    g.refused("P9", e.Correct(left=(3, 2, 4), last=2))
    g.do(e.Correct(left=(8, 5, 4), last=3))
    assert g.winners() == ["Cyril"], "the first count binds the second as little as the taps did"
    assert GAME.progress(g.state) is Progress.RESULT


def test_P9_the_board_knows_the_result_better_than_a_count():
    g = on_board()
    while g.state.phase is Phase.PLACING:
        piece = next((name for name in g.state.in_hand(g.state.turn) if g.state.fits(name)), None)
        if piece is None:
            g.stand()
            continue
        shape = next(BOARD.placements(g.state.free, g.state.pieces[piece].shape))
        g.do(e.Place(piece=piece, cells=tuple("ABCDEFGHIJKL"[x] + str(y + 1) for x, y in shape)))
    g.refused("P9", e.Correct(left=(1, 1), last=1))


@pytest.mark.parametrize(
    "fields", [{}, {"taken": "F", "place": 1, "piece": "I"}, {"left": (1, 1), "last": 1, "place": 1}, {"piece": "F"}]
)
def test_a_correction_says_one_thing(fields):
    Game().picked().place(2).refused("", e.Correct(**fields))


def test_a_signed_result_is_opened_again_with_a_reason_corrected_and_signed_anew():
    g = Game().picked()
    g.refused("P9", e.Reopen(reason="wrong count"))
    g.place(2).stand(2).do(e.Sign(side="A"), e.Sign(side="B"))
    for event in (e.Correct(left=(2, 3), last=1), e.Note(rule="P6"), Undo()):
        g.refused("P9", event)
    g.do(e.Reopen(reason="wrong count"))
    assert (GAME.progress(g.state), g.state.signed) == (Progress.RESULT, frozenset())
    g.do(e.Correct(left=(2, 3), last=1), e.Sign(side="A"), e.Sign(side="B"))
    assert (g.winners(), GAME.progress(g.state)) == (["Adam"], Progress.SIGNED)
    assert read(write(g.history).splitlines()).state == g.state
    assert any("opened again" in str(note) for note in GAME.report(g.state).notes)


def test_undo_steps_over_the_reopening_and_takes_back_a_signature():
    g = Game().picked().place(2).stand(2).do(e.Sign(side="A"), e.Sign(side="B"), e.Reopen(reason="referee"), Undo())
    assert GAME.progress(g.state) is Progress.RESULT
    g.do(Undo(), Undo())
    assert g.state.aside == {1}


def test_a_note_changes_nothing_and_is_read_by_the_referee():
    g = Game().picked()
    before = g.state
    g.refused("P1", e.Note(rule="P6", player=3))
    g.do(e.Note(rule="P6", player=2, text="placed twice"), e.Note(rule="P7"))
    assert replace(g.state, remarks=()) == before
    notes = [str(note) for note in GAME.report(g.state).notes]
    assert any("player 2: placed twice" in note for note in notes)
    assert any("moved a placed piece" in note for note in notes)


def versions(g, title):
    place = next(place for place in Timeline.of(g.history).places if str(place.title) == title)
    return [None if version.text is None else str(version.text) for version in place.versions]


def test_every_version_of_a_placement_a_pick_and_the_result_is_kept():
    g = Game().pick("F", "I").do(e.Correct(taken="F", piece="X")).picked()
    g.do(e.Place(piece="I"), e.Place(), e.Correct(place=2, piece="X")).stand(2)
    g.do(e.Correct(left=(3, 4), last=1), e.Correct(left=(2, 3), last=1))
    assert versions(g, "pick 1 · Adam") == ["F", "X"]
    assert versions(g, "placement 2 · Adam") == ["some piece", "X"]
    assert versions(g, "result as counted") == ["3 : 4 left, Adam placed last", "2 : 3 left, Adam placed last"]
    assert [moment.correction for moment in Timeline.of(g.history).moments].count(True) == 3
    shown = {str(entry.title): str(entry.text) for entry in GAME.sheet_entries(g.state)}
    assert shown["aside · Adam"] == shown["aside · Bára"] == "can place nothing"
    assert shown["left · Bára"] == "3 pieces left"
    assert shown["result"] == "Adam wins"
    board = on_board().do(e.Place(piece="V", cells=V))
    assert versions(board, "placement 1 · Bára") == ["V on A1 A2 A3 B1 C1"]
