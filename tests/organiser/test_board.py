"""The public board: no way in, the right page, catching up."""

import json
import time

import pytest

from device.organiser.board.app import board_app
from device.organiser.board.model import Board
from device.organiser.board.pages import Pages
from device.organiser.standings import standings
from device.organiser.store import everything, open_store
from rules.games import GAMES
from tests.organiser.conftest import EVENT
from tests.organiser.pages import Running, rows_of


@pytest.fixture
def board(store, tmp_path):
    store.append(rows_of(1))
    path = str(tmp_path / "event.db")
    one = Running(board_app(lambda: open_store(path, EVENT, read_only=True), "http://tabule.local/"))
    while one.ask("/cs/table/1").status != 200:
        time.sleep(0.02)
    yield one
    one.close()


def next_event(stream):
    """The next event of a stream that says something: its id and its data."""
    said, id_ = None, None
    while True:
        line = stream.readline().decode().rstrip("\n")
        if line == "event: now":
            assert stream.readline().startswith(b"data: ")
        elif line.startswith("id: "):
            id_ = line[4:]
        elif line.startswith("data: ") and len(line) > 6:
            said = json.loads(line[6:])
        elif not line and said is not None:
            return id_, said


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "FOO"])
@pytest.mark.parametrize(
    "path", ["/", "/cs/", "/cs/results", "/cs/table/1", "/cs/events", "/qr.svg", "/static/board.js"]
)
def test_the_board_has_no_way_in(board, path, method):
    assert board.ask(path, method, body=b"x=1").status in (400, 404, 405)


@pytest.mark.parametrize(
    "path",
    ["/xx/", "/cs/table/999", "/cs/table/0", "/cs/nothing", "/cs/?page=9", "/cs/?page=x", "/static/../app.py",
     "/static/%2e%2e/app.py"],
)  # fmt: skip
def test_what_is_not_there_is_said_politely(board, path):
    answer = board.ask(path)
    assert answer.status == 404
    assert "Traceback" not in answer.read().decode()


def test_every_page_carries_a_strict_policy_and_nothing_from_elsewhere(board):
    for path in ("/cs/", "/en/projector", "/cs/results", "/en/table/1"):
        answer = board.ask(path)
        page = answer.read().decode()
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert 'src="http' not in page
        assert "style=" not in page
        assert "<script>" not in page


def test_the_language_is_the_readers(board):
    assert board.ask("/", headers={"Accept-Language": "en-GB,en;q=0.8"}).headers["Location"] == "/en/"
    assert board.ask("/", headers={"Accept-Language": "cs,en;q=0.5"}).headers["Location"] == "/cs/"
    assert board.ask("/").headers["Location"] == "/cs/"
    assert "podepsaly obě dvojice" in board.ask("/cs/").read().decode()
    assert "signed by both pairs" in board.ask("/en/").read().decode()


def test_a_page_that_was_away_gets_what_changed_meanwhile_and_no_more(board, store):
    first = board.ask("/cs/events?view=tables")
    id_, said = next_event(first)
    assert {"head", "card-1"} <= set(said["parts"])
    first.close()
    store.append(rows_of(2, entries=4))
    again = board.ask("/cs/events?view=tables", headers={"Last-Event-ID": id_})
    later, said = next_event(again)
    assert "card-2" in said["parts"]
    assert "card-1" not in said["parts"]
    assert int(later.partition("-")[2]) > int(id_.partition("-")[2])
    elsewhere = board.ask("/cs/events?view=tables", headers={"Last-Event-ID": "ffffffff-9999"})
    assert {"card-1", "card-2"} <= set(next_event(elsewhere)[1]["parts"])


def test_the_qr_code_leads_to_the_board(board):
    answer = board.ask("/qr.svg")
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.read().startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("lang", ["cs", "en"])
def test_every_state_of_every_game_can_be_drawn(kind, lang):
    """A card and a table's page after each entry: nothing that a game can be is missing in the templates."""
    board = Board()
    pages = Pages(board)
    for n, row in enumerate(rows_of(3, kind), start=1):
        board.take([row._replace(id=n)])
        board.flush()
        for part in ("head", "card-3", "table-3", "rank", "results"):
            assert pages.part(part, lang)
    assert "{" not in pages.part("table-3", lang).replace('class="', "")


def test_names_are_text_whatever_is_in_them(store):
    name = "</script><b onclick=x>'\"&amp;"
    store.append(rows_of(1, names=(name, "B")))
    board = Board()
    board.take(everything(store))
    board.flush()
    pages = Pages(board)
    for text in (pages.page("tables", 1, "cs", ""), pages.page("table", 1, "cs", ""), pages.part("results", "en")):
        assert "<b onclick" not in text
        assert "&lt;/script&gt;&lt;b onclick=x&gt;" in text


def test_standings_count_wins_then_differences(store):
    for table in (1, 2):
        store.append(rows_of(table, variant=2 * table, names=(f"A{table}", f"B{table}")))
    board = Board()
    board.take(everything(store))
    board.flush()
    lines = standings(board.results.all(), "polish_doubles")
    assert [line.figures[0] for line in lines] == ["1", "1", "0", "0"]
    margins = [int(str(line.figures[1]).replace("−", "-")) for line in lines]
    assert margins == sorted(margins[:2], reverse=True) + sorted(margins[2:], reverse=True)
    assert sum(margins) == 0
