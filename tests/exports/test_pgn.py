"""PGN of the chess clock as another program reads it: python-chess."""

import io
import re
from contextlib import suppress

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.common.games.chess_clock.pgn import span, tag_value, time_control
from rules.chess_clock import GAME, ClockSetup
from rules.chess_clock import acts as e
from rules.chess_clock.control import PRESETS, Stage
from rules.chess_clock.game import by_number, order, outcome
from rules.game import SECOND, SIDES
from rules.history import History
from rules.message import Refusal
from tests.chess_clock.game import EVENT
from tests.exports.conftest import BOTH, filed, make_paper, sample

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
    game = read(make_paper(filed(record), "pgn", language))
    state = record.state
    sides, moves_of = order(state), by_number(state)
    assert [game.headers["White"], game.headers["Black"]] == [state.setup.players[side] for side in sides]
    nodes = list(game.mainline())
    assert all(node.move == chess.Move.null() for node in nodes)
    clocks = {(node.ply() + 1) // 2: {} for node in nodes}
    for node in nodes:
        if node.clock() is not None:
            side = sides[0 if node.ply() % 2 else 1]
            clocks[(node.ply() + 1) // 2][side] = (node.clock(), node.emt())
    wanted = {
        number: {side: (max(0, move.left) / SECOND, move.used / SECOND) for side, move in moves.items()}
        for number, moves in moves_of.items()
    }
    assert clocks.keys() == wanted.keys()
    for number, moves in wanted.items():
        assert clocks[number].keys() == moves.keys()
        for side, times in moves.items():
            assert clocks[number][side] == pytest.approx(times, abs=0.1)


def test_the_head_says_event_round_day_control_and_result():
    game = read(make_paper(filed(sample("chess-clock-full")), "pgn", "en"))
    heads = dict(game.headers)
    assert (heads["Event"], heads["Round"], heads["Site"]) == ("Klubový turnaj", "2", "table 3")
    assert heads["Date"] == "2026.11.21"
    assert heads["TimeControl"] == "?"  # byo-yomi has no word in the standard
    assert heads["Result"] in ("1-0", "0-1", "1/2-1/2")
    assert heads["Termination"] in ("normal", "time forfeit")


def test_a_game_that_is_not_over_has_no_result():
    record = sample("chess-clock-full")
    begun = History.begin(record.game, record.setup)
    assert read(make_paper(filed(begun), "pgn", "en")).headers["Result"] == "*"


NAMES_OF_PEOPLE = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters='"\\'), min_size=1, max_size=20
).filter(str.strip)
"""Of any letters but the two that python-chess leaves as they are written (their writing is tested below)."""
ENDINGS = {
    "play": "normal",
    "resigned": "normal",
    "agreed": "normal",
    "time": "time forfeit",
    "referee": "adjudication",
    None: "unterminated",
}
"""The standard's word for each way in which a game ends."""
BRACES = str.maketrans("{}", "()")
"""Brackets of a comment stand in none."""
TIME = r"\d+:[0-5]\d:[0-5]\d(?:\.[1-9])?"
MOVES = st.lists(st.integers(0, 5_000_000_000_000), max_size=20)
"""Moves of up to 83 minutes, in ns."""


@st.composite
def games(draw):
    """A game on the clock under any offered control, with whatever the arbiter does in it, ended in any way or not."""
    control = draw(st.sampled_from(PRESETS)).control
    names = draw(st.tuples(NAMES_OF_PEOPLE, NAMES_OF_PEOPLE))
    white = draw(st.sampled_from(["A", "B", None]))
    history, at = History.begin(GAME, ClockSetup(players=names, control=control, white=white)), 0
    acts = [(e.Press(side="AB"[n % 2]), used) for n, used in enumerate(draw(MOVES))]
    acts += draw(st.lists(st.tuples(EVENT, st.integers(0, 400_000_000_000)), max_size=8))
    how = draw(st.sampled_from([*ENDINGS]))
    if how is not None:
        acts.append((e.Result(winner=draw(st.sampled_from(["A", "B", None])), how=how), 1))
    for event, gap in acts:
        at += gap
        with suppress(Refusal):
            history = history.accept(event, at)
    return history


def single_spaced(text):
    """A text as it stands on one line of a file."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


@settings(max_examples=100)
@given(games())
def test_any_game_comes_back_with_every_clock_its_result_and_how_it_ended(history):
    data = make_paper(filed(history), "pgn", "en")
    state = history.state
    game = read(data)
    sides = (1, 0) if state.white == 1 else (0, 1)
    names = [single_spaced(state.setup.players[side]) for side in sides]
    assert [game.headers["White"], game.headers["Black"]] == names
    won = {None: "1/2-1/2", SIDES[sides[0]]: "1-0", SIDES[sides[1]]: "0-1"}
    assert game.headers["Result"] == ("*" if state.result is None else won[state.result.winner])
    assert game.headers["Termination"] == ENDINGS[state.result and state.result.how]
    clocks = {}
    for node in game.mainline():
        if node.clock() is not None:
            clocks[(node.ply() + 1) // 2, sides[(node.ply() + 1) % 2]] = (node.clock(), node.emt())
    times = {
        (move.number, move.side): (max(0, move.left) * 10 // SECOND, move.used * 10 // SECOND) for move in state.moves
    }
    assert {key: tuple(round(10 * span) for span in spans) for key, spans in clocks.items()} == times
    movetext = data.decode().split("\n\n", 1)[1]
    assert len(re.findall(rf"\[%clk {TIME}\]\s\[%emt {TIME}\]", movetext)) == movetext.count("[%clk") == len(times)
    if state.result is not None:
        (last,) = re.findall(r"\{([^{}]*)\}\s\S+\s*\Z", movetext)
        assert single_spaced(last) == single_spaced(str(outcome(state))).translate(BRACES)


@pytest.mark.parametrize(
    ("stages", "field"),
    [
        ([Stage(time_s=300)], "300"),
        ([Stage(kind="fischer", time_s=180, extra_s=2)], "180+2"),
        ([Stage(time_s=5400, until_move=40), Stage(kind="fischer", time_s=1800, extra_s=30)], "40/5400:1800+30"),
        ([Stage(time_s=60, until_move=40), Stage(time_s=60, until_move=60), Stage(time_s=9)], "40/60:20/60:9"),
        ([Stage(kind="hourglass", time_s=60)], "*60"),
        ([Stage(kind="delay", time_s=60, extra_s=3)], "?"),
    ],
)
def test_a_time_control_is_written_as_the_standard_has_it(stages, field):
    assert time_control(tuple(stages)) == field


def test_quotation_marks_and_backslashes_are_written_as_the_standard_has_them():
    assert tag_value('Jan "Kůň" \\') == 'Jan \\"Kůň\\" \\\\'


def test_spans_are_cut_off_to_the_tenth_and_never_below_0():
    assert [span(ns) for ns in (0, -5 * SECOND, 179_990_000_000, 3_723 * SECOND)] == [
        "0:00:00",
        "0:00:00",
        "0:02:59.9",
        "1:02:03",
    ]
