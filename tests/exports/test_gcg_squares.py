"""GCG with squares: out as the board has it, in again as the same game; bad files named by their line."""

from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from device.cli import main
from rules.message import Refusal
from rules.polish_doubles.from_gcg import from_gcg
from rules.polish_doubles.report import report
from rules.polish_doubles.rows import Fate, Kind
from rules.polish_doubles.setup import LETTER
from rules.polish_doubles.state import Phase
from rules.polish_doubles.tiles import CZECH, value_of
from rules.record import BadRecord, read
from rules.scrabble import write_at
from tests.exports.conftest import filed, make_paper
from tests.rules.scrabble_moves import find_play, full_bag
from tests.rules.table import Game, Undo, e


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
    return make_paper(filed(game.history), "gcg").decode().splitlines()


def test_a_move_with_squares_says_them_with_lettered_columns_and_dots_for_what_lay_there():
    moves = [line for line in lines(played()) if line.startswith(">")]
    assert moves[:6] == [
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


def test_the_tiles_that_whoever_closed_gains_are_those_of_the_other_pair():
    """Other programs write one line of the end, that of the pair that closed."""
    back = from_gcg([line for line in lines(played()) if not line.startswith(">Sloky: AE (AE)")])
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


@st.composite
def double_games(draw):
    """A game of Polish doubles of whole turns on the board, with all that may become of its moves."""
    luck = Random(draw(st.integers(0, 2**32)))
    notation = luck.choice(["rows_lettered", "columns_lettered"])
    crosses = luck.choice(["failed_objector", "invalid_move"])
    game = Game(out_after_invalid="stands", board_notation=notation, cross_goes_to=crosses).start(luck.choice("AB"))
    bag = full_bag(CZECH, luck)

    def maybe(chance, *events):
        """These events with that chance, where the rules allow them all."""
        before = game.history
        if luck.random() < chance:
            try:
                for event in events:
                    game.do(event)
            except Refusal:
                game.history = before

    for _ in range(draw(st.integers(4, 10))):
        turn = game.state.turns[-1]
        for move in range(len(turn.rows), turn.moves):
            play = find_play(game.state.board, CZECH, bag, luck) if luck.random() < 0.8 else None
            if play is None:
                game.do(luck.choice([e.Pass(), e.Exchange(tiles=luck.randint(1, 7))]), 20)
                continue
            points = play.points + luck.choice([0, 0, 0, -1, 10])
            game.move(play.word, points, at=write_at(play.at, notation))
            for tile in play.tiles:
                bag.remove(tile)
            if move == 0:
                maybe(0.2, e.Early(), e.EarlyAnswer(answer=luck.choice(["accepted", "valid", "invalid"])))
        game.press(LETTER[turn.pair], luck.choice([5, 5, 5, 150]))
        maybe(1, e.Overrun(stands=tuple(luck.random() < 0.5 for _ in range(turn.moves))))
        for move in (1, 2):
            maybe(0.3, e.Objection(move=move), e.Verdict(valid=luck.random() < 0.5))
        maybe(0.1, e.Correct(turn=luck.randint(1, len(game.state.turns)), move=1, points=luck.randint(0, 50)))
        maybe(0.05, e.Out(pair=luck.choice("AB")))
        maybe(0.1, Undo())
    racks = [e.Racks(pair=pair, tiles="".join(bag[n : n + 4])) for n, pair in ((0, "A"), (4, "B"))]
    luck.shuffle(racks)
    maybe(0.4, e.Close(pair=luck.choice("AB")))
    maybe(0.6, e.End())
    for rack in racks:
        maybe(0.9, rack)
    return game


def said_of(state):
    """What GCG can say of a game: every move on the board, the exchanges, the racks, the sums, by who began."""
    rows = [(turn.pair == state.starter, row) for turn in state.turns for row in turn.rows]
    plays = [(pair, row.word, row.placement.at, row.points, row.counts) for pair, row in rows if row.on_board]
    exchanges = [(pair, row.tiles) for pair, row in rows if row.kind is Kind.EXCHANGE]
    pairs = (state.starter, 1 - state.starter)
    ended = state.phase in (Phase.RESULT, Phase.SIGNED)
    racks = [value_of(state.racks[pair] or "") for pair in pairs] if ended else None
    sums = [sum(row.score for mine, row in rows if mine == starts) for starts in (True, False)]
    totals = [sums[n] + state.settlement(pair) for n, pair in enumerate(pairs)]
    return plays, exchanges, state.board, racks, totals


@settings(max_examples=60)
@given(double_games())
def test_whatever_happens_in_a_game_it_comes_back_with_its_moves_and_its_sums(game):
    note("\n".join(lines(game)))
    back = from_gcg(lines(game))
    assert said_of(back.state) == said_of(game.state)
    again = from_gcg(make_paper(filed(back), "gcg").decode().splitlines())
    assert said_of(again.state) == said_of(back.state)


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
    assert capsys.readouterr().err == f"{file}:1: This is not a line of a GCG file.\n"
