"""Ordinary games of Scrabble out of GCG: whatever language, form and encoding, they come to the points of the board."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cli import main
from device.common.cli.reading import gcg_text
from rules.record import BadRecord
from rules.scrabble import EMPTY_BOARD, SETS, At, write_at
from rules.scrabble.gcg import played_over, read_gcg
from rules.scrabble.ordinary import is_ordinary, ordinary_report, report_of
from rules.scrabble.squares import CENTRE
from tests.rules.scrabble_moves import find_play, full_bag, new_places

TEXT = """\
#character-encoding UTF-8
#player1 Anna Anna K.
#player2 Bob Bob
#title Friendly
#lexicon NWL23
>Anna: DINNVWY 8D WINDY +32 32
#note a note
which goes on
>Bob: ABCDEFX D8 .AX +13 13
>Anna: RSTLNEQ -QT +0 32
>Bob: AEIOUZ? 11C ZOo +14 27
>Bob: AEIOUZ? -- -14 13
>Anna: ESTLNER 7F ET +14 46
>Anna: ESTLNER (challenge) +5 51
>Bob: AEIOU - +0 13
>Anna: QI (time) -10 41
>Anna: (AEIOU) +10 51"""
FRIENDLY = TEXT.splitlines()


def test_a_game_of_single_moves_is_counted_with_all_that_a_file_can_say():
    report = report_of(FRIENDLY)
    assert [player["total"] for player in report.data["players"]] == [51, 13]
    assert (report.data["lexicon"], report.data["tiles"]) == ("NWL23", "en")
    kinds = [move["kind"] for move in report.data["moves"]]
    assert kinds == ["play", "play", "exchange", "play", "withdrawn", "play", "rest", "pass", "rest", "rest"]
    assert [str(note) for note in report.notes] == [
        "Line 11: the file has 14 points, the board 36",
        "Line 13: the file has 14 points, the board 9",
    ]
    assert report.data["board"][7][3:8] == "WINDY"


def test_a_total_that_is_none_is_said_and_what_follows_is_counted_on_from_it():
    wrong = [line.replace("+0 32", "+0 30").replace("46", "44").replace("51", "49") for line in FRIENDLY]
    notes = [str(note) for note in report_of(wrong).notes]
    totals = [note for note in notes if "total" in note]
    assert totals[0] == "Line 10: the file has a total of 30, it is 32"
    assert [note.split(":")[0] for note in totals] == ["Line 10", "Line 16", "Line 17"], "where the file turns back"


def test_a_game_that_was_broken_off_says_so():
    assert "The game is not finished." in [str(note) for note in report_of(FRIENDLY[:-3]).notes]
    assert "The game is not finished." not in [str(note) for note in report_of(FRIENDLY).notes]


def test_two_single_moves_are_an_ordinary_game_and_nobody_passed():
    report = report_of([*FRIENDLY[:3], ">Anna: EHY 8F HEY +18 18", ">Bob: AEZ F8 HAZE +36 36"])
    assert [row.cells[3] for row in report.tables[0].lines] == ["HEY", "HAZE"]
    assert [row.cells[1] for row in report.tables[1].lines] == [18, 36]


def test_a_file_that_names_double_turns_is_one_from_its_first_moves_on():
    head = [*FRIENDLY[:3], "#description Pairs play 1-2-2-2 moves."]
    assert report_of([*head, ">Anna: . 8D KOS +9 9", ">Bob: . 8D KOSA +9 9"]) is None


def test_a_game_of_double_turns_is_no_ordinary_one():
    head = FRIENDLY[:3]
    double = [
        *head,
        ">Anna: . 8D KOS +9 9",
        ">Bob: . 8D -- +0 0",
        ">Bob: . - +0 0",
        ">Bob: . - +0 0",
        ">Anna: . - +0 9",
    ]
    assert not is_ordinary(read_gcg(double))
    assert is_ordinary(read_gcg(FRIENDLY))


@pytest.mark.parametrize(
    ("language", "word", "tiles", "points"),
    [
        ("es", "[CH]ALE", 4, 16),
        ("es", "CA[LL]E", 4, 26),
        ("ca", "CO[L·L]EGI", 6, 42),
        ("ca", "COL·LEGI", 6, 42),
        ("cy", "[DD][LL]A", 3, 14),
        ("hu", "[SZ]A[ny]A", 4, 10),
        ("fr", "WAGON", 5, 32),
    ],
)
def test_two_letters_on_one_tile_are_one_tile(language, word, tiles, points):
    moves = [f">A: . 8H {word} +{points} {points}", ">B: . - +0 0", f">A: . - +0 {points}"]
    game = read_gcg(["#player1 A A", "#player2 B B", *moves])
    (first, *_) = played_over(game, SETS[language])
    assert (len(first.play.tiles), first.play.points) == (tiles, points)
    report = ordinary_report(game)
    assert report.notes[:-1] == (), "the file and the board agree"
    assert report.data["moves"][0]["word"] == word.replace("L·L", "[L·L]").replace("[[", "[").replace("]]", "]")


def test_a_tile_that_no_language_has_is_refused_with_its_line():
    bad = [*FRIENDLY[:3], ">Anna: . 8D [XYZ]A +1 1", ">Bob: . - +0 0", ">Anna: . - +0 1"]
    with pytest.raises(BadRecord, match=r"Line 4: The set has no tile XYZ\."):
        report_of(bad)


@pytest.mark.parametrize("language", SETS)
def test_a_set_has_the_tiles_that_its_edition_has(language):
    tiles = {
        "cs": 100,
        "sk": 100,
        "pl": 100,
        "de": 102,
        "en": 100,
        "fr": 102,
        "es": 100,
        "ca": 100,
        "hu": 100,
        "cy": 105,
    }
    assert SETS[language].total == tiles[language]
    everything = SETS[language].alphabet + SETS[language].alphabet.lower()
    assert SETS[language].tiles_in(SETS[language].text_of(everything)) == everything


FORMS = st.sampled_from(["dots", "brackets", "letters"])
AFTER = st.sampled_from(["", "", "", "withdrawn", "challenge", "exchange", "pass", "note"])


@st.composite
def games(draw, language):
    """A game's lines with its boards and points: 8 to 20 moves of the board, in every form of the format."""
    tiles, luck = SETS[language], Random(draw(st.integers(0, 2**32)))
    bag = full_bag(tiles, luck)
    board, sums, turn, boards, points = EMPTY_BOARD, [0, 0], 0, [], []
    lines = ["#character-encoding UTF-8", "#player1 Anna Anna", "#player2 Bob Bob", "#title T"]

    def say(kind, change):
        sums[turn % 2] += change
        boards.append(board)
        lines.append(f">{('Anna', 'Bob')[turn % 2]}: ? {kind} {change:+d} {sums[turn % 2]}")

    for form, after in draw(st.lists(st.tuples(FORMS, AFTER), min_size=8, max_size=20)):
        if (play := find_play(board, tiles, bag, luck)) is None:
            break
        before, board = board, board.lay(play)
        points.append(play.points)
        say(f"{write_at(play.at, 'columns_lettered')} {in_form(tiles, play, form)}", play.points)
        if after == "withdrawn":
            board = before
            say("--", -play.points)
        else:
            for tile in play.tiles:
                bag.remove(tile)
        if after == "challenge":
            say("(challenge)", 5)
        elif after == "note":
            lines.append("#note said\nand said again")
        turn += 1
        if after in ("exchange", "pass"):
            say({"exchange": f"-{tiles.text_of(''.join(bag[:3]).upper())}", "pass": "-"}[after], 0)
            turn += 1
    assert len(points) >= 8
    for _ in range(3):
        say("-", 0)
        turn += 1
    say("(time)", -10)
    return "\n".join(lines), boards, sums, points


def in_form(tiles, play, form):
    """A play's word as programs write it: what lay there as dots, in brackets, or like all the rest."""
    new = new_places(play)
    there = {"dots": ".", "brackets": "({})", "letters": "{}"}[form]
    return "".join(
        tiles.text_of(tile) if n in new else there.format(tiles.text_of(tile)) for n, tile in enumerate(play.word)
    )


@pytest.mark.parametrize("language", SETS)
@settings(max_examples=15)
@given(data=st.data())
def test_a_game_comes_back_from_every_form_in_every_language(language, data):
    text, boards, sums, points = data.draw(games(language))
    game = read_gcg(text.split("\n"))
    assert [placed.board for placed in played_over(game, SETS[language])] == boards
    report = ordinary_report(game)
    assert [player["total"] for player in report.data["players"]] == sums
    assert [move["points"] for move in report.data["moves"] if move["kind"] == "play"] == points
    assert not [note for note in report.notes if "total" in str(note)]


@pytest.mark.parametrize(
    ("language", "encoding"), [("en", "ISO-8859-1"), ("de", "ISO-8859-1"), ("pl", "ISO-8859-2"), ("cs", "windows-1250")]
)
@settings(max_examples=10)
@given(data=st.data())
def test_a_game_comes_back_from_the_bytes_of_every_encoding(language, encoding, data):
    text, boards, _, _ = data.draw(games(language))
    decoded = gcg_text(text.replace("UTF-8", encoding, 1).encode(encoding))
    assert [placed_move.board for placed_move in played_over(read_gcg(decoded.split("\n")), SETS[language])] == boards


def test_the_command_prints_such_a_game_and_says_why_there_is_no_record_of_it(tmp_path, capsys):
    file = tmp_path / "friendly.gcg"
    file.write_text("\n".join(FRIENDLY), encoding="utf-8")
    assert main(["--lang", "cs", "replay", str(file)]) == 0
    assert "Hra Scrabble: Anna K. – Bob" in capsys.readouterr().out
    assert main(["replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["total"] == 51
    assert main(["--lang", "en", "replay", str(file), "--record"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        "This is an ordinary game of Scrabble, one move a turn; it cannot be printed as a record.\n",
    )
    file.write_text("\n".join(FRIENDLY).replace("WINDY", "WI#DY"), encoding="utf-8")
    assert main(["--lang", "en", "replay", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:6: ")


def test_the_first_move_lies_on_the_middle():
    assert At(7, 7, False).square == CENTRE
