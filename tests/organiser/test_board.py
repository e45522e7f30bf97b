"""The public board: no way in, the right page, catching up."""

import contextlib
import itertools
import json
import threading
import time
import urllib.parse

import pytest

from device.organiser.board.app import board_app
from device.organiser.board.live import ANSWERS
from device.organiser.board.model import BoardModel
from device.organiser.board.pages import BoardPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from rules.games import GAMES
from tests.organiser.conftest import EVENT
from tests.organiser.pages import Running, board_of, rows_of, running_board


@pytest.fixture
def board(store, tmp_path):
    store.append(rows_of(1))
    running = running_board(str(tmp_path / "event.db"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def quiet_board(tmp_path_factory):
    """A board on which nothing happens: what readers and strangers do to it leaves nothing for the next test."""
    path = str(tmp_path_factory.mktemp("board") / "event.db")
    with contextlib.closing(open_store(path, EVENT)) as store:
        store.append(rows_of(1))
        running = running_board(path)
        yield running
        running.close()


def next_event(stream):
    """The next event of a stream that says something: its id and its data."""
    parts, id_ = None, None
    while True:
        line = stream.readline().decode().rstrip("\n")
        if line == "event: now":
            assert stream.readline().startswith(b"data: ")
        elif line.startswith("id: "):
            id_ = line[4:]
        elif line.startswith("data: ") and len(line) > 6:
            parts = json.loads(line[6:])
        elif not line and parts is not None:
            return id_, parts


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "FOO"])
@pytest.mark.parametrize(
    "path", ["/", "/cs/", "/cs/results", "/cs/table/1", "/cs/events", "/qr.svg", "/static/board.js"]
)
def test_the_board_has_no_way_in(quiet_board, path, method):
    assert quiet_board.ask(path, method, body=b"x=1").status in (400, 404, 405)


GONE = ("xx/", "cs/table/999", "cs/table/0", "cs/nothing", "cs/?page=9", "cs/?page=x", "static/../app.py")
GONE += ("static/%2e%2e/app.py", "cs/results?page=2")
NO_STREAM = ("view=table&page=77", "view=tables&page=5", "view=results&page=2", "view=tables&page=0", "page=%C2%B2")
NO_STREAM += ("view=table&page=99999999999999999999", "view=" + "x" * 5000)


@pytest.mark.parametrize("path", [*GONE, *(f"cs/events?{asked}" for asked in NO_STREAM)])
def test_what_is_not_there_is_said_politely(quiet_board, path):
    answer = quiet_board.ask(f"/{path}")
    assert answer.status == 404
    assert answer.read().decode() == "Taková stránka tu není; tabule začíná na /.\n"


def test_every_page_carries_a_strict_policy_and_nothing_from_elsewhere(quiet_board):
    for path in ("/cs/", "/en/projector", "/cs/results", "/en/table/1"):
        answer = quiet_board.ask(path)
        page = answer.read().decode()
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert 'src="http' not in page
        assert "style=" not in page
        assert "<script>" not in page


def test_the_language_is_the_readers(quiet_board):
    assert quiet_board.ask("/", headers={"Accept-Language": "en-GB,en;q=0.8"}).headers["Location"] == "/en/"
    assert quiet_board.ask("/", headers={"Accept-Language": "cs,en;q=0.5"}).headers["Location"] == "/cs/"
    assert quiet_board.ask("/").headers["Location"] == "/cs/"
    assert "podepsaly obě dvojice" in quiet_board.ask("/cs/").read().decode()
    assert "signed by both pairs" in quiet_board.ask("/en/").read().decode()


def test_a_page_that_was_away_gets_what_changed_meanwhile_and_no_more(board, store):
    first = board.ask("/cs/events?view=tables")
    id_, change = next_event(first)
    assert {"head", "card-1"} <= set(change["parts"])
    first.close()
    store.append(rows_of(2, entries=4))
    again = board.ask("/cs/events?view=tables", headers={"Last-Event-ID": id_})
    later, change = next_event(again)
    assert "card-2" in change["parts"]
    assert "card-1" not in change["parts"]
    assert int(later.partition("-")[2]) > int(id_.partition("-")[2])
    elsewhere = board.ask("/cs/events?view=tables", headers={"Last-Event-ID": "ffffffff-9999"})
    assert {"card-1", "card-2"} <= set(next_event(elsewhere)[1]["parts"])


def test_the_qr_code_leads_to_the_board(quiet_board):
    answer = quiet_board.ask("/qr.svg")
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.read().startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("lang", ["cs", "en"])
def test_every_state_of_every_game_can_be_drawn(kind, lang):
    """A card and a table's page after each entry: nothing that a game can be is missing in the templates."""
    board = BoardModel()
    pages = BoardPages(board)
    for n, row in enumerate(rows_of(3, kind), start=1):
        board.take([row._replace(id=n)])
        board.flush()
        for part in ("head", "card-3", "table-3", "rank", "results"):
            assert pages.part(part, lang)
    assert "{" not in pages.part("table-3", lang).replace('class="', "")


def test_names_are_text_whatever_is_in_them(store):
    name = "</script><b onclick=x>'\"&amp;"
    store.append(rows_of(1, names=(name, "B")))
    board = board_of(store)
    pages = BoardPages(board)
    for text in (pages.page("tables", 1, "cs", ""), pages.page("table", 1, "cs", ""), pages.part("results", "en")):
        assert "<b onclick" not in text
        assert "&lt;/script&gt;&lt;b onclick=x&gt;" in text


def test_however_many_numbers_strangers_name_no_more_answers_are_kept_than_there_are_changes(live):
    for n, row in enumerate(rows_of(2), start=1000):
        live.board.take([row._replace(id=n)])
        live.board.flush()
    parts = live.pages.parts("tables", 1)
    changes = {0, *(live.board.last_change(parts, seen) for seen in range(live.board.state.last + 1))}
    messages = {live.message("tables", 1, "cs", seen) for seen in range(0, 10_000)}
    assert len(live._made) <= len(changes) <= 5
    assert len(live._made) == len(messages - {b""})
    assert sum(len(text) for texts in live._made.values() for text in texts) < 200_000


def test_answers_and_codes_that_are_kept_stay_few(live):
    for table in range(2, 200):
        live.board.take([row._replace(id=1000 * table + n) for n, row in enumerate(rows_of(table, entries=3))])
        live.board.flush()
    for view, page, lang in itertools.product(("tables", "projector"), range(1, 5), ("cs", "en")):
        for seen in range(0, live.board.state.last, 1000):
            newest = live.message(view, page, lang, seen)
    assert len(live._made) == ANSWERS
    assert live.message("projector", 4, "en", seen) is newest, "what was asked for last is kept"


def test_an_answer_is_the_same_whether_it_is_kept_or_made(live):
    first = live.message("tables", 1, "cs", 0)
    assert live.message("tables", 1, "cs", 0) is first
    live.board.take([row._replace(id=5000 + n) for n, row in enumerate(rows_of(2, entries=3))])
    live._tell()
    assert b"card-2" in live.message("tables", 1, "cs", 0)
    late = live.message("tables", 1, "cs", 4000)
    assert b"card-2" in late
    assert b"card-1" not in late


@pytest.mark.parametrize("after", ["²", "١", "-1", "1e9", "9" * 5000, "0x1", "", "%00"])
def test_whatever_is_said_to_have_been_seen_the_stream_begins(quiet_board, after):
    stream = quiet_board.ask(f"/cs/events?view=tables&after={urllib.parse.quote(after)}")
    assert stream.status == 200
    assert "card-1" in next_event(stream)[1]["parts"]
    stream.close()


def test_hosts_that_strangers_name_make_no_errors(board, caplog):
    for n, host in enumerate(["x:y", "[", "a" * 3000, "a@b", "<script>", "x\\y", "ä".encode().decode("latin-1"), ""]):
        answer = board.ask(f"/qr.svg?{n}", headers={"Host": host})
        assert answer.status in (200, 400), host
        assert board.ask("/cs/", headers={"Host": host}).status in (200, 400)
    assert "Traceback" not in caplog.text


def test_a_page_that_is_asked_for_before_the_board_has_read_everything_comes_by_itself(store, tmp_path):
    """As after a start of the organiser's program, while people look at their table on their phones."""
    store.append(rows_of(1))
    path, let_in = str(tmp_path / "event.db"), threading.Event()

    def opened():
        assert let_in.wait(10)
        return open_store(path, EVENT, read_only=True)

    running = Running(board_app(opened))
    for ask in ("/cs/table/1", "/cs/events?view=table&page=1"):
        early = running.ask(ask)
        assert (early.status, early.headers["Refresh"], early.headers["Retry-After"]) == (503, "2", "2")
        assert early.read().decode() == "Tabule se ještě načítá; stránka se objeví sama.\n"
    let_in.set()
    while (now := running.ask("/cs/table/1")).status == 503:
        time.sleep(0.02)
    assert now.status == 200
    assert running.ask("/cs/table/2").status == 404
    running.close()


def test_of_one_address_only_so_many_streams_are_open_and_the_page_still_comes(store, tmp_path):
    store.append(rows_of(1))
    path = str(tmp_path / "event.db")
    app = board_app(lambda: open_store(path, EVENT, read_only=True), readers=5, readers_of_one=3, exempt=())
    running = Running(app)
    while running.ask("/cs/table/1").status != 200:
        time.sleep(0.02)
    streams = [running.ask("/cs/events?view=tables") for _ in range(3)]
    assert [stream.status for stream in streams] == [200] * 3
    refused = running.ask("/cs/events?view=tables")
    assert refused.status == 503
    assert refused.headers["Retry-After"]
    assert running.ask("/cs/").status == 200
    other = [running.ask("/cs/events?view=tables", source="127.0.0.2") for _ in range(3)]
    assert [stream.status for stream in other] == [200, 200, 503]  # five in all
    for stream in (*streams, *other):
        stream.close()
    while app.state.live.readers:  # the places are free again
        time.sleep(0.02)
    again = [running.ask("/cs/events?view=tables") for _ in range(4)]
    assert [stream.status for stream in again] == [200, 200, 200, 503], "as many as before, and no more"
    running.close()


def test_a_reader_keeps_the_keyboard_and_the_page_while_tables_play_and_join(board, store, browser):
    browser.size(900, 500)
    browser.open(f"http://127.0.0.1:{board.port}/cs/")
    browser.wait("document.querySelector('#card-1') !== null")
    browser.read("""(() => { window.same = true; document.body.style.minHeight = '3000px';
        window.kept = document.querySelector('#card-1 a') ?? document.querySelector('a#card-1'); window.kept.focus();
        window.before = document.querySelector('#card-1').outerHTML; scrollTo(0, 100); })()""")
    assert browser.read("document.activeElement === window.kept")
    last = rows_of(1)[-1]
    reopened = json.dumps({"event": "reopen", "reason": "součet"})
    store.append([*rows_of(2, entries=4), last._replace(seq=last.seq + 1, n=last.n + 1, body=reopened)])
    browser.wait("document.querySelector('#card-2') !== null")
    browser.wait("document.querySelector('#card-1').outerHTML !== window.before")
    store.append(rows_of(2)[6:12])
    browser.wait("document.querySelector('#head').textContent.includes('2')")
    assert browser.read("window.same")  # without loading the page anew
    assert browser.read("document.activeElement === window.kept && window.kept.isConnected")
    assert browser.read("scrollY") == 100


def test_an_event_that_is_named_while_pages_are_open_is_named_in_their_titles(board, store, browser):
    browser.size(900, 500)
    for path, before in (("", ""), ("results", "Výsledky · ")):
        browser.open(f"http://127.0.0.1:{board.port}/cs/{path}")
        browser.wait("document.querySelector('#head') !== null")
        OrganiserDesk(store).name(f"Písek <b>{path}</b>")
        browser.wait(f"document.title === {f'{before}Písek <b>{path}</b>'!r}")


CUT_OFF = """(() => { const paper = document.getElementById('rank').getBoundingClientRect();
  const lines = [...document.querySelectorAll('#rank tbody tr:not([hidden])')];
  return [lines.length, lines.some((line) => line.getBoundingClientRect().bottom > paper.bottom)] })()"""


def test_the_wall_shows_no_line_of_the_standings_cut_off_whatever_else_stands_there(store, tmp_path, browser):
    for table in range(1, 9):
        store.append(rows_of(table, names=(f"Krtci {table}", f"Sloky {table}")))
    desk = OrganiserDesk(store)
    path = str(tmp_path / "event.db")
    app = board_app(lambda: open_store(path, EVENT, read_only=True), "http://tabule.local/")
    page = Running(app)
    browser.size(1280, 720)
    browser.open(f"http://127.0.0.1:{page.port}/cs/projector")
    browser.wait("document.querySelectorAll('#rank tbody tr').length === 16")
    most, cut = browser.read(CUT_OFF)
    assert not cut
    desk.notice("Ve 14:30 je oběd v jídelně.")
    browser.wait("!document.getElementById('notice').hidden")
    fewer, cut = browser.read(CUT_OFF)
    assert not cut
    app.state.troubles.writing(True)
    browser.wait("!document.getElementById('trouble').hidden")
    fewest, cut = browser.read(CUT_OFF)
    assert not cut
    assert most >= fewer > fewest >= 3
    app.state.troubles.writing(False)
    desk.notice("")
    browser.wait("document.getElementById('notice').hidden && document.getElementById('trouble').hidden")
    assert browser.read(CUT_OFF) == [most, False]
    page.close()
