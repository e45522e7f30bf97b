"""GCG files: the moves as they were written, and one sentence with a line's number for whatever is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.message import Refusal
from rules.record import BadRecord
from rules.scrabble import EMPTY_BOARD, SETS, parse_at
from rules.scrabble.gcg import played_over, read_gcg

HEAD = ("#character-encoding UTF-8", "#player1 Anna Anna K.", "#player2 Bob Bob", "#title Friendly")


def game(*moves):
    return read_gcg([*HEAD, *moves])


def why(*moves):
    with pytest.raises(BadRecord) as caught:
        list(played_over(game(*moves), SETS["en"]))
    return str(caught.value)


def test_moves_of_every_kind_are_read():
    read = game(
        ">Anna: DINNVWY 8D WINDY +32 32",
        "#note a note may go on",
        "over another line",
        ">Bob: ABCDEFG -ABC +0 0",
        ">Bob: ABCDEFG -3 +0 0",
        ">Anna: ? - +0 32",
        ">Bob: ADEEGIL 7C GALE +16 16 GALE, AI",
        ">Bob: ADEEGIL -- -16 0",
        ">Anna: (challenge) +5 37",
        ">Bob:  (QU) +22 22",
    )
    kinds = [move.kind for move in read.moves]
    assert kinds == ["play", "exchange", "exchange", "pass", "play", "withdrawn", "rest", "rest"]
    assert [player.name for player in read.players] == ["Anna K.", "Bob"]
    assert read.title == "Friendly"
    assert read.moves[2].tiles == "3"
    boards = [placed.board for placed in played_over(read, SETS["en"])]
    assert boards[5] == boards[0] != boards[4]


def test_dots_and_brackets_are_letters_that_lie_there():
    dotted = game(">Anna: X 8D WINDY +32 32", ">Bob: X D8 .AX +13 13")
    bracketed = game(">Anna: X 8D WINDY +32 32", ">Bob: X D8 (W)AX +13 13")
    plays = [list(played_over(written, SETS["en"]))[1].play for written in (dotted, bracketed)]
    assert plays[0] == plays[1]
    assert (plays[0].word, plays[0].points, plays[0].tiles) == ("WAX", 13, "AX")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("not a line", "This is not a line of a GCG file."),
        (">Anna WINDY", "This is not a line of a GCG file."),
        (">Cyril: X 8D WINDY +32 32", "No line #player names Cyril."),
        (">Anna: X 8D WINDY 32", "A move says its points and the total, for example +24 81."),
        (">Anna: X 8D8 WINDY +32 32", "A move names its square and its word, for example 8H ŘEKA."),
        (">Anna: X 8D W.NDY +32 32", "A dot means a letter that is on the board already; that square has none."),
        (">Anna: X 1A WINDY +32 32", "The first move covers the square in the centre of the board."),
        (">Anna: X 8D WŘNDY +32 32", "The set has no tile Ř. (S3)"),
        (">Anna: X 16D WINDY +32 32", "The board has no square 16D; it goes from A to O and from 1 to 15."),
        (">Anna: X P12 WINDY +32 32", "The board has no square P12; it goes from A to O and from 1 to 15."),
        (">Anna: X 12T WINDY +32 32", "The board has no square 12T; it goes from A to O and from 1 to 15."),
        ("#player2 Anna Eva", "Two players are called Anna, and moves name them by it."),
        (">Anna: X -- -5 0", "There is no move of this player to withdraw."),
        (">" + "A" * 3000, "The line is longer than 2000 characters."),
    ],
)
def test_a_bad_line_is_named_with_its_number(line, reason):
    assert why(line) == f"Line 5: {reason}".replace(" (S3)", "")


def test_a_file_without_moves_is_no_game():
    assert why() == "Line 1: There is no move in it; a move's line begins with > and a player's name."


@given(st.lists(st.text(max_size=40) | st.builds(lambda rest: f">Anna: {rest}", st.text("AB8 D+-.()0", max_size=20))))
def test_whatever_the_file_holds_it_is_read_or_refused(lines):
    named = 1
    try:
        list(played_over(game(*lines), SETS["en"]))
    except BadRecord as bad:
        named = bad.line
    assert 1 <= named <= len(lines) + len(HEAD)


WORDS = ("WINDY", "QUIZ", "DINERS", "TAX", "OX", "AXE", "ERA", "RETINAS", "NO", "ZOO", "IDEAS", "SAD")
ANYWHERE = st.tuples(
    st.sampled_from(WORDS),
    st.integers(1, 15),
    st.sampled_from("ABCDEFGHIJKLMNO"),
    st.booleans(),
    st.sets(st.integers(0, 6), max_size=1),
    st.sampled_from(["dots", "brackets", "letters"]),
)
"""A word, its square, whether it runs along the row, which tiles are blanks, and how what lay there is written."""


def said_as(play, form):
    """A play's word as programs write it: what lay there as dots, in brackets, or like all the rest."""
    new = {(square - play.at.square) // play.at.step for square in play.squares}
    if form == "letters":
        return play.word
    there = {"dots": ".", "brackets": "({})"}[form]
    return "".join(letter if n in new else there.format(letter) for n, letter in enumerate(play.word))


@given(st.lists(ANYWHERE, max_size=12))
def test_a_game_comes_back_from_every_form_with_its_board_its_blanks_and_its_points(tried):
    board, boards, plays, lines = EMPTY_BOARD, [], [], []
    totals = [0, 0]
    for word, row, column, along, blanks, form in [("WINDY", 8, "D", True, set(), "letters"), *tried]:
        place = f"{row}{column}" if along else f"{column}{row}"
        tiles = "".join(letter.lower() if n in blanks else letter for n, letter in enumerate(word))
        try:
            at = parse_at(place, "columns_lettered")
            play = board.play(SETS["en"], at, tiles)
        except Refusal:
            continue
        board = board.lay(play)
        who = len(plays) % 2
        totals[who] += play.points
        plays.append(play)
        boards.append(board)
        lines.append(f">{('Anna', 'Bob')[who]}: ? {place} {said_as(play, form)} +{play.points} {totals[who]}")
    placed = list(played_over(game(*lines), SETS["en"]))
    assert [placed_move.board for placed_move in placed] == boards
    assert [placed_move.play.points for placed_move in placed] == [play.points for play in plays]
    assert [placed_move.move.points for placed_move in placed] == [play.points for play in plays]
