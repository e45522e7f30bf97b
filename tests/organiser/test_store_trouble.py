"""A store that takes or gives nothing while an evening is on: desk and board say so, nothing is acknowledged that does
not stand, and everything comes back by itself."""

import http.client
import re
import time
import urllib.parse

import pytest

from device.organiser.store import open_store
from rules.game import SECOND
from tests.organiser.evening import EVENT, Evening, FullDisk, playing
from tools.play.event.demo import access
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

pytestmark = pytest.mark.timeout(180)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class DatabaseAway:
    """PostgreSQL that is stopped, and runs again for whoever comes next."""

    def __init__(self, server, url):
        self.server = server
        self.url = url
        self.away = False

    def begin(self):
        self.away = True
        self.server.stop()

    def end(self):
        self.server.start()
        self.away = False

    def close(self):
        if self.away:
            self.end()


@pytest.fixture(params=[DatabaseAway, FullDisk])
def fault(request, tmp_path):
    if request.param is DatabaseAway:
        away = DatabaseAway(request.getfixturevalue("postgres"), request.getfixturevalue("database"))
    else:
        away = FullDisk(tmp_path / "disk")
    yield away
    away.close()


class Pages:
    """Desk and board of an evening, as a browser asks for them."""

    def __init__(self, evening):
        self.evening = evening
        entered = self.ask(evening.desk_port, "/enter", FORM, {"password": "heslo"})
        self.headers = FORM | {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
        self.word = re.search(r'name="word" value="([^"]+)"', self.desk()[1])[1]

    def ask(self, port, path, headers, fields=None):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("POST" if fields else "GET", path, urllib.parse.urlencode(fields) if fields else None, headers)
        return line.getresponse()

    def desk(self):
        answer = self.ask(self.evening.desk_port, "/", self.headers)
        return answer.status, answer.read().decode()

    def decide(self, **fields):
        answer = self.ask(self.evening.desk_port, "/act", self.headers, {"word": self.word} | fields)
        return answer.status, answer.read().decode()

    def desk_says(self):
        """What the desk says of the store; empty where nothing is wrong."""
        return re.search(r'<p id="store"[^>]*>([^<]*)</p>', self.desk()[1])[1]


def test_trouble_shows_on_desk_and_board_and_goes_by_itself(tmp_path, fault, browser):
    evening = Evening(tmp_path, fault.url, 2)
    evening.start_broker()
    evening.start_organiser()
    table = SimulatedTable(1, EVENT, ("polish_doubles",), 600, vivid=True, rounds=3, begin=time.monotonic_ns() + SECOND)
    simulated = SimulatedTables([table], lambda n: access(evening.files, n))
    try:
        assert simulated.run(lambda: table.acked > 3, 20)
        pages = Pages(evening)
        assert pages.decide(do="name", title="Písek")[0] == 303
        assert pages.desk_says() == ""
        assert not evening.board_says_trouble
        browser.open(f"{evening.board}/cs/")
        browser.wait("document.querySelector('.card') !== null")

        fault.begin()
        assert simulated.run(lambda: pages.desk_says() and evening.board_says_trouble, 40)
        assert browser.wait("!document.getElementById('trouble').hidden")
        status, page_text = pages.decide(do="name", title="Ztraceno")
        assert status == 503
        assert re.search(r'<p id="trouble"[^>]*>Nic se nerozhodlo: [^<]{10,}</p>', page_text)
        assert not re.search(r'<p id="store"[^>]*hidden', page_text)
        playing(simulated, 1)  # what had been committed before is acknowledged by now
        before = table.acked
        playing(simulated, 2)
        assert table.acked == before < len(table.rows)

        fault.end()
        assert simulated.run(lambda: not pages.desk_says() and not evening.board_says_trouble, 40)
        assert browser.wait("document.getElementById('trouble').hidden")
        assert simulated.run(lambda: table.acked == len(table.rows) > before, 60)
        counts = open_store(fault.url, EVENT, read_only=True).last_seqs()
        assert counts["1", table.boot] >= table.acked
        assert evening.desk().state.title == "Písek"
        assert pages.decide(do="name", title="Písek 2026")[0] == 303
        assert evening.desk().state.title == "Písek 2026"
    finally:
        simulated.close()
        evening.close()
    assert evening.log.stat().st_size < 20_000


def test_a_board_that_starts_while_the_database_is_away_says_so_and_fills_itself_later(postgres, database, monkeypatch):
    from device.organiser.board.app import board_app
    from device.organiser.log import event_log
    from tests.organiser.pages import Running, rows_of

    monkeypatch.setattr(event_log, "AGAIN_S", 0.05)
    fault = DatabaseAway(postgres, database)
    try:
        store = open_store(fault.url, EVENT)
        store.append(rows_of(1, entries=3))
        store.close()
        fault.begin()
        board = Running(board_app(lambda: open_store(fault.url, EVENT, read_only=True)))
        hidden = '<p id="trouble" role="status" hidden>'
        while hidden in board.ask("/cs/").read().decode():
            time.sleep(0.02)
        fault.end()
        while board.ask("/cs/table/1").status != 200 or hidden not in board.ask("/cs/").read().decode():
            time.sleep(0.02)
        board.close()
    finally:
        fault.close()
