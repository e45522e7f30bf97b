"""Rows of the log that this version cannot read: the store opens, says which they are, and all the rest goes on."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from device.common.event import messages, wire
from device.organiser.board.model import BoardModel
from device.organiser.desk.page_view import DeskPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import DESK, LogRow, everything, open_store
from device.organiser.store.rows import ACT, UnreadableRow
from device.organiser.tournament.results import results
from tests.organiser.commands import command, folded_parts, slip_in
from tests.organiser.conftest import EVENT
from tests.organiser.folds import fold_rows
from tests.organiser.pages import rows_of

pytestmark = pytest.mark.usefixtures("in_english")

POISONED = Path(__file__).with_name("stores") / "event-0.1.0.db"
"""A store of version 0.1.0: a few decisions, a game, half a game; a pairing of nine names, round 100, a round of −5
minutes, an announcement and a name that are too long, a round in thirty thousand years; then all goes on as usual."""


BAD = ("seats", "round", "length_s", "text", "title")
"""The fields that cannot be read, row by row."""


@pytest.fixture
def poisoned(tmp_path) -> str:
    path = tmp_path / "event.db"
    shutil.copy(POISONED, path)
    return str(path)


# -- what 0.1.0 left ---------------------------------------------------------------------------------------------------


def test_a_store_that_0_1_0_could_not_open_again_opens_and_says_which_rows_it_passed_over(poisoned):
    desk = OrganiserDesk(open_store(poisoned, EVENT))
    state = desk.state
    assert state.unreadable == 5
    assert [row.id for row in state.unread] == [43, 44, 45, 46, 47]
    assert all(word in row.reason for word, row in zip(BAD, state.unread, strict=True))
    assert (state.title, state.round.round, state.round.length_s) == ("Písek", 2, 2400)
    assert state.notice.text == "Oběd ve 12"
    assert state.places[2].pairing.seats == (("Iva", "Ota"), ("Ida", "Ivo"))
    assert sorted(state.places) == [1, 2, 4]
    desk.tell(4, "Pozor")
    assert OrganiserDesk(open_store(poisoned, EVENT)).state.places[4].note == "Pozor"


def test_a_row_that_cannot_be_read_stops_neither_board_nor_desk_nor_what_tables_are_told(poisoned):
    store = open_store(poisoned, EVENT)
    board = BoardModel()
    board.take(everything(store))
    assert board.flush()
    assert board.numbers == [1, 2, 4]
    assert len(results(board.state)) == 1
    page = DeskPages(OrganiserDesk(store), str).page("", "w", {})
    assert "cannot be read: 5" in page
    assert "43 act" in page
    state = fold_rows(everything(store))
    for place in state.tables():
        order = state.order(place)
        assert wire.decode(wire.encode(order), messages.Order) == order


def test_the_command_says_which_rows_cannot_be_read(poisoned):
    assert "cannot be read: 5" in command(poisoned, "state")
    state = json.loads(command(poisoned, "state", "--json"))
    assert state["unreadable"]["count"] == 5
    assert [row["row"] for row in state["unreadable"]["rows"]] == [43, 44, 45, 46, 47]


def test_a_poisoned_store_in_postgresql_opens_again_too(poisoned, database):
    import psycopg

    open_store(database, EVENT).close()
    with sqlite3.connect(poisoned) as old, psycopg.connect(database, autocommit=True) as new:
        for values in old.execute("SELECT event, tbl, boot, seq, kind, game, n, at, heard, body FROM log ORDER BY id"):
            new.execute(
                "INSERT INTO dvojtah.log (event, tbl, boot, seq, kind, game, n, at, heard, body) "
                "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                values,
            )
    there, here = OrganiserDesk(open_store(database, EVENT)).state, OrganiserDesk(open_store(poisoned, EVENT)).state
    assert folded_parts(there) == folded_parts(here)
    assert there.unreadable == 5


@pytest.mark.parametrize(
    ("table", "kind", "body"),
    [
        ("7", "seen", "{}"),
        ("7", "call", '{"row":"call"}'),
        ("7", "begun", "[]"),
        ("7", "begun", '{"setup":3}'),
        ("x", "entry", "{}"),
        ("99999", "seen", '{"device":"aaaaaaaa"}'),
        ("", "act", '{"act":"later-version"}'),
        ("", "link", "{}"),
        ("", "clock", '{"ahead":1e999}'),
        ("7", "of another version", "{}"),
        ("7", "call", "[" * 9000),
    ],
)
def test_no_row_of_any_kind_stops_the_rest(store, tmp_path, table, kind, body):
    store.append(rows_of(1, entries=5))
    before = folded_parts(fold_rows(everything(store)))
    row = LogRow(0, table, "c" * 8, 1, kind, "", 0, 0, 1, body)
    with pytest.raises(UnreadableRow):
        store.append([row])
    slip_in(tmp_path / "event.db", row)
    store.append(
        [LogRow(0, "1", "b" * 8, 99, "call", "", 0, 0, 1, wire.encode(messages.CallRow(call="c" * 8)).decode())]
    )
    state = fold_rows(everything(store))
    assert state.unreadable == 1
    assert state.places[1].call is not None
    state.places[1].calls.clear()
    assert folded_parts(state)[:-1] == before[:-1]


def test_the_store_itself_takes_no_act_that_is_not_readable(store):
    for body in ('{"act":"round","round":100}', '{"act":"notice"}', "{", '{"act":"none"}'):
        with pytest.raises(UnreadableRow):
            store.append([LogRow(0, DESK, "@x", 1, ACT, "", 0, 0, 1, body)])
    assert store.since(0) == []
