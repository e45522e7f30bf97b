"""PGN of the chess clock as another program reads it: python-chess."""

import io

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.chess_clock.pgn import span, tag_value, time_control
from rules.chess_clock.control import Stage
from rules.chess_clock.report import by_number, order
from rules.game import SECOND
from rules.history import History
from tests.exports.conftest import BOTH, filed, made, sample

NAMES = ["chess-clock", "chess-clock-full", "chess-clock-scrabble"]


def read(data):
    game = chess.pgn.read_game(io.StringIO(data.decode()))
    assert game is not None
    assert game.errors == []
    return game


@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_a_chess_program_reads_what_each_move_took_and_left(name, language):
    record = sample(name)
    game = read(made(filed(record), "pgn", language))
    state = record.state
    sides, found = order(state), by_number(state)
    assert [game.headers["White"], game.headers["Black"]] == [state.setup.players[side] for side in sides]
    nodes = list(game.mainline())
    assert all(node.move == chess.Move.null() for node in nodes)
    said = {(node.ply() + 1) // 2: {} for node in nodes}
    for node in nodes:
        if node.clock() is not None:
            side = sides[0 if node.ply() % 2 else 1]
            said[(node.ply() + 1) // 2][side] = (node.clock(), node.emt())
    wanted = {
        number: {side: (max(0, one.left) / SECOND, one.used / SECOND) for side, one in moves.items()}
        for number, moves in found.items()
    }
    assert said.keys() == wanted.keys()
    for number, moves in wanted.items():
        assert said[number].keys() == moves.keys()
        for side, times in moves.items():
            assert said[number][side] == pytest.approx(times, abs=0.1)


def test_the_head_says_event_round_day_control_and_result():
    game = read(made(filed(sample("chess-clock-full")), "pgn", "en"))
    heads = dict(game.headers)
    assert (heads["Event"], heads["Round"], heads["Site"]) == ("Klubový turnaj", "2", "table 3")
    assert heads["Date"] == "2026.11.21"
    assert heads["TimeControl"] == "?"  # byo-yomi has no word in the standard
    assert heads["Result"] in ("1-0", "0-1", "1/2-1/2")
    assert heads["Termination"] in ("normal", "time forfeit")


def test_a_game_that_is_not_over_has_no_result():
    record = sample("chess-clock-full")
    begun = History.begin(record.game, record.setup)
    assert read(made(filed(begun), "pgn", "en")).headers["Result"] == "*"


@pytest.mark.parametrize(
    ("stages", "said"),
    [
        ([Stage(time_s=300)], "300"),
        ([Stage(kind="fischer", time_s=180, extra_s=2)], "180+2"),
        ([Stage(time_s=5400, until_move=40), Stage(kind="fischer", time_s=1800, extra_s=30)], "40/5400:1800+30"),
        ([Stage(time_s=60, until_move=40), Stage(time_s=60, until_move=60), Stage(time_s=9)], "40/60:20/60:9"),
        ([Stage(kind="hourglass", time_s=60)], "*60"),
        ([Stage(kind="delay", time_s=60, extra_s=3)], "?"),
    ],
)
def test_a_time_control_is_written_as_the_standard_has_it(stages, said):
    assert time_control(tuple(stages)) == said


def test_quotation_marks_and_backslashes_are_written_as_the_standard_has_them():
    assert tag_value('Jan "Kůň" \\') == 'Jan \\"Kůň\\" \\\\'


@given(st.text(max_size=80).filter(lambda name: not set(name) & set('"\\')))
def test_any_name_stays_one_tag(name):
    game = chess.pgn.read_game(io.StringIO(f'[White "{tag_value(name)}"]\n\n*\n'))
    assert game is not None
    assert game.headers["White"] == " ".join("".join(c if c.isprintable() else " " for c in name).split())


def test_spans_are_cut_off_to_the_tenth_and_never_below_0():
    assert [span(ns) for ns in (0, -5 * SECOND, 179_990_000_000, 3_723 * SECOND)] == [
        "0:00:00",
        "0:00:00",
        "0:02:59.9",
        "1:02:03",
    ]
