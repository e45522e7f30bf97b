"""Results of games that are no longer on the table, and the state of an event for other programs."""

import json
from datetime import datetime

import pytest

from device.organiser.desk.forms import decide
from device.organiser.desk.page_view import DeskPages
from device.organiser.log.troubles import troubles
from device.organiser.store import open_store
from device.organiser.store.rows import RefusedMessage
from device.organiser.tournament.results import results
from rules.message import Refusal
from tests.organiser.commands import command
from tests.organiser.conftest import EVENT
from tests.organiser.pages import board_of, rows_of
from tests.organiser.rounds import KIND, of_round

pytestmark = pytest.mark.usefixtures("in_english")

EARLIER = f"{1:016x}"
TABLE = "table online changed_s_ago device released game begun expected pairing referee note other_devices"
OF_GAME = "game table round kind stage entries line counts sent_back conflicts stuck"
"""What is promised to other programs of a table and of a game."""


@pytest.fixture
def two_games(store):
    """Table 1 has signed a game of round 1 and plays one of round 2."""
    store.append(of_round(1, 1, entries=None))
    store.append(of_round(1, 2, entries=5, uid="e" * 16, boot="c" * 8))


def counting(store):
    board = board_of(store)
    return [result.uid for result in results(board.state)]


def test_the_result_of_an_earlier_game_goes_back_to_its_table(two_games, desk, store):
    assert desk.state.game_at(desk.state.places[1]).uid == "e" * 16
    with pytest.raises(Refusal, match="not signed"):
        desk.send_back(1, "součet")
    assert counting(store) == [EARLIER]
    decide(desk, {"do": "back", "table": "1", "reason": "součet", "game": EARLIER})
    returned = desk.state.order(desk.state.places[1]).returned
    assert [(result.game, result.reason) for result in returned] == [(EARLIER, "součet")]
    assert [
        (trouble.table, trouble.kind) for trouble in troubles(desk.state, desk.now()) if trouble.kind == "returned"
    ] == [(1, "returned")]
    assert counting(store) == []


def test_the_games_of_a_table_are_listed_the_newest_first(two_games, desk, store):
    store.append(of_round(1, 3, entries=4, uid="d" * 16, boot="f" * 8))
    games = desk.read().games_by_table()[1]
    assert [game.uid for game in games] == ["d" * 16, "e" * 16, EARLIER]


def test_an_earlier_game_is_set_aside_and_counts_again(two_games, store, tmp_path):
    path = str(tmp_path / "event.db")
    command(path, "set-aside", "1", "--game", EARLIER[:8] + "0" * 7)
    assert counting(store) == []
    assert "does not count" in command(path, "games")
    command(path, "count", "1", "--game", EARLIER)
    assert counting(store) == [EARLIER]
    command(path, "back", "1", "součet", "--game", EARLIER)
    assert counting(store) == []
    assert "součet" in command(path, "games", "--table", "1")


def test_the_page_offers_earlier_games_of_a_table_that_was_picked(two_games, desk):
    row = DeskPages(desk, str).page("", "w", {"more": "1"}).partition('id="picked"')[2].partition("</section>")[0]
    assert "Earlier games" in row
    assert row.count(f'name="game" value="{EARLIER}"') == 2  # sent back, set aside
    assert row.count('name="game" value="' + "e" * 16) == 1  # not signed: only set aside


# -- for other programs ------------------------------------------------------------------------------------------------


def test_state_as_json_has_the_keys_that_are_promised(two_games, store, tmp_path):
    path = str(tmp_path / "event.db")
    command(path, "name", "Písek")
    command(path, "round", "2", "--minutes", "50", "--game", KIND)
    command(path, "pair", text="3: A, B – C, D\n")
    command(path, "back", "1", "součet", "--game", EARLIER)
    state = json.loads(command(path, "state", "--json"))
    assert (state["event"], state["title"], state["next_round"], state["refused"]) == (EVENT, "Písek", 3, 0)
    assert state["unreadable"] == {"count": 0, "rows": []}
    assert {key: state["round"][key] for key in ("number", "game", "length_s", "starts_in_s", "paused")} == {
        "number": 2,
        "game": KIND,
        "length_s": 3000,
        "starts_in_s": 0,
        "paused": False,
    }
    assert 2900 < state["round"]["left_s"] <= 3000
    table, three = state["tables"]
    assert set(table) == set(TABLE.split())
    assert (table["table"], table["online"], table["game"], table["begun"], table["expected"]) == (
        1,
        True,
        "e" * 16,
        True,
        True,
    )
    assert three["pairing"] == {"game": KIND, "round": 3, "names": ["A, B", "C, D"], "seats": [["A", "B"], ["C", "D"]]}
    assert (three["online"], three["begun"], three["expected"]) == (None, False, False)
    games = {game["game"]: game for game in state["games"]}
    assert set(games[EARLIER]) == set(OF_GAME.split())
    assert (games[EARLIER]["kind"], games[EARLIER]["line"]) == (KIND, "Moravští krtci 65 : 87 Dvě sloky")
    assert (games[EARLIER]["stage"], games[EARLIER]["sent_back"], games[EARLIER]["round"]) == ("signed", "součet", 1)
    assert (games["e" * 16]["stage"], games["e" * 16]["sent_back"]) == ("playing", None)
    assert state["needs"] == [{"table": 1, "kind": "returned", "text": "the result was sent back: součet"}]


def test_standings_as_json_are_the_standings(store, tmp_path):
    path = str(tmp_path / "event.db")
    assert json.loads(command(path, "standings", "--json")) == {"event": EVENT, "title": "", "standings": []}
    for table in (1, 3):
        store.append(rows_of(table, variant=2 * table, names=(f"A{table}", f"B{table}")))
    store.append(rows_of(2, kind="marias"))
    values = json.loads(command(path, "standings", "--json"))
    board = board_of(store)
    ranks = {rank.kind: rank.lines for rank in board.value("results")[1]}
    assert {game["game"] for game in values["standings"]} == set(ranks) >= {KIND}
    for game in values["standings"]:
        lines = ranks[game["game"]]
        assert [(line["place"], line["name"], line["games"]) for line in game["lines"]] == [
            (line.place, line.name, line.games) for line in lines
        ]
        assert set(game["lines"][0]) == {"place", "name", "games", "won", "margin", "points", "people", "club"}
        assert [line["points"] for line in game["lines"]] == [float(line.points) for line in lines]
    (drawn_by_nobody,) = (game["lines"] for game in values["standings"] if game["game"] == KIND)
    wins = [(line["won"], line["margin"], line["points"]) for line in drawn_by_nobody]
    assert wins == sorted(wins, reverse=True)


def test_games_and_refused_messages_as_json_are_those_of_the_event(store, tmp_path):
    path = str(tmp_path / "event.db")
    store.append(rows_of(1), [RefusedMessage(1_700_000_000_000_000_000, "dvojtah/1/x", "no table", 7, "x")])
    store.append(rows_of(2, kind="marias"))
    everyone = json.loads(command(path, "games", "--json"))
    assert everyone["event"] == EVENT
    assert everyone["games"] == json.loads(command(path, "state", "--json"))["games"]
    only = json.loads(command(path, "games", "--json", "--table", "2"))["games"]
    assert {game["table"] for game in everyone["games"]} == {1, 2}
    assert only == [game for game in everyone["games"] if game["table"] == 2]
    (refusal,) = json.loads(command(path, "refused", "--json"))["refused"]
    assert (refusal["topic"], refusal["reason"], refusal["bytes"]) == ("dvojtah/1/x", "no table", 7)
    assert datetime.fromisoformat(refusal["heard"]).tzinfo is not None


def test_state_and_standings_only_read(store, tmp_path):
    path = tmp_path / "event.db"
    store.append(rows_of(1))
    last = open_store(str(path), EVENT).since(0)[-1].id
    for part in ("state", "standings", "games"):
        command(str(path), part)
    for part in ("state", "standings", "games", "refused"):
        command(str(path), part, "--json")
    assert open_store(str(path), EVENT).since(last) == []
