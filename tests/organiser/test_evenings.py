"""Evenings of a club in one log, and the season that they and standings from elsewhere make."""

import msgspec
import pytest

from device.common.games.registry import SPECS
from device.organiser import papers
from device.organiser.board.model import BoardModel
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.fold import Fold
from device.organiser.store import everything, open_store
from device.organiser.tournament import season, snapshot
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.season import events_of
from rules.message import Refusal
from tests.organiser.conftest import EVENT
from tests.organiser.desks import seen
from tests.organiser.events import DOUBLES, played, take_back, with_pairs
from tests.organiser.folds import fold_rows
from tests.organiser.pages import board_of, rows_of
from tests.organiser.said import enrol

MARIAS = "marias"


def test_a_new_evening_keeps_people_and_tables_and_begins_with_no_result(desk, store):
    desk.name("First")
    with_pairs(desk, 4, club="Písek", contact="x@y")
    Registration(desk).warn(1, "late")
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200), (300, 250))
    store.append(rows_of(3))
    desk.round(1, 3000)
    with pytest.raises(Refusal, match="End the round"):
        Rulings(desk).begin_evening("Second")
    desk.end_round()
    before = msgspec.json.encode(snapshot.standings_of(desk.read(), EVENT))
    contacts = desk.contacts()
    Rulings(desk).begin_evening("Second")
    state = desk.read()
    assert (state.title, state.games, state.last_round, list(state.tournament.rounds())) == ("Second", {}, 0, [])
    assert set(state.places) == {1, 2, 3}
    assert [
        (entrant.number, entrant.status, entrant.warnings) for entrant in state.tournament.by_number().values()
    ] == [(n, "registered", ()) for n in range(1, 5)]
    assert desk.contacts() == contacts
    assert fold_rows(everything(store)).tournament.entrants == state.tournament.entrants
    board = board_of(store)
    assert board.value("rank") is None
    take_back(desk)
    assert msgspec.json.encode(snapshot.standings_of(desk.read(), EVENT)) == before
    assert desk.state.title == "First"
    assert desk.state.game_at(desk.state.places[3]) is not None


def test_a_decision_of_the_second_evening_is_taken_back_alone(desk):
    desk.name("First")
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    Rulings(desk).begin_evening("Second")
    enrol(Registration(desk), ("Eva", "Ota"), "Guests")
    take_back(desk)
    assert desk.read().title == "Second"
    assert len(desk.state.evenings) == 1
    assert [entrant.name for entrant in desk.state.tournament.by_number().values()] == ["Pair 1", "Pair 2"]


@pytest.mark.parametrize("devices", [True, False])
def test_a_board_that_is_looked_at_turns_to_the_new_evening_and_back(desk, store, devices):
    board = BoardModel()

    def shown():
        board.take(everything(store, board._fold.state.last))
        board.flush()
        rank, card = board.value("rank"), board.value("card-1")
        return board.value("head").title, rank and rank.lines[0].name, card is not None and card.card is not None

    desk.name("First")
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    if devices:
        store.append(rows_of(1))
    first = shown()
    assert first == ("First", "Pair 1", True), "a table on paper shows what the desk entered"
    Rulings(desk).begin_evening("Second")
    assert shown() == ("Second", None, False)
    take_back(desk)
    assert shown() == first


def test_what_comes_late_of_an_evening_that_is_over_belongs_there(desk, store):
    desk.name("First")
    rows = rows_of(1)
    store.append(rows[:-1])
    assert desk.read().games
    desk.state.games[rows[0].game].counts = True
    store.append([rows[-1]])
    desk.read()
    Rulings(desk).begin_evening("Second")
    store.append([row._replace(boot="c" * 8) for row in rows if row.game])
    state = desk.read()
    assert state.games == {}
    assert len(state.evenings[0].games) == 1
    fold = Fold()
    for row in everything(store):
        fold.take(row)
    assert (state.unreadable, sum(fold._event._waiting.values())) == (0, 0)


def test_a_new_evening_waits_for_tables_that_play(desk, store):
    store.append(rows_of(1, entries=5))
    with pytest.raises(Refusal) as refused:
        Rulings(desk).begin_evening("Second")
    assert str(refused.value.message) == (
        "Table 1 is still playing. A new evening begins when it has signed, its result stands at the desk, or its game "
        "does not count."
    )


def lost(desk, store):
    store.append([seen(1, online=False)])


def set_aside(desk, store):
    desk.count(f"{1:016x}", False, "abandoned")


def written(desk, store):
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    desk.round(1, 3000)
    desk.end_round()


@pytest.mark.parametrize("ends", [lost, set_aside, written])
def test_a_table_that_plays_no_further_never_keeps_a_new_evening_waiting(desk, store, ends):
    store.append(rows_of(1, entries=5))
    ends(desk, store)
    Rulings(desk).begin_evening("Second")
    assert desk.read().games == {}


def test_a_season_is_the_evenings_of_the_club_and_standings_from_files(desk, store, tmp_path):
    desk.name("First")
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    Rulings(desk).begin_evening("Second")
    Registration(desk).all_came()
    played(desk, 1, "1: 1 2", (300, 250))
    other = OrganiserDesk(open_store(str(tmp_path / "other.db"), "brno"))
    other.name("Brno")
    with_pairs(other, 1)
    enrol(Registration(other), ("Eva", "Ota"), "Guests")
    Registration(other).all_came()
    played(other, 1, "1: 1 2", (100, 300))
    text = papers.standings_json(other.read()).decode()
    season.add(desk, text.encode("utf-16"))  # as an editor may have saved it
    lines = season.season(events_of(desk.read(), DOUBLES), season.rules_of(desk.state, DOUBLES), SPECS[DOUBLES])
    assert [
        (line.place, line.name, line.sum_of("won"), line.sum_of("margin"), list(line.events)) for line in lines
    ] == [
        (1, "Pair 1", 2, -50, ["First", "Second", "Brno"]),
        (2, "Guests", 1, 200, ["Brno"]),
        (3, "Pair 2", 0, -150, ["First", "Second"]),
    ]
    take_back(desk)
    assert (
        len(season.season(events_of(desk.read(), DOUBLES), season.rules_of(desk.state, DOUBLES), SPECS[DOUBLES])) == 2
    )
    for wrong in ("", "[]", "{}", '{"event": "x", "standings": [{"game": "polish_doubles", "lines": [{}]}]}', "\x00"):
        with pytest.raises(Refusal):
            season.add(desk, wrong.encode())
    with pytest.raises(Refusal):
        season.add(desk, text.replace('"won": 1', '"won": "1e999999999"').encode())
