"""Squares of the moves: what the board knows, what it leaves to people, and what a gap in it takes away."""

from collections import Counter

import pytest

from rules.polish_doubles.acts.ending import against_sheet
from rules.polish_doubles.report import report
from rules.polish_doubles.rows import Fate
from rules.polish_doubles.tiles import COUNT, CZECH
from rules.scrabble.board import unseen
from tests.rules.table import GAME, Game, Undo, e

HASH = "0" * 64


def lies(state):
    return [row.strip() for row in state.board.rows if row.strip()]


def notes(game):
    return [str(note) for note in report(game.state).notes]


def placed(**settings):
    """Krtci have laid ČUMÁK; Sloky OBLOUK and REGÁL, which does not build on it, and have pressed."""
    game = Game(**settings).start()
    game.move("ČUMÁK", 30, at="H4")
    game.press("A")
    game.move("OBLOUK", 18, at="5D")
    game.move("REGÁL", 22, at="I7")
    game.press("B")
    return game


def test_squares_say_how_many_tiles_a_move_laid():
    game = placed()
    assert [row.tiles_laid for turn in game.state.turns for row in turn.rows] == [5, 5, 5]
    flow = game.state.flow()
    assert flow.bag_bounds.exact
    assert flow.bag == 70 - 15


def test_a_word_in_lower_case_with_a_square_in_lower_case_lies_there_just_as_well():
    game = Game().start()
    game.move("čumák", 30, at=" h4")
    assert lies(game.state) == ["ČUMÁK"]


def test_the_same_game_on_a_board_whose_columns_are_lettered():
    game = Game(board_notation="columns_lettered").start()
    game.move("ČUMÁK", 30, at="8D")
    game.press("A")
    game.move("OBLOUK", 18, at="E4")
    assert game.state.board.tile(7, 4) == "U"
    assert [move["at"] for turn in GAME.report(game.state).data["turns"] for move in turn["moves"]] == ["8D", "E4"]


@pytest.mark.parametrize(
    ("rule", "event"),
    [
        ("", {"word": "KLAS", "points": 5, "at": "P1"}),
        ("", {"word": "KLAS", "points": 5, "at": "here"}),
        ("", {"word": "KLAS", "points": 5, "at": "A1"}),  # touches nothing
        ("", {"word": "KLAS", "points": 5, "at": "H8"}),  # more letters lie next to it
        ("", {"word": "KLAS", "points": 5, "at": "5H"}),  # over another letter
        ("", {"word": "KLASIKA", "points": 5, "at": "8K"}),  # off the board
        ("S3", {"word": "KEČ", "points": 5, "at": "8H"}),  # the set has one Č
        ("S22", {"points": 5, "at": "8H"}),  # squares without a word
        ("S22", {"word": "KEL", "points": 5, "at": "8H", "tiles": 3}),  # one is laid there
    ],
)
def test_a_move_that_cannot_lie_there_is_refused_and_changes_nothing(rule, event):
    placed().refused(rule, e.Move(**event))


def test_S12_other_points_than_the_board_counts_are_pointed_out_and_stand():
    game = Game().start()
    game.move("ČUMÁK", 28, at="H4")
    game.press("A")
    assert game.total("A") == 28
    assert "Turn 1, move 1, ČUMÁK: the board counts 30 points; announced: 28." in notes(game)
    game.do(e.Correct(turn=1, move=1, points=30))
    assert not [note for note in notes(game) if "the board counts" in note]


def test_a_table_that_adds_up_for_itself_is_told_nothing():
    game = Game(computed_points="off").start()
    game.move("ČUMÁK", 28, at="H4")
    assert not [note for note in notes(game) if "the board counts" in note]


# Judging


def test_S18_an_invalid_first_move_is_taken_off_and_the_second_elsewhere_stands_without_being_asked():
    game = placed()
    game.do(e.Objection(move=1))
    game.do(e.Verdict(valid=False))
    rows = game.state.turns[1].rows
    assert [row.fate for row in rows] == [Fate.INVALID, Fate.STANDS]
    assert lies(game.state) == ["ČUMÁK", "REGÁL"]
    assert game.total("B") == 22


def test_S17_what_builds_on_it_is_taken_off_with_it():
    game = Game().start()
    game.move("ČUMÁK", 30, at="H4")
    game.press("A")
    game.move("OBLOUK", 18, at="5D")
    game.move("LES", 5, at="F5")
    game.press("B")
    game.do(e.Objection(move=1))
    game.do(e.Verdict(valid=False))
    assert [row.fate for row in game.state.turns[1].rows] == [Fate.INVALID, Fate.BUILDS_ON]
    assert lies(game.state) == ["ČUMÁK"]
    assert game.total("B") == 0


def test_S18_nobody_says_otherwise_than_the_squares():
    game = placed()
    game.do(e.Objection(move=1))
    game.refused("S18", e.Verdict(valid=False, builds_on=True))
    game.do(e.Verdict(valid=False, builds_on=False))


def test_S17_without_the_squares_of_both_people_still_say_it():
    game = placed()
    game.do(e.Correct(turn=2, move=2, at=None))
    game.do(e.Objection(move=1))
    game.refused("S17", e.Verdict(valid=False))
    game.do(e.Verdict(valid=False, builds_on=True))


def test_S17_the_place_of_a_move_that_fell_is_free_again():
    game = placed().objected(1, valid=False)
    game.move("KOUŘ", 9, at="5F")
    assert game.state.board.tile(5, 4) == "K"


def test_the_undo_of_a_verdict_puts_the_tiles_back():
    game = placed()
    before = game.state.board
    game.do(e.Objection(move=1))
    game.do(e.Verdict(valid=False))
    assert game.state.board != before
    game.do(Undo())
    assert game.state.board == before


def test_S19_a_first_move_judged_invalid_at_once_does_not_lie_there_for_the_second():
    game = Game().start()
    game.move("ČUMÁK", 30, at="H4")
    game.press("A")
    game.move("OBLOUK", 18, at="5D")
    game.do(e.Early())
    game.do(e.EarlyAnswer(answer="invalid", word_list=e.WordListUsed(name="club", sha256=HASH)))
    game.refused("", e.Move(word="LES", points=9, at="F5"))
    game.move("KOSA", 8, at="8H")
    assert lies(game.state) == ["ČUMÁK", "O", "S", "A"]


def test_after_the_opening_fell_the_next_move_covers_the_centre():
    game = Game().start()
    game.move("ČUMÁK", 30, at="H4")
    game.press("A")
    game.objected(1, valid=False)
    game.refused("", e.Move(word="KOSA", points=8, at="A1"))
    game.move("KOSA", 8, at="8F")


# A gap and how it is closed


def test_a_move_without_squares_makes_the_rest_unknown_until_somebody_says_them():
    game = Game().start()
    game.move("ČUMÁK", 30, at="H4")
    game.press("A")
    game.move("OBLOUK", 18)
    assert not game.state.board.complete
    assert unseen(game.state.board, CZECH) is None
    game.move("REGÁL", 22, at="I7")
    second = game.state.turns[1].rows[1]
    assert (second.board_points, second.exact, second.placement.misfit) == (None, False, None)
    assert not game.state.flow().bag_bounds.exact
    game.do(e.Correct(turn=2, move=1, at="5D"))
    assert game.state.board.complete
    assert [row.placement.points for turn in game.state.turns for row in turn.rows] == [30, 18, 22]
    assert game.state.flow().bag_bounds.exact
    assert game.state.board == placed().state.board


def test_squares_may_come_at_any_time_and_in_any_order():
    game = Game().start().turn("A", ("ČUMÁK", 30)).turn("B", ("OBLOUK", 18), ("REGÁL", 22))
    game.do(e.Correct(turn=2, move=2, at="I7"))
    game.do(e.Correct(turn=2, move=1, at="5D"))
    game.do(e.Correct(turn=1, move=1, at="H4"))
    assert game.state.board == placed().state.board


def test_a_game_without_squares_is_the_game_it_was():
    plain = Game().start().turn("A", ("ČUMÁK", 30)).turn("B", ("OBLOUK", 18), ("REGÁL", 22))
    data = GAME.report(plain.state).data
    assert "board" not in data
    assert all("at" not in move for turn in data["turns"] for move in turn["moves"])
    assert plain.state.flow().bag_bounds.least < plain.state.flow().bag_bounds.most


def test_a_correction_on_which_later_moves_do_not_fit_is_taken_and_pointed_out():
    game = placed()
    game.do(e.Correct(turn=1, move=1, at="H8"))
    assert not game.state.board.complete
    assert [row.placement.misfit is not None for row in game.state.turns[1].rows] == [True, False]
    assert any("Turn 2, move 1, OBLOUK" in note for note in notes(game))
    game.do(e.Correct(turn=1, move=1, at="H4"))
    assert game.state.board == placed().state.board


def test_a_corrected_word_has_to_fit_where_it_lies():
    game = placed()
    game.refused("", e.Correct(turn=2, move=1, word="OBLEK"))
    game.do(e.Correct(turn=2, move=2, word="REGÁLY", points=23))
    assert game.state.turns[1].rows[1].placement.points == 24


def test_an_exchange_has_no_squares():
    game = placed()
    game.do(e.Exchange(tiles=3))
    game.refused("S12", e.Correct(turn=3, move=1, at="H4"))


def test_board_racks_and_bag_are_the_set():
    game = placed()
    left = Counter(unseen(game.state.board, CZECH))
    assert left + Counter(game.state.board.tiles) == Counter(COUNT)
    flow = game.state.flow()
    assert sum(left.values()) == flow.bag + sum(flow.held)


def test_S27_racks_that_the_board_contradicts_are_noted_not_refused():
    game = placed()
    game.do(e.End())
    game.do(e.Racks(pair="A", tiles="AE"))
    game.do(e.Racks(pair="B", tiles="Č"))
    assert "By the board these tiles cannot be on a rack: Č." in notes(game)
    assert against_sheet(game.state, 0) is not None


def test_a_verdict_keeps_the_list_that_was_asked():
    game = placed()
    game.do(e.Objection(move=1))
    used = e.WordListUsed(name="club 2026", sha256=HASH)
    n = game.do(e.Verdict(valid=True, word_list=used))
    assert game.history.entries[n - 1].event.word_list == used


def on_a_first_move_that_fell(**verdict):
    """The second move lays three tiles on the first, and would lie there without it, too, with four."""
    game = Game().start()
    game.move("KOSA", 10, at="H5")
    game.press("A")
    game.move("KOTEL", 10, at="5H")
    game.move("OHÝB", 16, at="I5")
    game.press("B")
    announced = [row.placement.play for row in game.state.turns[1].rows]
    game.do(e.Objection(move=1))
    game.do(e.Verdict(valid=False, **verdict))
    return game, announced


def test_S17_a_verdict_changes_no_tile_that_a_move_laid():
    game, announced = on_a_first_move_that_fell()
    rows = game.state.turns[1].rows
    assert [row.placement.play for row in rows] == announced
    assert (rows[1].tiles_laid, rows[1].board_points, rows[1].score) == (3, 30, 0)
    assert lies(game.state) == ["KOSA"]


def test_S17_what_was_played_on_a_move_that_fell_is_corrected_as_it_was_played():
    game, announced = on_a_first_move_that_fell()
    game.do(e.Correct(turn=2, move=2, points=30, tiles=3))
    rows = game.state.turns[1].rows
    assert [row.placement.play for row in rows] == announced
    assert (rows[1].board_points, rows[1].score) == (None, 0)
    game.refused("S22", e.Correct(turn=2, move=2, tiles=2))


def test_S17_a_verdict_makes_no_move_exact_that_was_not():
    game = Game().start()
    game.move("KOSA", 10, at="H5")
    game.press("A")
    game.move("KOTEL", 10)
    game.move("LES", 9, at="7F")
    game.press("B")
    before = game.state.turns[1].rows[1]
    game.do(e.Objection(move=1))
    game.do(e.Verdict(valid=False, builds_on=False))
    after = game.state.turns[1].rows[1]
    assert (after.exact, after.board_points, after.placement.play) == (
        before.exact,
        before.board_points,
        before.placement.play,
    )


def test_S17_what_earlier_versions_took_for_a_move_on_one_that_fell_is_still_taken():
    game, _ = on_a_first_move_that_fell()
    game.do(e.Correct(turn=2, move=2, tiles=4))
    assert game.state.turns[1].rows[1].tiles_laid == 3, "the squares say it"
    game.do(e.Correct(turn=2, move=2, word="LES", at="I5"))
    assert game.state.turns[1].rows[1].placement.misfit is not None, "on the first move it cannot have lain"


def test_beyond_what_is_written_lies_what_was_written_last():
    state = Game().opened().state
    assert state.board_before(len(state.turns) + 1, 1) == state.board_before(len(state.turns), 0)
