"""The page of a game for telephones on the same network: read over a real socket, and gone when it should be."""

from __future__ import annotations

import html
import http.client
import socket
import threading
import urllib.parse
from pathlib import Path

import pytest

from device.app.assembly import SERVE_PAGE
from device.common import i18n
from device.common.exports import FiledGame
from device.common.web import network
from device.game_files.page_server import page
from device.graphics.widgets import QrCode, Touch
from device.io.inputs import ShowMessage
from device.journal import Journal
from device.kiosk.screen import ask
from device.pocket.page import GamePage
from device.screens.history.controller import HistoryController
from rules.game import SECOND
from rules.history import History
from rules.message import Refusal
from rules.record import read
from tests.kiosk.looking_back import looked_at
from tests.kiosk.script import play
from tests.kiosk.seeing import finish, greyed, says
from tests.kiosk.test_pocket import RECORDS
from tools.play.gallery import load_record


class Phone:
    """A page on this machine, and who reads it. Time passes by hand."""

    def __init__(self, folder: Path, monkeypatch) -> None:
        monkeypatch.setattr(network, "reachable_address", lambda: "127.0.0.1")
        self.path = folder / "journal.db"
        self.said: list[str] = []
        self.heard = threading.Semaphore(0)
        self.ns = 0
        self.page = GamePage(self.hear, lambda: self.ns, SERVE_PAGE)

    def hear(self, item) -> None:
        assert isinstance(item, ShowMessage)
        self.said.append(str(item.message))
        self.heard.release()

    def opened(self, game: int = 1, minutes: int = 20) -> urllib.parse.ParseResult:
        self.page.start(self.path, game, minutes)
        assert self.heard.acquire(timeout=20)
        return urllib.parse.urlparse(self.page.open_page.url)

    def ask(self, url, path: str, method: str = "GET") -> tuple[int, bytes, dict[str, str]]:
        line = http.client.HTTPConnection(url.hostname, url.port, timeout=10)
        line.request(method, path)
        answer = line.getresponse()
        reply = answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        line.close()
        return reply


@pytest.fixture
def phone(tmp_path, monkeypatch):
    i18n.use("cs")
    phone = Phone(tmp_path, monkeypatch)
    with_games(phone.path)
    yield phone
    phone.page.close()
    finish("page")


def with_games(path: Path) -> None:
    """Every sample in a journal, by its place among them from 1."""
    journal = Journal(path)
    for record in map(load_record, RECORDS):
        number = journal.new_game(record.game, record.setup)
        for entry in record.entries:
            journal.append(number, entry, "touch", entry.at)
    journal.close()


def test_a_telephone_reads_the_sheet_and_saves_the_pdf_and_the_record(phone):
    url = phone.opened(1)
    status, page, headers = phone.ask(url, url.path)
    assert status == 200
    assert "Anna" in page.decode()
    assert "<script" not in page.decode()
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["referrer-policy"] == "no-referrer"
    assert phone.ask(url, url.path + "style.css")[0] == 200
    status, pdf, headers = phone.ask(url, url.path + "pdf")
    assert (status, pdf[:5]) == (200, b"%PDF-")
    assert ".pdf" in headers["content-disposition"]
    status, record, _ = phone.ask(url, url.path + "record")
    assert read(record.decode().split("\n")).state == load_record(RECORDS[0]).state


@pytest.mark.parametrize("game", range(1, len(RECORDS) + 1))
def test_every_game_has_a_page(phone, game):
    url = phone.opened(game)
    assert phone.ask(url, url.path)[0] == 200


def test_whoever_does_not_know_the_token_hears_only_that_there_is_nothing(phone):
    url = phone.opened()
    token = url.path.strip("/")
    assert len(token) >= 22
    for path in ("/", "/x/", f"/{token[:-1]}/", f"/{token}x/", f"/{token}/csv", f"/{token}/../etc", "/" + "a" * 5000):
        status, content, _ = phone.ask(url, path)
        assert (status, content) == (404, b""), path
    assert {phone.ask(url, url.path, method)[0] for method in ("POST", "PUT", "DELETE")} == {404}


def test_names_with_markup_are_text_on_the_page(phone):
    journal = Journal(phone.path)
    record = load_record(next(path for path in RECORDS if path.stem == "chess-clock"))
    players = ("<script>alert(1)</script>", "a\"b'&amp;")
    import msgspec

    number = journal.new_game(record.game, msgspec.structs.replace(record.setup, players=players))
    journal.close()
    url = phone.opened(number)
    page = phone.ask(url, url.path)[1].decode()
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_each_opening_has_another_token_and_the_one_before_ends(phone):
    first = phone.opened(1)
    second = phone.opened(2)
    assert first.path != second.path
    assert phone.ask(second, first.path)[0] == 404
    assert phone.page.open_page.game_id == 2


def test_after_twenty_minutes_it_ends_by_itself(phone):
    url = phone.opened()
    phone.ns = 20 * 60 * SECOND
    assert phone.page.open_page is None
    assert phone.heard.acquire(timeout=10)
    assert phone.said[-1] == "The page is closed."
    with pytest.raises(OSError, match="refused"):
        phone.ask(url, url.path)


def test_once_closed_it_is_gone(phone):
    url = phone.opened()
    phone.page.close()
    assert phone.page.open_page is None
    assert phone.heard.acquire(timeout=10)
    with pytest.raises(OSError, match="refused"):
        phone.ask(url, url.path)


def test_strangers_who_hold_connections_do_not_keep_a_reader_out(phone):
    url = phone.opened()
    held = [socket.create_connection((url.hostname, url.port), timeout=5) for _ in range(40)]
    try:
        assert phone.ask(url, url.path)[0] == 200
    finally:
        for connection in held:
            connection.close()


def test_without_a_network_it_is_refused_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(network, "reachable_address", lambda: None)
    page = GamePage(lambda item: None, lambda: 0, SERVE_PAGE)
    with pytest.raises(Refusal, match="no network"):
        page.start(tmp_path / "journal.db", 1, 20)
    assert page.open_page is None


def test_it_is_off_until_somebody_opens_it_on_the_screen(p, monkeypatch):
    monkeypatch.setattr(network, "reachable_address", lambda: "127.0.0.1")
    looked_at(p)
    play(p, "Odnést si partii > QR kód > Stránka · PDF")
    assert p.kiosk.host.page.open_page is None
    assert not any(isinstance(widget, QrCode) for widget in p.kiosk.scene)
    play(p, "Otevřít na 20 minut")
    opened = p.kiosk.host.page._run
    for _ in range(400):
        opened.stop.wait(0.05)
        p.settle()
        if any(isinstance(widget, QrCode) for widget in p.kiosk.scene):
            break
    assert says(p, "otevřená ještě 20 minut")
    play(p, "Zavřít stránku")
    opened.thread.join(10)
    assert p.kiosk.host.page.open_page is None


def test_where_the_settings_say_none_it_cannot_be_opened(p):
    looked_at(p)
    p.kiosk.host.change("page", "minutes", 0)
    play(p, "Odnést si partii > QR kód > Stránka · PDF")
    assert greyed(p, "Nastavení stránku nedovoluje")
    assert ask(HistoryController.start_page) not in [
        touch.action for touch in p.kiosk.scene if isinstance(touch, Touch)
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_game_has_a_page_at_every_moment(path):
    record = load_record(path)
    history = History.begin(record.game, record.setup)
    for entry in record.entries:
        history = history.accept(entry.event, entry.at)
        seats = page(FiledGame(1, history)).partition("</section>")[0]
        assert all(
            html.escape(name) in seats for name in (person.name for person in record.game.people(record.state)[:1])
        )
