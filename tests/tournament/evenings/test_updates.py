"""Updates from the desk to the tables, all with their real programs: one table, ten, all; halted by one that fails."""

from __future__ import annotations

import contextlib
import html
import http.client
import re
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from installer import table, versions, words

from device.journal import Journal, StoredGame, connect, games
from device.organiser.log.rollout import AT_ONCE
from rules.game import Entry
from rules.record import read
from tests.organiser.evening import Evening
from tests.organiser.pages import FORM
from tests.tournament.cards import Card, built, release
from tests.updates.files import key_of

TABLES = 12
PLAYING = 2
"""The table on which a game is."""
PATIENCE_S = 300
LOOK_S = 0.3
SAMPLE = "samples/polish-doubles-short.jsonl"


class Desk:
    """Who sits at the desk, without a browser."""

    def __init__(self, port: int) -> None:
        self._port, self._cookie = port, {}
        entered = self._ask("POST", "/enter", urllib.parse.urlencode({"password": "heslo"}).encode(), FORM)
        self._cookie = {"Cookie": entered.headers["Set-Cookie"].partition(";")[0]}

    def _ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None):
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        line.request(method, path, body, (headers or {}) | self._cookie)
        return line.getresponse()

    def page(self) -> str:
        """The page of all tables."""
        return self._ask("GET", "/fleet?lang=en").read().decode()

    def says(self) -> str:
        """What it says of the update."""
        match = re.search(r'<details class="fold card full" id="updates".*?</details>', self.page(), re.DOTALL)
        return html.unescape(re.sub("<[^>]*>", " ", match[0])) if match else ""

    def version_at(self, number: int) -> str:
        """The version that the page says of a table."""
        match = re.search(rf'id="device-{number}" .*?data-label="Version"[^>]*>(.*?)</td>', self.page(), re.DOTALL)
        return re.sub("<[^>]*>", " ", match[1]).partition(",")[0].strip() if match else ""

    def order(self, count: str) -> bool:
        """Press the button for ``count`` tables; whether any could be asked."""
        for form in re.findall(r'<form method="post" action="/act" data-key="update">.*?</form>', self.page()):
            fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
            if fields["count"] == count:
                fields = {name: html.unescape(value) for name, value in fields.items()}
                return self._ask("POST", "/act", urllib.parse.urlencode(fields).encode(), FORM).status == 303
        return False

    def upload(self, update: bytes) -> None:
        """Bring the file of an update."""
        word = re.search(r'name="word" value="([^"]+)"', self.page())[1]
        head = f'--x\r\nContent-Disposition: form-data; name="word"\r\n\r\n{word}\r\n--x\r\n'
        head += 'Content-Disposition: form-data; name="file"; filename="new.update"\r\n\r\n'
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        assert self._ask("POST", "/update", head.encode() + update + b"\r\n--x--\r\n", kind).status == 303


def until(condition: Callable[[], bool], awaited: str | Callable[[], str] = "") -> None:
    """Wait for something to be so; asking for it more often would take the processor from the tables."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, f"not within {PATIENCE_S} s: {awaited() if callable(awaited) else awaited}"
        time.sleep(LOOK_S)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The builder's."""
    return key_of(tmp_path)


@pytest.fixture
def cards(
    tmp_path: Path, evening: Evening, key: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[list[Card]]:
    """All tables are switched on, one of them, where there are several, in the middle of a game."""
    monkeypatch.setattr(table, "SETTLED_S", 0.0)
    words.use("en")
    tables = getattr(request, "param", TABLES)
    new_cards = [Card(tmp_path / f"card-{n}", n, evening.files.code(n), key) for n in range(1, tables + 1)]
    if tables >= PLAYING:
        play(new_cards[PLAYING - 1], 1, 15)
    with contextlib.ExitStack() as stack:
        for card in new_cards:
            stack.callback(card.close)
        starting = [threading.Thread(target=card.switch_on) for card in new_cards]
        for thread in starting:
            thread.start()
        for thread in starting:
            thread.join()
        yield new_cards


def play(card: Card, first: int, last: int) -> None:
    """Entries of the recorded game are in the table's journal, whose program is off."""
    with open(SAMPLE, encoding="utf-8") as file:
        history = read(file.read().splitlines())
    journal = Journal(card.games / "journal.db")
    game = journal.new_game(history.game, history.setup) if first == 1 else 1
    for entry in history.entries[first - 1 : last]:
        journal.append(game, Entry(entry.n, entry.at, entry.event), "touch", entry.n)
    assert journal.flush()
    journal.close()


@pytest.mark.parametrize("evening", [TABLES], indirect=True)
def test_an_update_goes_from_the_desk_to_one_table_to_ten_to_all(
    tmp_path: Path, evening: Evening, cards: list[Card], key: Path, report: list[str]
) -> None:
    began, desk, payload = time.monotonic(), Desk(evening.desk_port), built(tmp_path)

    def running(*versions: str) -> list[int]:
        return [card.number for card in cards if card.version in versions]

    def asked() -> set[int]:
        return {*evening.desk().read().rollout.asked}

    desk.upload(release(payload, "9.1.0", key_of(tmp_path, "stranger")))
    until(lambda: desk.order("one"), "a table says that it takes updates")
    until(lambda: "Halted: table 1: " in desk.says())
    assert "not signed by whoever this table trusts" in desk.says()
    assert asked() == {1}

    desk.upload(release(payload, "9.2.0", key, starts=False))
    until(lambda: desk.order("all"))
    until(lambda: "Version 9.2.0 does not start; version 0.2.0 runs again, with all games." in desk.says(), desk.says)
    assert "Halted: table " in desk.says()
    until(lambda: all(not card.is_busy for card in cards), "whoever was at it is back")
    assert running("0.2.0") == [*range(1, TABLES + 1)]
    taken = {card.number for card in cards if card.installs}
    assert taken <= {*range(1, AT_ONCE + 2)} - {PLAYING}, "nobody else takes it"

    desk.upload(release(payload, "9.3.0", key))
    until(lambda: desk.order("one"))
    until(lambda: "version 9.3.0; 1 of 1 tables have it" in desk.says())
    assert (running("9.3.0"), desk.version_at(1)) == ([1], "9.3.0")
    until(lambda: desk.order("ten"))
    until(lambda: "version 9.3.0; 10 of 11 tables have it" in desk.says())
    others = [n for n in range(1, 12) if n != PLAYING]
    assert running("9.3.0") == others
    assert [desk.version_at(n) for n in others] == ["9.3.0"] * 10, "each has said so since its new start"
    until(lambda: desk.order("all"))
    until(lambda: "version 9.3.0; 11 of 12 tables have it" in desk.says())
    assert "Halted" not in desk.says()
    playing = cards[PLAYING - 1]
    assert (playing.installs, playing.version) == (0, "0.2.0"), "never in a game"
    assert not (playing.games / "incoming.update").exists()

    playing.stop()
    play(playing, 16, 99)
    assert playing.run("systemctl", "restart", table.UNIT).returncode == 0
    until(lambda: "version 9.3.0; 12 of 12 tables have it" in desk.says())
    assert running("9.3.0") == [*range(1, TABLES + 1)]

    desk.upload(release(payload, "9.4.0", key))
    until(lambda: desk.order("all"))
    until(lambda: "version 9.4.0; 12 of 12 tables have it" in desk.says(), desk.says)
    assert running("9.4.0") == [*range(1, TABLES + 1)], "a second one, and no device was switched off meanwhile"
    assert "Halted" not in desk.says()
    took = time.monotonic() - began
    report.append(f"Updates: {TABLES} tables with their programs, one, ten and all, in {took:.0f} s.")


WENT_BACK = "Halted: table 1: The update was interrupted; version 0.2.0 runs, with all games."
CUTS = {
    "asked": "Halted: table 1: The system did not start the update; run dvojtah doctor, or try again.",
    "making": WENT_BACK,  # checked
    "compileall": WENT_BACK,  # half of the new version is on the card
    "trial": WENT_BACK,  # before the switch
    "restart": WENT_BACK,  # after it, before the program starts
    "show": WENT_BACK,  # while the new program is watched
    "end": "version 9.5.0; 1 of 1 tables have it",  # it stood, and nobody has been told yet
}


@pytest.mark.parametrize(("evening", "cards"), [(1, 1)], indirect=True)
def test_the_power_goes_in_the_middle_of_an_update_and_the_desk_says_what_became_of_it(
    tmp_path: Path, evening: Evening, cards: list[Card], key: Path
) -> None:
    """Everything of the table dies at once, at each stage; it comes up on one of the two versions, whole."""
    (card,), desk = cards, Desk(evening.desk_port)
    card.stop()
    play(card, 1, 99)
    card.switch_on_again()
    desk.upload(release(built(tmp_path), "9.5.0", key))
    for place, cut in CUTS.items():
        card.cut_at = place
        until(lambda: desk.order("one"), "a table says that it takes updates")
        until(lambda: card.is_off, desk.says)
        card.switch_on_again()
        until(lambda text=cut: text in desk.says(), desk.says)
        assert card.version == ("9.5.0" if place == "end" else "0.2.0")
        assert versions.Versions(card).unfinished_folders() == []
    assert "Halted" not in desk.says()
    assert card.installs == len(CUTS), "each order was tried once"
    assert len(games_of(card)) == 1


def games_of(card: Card) -> list[StoredGame]:
    """The games in its journal."""
    with contextlib.closing(connect(card.games / "journal.db", read_only=True)) as db:
        return games(db)
