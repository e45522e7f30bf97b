"""An event with tables of both kinds: devices and browsers, through a broker that dies and a table that is killed.

``DVOJTAH_HALL=6,24`` plays it with so many of each, which takes a minute and more.
"""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from device.browser.tables import folder_of
from device.event.broker import write_codes
from device.exports import fetch
from device.kiosk.touches import COSTLY_SETTLE
from device.organiser.log.event_control import Desk
from device.organiser.store import open_store
from device.settings.settings import Settings
from tests.browser.program import Client, ServedTable
from tests.browser.test_tables import children, client, found, listening
from tests.event.rig import EVENT, TableAt, running, until
from tests.ports import free_port
from tools.bench.browser import way_to_a_game
from tools.play.gallery import FULL, load_record

_COUNTS = [int(one) for one in os.environ.get("DVOJTAH_HALL", "2,3").split(",")]
DEVICES, BROWSERS = tuple(range(1, _COUNTS[0] + 1)), tuple(range(_COUNTS[0] + 1, sum(_COUNTS) + 1))
PRESSES = 6


BELOW_LINE = 12
"""A table at an event has a line above its screen; half its height lower, what is touched is there in both cases."""


@pytest.fixture
def engine(tmp_path):
    yield from running(tmp_path / "broker", tables=BROWSERS[-1])


@pytest.fixture
def desk(engine, tmp_path):
    """The organiser's own program, and its desk."""
    store = tmp_path / "store.db"
    base = [sys.executable, "-m", "device", "organiser", "--event", EVENT, "--store", str(store), "run"]
    places = ["--board-host", "127.0.0.1", "--board-port", str(free_port()), "--desk-port", str(free_port())]
    program = subprocess.Popen(
        [*base, "--broker-files", str(engine.files.folder), *places],
        env=os.environ | {"HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until(store.exists, 60, "the organiser runs")
    yield Desk(open_store(str(store), EVENT))
    program.terminate()
    program.wait(20)


@pytest.fixture
def browsers(engine, tmp_path):
    """``dvojtah serve`` with a code of the event for each of its tables."""
    codes = tmp_path / "codes.txt"
    write_codes(engine.files, BROWSERS[-1], codes)
    folder = tmp_path / "browsers"
    folder.mkdir()
    options = ("--tables", str(len(BROWSERS)), "--first", str(BROWSERS[0]), "--codes", str(codes))
    one = ServedTable(folder, *options)
    yield one
    one.close()


def tap(one: Client, place: tuple[int, int]) -> None:
    """Look at what has come up, and touch it."""
    one.listen(COSTLY_SETTLE / 1e9 + 0.2)
    one.say("touch", "down", 1, *place, one.seq, 60_000)
    one.say("touch", "up", 1, *place, 0, 0)
    assert one.changes(20), f"nothing changes at {place}"


def begin(there, way) -> Client:
    """A browser that plays at a table, its chess clock ready for the first press."""
    one = client(there)
    assert one.seat()[1]
    one.whole()
    for place in way:
        tap(one, place)
    return one


def press(one: Client, side: int) -> None:
    key = ("ArrowLeft", "ArrowRight")[side]
    one.listen(0.1)
    one.say("key", key, "down")
    assert one.changes(20), "the press shows"
    one.say("key", key, "up")


def kept(browsers, number):
    """The game in that table's journal."""
    path = folder_of(Settings(journal=str(browsers.folder / "journal.db")), number) / "journal.db"
    filed = fetch(path)
    return None if filed is None else filed.history


def events(history):
    return [(entry.n, entry.event) for entry in history.entries]


def test_nothing_is_lost_of_any_table(engine, desk, browsers, tmp_path):
    way = [(x, y + BELOW_LINE) for x, y in way_to_a_game(tmp_path / "way")]
    record = load_record(FULL)
    devices = {number: TableAt(engine, tmp_path / f"{number}.db", number) for number in DEVICES}
    games = {n: table.journal.new_game(record.game, record.setup) for n, table in devices.items()}
    places = found(browsers)
    assert tuple(places) == BROWSERS
    people = ThreadPoolExecutor(len(BROWSERS))
    lines = dict(zip(places, people.map(begin, places.values(), [way] * len(places)), strict=True))
    for n in range(PRESSES):
        if n == 2:
            engine.kill()
        list(people.map(press, lines.values(), [n % 2] * len(lines)))
        for number, table in devices.items():
            for entry in record.entries[n * 10 : n * 10 + 10]:
                table.journal.append(games[number], entry, "touch", entry.at)
    victim = BROWSERS[0]
    port = places[victim][0].split(":")[1]
    before = until(lambda: (one := kept(browsers, victim)) and len(one.entries) >= PRESSES and one)
    os.kill(next(pid for pid in children(browsers.process.pid) if port in listening(pid)), signal.SIGKILL)
    engine.start()

    def arrived():
        heard = {one.table: one.history for one in desk.read().games.values() if one.history is not None}
        whole = {number: len(heard[number].entries) for number in heard}
        here = {number: len(kept(browsers, number).entries) for number in BROWSERS} | dict.fromkeys(
            DEVICES, PRESSES * 10
        )
        return heard if whole == here else None

    heard = until(arrived, 90, "everything is at the organiser's")
    for number in BROWSERS:
        mine = kept(browsers, number)
        assert events(heard[number]) == events(mine)
        assert heard[number].state == mine.state
    assert events(heard[victim])[: len(before.entries)] == events(before), (
        "what was shown as kept is there after a kill"
    )
    for number in DEVICES:
        assert events(heard[number]) == events(record)[: PRESSES * 10]
    again = client(places[victim])
    assert again.seat()[1], "who held it holds it again"
    for one in (again, *lines.values()):
        one.close()
    for table in devices.values():
        table.close()
