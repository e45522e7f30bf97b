"""S1-S9, S11, S13, S21, S22: pairs, draw, turn order, the sheet."""

import pytest

from rules.game import SECOND
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import GAME, DoublesSetup, PairSetup, Phase
from rules.polish_doubles.setup import same_names
from rules.polish_doubles.tiles import COUNT, TILES, VALUE, tiles_of, value_of
from tests.rules.table import Game, e


def test_S1_equal_names_are_pointed_out_not_refused():
    setup = DoublesSetup(pairs=(PairSetup(name="Krtci", players=("Jana", "Eva")), PairSetup(name="krtci ")))
    assert same_names(setup) == ("Krtci", "krtci ")
    history = History.begin(GAME, setup)
    assert "Krtci" in str(GAME.report(history.state).notes[0])


def test_S1_a_pair_called_after_its_only_named_player_is_no_second_one():
    alone = DoublesSetup(pairs=(PairSetup(name="Jana", players=("Jana", "")), PairSetup(name="Krtci")))
    assert same_names(alone) == ()
    across = DoublesSetup(
        pairs=(PairSetup(name="Jana", players=("Jana", "")), PairSetup(name="Eva", players=("jana", "")))
    )
    assert same_names(across) == ("Jana", "jana")


def test_S1_a_pair_needs_a_name():
    with pytest.raises(Refusal) as caught:
        History.begin(GAME, DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="  "))))
    assert caught.value.rule == "S1"


def test_S2_forbidden_talk_is_noted_without_a_penalty():
    g = Game().opened()
    before = g.state.clock, g.state.turns, g.state.crosses
    g.do(e.Note(rule="S2", pair="B"))
    assert (g.state.clock, g.state.turns, g.state.crosses) == before
    assert any("S2" in str(note) for note in GAME.report(g.state).notes)


def test_S3_the_set_has_98_tiles_worth_205_points_and_no_blanks():
    assert TILES == 98
    assert value_of("".join(letter * n for letter, n in COUNT.items())) == 205
    assert len(VALUE) == 39


@pytest.mark.parametrize("word", ["WEBY", "ŤŤ", "ÓÓ", "QUÁS", "XX"])
def test_S3_letters_the_set_has_not_got_or_has_too_few_of(word):
    g = Game().opened()
    g.refused("S3", e.Move(word=word, points=10))


@pytest.mark.parametrize(("a", "b", "starts"), [("K", "Č", 1), ("A", "Á", 0), ("Ž", "Z", 1), ("d", "ď", 0)])
def test_S4_nearest_to_A_starts_a_plain_letter_before_its_accented_one(a, b, starts):
    g = Game()
    g.do(e.Draw(a=a, b=b))
    assert g.state.starter == starts
    assert g.state.phase is Phase.READY


def test_S4_equal_letters_draw_again():
    g = Game()
    g.do(e.Draw(a="K", b="K"))
    assert g.state.phase is Phase.DRAWING
    assert g.state.starter is None
    g.do(e.Draw(a="L", b="K"))
    assert g.state.starter == 1
    assert g.state.draws == (("K", "K"), ("L", "K"))


def test_S4_no_press_before_it_is_known_who_starts_and_no_second_draw():
    g = Game()
    g.refused("S4", e.Press(pair="A"))
    g.refused("S4", e.Draw(a="Q", b="A"))
    g.start()
    g.refused("S4", e.Draw(a="A", b="B"))
    g.refused("S4", e.Starters(pair="B"))


def test_S5_an_overdraw_is_noted_before_the_second_draws():
    g = Game()
    g.do(e.Starters(pair="A"))
    g.do(e.Note(rule="S5", pair="A"))
    assert g.state.phase is Phase.READY
    g.press("B")
    assert g.state.flow().held == (14, 14)


def test_S6_order_is_one_two_two_two():
    g = Game().start("B")
    assert (g.state.turn.pair, g.state.turn.moves) == (1, 1)
    g.refused("S4", e.Draw(a="A", b="B"))
    g.turn("B", ("DÝMKA", 38))
    assert (g.state.turn.pair, g.state.turn.moves) == (0, 2)
    g.turn("A", ("PES", 5), ("KOSA", 8))
    assert (g.state.turn.pair, g.state.turn.moves) == (1, 2)
    assert [turn.moves for turn in g.state.turns] == [1, 2, 2]


def test_S6_the_opening_has_one_move_only():
    g = Game().start()
    g.move("DÝMKA", 38)
    assert "The only move" in str(g.refused("S6", e.Move(word="PES", points=5)))
    assert "The only move" in str(g.may("move"))


def test_S7_either_partner_may_play_first_but_nobody_plays_both():
    g = Game().opened()
    g.move("PES", 5, player=2)
    g.refused("S7", e.Move(word="KOSA", points=8, player=2))
    g.refused("S7", e.Exchange(tiles=2, player=2))
    g.move("KOSA", 8, player=1)
    g.press("B")
    g.turn("A", ("MÁK", 9), ("SEN", 3))
    g.move("LES", 4, player=1)
    assert g.state.turn.rows[0].player == 1


def test_S8_the_clock_is_pressed_after_both_moves_and_gives_three_minutes():
    g = Game().opened()
    assert g.remaining() == pytest.approx(180)
    g.move("PES", 5)
    g.move("KOSA", 8)
    g.refused("S8", e.Move(word="SEN", points=3))
    assert g.state.turn.pair == 1
    g.press("B")
    assert g.state.turn.pair == 0
    assert g.used(2) == pytest.approx(45)


def test_S8_and_S9_the_limit_is_a_setting_and_the_opening_has_it_too():
    g = Game(turn_limit_s=60).start()
    assert g.remaining() == pytest.approx(60)
    g.turn("A", ("DÝMKA", 38))
    assert g.state.clock.limit == 60 * SECOND
    assert Game().start().remaining() == pytest.approx(180)


def test_S11_laying_a_tile_first_may_still_become_an_exchange_and_an_infraction_is_noted():
    g = Game().opened()
    g.do(e.Note(rule="S11", pair="B"))
    g.do(e.Exchange(tiles=3, player=2))
    assert g.state.turn.rows[0].tiles == 3
    assert g.state.flow().bag == 98 - 28 - 5


def test_S13_the_first_move_stands_on_the_sheet_before_the_second_is_played():
    g = Game().opened()
    g.move("PES", 5)
    assert g.state.slot == (1, 1)
    line = GAME.report(g.state).tables[0].lines[2]
    assert line.cells[2:5] == ("PES", 5, None)


def test_S21_heavier_lines_close_each_turn():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    lines = GAME.report(g.state).tables[0].lines
    assert [line.heavy for line in lines] == [False, True, False, True, True]


def test_S22_word_and_points_after_each_move_the_total_only_after_the_press():
    g = Game().opened()
    g.move("PES", 5)
    g.move("KOSA", 8)
    assert g.state.totals()[1] == (None, None)
    assert g.total("B") == 0
    g.press("B")
    assert g.state.totals()[1] == (None, 13)
    assert g.total("B") == 13


def test_S22_a_late_sheet_finds_its_turn_and_a_press_never_waits():
    g = Game().start()
    g.press("A", 40)
    g.press("B", 90)
    assert [len(turn.rows) for turn in g.state.turns] == [0, 0, 0]
    g.move("DÝMKA", 38)
    assert g.total("A") == 38
    g.move("PES", 5)
    assert g.total("B") == 0
    g.move("KOSA", 8)
    assert g.total("B") == 13
    g.move("MÁK", 9)
    assert g.state.slot == (2, 1)
    assert g.used(1) == pytest.approx(40)
    assert g.used(2) == pytest.approx(90)


def test_S22_points_without_a_word_are_allowed_and_their_tiles_are_not_known():
    g = Game().opened()
    g.move(None, 17)
    row = g.state.turn.rows[0]
    assert (row.word, row.points, row.tiles) == (None, 17, None)
    assert g.state.flow().bag is None


@pytest.mark.parametrize(("word", "tiles", "laid"), [("PES", None, 3), ("KALENDÁŘ", None, 7), ("KALENDÁŘ", 5, 5)])
def test_S22_tiles_are_the_words_length_unless_said_otherwise(word, tiles, laid):
    g = Game().opened()
    g.move(word, 20, tiles)
    assert g.state.turn.rows[0].tiles == laid


def test_S3_no_more_tiles_lie_in_a_word_than_it_has_letters():
    g = Game().opened()
    g.refused("S3", e.Move(word="PES", points=5, tiles=4))
    g.refused("S3", e.Move(word="P", points=5))


def test_tiles_are_read_in_any_case_and_composition():
    assert tiles_of("pe s\u030c") == "PEŠ"
