"""The public board: no way in, the right page, catching up; and the desk page behind its password."""

import http.client
import json
import threading
import time
import urllib.parse

import msgspec
import pytest

from device.event import wire
from device.organiser import deskpage
from device.organiser.board.app import board_app
from device.organiser.board.model import Board
from device.organiser.board.pages import Pages
from device.organiser.crowd.script import course, setup_for
from device.organiser.desk import Desk, troubles
from device.organiser.hall import BEGUN, CALL, ENTRY, SEEN
from device.organiser.serve import server
from device.organiser.standings import standings
from device.organiser.store import Row, everything, open_store
from rules.games import GAMES
from rules.message import Refusal
from tests.organiser.conftest import free

EVENT = "pisek"
SECOND = 10**9


def rows_of(table, kind="polish_doubles", variant=0, entries=None, names=None):
    """A game as a table says it."""
    played = course(kind, variant)
    setup = setup_for(kind, played.setup, table, 1)
    if names:
        setup["pairs"] = [{"name": name, "players": ["", ""]} for name in names]
    uid = f"{table:016x}"
    body = json.dumps({"setup": json.dumps(setup), "pairing": None, "created": ""})
    now = time.time_ns()
    seen = msgspec.json.encode({"device": f"{table:08x}", "online": True, "game": uid, "offset": now}).decode()
    rows = [Row(0, str(table), "b" * 8, 1, BEGUN, uid, 0, 0, now, body),
            Row(0, str(table), "@o.bbbbbbbb", 1, SEEN, "", 0, 0, now, seen)]  # fmt: skip
    rows += [
        Row(0, str(table), "b" * 8, n + 1, ENTRY, uid, n, at, now, text)
        for n, (at, text) in enumerate(played.events[:entries], start=1)
    ]
    return rows


@pytest.fixture
def store(tmp_path):
    opened = open_store(str(tmp_path / "event.db"), EVENT)
    yield opened
    opened.close()


class Running:
    def __init__(self, app):
        self.port = free()
        self.server = server(app, "127.0.0.1", self.port)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def ask(self, path, method="GET", headers=None, body=None):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        line.request(method, path, body=body, headers=headers or {})
        return line.getresponse()

    def close(self):
        self.server.should_exit = True
        self.thread.join(timeout=10)


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
        if line.startswith("id: "):
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


def test_the_desk_finds_what_needs_it(store):
    desk = Desk(store)
    store.append(rows_of(1, entries=5))
    call = wire.encode(wire.Called(call="c" * 8)).decode()
    store.append([Row(0, "1", "b" * 8, 90, CALL, "", 0, 0, 1, call)])
    now = time.time_ns() + 400 * SECOND
    assert [one.kind for one in troubles(desk.read(), now)] == ["call", "silent"]
    desk.coming(1)
    assert desk.hall.order(desk.hall.places[1]).referee == "c" * 8
    desk.settled(1)
    assert [one.kind for one in troubles(desk.hall, now)] == ["silent"]
    with pytest.raises(Refusal, match="not signed"):
        desk.send_back(1, "the sums differ")


def test_a_result_that_is_sent_back_does_not_count_until_it_is_signed_anew(store):
    desk = Desk(store)
    rows = rows_of(1)
    store.append(rows)
    board = Board()
    board.take(everything(store))
    board.flush()
    assert len(board.results.all()) == 1
    desk.send_back(1, "the sums differ")
    board.take(everything(store, board.hall.last))
    board.flush()
    assert board.results.all() == []
    assert desk.hall.order(desk.hall.places[1]).returned[0].reason == "the sums differ"
    last = rows[-1]
    for n, event in enumerate(({"event": "reopen", "reason": "sums"}, {"event": "sign", "pair": "A"},
                               {"event": "sign", "pair": "B"}), start=1):  # fmt: skip
        store.append([last._replace(seq=last.seq + n, n=last.n + n, body=json.dumps(event))])
    board.take(everything(store, board.hall.last))
    board.flush()
    assert len(board.results.all()) == 1
    assert desk.read().order(desk.hall.places[1]).returned == ()


def test_pairings_are_written_as_people_write_them():
    found = deskpage.pairings(
        "1: Krtci (Jana, Petr) – Sloky (Eva, Karel)\n\n2: Ivo, Ota - Iva, Ada\n", "polish_doubles"
    )
    assert found == [
        (1, [["Jana", "Petr"], ["Eva", "Karel"]], ["Krtci", "Sloky"]),
        (2, [["Ivo", "Ota"], ["Iva", "Ada"]], ["Ivo, Ota", "Iva, Ada"]),
    ]
    assert deskpage.pairings("3: Adam, Bára, Cyril, Dana", "marias")[0][1] == [["Adam"], ["Bára"], ["Cyril"], ["Dana"]]
    with pytest.raises(Refusal, match="Line 2"):
        deskpage.pairings("1: A, B – C, D\nx: E", "polish_doubles")


def test_nobody_decides_without_the_password(store):
    desk = Desk(store)
    page = Running(deskpage.desk_app(desk, "tajné", "cs", lambda: "http://x/", ("127.0.0.1",)))
    try:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urllib.parse.urlencode({"do": "name", "title": "Převzato", "word": ""})
        assert page.ask("/act", "POST", form, body).status == 303
        assert page.ask("/enter", "POST", form, "password=hádám").status == 403
        entered = page.ask("/enter", "POST", form, urllib.parse.urlencode({"password": "tajné"}))
        cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
        assert "HttpOnly" in entered.headers["Set-Cookie"]
        assert page.ask("/act", "POST", form | cookie, body).status == 303  # another site's form has no word
        assert desk.read().title == ""
        shown = page.ask("/", headers=cookie).read().decode()
        word = shown.partition('name="word" value="')[2].partition('"')[0]
        body = urllib.parse.urlencode({"do": "name", "title": "Písek", "word": word})
        assert page.ask("/act", "POST", form | cookie, body).status == 303
        assert desk.read().title == "Písek"
        bad = urllib.parse.urlencode({"do": "round", "round": "x", "minutes": "50", "word": word})
        assert page.ask("/act", "POST", form | cookie, bad).status == 400
        assert page.ask("/", headers=cookie | {"Host": "evil.example"}).status == 400
        for _ in range(12):
            page.ask("/enter", "POST", form, "password=x")
        assert page.ask("/enter", "POST", form, urllib.parse.urlencode({"password": "tajné"})).status == 403
    finally:
        page.close()
