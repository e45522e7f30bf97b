"""Faults of a hall that take their time, with real programs over TLS: nothing lost, nothing doubled."""

from __future__ import annotations

import contextlib
import http.client
import re
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from device.organiser.store import everything, open_store
from device.organiser.store.rows import CLOCK
from rules.game import SECOND, Progress
from rules.games import GAMES
from tests.organiser.evening import EVENT, Evening, FullDisk, folded, playing
from tests.organiser.pages import FORM
from tests.ports import free_port
from tools.play.event.demo import access
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

Start = Callable[[Evening], tuple[list[SimulatedTable], SimulatedTables]]
FULL_S = 5
"""Seconds for which a disk is full; the tables come back within ten more."""


class Secretary(threading.Thread):
    """Somebody who enrols people at a desk, one after another; ``enrolled`` are those that it confirmed."""

    def __init__(self, port: int, name: str, enrolled: list[str]) -> None:
        super().__init__(daemon=True)
        self.port, self.who, self.enrolled = port, name, enrolled
        self.count, self.over = 0, threading.Event()

    @property
    def is_at_work(self) -> bool:
        """Whether some were enrolled, and more are just being."""
        return self.count > 3

    def run(self) -> None:
        """Until the desk is gone, or the day is over."""
        cookie = {"Cookie": self.ask("/enter", {"password": "heslo"}).headers["Set-Cookie"].partition(";")[0]}
        page = self.ask("/people", None, cookie).read().decode()
        word = re.search(r'name="word" value="([^"]+)"', page)[1]
        with contextlib.suppress(OSError, http.client.HTTPException):
            while not self.over.is_set():
                name = f"{self.who} {self.count}"
                form = {"word": word, "do": "enrol", "player": name, "page": "people"}
                if self.ask("/act", form, cookie).status == 303:
                    self.enrolled.append(name)
                self.count += 1

    def ask(self, path: str, form: dict[str, str] | None, headers: Mapping[str, str] = MappingProxyType({})) -> Any:
        """What the desk answers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        body = None if form is None else urllib.parse.urlencode(form)
        line.request("GET" if form is None else "POST", path, body, FORM | dict(headers))
        return line.getresponse()


@pytest.fixture
def tables() -> Iterator[Start]:
    """Starts broker and organiser of an evening, and a table of every game."""
    evenings: list[Evening] = []

    def start(evening: Evening) -> tuple[list[SimulatedTable], SimulatedTables]:
        evenings.append(evening)
        evening.start_broker()
        evening.start_organiser()
        now = time.monotonic_ns()
        all_ = [
            SimulatedTable(n, EVENT, (kind,), 600, vivid=True, rounds=2, begin=now + n * SECOND // 10)
            for n, kind in enumerate(GAMES, start=1)
        ]
        simulated = SimulatedTables(all_, lambda n: access(evening.files, n))
        assert simulated.run(lambda: all(table.acked > 0 for table in all_), 60)
        return all_, simulated

    yield start
    for evening in evenings:
        evening.close()


def finish(evening: Evening, tables: list[SimulatedTable], simulated: SimulatedTables) -> None:
    """Everything is played, and every entry of every journal is in the store, once."""
    assert simulated.run(lambda: all(table.has_played_all for table in tables) and simulated.all_acknowledged, 180)
    state = evening.desk().state
    for table in tables:
        for uid, history in folded(table):
            game = state.games[uid]
            assert not game.conflicts
            assert game.history is not None
            assert game.history.state == history.state
            assert game.progress is Progress.SIGNED
    rows = [(row.table, row.boot, row.seq) for row in everything(open_store(evening.store, EVENT, read_only=True))]
    assert len(rows) == len(set(rows))


def test_two_organisers_on_one_store_keep_every_row_once(tmp_path: Path, tables: Start, store_url: str) -> None:
    """Somebody decides at both desks all the while, and one of them is killed in the middle of it."""
    evening = Evening(tmp_path, store_url, 9)
    played, simulated = tables(evening)
    first, desks, enrolled = evening.organiser, [evening.desk_port], []
    assert first is not None
    evening.board_port, evening.desk_port, evening.door_port = (free_port() for _ in range(3))
    evening.start_organiser()
    desks.append(evening.desk_port)
    people = [Secretary(port, f"Host {port}", enrolled) for port in desks]
    try:
        for person in people:
            person.start()
        assert simulated.run(lambda: all(person.is_at_work for person in people), 60)
    finally:
        first.kill()
        first.wait()
    before = people[1].count
    assert simulated.run(lambda: people[1].count > before + 3, 60), "the other desk goes on"
    for person in people:
        person.over.set()
    for person in people:
        person.join()
    finish(evening, played, simulated)
    entrants = list(evening.desk().state.tournament.entrants.values())
    assert sorted(entrant.number for entrant in entrants) == list(range(1, len(entrants) + 1)), (
        "no number is given twice"
    )
    assert len(enrolled) > 8
    names = [entrant.name for entrant in entrants]
    assert len(names) == len({*names})
    assert {*enrolled} <= {*names}, "what a desk confirmed stands"
    assert len(names) <= len(enrolled) + 1, "but for the act in which it was killed, nothing else does"


def test_a_full_disk_of_the_broker_loses_nothing_even_if_it_is_killed(tmp_path: Path, tables: Start) -> None:
    disk = FullDisk(tmp_path / "broker")
    try:
        evening = Evening(tmp_path, str(tmp_path / "event.db"), 9)
        played, simulated = tables(evening)
        disk.begin()
        playing(simulated, FULL_S)
        evening.kill("broker")
        evening.start_broker()
        playing(simulated, 1)
        disk.end()
        assert simulated.run(lambda: all(table.online for table in played), 10), "off no longer than the fault and 10 s"
        finish(evening, played, simulated)
        evening.close()
    finally:
        disk.close()


RATE = 1.05
"""How much faster a clock runs that nothing keeps right: a second in twenty, which takes a real one some hours."""
RUNS_AWAY = f"""
import time
def run_away(name, unit):
    real, began = getattr(time, name), {{}}
    def faster(*clock):
        now = real(*clock)
        first = began.setdefault(clock, now)
        return first + type(now)((now - first) * {RATE}) + 7200 * unit
    setattr(time, name, faster)
for name in ("time", "monotonic", "clock_gettime"):
    run_away(name, 1)
    run_away(name + "_ns", 10**9)
"""
"""Every program on a machine whose clocks are two hours off and run away (Python's ``sitecustomize``)."""


def left_on(port: int) -> float:
    """The seconds that a board counts down for the round, as its page has them."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", "/cs/")
    page = line.getresponse().read().decode()
    now = int(re.search(r'data-now="(\d+)"', page)[1])
    return (int(re.search(r'<time class="left" data-ends="(\d+)"', page)[1]) - now) / 1000


def test_an_organiser_whose_clock_runs_away_moves_no_clock_and_loses_nothing(
    tmp_path: Path, tables: Start, database: str
) -> None:
    """Two machines on one store, one of them three seconds away at the end; a board beside each."""
    evening = Evening(tmp_path, database, 9)
    played, simulated = tables(evening)
    first, boards = evening.organiser, [evening.board_port]
    assert first is not None
    evening.board_port, evening.desk_port, evening.door_port = free_port(), free_port(), free_port()
    (tmp_path / "sitecustomize.py").write_text(RUNS_AWAY)
    evening.start_organiser({"PYTHONPATH": str(tmp_path)})
    boards.append(evening.board_port)
    try:
        evening.desk().round(1, 3000)
        began = time.monotonic()
        off = []
        while time.monotonic() - began < 3 / (RATE - 1):
            simulated.run(lambda: False, 2)
            for port in boards:
                before, left = time.monotonic(), left_on(port)
                off.append(abs(left - (3000 - (before - began))) - (time.monotonic() - before))
    finally:
        first.terminate()
        first.wait()
    finish(evening, played, simulated)
    assert max(off) < 2, "each looks at the database's clock three times a minute, in which one second is lost"
    rows = [row.kind for row in everything(open_store(evening.store, EVENT, read_only=True))]
    assert rows.count(CLOCK) <= 2 + 2 * 3, "they do not answer each other"
