"""The board of Scrabble: words where they lie, counted by hand, by real games and by a second, slow scoring."""

import csv
import os
import random
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.message import Refusal
from rules.scrabble import BLANK, EMPTY_BOARD, SETS, At, Board, builds_on, parse_at, write_at
from rules.scrabble.board import sums, unseen
from rules.scrabble.squares import EMPTY, SIZE, STRIDE
from tests.rules import scrabble_reference

CZECH = SETS["cs"].without_blanks()
MOVES = int(os.environ.get("SCRABBLE_MOVES", "4000"))
"""Random legal moves that are reckoned twice; 100000 take about a minute."""


def laid(*moves, tiles=CZECH):
    """The board after moves written as ``"H4 ČUMÁK"``, and the last of them."""
    board, play = EMPTY_BOARD, None
    for move in moves:
        at, word = move.split()
        play = board.play(tiles, parse_at(at), word)
        board = board.lay(play)
    return board, play


def refused(board, move, tiles=CZECH):
    at, word = move.split()
    with pytest.raises(Refusal) as caught:
        board.play(tiles, parse_at(at), word)
    return str(caught.value)


# Counted by hand


def test_the_first_move_counts_its_premium_squares():
    board, play = laid("H4 ČUMÁK")
    assert play.points == 30  # Č on a double letter, the whole on the double word in the centre
    assert [str(word_sum) for word_sum in sums(CZECH, play)] == ["(2·4+2+2+2+1)×2"]
    assert board.rows[7] == "   ČUMÁK       "


def test_a_word_across_another_counts_the_letter_that_lies_there_plainly():
    _, play = laid("H4 ČUMÁK", "5D OBLOUK")
    assert play.points == 18  # (1+3+1+1+2+1) on one new double word
    assert play.tiles == "OBLOK"


def test_every_word_formed_counts_and_a_premium_square_counts_for_each_of_its_words():
    _, play = laid("H4 ČUMÁK", "5D OBLOUK", "I7 REGÁL")
    assert [(word.word, word.points) for word in play.words] == [("REGÁL", 16), ("ÁR", 4), ("KE", 2)]
    assert play.points == 22


def test_a_letter_between_two_new_ones_is_used_and_its_premium_square_is_spent():
    lies = ("H4 ČUMÁK", "5D OBLOUK", "I7 REGÁL", "11H PLODY", "12D MĚSTO", "13A MÍTI", "B11 PŘÍZE")
    _, play = laid(*lies, "15A ŘEKA")
    assert play.points == 24
    assert [str(word_sum) for word_sum in sums(CZECH, play)] == ["(4+1+1+2·1)×3"]


def test_seven_tiles_bring_fifty_on_top():
    _, play = laid("H2 SLOVENI")
    assert play.points == 66  # (2·1+1·6) × 2 and 50
    assert (play.bonus, laid("H7 PO")[1].bonus) == (50, 0)
    assert replace(play, points=None).bonus == 0, "on a board of which tiles are not known it is not known either"


def test_a_word_laid_beside_another_needs_no_common_letter():
    _, play = laid("H7 PO", "I8 TA")
    assert [(word.word, word.points) for word in play.words] == [("TA", 3), ("OT", 2)]


def test_two_triple_words_count_nine_times():
    board = EMPTY_BOARD._with((13 * STRIDE + 10, 14 * STRIDE + 10), "DE")
    play = board.play(CZECH, parse_at("O8"), "TYKEVNÍC")
    assert [(word.word, word.points) for word in play.words] == [("TYKEVNÍC", 108)]  # (1+2+1+1+2·1+1+2+2) × 3 × 3
    assert play.points == 158


# What is no move


def test_what_does_not_fit_is_refused_with_one_sentence():
    board, _ = laid("H4 ČUMÁK")
    assert refused(EMPTY_BOARD, "H1 ČUMÁK") == "The first move covers the square in the centre of the board."
    assert refused(board, "A1 PES") == "The move touches no tile on the board."
    assert refused(board, "G12 TÉCT") == "The move touches no tile on the board."
    assert "ends before" in refused(board, "H14 PES")
    assert refused(board, "5D OBLAKU") == "U lies where OBLAKU needs K."
    assert refused(board, "H4 ČUMÁK").startswith("ČUMÁK lies there already")
    assert refused(board, "H9 EM") == "More letters lie next to it: the word is ČUMÁKEM."
    assert refused(board, "H2 TU") == "More letters lie next to it: the word is TUČUMÁK."
    assert "2 to 15" in refused(board, "I8 A")
    assert "no tile W" in refused(board, "8H KW")


def test_the_set_runs_out():
    board, _ = laid("H4 ČUMÁK")
    assert refused(board, "8H KČ") == "That would be 2 tiles Č on the board, and the set has 1. (S3)"
    assert refused(board, "8H Ko") == "The set has only 0 blanks. (S3)"


def test_more_than_a_rack_is_no_move():
    assert "at most 7" in refused(EMPTY_BOARD, "H1 PODLOŽKY")


def test_there_is_no_such_square():
    for text in ("P1", "A16", "A0", "H", "8", "", "H8H", "Á1", "88H", "A1 down"):
        with pytest.raises(Refusal):
            parse_at(text)


# Blanks, in sets that have them


def test_a_blank_is_worth_nothing_and_the_set_has_two():
    board, play = laid("H8 QUiZ", tiles=SETS["en"])
    assert play.points == (10 + 1 + 0 + 10) * 2
    assert "2 blanks" in refused(board, "10H IoTa", SETS["en"])
    assert unseen(board, SETS["en"])[BLANK] == 1


def test_a_letter_laid_over_a_blank_is_the_blank():
    board, _ = laid("H8 QUiZ", tiles=SETS["en"])
    play = board.play(SETS["en"], parse_at("10G"), "TIN")
    assert (play.word, play.points) == ("TiN", 1 + 0 + 1)


def test_a_blank_that_was_allowed_does_not_allow_another():
    board, _ = laid("H8 QUiZ", tiles=SETS["en"])
    for word in ("IoT", "ITa"):
        assert board.play(SETS["en"], parse_at("10H"), word).exact
    assert "2 blanks" in refused(board, "10H IoTa", SETS["en"])


# Two notations


def test_the_row_comes_first_in_a_word_across_whichever_way_the_board_is_marked():
    assert parse_at("H4") == At(7, 3)
    assert parse_at("15A") == At(0, 14, down=True)
    assert parse_at("8D", "columns_lettered") == At(7, 3)
    assert parse_at("O1", "columns_lettered") == At(0, 14, down=True)
    assert parse_at(" h 4 ") == At(7, 3)


@given(st.integers(0, 14), st.integers(0, 14), st.booleans(), st.sampled_from(["rows_lettered", "columns_lettered"]))
def test_a_written_square_is_read_back(row, column, down, notation):
    at = At(row, column, down)
    assert parse_at(write_at(at, notation), notation) == at


# Building on a move (S18)


@pytest.mark.parametrize(
    ("first", "second", "builds"),
    [
        ("5D OBLOUK", "I7 REGÁL", False),  # both touch ČUMÁK, not each other
        ("5D OBLOUK", "F5 LES", True),  # a letter of it is used
        ("5D OBLOUK", "I5 KLÍN", True),
        ("8H KOSA", "I8 OD", True),
        ("8H KOSA", "L8 SAD", True),  # KOSAS down
        ("8H KOSA", "5H UPÍR", False),
    ],
)
def test_S18_building_on_means_a_word_with_a_tile_of_it(first, second, builds):
    board, other = laid("H4 ČUMÁK", first)
    at, word = second.split()
    assert builds_on(board.play(CZECH, parse_at(at), word), other) is builds


# A board with a gap


def test_after_a_move_without_squares_nothing_is_said_that_is_not_known():
    board, _ = laid("H4 ČUMÁK")
    board = board.incomplete()
    play = board.play(CZECH, parse_at("A1"), "PODLOŽKY")
    assert (play.points, play.words, play.exact) == (None, (), False)
    assert unseen(board, CZECH) is None
    assert refused(board, "5D OBLAKU") == "U lies where OBLAKU needs K."
    after = board.lay(play)
    assert refused(after, "A3 TŘI") == "More letters lie next to it: the word is POTŘIŽKY."
    assert refused(after, "1A PŽ") == "That would be 2 tiles Ž on the board, and the set has 1. (S3)"


# Properties


def random_move(dice, board, bag):
    """Somewhere near what lies: a few tiles of the bag, laid over whatever is there; often no legal move."""
    lie = [square for square, tile in enumerate(board.across) if tile != EMPTY]
    row, column = divmod(dice.choice(lie), STRIDE) if lie else (7, 7)
    at = At(
        max(0, min(14, row - dice.randint(-1, 4))), max(0, min(14, column - dice.randint(-1, 4))), dice.random() < 0.5
    )
    tiles = "".join(dice.sample(bag, min(len(bag), dice.choice((1, 2, 2, 3, 4, 5, 6, 7)))))
    return board.whole_word(at, tiles)


def games(seed, tiles):
    """Random games without end: each board and a move on it that may be legal."""
    dice = random.Random(seed)
    while True:
        board = EMPTY_BOARD
        bag = [letter for letter, count in tiles.count.items() for _ in range(count)]
        for _ in range(60):
            try:
                at, word = random_move(dice, board, bag)
            except Refusal:
                continue
            play = yield board, at, word
            if play is not None:
                board = board.lay(play)
                for tile in play.tiles:
                    bag.remove(tile)
            if not bag:
                break


def dealt(board):
    return {divmod(square, STRIDE): tile for square, tile in enumerate(board.across) if tile != EMPTY}


@pytest.mark.parametrize("language", ["cs", "en"])
def test_points_and_legality_equal_a_second_scoring(language):
    tiles = SETS[language]
    legal = wrong = 0
    walk = games(2026, tiles)
    board, at, word = next(walk)
    while legal < MOVES:
        expected = scrabble_reference.points(dealt(board), at.row, at.column, at.down, word, tiles.value, tiles.count)
        try:
            play = board.play(tiles, at, word)
        except Refusal:
            play = None
        assert (play.points if play else None) == expected, (board.rows, at, word)
        if play is None:
            wrong += 1
        else:
            legal += 1
        board, at, word = walk.send(play)
    assert wrong > legal / 20, "the walk has to meet moves that are not legal, too"


def answer(board, tiles, at, word):
    try:
        return board.play(tiles, at, word)
    except Refusal as refusal:
        return str(refusal)


def test_what_a_board_was_asked_before_changes_no_answer():
    dice = random.Random(2026)
    sets = (SETS["cs"], CZECH)
    walk = games(7, SETS["cs"])
    board, at, word = next(walk)
    asked = 0
    while asked < MOVES:
        bag = "".join(SETS["cs"].count)
        for _ in range(30):
            try:
                begin, whole = random_move(dice, board, bag + bag.lower())
            except Refusal:
                continue
            tiles = dice.choice(sets)
            assert answer(board, tiles, begin, whole) == answer(Board(board.across, board.down), tiles, begin, whole)
            asked += 1
        play = answer(board, SETS["cs"], at, word)
        board, at, word = walk.send(None if isinstance(play, str) else play)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 40))
def test_laying_and_taking_off_is_as_if_nothing_had_been(seed, steps):
    walk = games(seed, CZECH)
    board, at, word = next(walk)
    for _ in range(steps):
        try:
            play = board.play(CZECH, at, word)
        except Refusal:
            play = None
        else:
            after = board.lay(play)
            assert after.take_off(play) == board
            assert Counter(after.tiles) == Counter(board.tiles) + Counter(play.tiles)
            assert [after.down[c * STRIDE + r] for r in range(SIZE) for c in range(SIZE)] == list("".join(after.rows))
            left = unseen(after, CZECH)
            assert Counter(left) + Counter(after.tiles) == Counter(CZECH.count)
        board, at, word = walk.send(play)


# Real games

GAMES = Path(__file__).with_name("scrabble_games.csv")


def test_every_move_of_the_real_games_scores_what_their_players_wrote():
    lines = [line for line in GAMES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    seen = 0
    for (_, language), moves in groupby(csv.reader(lines), key=lambda row: (row[0], row[1])):
        board, last = EMPTY_BOARD, None
        for *_, at, word, points in moves:
            if at == "-":
                board = board.take_off(last)
                continue
            last = board.play(SETS[language], parse_at(at), word)
            assert last.points == int(points), (at, word)
            board = board.lay(last)
            seen += 1
    assert seen == 94


def test_the_sets_are_whole():
    totals = {language: tiles.total for language, tiles in SETS.items()}
    assert totals == {
        **{"cs": 100, "sk": 100, "pl": 100, "de": 102, "en": 100},
        **{"fr": 102, "es": 100, "ca": 100, "hu": 100, "cy": 105},
    }
    assert sum(CZECH.value[letter] * count for letter, count in CZECH.count.items()) == 205
    assert sum(SETS["en"].value[letter] * count for letter, count in SETS["en"].count.items()) == 187


@pytest.mark.parametrize(
    ("square", "down", "why"),
    [
        ("H8", True, "on the last letter of a word: across it"),
        ("H4", True, "on its first letter, too"),
        ("H9", False, "right behind a word: it is lengthened"),
        ("H3", False, "right before a word"),
        ("G5", True, "above a letter: down through it"),
        ("E6", True, "further above: down to it"),
        ("G2", False, "a row above and before it: along it"),
        ("A15", True, "at the right edge there is room only down"),
        ("O1", False, "at the foot only across"),
    ],
)
def test_a_word_probably_runs_where_it_lies_against_letters_sooner(square, down, why):
    board, _ = laid("H4 ČUMÁK")
    at = parse_at(square)
    assert board.likely_at(at.row, at.column).down is down, why


def test_on_an_empty_board_a_word_probably_runs_across():
    assert not EMPTY_BOARD.likely_at(7, 7).down
    assert EMPTY_BOARD.likely_at(7, 14).down
