"""Faults of a hall that take their time, with real programs over TLS: nothing lost, nothing doubled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.organiser.store import everything, open_store
from rules.game import SECOND, Progress
from rules.games import GAMES
from tests.organiser.evening import EVENT, Evening, FullDisk, folded, playing
from tests.ports import free_port
from tools.play.event.demo import access
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

Start = Callable[[Evening], tuple[list[SimulatedTable], SimulatedTables]]
FULL_S = 5
"""Seconds for which a disk is full; the tables come back within ten more."""


@pytest.fixture
def tables() -> Iterator[Start]:
    """Starts broker and organiser of an evening, and a table of every game."""
    made: list[Evening] = []

    def start(evening: Evening) -> tuple[list[SimulatedTable], SimulatedTables]:
        made.append(evening)
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
    for evening in made:
        evening.close()


def finish(evening: Evening, tables: list[SimulatedTable], simulated: SimulatedTables) -> None:
    """Everything is played, and every entry of every journal is in the store, once."""
    assert simulated.run(lambda: all(table.has_played_all for table in tables) and simulated.all_acknowledged, 180)
    state = evening.desk().state
    for table in tables:
        for uid, history in folded(table):
            kept = state.games[uid]
            assert not kept.conflicts
            assert kept.history is not None
            assert kept.history.state == history.state
            assert kept.progress is Progress.SIGNED
    rows = [(row.table, row.boot, row.seq) for row in everything(open_store(evening.store, EVENT, read_only=True))]
    assert len(rows) == len(set(rows))


def test_two_organisers_on_one_store_keep_every_row_once(tmp_path: Path, tables: Start) -> None:
    evening = Evening(tmp_path, str(tmp_path / "event.db"), 9)
    played, simulated = tables(evening)
    first = evening.organiser
    assert first is not None
    evening.board_port, evening.desk_port = free_port(), free_port()
    evening.start_organiser()
    try:
        playing(simulated, 3)
    finally:
        first.kill()
        first.wait()
    finish(evening, played, simulated)


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
