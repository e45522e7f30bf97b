"""Several tables on one computer, as programs: each with its journal, one that dies alone, all that end together."""

import os
import re
import signal
import sqlite3
import time
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from device.browser.places import SeatFile
from device.browser.tables import folder_of, settings_of
from device.common.settings.settings import Settings
from device.common.web.front_file import FrontFile
from tests.browser.program import OTHER, Client, ServedTable

PLACE = re.compile(r"Stůl (\d+)\thttp://[^:]+:(\d+)/\tKód: (\w+)")


@pytest.fixture
def tables(tmp_path):
    table = ServedTable(tmp_path, "--tables", "3", "--first", "7")
    yield table
    table.close()


def addresses(tables):
    """Each table's number, address and code."""
    lines = [PLACE.match(line) for line in tables.lines]
    return {int(line[1]): (f"127.0.0.1:{line[2]}", line[3]) for line in lines if line}


def client(there, **more):
    """A browser at a table that may still be starting."""
    end = time.monotonic() + 30
    while True:
        try:
            return Client(*there, **more)
        except (OSError, WebSocketException):
            assert time.monotonic() < end
            time.sleep(0.05)


def front(tables):
    with urllib.request.urlopen(f"http://{tables.host}/", timeout=10) as page:
        return page.read().decode()


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_each_is_a_table_of_its_own_and_all_end_together(tables, tmp_path):
    places = addresses(tables)
    assert list(places) == [7, 8, 9]
    clients = [client(there) for there in places.values()]
    assert all(table_client.seat()[1] for table_client in clients), "everybody holds a table"
    clients[0].whole()
    clients[0].say("touch", "down", 1, 120, 120, 0, 0)
    assert client(places[9], ident=OTHER).seat()[1] is False
    page = front(tables)
    desk = FrontFile(tmp_path / "journal.db")
    assert [bool(desk.look_on(number)) for number in (6, 7, 9, 10)] == [False, True, True, False]
    with urllib.request.urlopen(desk.look_on(8), timeout=10) as looked_at:
        assert looked_at.url == f"http://{places[8][0]}/?look#{places[8][1]}"
    assert page.count("Někdo hraje.") == 3
    assert page.count("Přihlíží: 1") == 1
    assert all(code in page for _, code in places.values())
    ours = children(tables.process.pid)
    assert len(ours) == 4
    assert tables.end() == 0
    assert "started anew" not in tables.log.read_text(), "that is said of a table alone that dies while the others run"
    assert desk.look_on(8) == "", "a link that leads nowhere is not given"
    assert not [pid for pid in ours if Path(f"/proc/{pid}").exists()]
    for number in places:
        path = folder_of(Settings(journal=str(tmp_path / "journal.db")), number) / "journal.db"
        with sqlite3.connect(path) as db:
            assert db.execute("PRAGMA quick_check").fetchone() == ("ok",)


def test_one_that_dies_is_started_anew_for_who_held_it_and_no_other_notices(tables):
    places = addresses(tables)
    first, second = client(places[7]), client(places[8])
    first.seat(), second.seat()
    victim = next(pid for pid in children(tables.process.pid) if places[7][0].split(":")[1] in listening(pid))
    os.kill(victim, signal.SIGKILL)
    other = client(places[7], ident=OTHER)
    assert other.seat()[1] is False, "the seat waits for who held it"
    again = client(places[7])
    assert again.seat()[1]
    second.say("alive")
    assert second.until(lambda message: message == ["beat"])
    assert "table 1 ended with status -9 and is started anew" in tables.log.read_text()
    for player in (other, again, second):
        player.close()


def listening(pid):
    """The TCP ports on which a process listens."""
    inodes = set()
    for path in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes.add(os.readlink(path))
        except OSError:
            continue
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {str(int(row[1].split(":")[1], 16)) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in inodes}


def test_where_the_parent_is_killed_the_tables_end_as_well(tables):
    client(addresses(tables)[7]).seat()
    ours = children(tables.process.pid)
    tables.kill()
    end = time.monotonic() + 60
    while [pid for pid in ours if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_each_has_settings_of_its_own_once_something_is_changed_at_it(tmp_path):
    base = Settings(journal=str(tmp_path / "journal.db"), language="en")
    mine, file = settings_of(base, 2)
    assert (mine.language, mine.event.table, mine.journal_path.parent) == ("en", "2", tmp_path / "tables" / "2")
    file.write_text('language = "cs"\n', encoding="utf-8")
    assert settings_of(base, 2)[0].language == "cs"
    assert settings_of(base, 3)[0].language == "en"


def test_word_lists_are_those_of_the_computer(tmp_path):
    base = Settings(journal=str(tmp_path / "journal.db"))
    base.word_lists_path.mkdir()
    assert settings_of(base, 1)[0].word_lists_path.resolve() == base.word_lists_path


def test_the_code_outlives_a_start_and_a_damaged_file_is_begun_anew(tmp_path):
    path = tmp_path / "browser.json"
    first = SeatFile(path)
    first.hold("ab" * 16)
    assert SeatFile(path).kept == first.kept
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(b"\0" * 99)
    again = SeatFile(path)
    assert again.kept.holder is None
    assert SeatFile(path).kept == again.kept
    assert path.with_name("browser.json.damaged").exists()
