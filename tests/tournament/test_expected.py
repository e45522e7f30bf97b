"""A scoring of its own that `make tournament` holds the product against says what the rules say, on random games."""

import json
import random
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from rules.game import SECOND, Progress
from rules.history import History
from rules.marias.state import slip_of
from rules.record import event_from, setup_from
from tests.tournament import expected, random_games
from tests.tournament.expected import Place, Played, by_sum, by_wins, in_steps, prizes

SAMPLES = Path(__file__).parents[2] / "samples"
TIME = ("pause", "resume", "power_loss")


def folded(setup, course):
    game, frozen = setup_from(setup)
    history = History.begin(game, frozen)
    for at, event in course:
        history = history.accept(event_from(game, dict(event)), round(at * SECOND))
    return history


@pytest.mark.parametrize("seed", range(20))
def test_a_game_of_polish_doubles_is_worth_what_the_rules_say(seed):
    luck = random.Random(seed)
    course = random_games.doubles(luck)
    history = folded({"game": "polish_doubles", "pairs": [{"name": "A"}, {"name": "B"}]}, course)
    assert history.game.progress(history.state) is Progress.SIGNED
    assert expected.doubles(event for _, event in course) == (history.state.total(0), history.state.total(1))
    assert expected.doubles(event for _, event in course[:-1]) is None
    course += random_games.again(luck, "chybí bod", course[-1][0], 33)
    history = folded({"game": "polish_doubles", "pairs": [{"name": "A"}, {"name": "B"}]}, course)
    assert expected.doubles(event for _, event in course) == (history.state.total(0), history.state.total(1))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_round_of_marias_is_worth_what_the_rules_say(seed, players):
    names = ("Adam", "Bára", "Cyril", "Dana", "Emil")[:players]
    setup = {"game": "marias", "players": names, "rounds": 1}
    course = random_games.marias(random.Random(seed), players)
    history = folded(setup, course)
    assert history.game.progress(history.state) is Progress.SIGNED
    slip = slip_of(history.state.setup, history.state.round)
    [marias_round] = expected.marias(setup, [event for _, event in course])
    assert marias_round.results == {names[line.seat]: line.result for line in slip.lines}
    assert marias_round.recorded == {names[line.seat]: line.recorded for line in slip.lines}
    assert sum(marias_round.results.values()) == 0


@pytest.mark.parametrize("name", ["full", "darts", "yahtzee"])
def test_a_score_sheet_is_worth_what_the_rules_say(name):
    setup, *events = [
        json.loads(line)
        for line in (SAMPLES / f"rounds-{name}.jsonl").read_text(encoding="utf-8").splitlines()
        if line.startswith("{")
    ]
    course = [(event.pop("t", 0), event) for event in events]
    history = folded(setup, [(max(at for at, _ in course[: n + 1]), event) for n, (_, event) in enumerate(course)])
    state = history.state
    sign = -1 if state.terms.wins == "least" else 1
    won = {column: Fraction(1, len(state.winners)) for column in state.winners}
    journal = {entry.n: msgspec.to_builtins(entry.event) for entry in history.entries}
    steps = [event for event in expected.not_taken_back(journal) if event["event"] not in TIME]
    assert expected.sheet(setup, steps) == {
        name: (won.get(column, 0), sign * state.sums[column]) for column, name in enumerate(state.columns)
    }


def test_partners_share_a_column_and_the_best_share_a_win():
    setup = {"terms": {"name": "x", "players": [4, 4], "team": 2, "wins": "least"}, "players": ["A", "B", "C", "D"]}
    rows = [{"event": "round", "figures": [5, 3]}, {"event": "round", "figures": [1, 3]}]
    half = Fraction(1, 2)
    assert expected.sheet(setup, rows) == {"A + C": (half, -6), "B + D": (half, -6)}
    put_right = {"event": "correct", "round": 2, "figures": [0, 3]}
    other = {"event": "substitute", "seat": "3", "name": "E"}
    assert expected.sheet(setup, [*rows, put_right, other]) == {"A + E": (1, -5), "B + D": (0, -6)}
    with pytest.raises(expected.Unknown):
        expected.sheet(setup, [{"event": "undo"}])


def test_who_has_as_many_wins_stands_by_difference_then_by_their_own_game_then_by_buchholz():
    games = [
        Played(1, ("A", "B"), (300, 290)),
        Played(1, ("C", "D"), (400, 200)),
        Played(2, ("B", "C"), (310, 290)),
        Played(2, ("A", "D"), (300, 310)),
    ]
    places = by_wins(games, ["E"], ["F"])
    assert [(place.place, place.name, *place.figures) for place in places] == [
        (1, "C", 1, 180, 0, 2),
        (2, "B", 1, 10, 0, 2),
        (3, "A", 1, 0, 0, 2),
        (4, "E", 1, 0, 0, 0),
        (5, "D", 1, -190, 0, 2),
        (6, "F", 0, 0, 0, 0),
    ]
    games = [Played(1, ("A", "B"), (300, 290)), Played(2, ("A", "C"), (1, 21)), Played(2, ("B", "D"), (41, 21))]
    assert [(win.name, *win.figures[:3]) for win in by_wins(games, [])][1:3] == [("B", 1, 10, 0), ("A", 1, -10, 0)]
    games[1:] = [Played(2, ("A", "C"), (1, 11)), Played(2, ("B", "D"), (31, 21))]
    assert [(win.place, win.name, *win.figures[:3]) for win in by_wins(games, [])][1:3] == [
        (2, "A", 1, 0, 1),
        (3, "B", 1, 0, 0),
    ]


def test_mariash_is_decided_by_the_sum_and_then_by_the_last_round():
    sums = [(1, "A", 50), (2, "A", -20), (1, "B", 10), (2, "B", 20), (1, "C", 30), (1, "D", 30)]
    places = by_sum([(number, name, Fraction(amount)) for number, name, amount in sums], ["E"])
    assert [(place.place, place.name) for place in places] == [(1, "B"), (2, "C"), (2, "D"), (4, "A"), (5, "E")]
    assert places[0] == Place(1, "B", (Fraction(30), Fraction(20)))


def test_prizes_of_a_shared_place_are_shared_to_the_last_haler():
    assert prizes([1, 2, 2, 4], [1000, 501, 300], 1) == [1000, 401, 400, 0]
    assert in_steps([Fraction(5, 2), Fraction(-3, 2), Fraction(-1)]) == [3, -2, -1]
    assert in_steps([Fraction(816750), Fraction(490050), Fraction(326700)], 100) == [816800, 490000, 326700]
    assert prizes([1, 1, 1, 4], [100, 50, 25, 10], 1) == [59, 58, 58, 10]
