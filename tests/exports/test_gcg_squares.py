"""GCG with squares: out as the board has it, in again as the same game; bad files named by their line."""

import pytest

from device.cli import main
from rules.polish_doubles.from_gcg import from_gcg
from rules.polish_doubles.report import report
from rules.polish_doubles.rows import Fate
from rules.record import BadRecord, read
from tests.exports.conftest import filed, made
from tests.rules.table import Game, e


def played():
    """Krtci closed; in between OBLOUK fell, REGÁL stood, three tiles were exchanged."""
    game = Game(out_after_invalid="stands").start()
    game.move("ČUMÁK", 30, at="H4")
    game.press("A")
    game.move("OBLOUK", 18, at="5D")
    game.move("REGÁL", 22, at="I7")
    game.press("B")
    game.do(e.Objection(move=1))
    game.do(e.Verdict(valid=False))
    game.do(e.Exchange(tiles=3))
    game.move("KOUŘ", 9, at="5F")
    game.press("A")
    game.do(e.Close(pair="A"))
    game.do(e.Racks(pair="B", tiles="AE"))
    return game


def lines(game):
    return made(filed(game.history), "gcg").decode().splitlines()


def test_a_move_with_squares_says_them_with_lettered_columns_and_dots_for_what_lay_there():
    said = [line for line in lines(played()) if line.startswith(">")]
    assert said[:6] == [
        ">Krtci: ....... 8D ČUMÁK +30 30",
        ">Sloky: ....... E4 OBLO.K +18 18",
        ">Sloky: ....... -- -18 0",
        ">Sloky: ....... 9G REGÁL +22 22",
        ">Krtci: ....... -3 +0 30",
        ">Krtci: ....... E6 KO.Ř +9 39",
    ]


def test_the_same_game_comes_back():
    there = played()
    back = from_gcg(lines(there))
    assert back.state.board == there.state.board
    assert [back.state.total(pair) for pair in (0, 1)] == [there.state.total(pair) for pair in (0, 1)]
    assert [row.fate for turn in back.state.turns for row in turn.rows] == [
        row.fate for turn in there.state.turns for row in turn.rows
    ]
    assert [pair.players for pair in back.setup.pairs] == [("Jana", "Petr"), ("Eva", "Karel")]
    assert back.state.racks == (None, "AE")


def test_a_first_move_that_fell_and_took_the_second_with_it_comes_back_as_that():
    game = Game(out_after_invalid="stands").start()
    game.move("ČUMÁK", 30, at="H4")
    game.press("A")
    game.move("OBLOUK", 18, at="5D")
    game.move("LES", 5, at="F5")
    game.press("B")
    game.objected(1, valid=False)
    back = from_gcg(lines(game))
    assert [row.fate for row in back.state.turns[1].rows] == [Fate.INVALID, Fate.BUILDS_ON]
    assert back.state.board == game.state.board
    assert not [note for note in report(game.state).notes if "LES" in str(note)]


HEAD = ["#player1 A Krtci", "#player2 B Sloky"]


@pytest.mark.parametrize(
    ("moves", "line", "why"),
    [
        ([">A: . 8D ČUMÁK +30 30", ">A: . E4 OBLOUK +18 48"], 4, "The only move"),
        ([">A: . 8D ČUMÁK +30 30", ">B: . E4 OBLAKU +18 18"], 4, "U lies where OBLAKU needs K."),
        ([">A: . 0A ČUMÁK +30 30"], 3, "The board has no square 0A"),
        ([">A: . 8D ČUMÁK +30 30", ">B: (challenge) +5 5", ">A: (time) -5 25"], 4, "Polish doubles knows no points"),
    ],
)
def test_a_file_that_is_no_game_of_two_pairs_is_refused_with_its_line(moves, line, why):
    with pytest.raises(BadRecord) as caught:
        from_gcg([*HEAD, *moves])
    assert (caught.value.line, str(caught.value.reason)[: len(why)]) == (line, why)


def test_three_players_are_no_two_pairs():
    with pytest.raises(BadRecord, match="has two pairs") as caught:
        from_gcg([*HEAD, "#player3 C Draci", ">A: . 8D ČUMÁK +30 30"])
    assert caught.value.line == 1, "the file as a whole"


def test_the_command_turns_a_file_into_a_record(tmp_path, capsys):
    file = tmp_path / "game.GCG"
    file.write_text("\n".join(lines(played())), encoding="utf-8")
    assert main(["--lang", "en", "replay", str(file), "--record"]) == 0
    history = read(capsys.readouterr().out.split("\n"))
    assert history.state.board == played().state.board
    file.write_text("nothing", encoding="utf-8")
    assert main(["--lang", "en", "replay", str(file)]) == 1
    assert capsys.readouterr().err == f"{file}:1: This is no line of a GCG file.\n"
